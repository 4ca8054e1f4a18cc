"""The guides of docs/guides/ as pages: one source for readers of the repository and of the site.

In a source, a link goes to another guide as `private-limits.md`, or to a heading as `#questions`.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path("docs") / "guides"
NAMES = ("verify-a-receipt", "private-limits", "red-lines")

_TABLE = '<div class="scroll" tabindex="0" role="region" aria-labelledby="{heading}"><table>\n'


@dataclass(frozen=True)
class Guide:
    """A guide as a page shows it."""

    name: str
    title: str
    html: SafeString


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """The page of one guide, and 404 for a name that none has."""
    if name not in NAMES:
        raise Http404
    found = [(read_guide if settings.DEVELOP else _kept)(one) for one in NAMES]
    shown = found[NAMES.index(name)]
    others = [one for one in found if one is not shown]
    return render(request, "guide.html", {"guide": shown, "others": others})


def read_guide(name: str) -> Guide:
    """Read and render one of `NAMES`."""
    source = (settings.BASE_DIR / FOLDER / f"{name}.md").read_text(encoding="utf-8")
    title, html = render_guide(source)
    # The sources are part of the program, and whatever in them looks like HTML comes out escaped.
    return Guide(name, title, mark_safe(html))


_kept = functools.cache(read_guide)


def render_guide(source: str) -> tuple[str, str]:
    """Return the text of the first heading, and the HTML of the whole, of CommonMark with tables.

    Raw HTML is escaped. Headings get the ids that code hosts give them. What may be wider than the
    page scrolls by itself.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source)
    title = heading = ""
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            text = _text(tokens[index + 1])
            title, heading = title or text, heading_id(text)
            token.attrSet("id", heading)
        elif token.type == "table_open":
            _become_html(token, _TABLE.format(heading=heading))
        elif token.type == "table_close":
            _become_html(token, "</table></div>\n")
        for link in token.children or ():
            if link.type == "link_open":
                link.attrSet("href", site_address(str(link.attrGet("href"))))
    html = markdown.renderer.render(tokens, markdown.options, {})
    return title, html.replace("<pre><code", '<pre tabindex="0"><code')


def heading_id(text: str) -> str:
    """Return the id of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def site_address(link: str) -> str:
    """Return what a link between two sources is between two pages; others stay as they are."""
    name, mark, heading = link.partition("#")
    return f"{name[:-3]}{mark}{heading}" if name[:-3] in NAMES and name[-3:] == ".md" else link


def _text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _become_html(token: Token, html: str) -> None:
    token.type, token.content = "html_block", html
