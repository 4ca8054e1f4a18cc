"""The guides: what they print is what comes out, and the site shows them as they are written."""

import re
import shlex
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from parley.command import COMMANDS, main
from parleysite.guides import NAMES, heading_id, render_guide, site_address
from tests.parleysite.guide_examples import ROOT, Example, Outcome, examples, run_guide

FOLDER = ROOT / "docs" / "guides"
SOURCES = {name: (FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in NAMES}


@pytest.fixture(autouse=True)
def back_to_where_we_were(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


class Page(HTMLParser):
    """The parts of a page that the tests look at."""

    def __init__(self, html):
        super().__init__()
        self.headings, self.links, self.ids, self.loaded, self.tags = [], [], [], [], set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.add(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "a":
            self.links.append(attributes["href"])
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.loaded += [attributes[key] for key in ("src", "srcset", "poster") if key in attributes]
        if tag == "link":
            self.loaded.append(attributes["href"])


def get(name):
    return Client().get(f"/guide/{name}")


def page_of(name):
    return Page(get(name).content.decode())


def faults(outcomes):
    return [
        f"line {one.example.line}, {one.example.text.strip()}\nsays\n{one.example.printed}"
        f"prints\n{one.really_printed}"
        for one in outcomes
        if not one.fits
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_output_in_a_guide_is_what_comes_out(name, tmp_path):
    outcomes = run_guide(SOURCES[name], tmp_path)
    assert faults(outcomes) == []
    assert sum(bool(one.example.printed) for one in outcomes) >= 7


@pytest.mark.parametrize("name", NAMES)
def test_commands_that_are_only_shown_can_be_typed(name):
    known = {command.__name__.rpartition(".")[2] for command in COMMANDS}
    for line in re.findall(r"^(?:\$ )?(parley .*)", SOURCES[name], flags=re.MULTILINE):
        words = shlex.split(line.rstrip("& "))
        assert words[1] in known, line
        with pytest.raises(SystemExit) as ended:
            main([*words[1:], "--help"])
        assert ended.value.code == 0, line


WRONG = {
    "a text that is not printed": ("```python\nprint(1)\n```\n\n```text\n2\n```\n", 1),
    "an output that is left out": ("```python\nprint(1)\n```\n", 1),
    "an output by nobody": ("```python\nx = 1\n```\n\n```text\n1\n```\n", 1),
    "one line of a command": ("```console\n$ echo a; echo b\na\nc\n```\n", 1),
    "a code": ("```console\n$ parley verify nothing.json\n…\n$ echo $?\n0\n```\n", 1),
    "a file": ("```json a.json\n{}\n```\n\n```console\n$ cat a.json\n[]\n```\n", 1),
    "the second of two commands": ("```console\n$ echo a\na\n$ echo b\nc\n```\n", 1),
}  # fmt: skip


@pytest.mark.parametrize("source", WRONG.values(), ids=WRONG)
def test_an_output_that_is_wrong_is_found(source, tmp_path):
    text, count = source
    assert len(faults(run_guide(text, tmp_path))) == count


def test_what_was_left_out_is_left_out_and_nothing_else():
    def fits(printed, really_printed):
        return Outcome(Example("command", "", printed, 1), really_printed).fits

    assert fits("a\n…\nd\n", "a\nb\nc\nd\n") and fits("a\n…\n", "a\n")
    assert fits("key …\n", "key 0f\n")
    assert not fits("key …\n", "key 0f\nmore\n")
    assert not fits("a\n…\nd\n", "a\nb\n")
    assert not fits("a\n", "a\nb\n") and not fits("a.c\n", "abc\n")


def test_a_block_that_nobody_can_run_is_noticed():
    with pytest.raises(AssertionError, match="how to run ruby"):
        list(examples("```ruby\nputs 1\n```\n"))


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere_in_the_repository_and_on_the_site(name):
    for link in re.findall(r"\]\(([^)]*)\)", SOURCES[name]):
        file, _, heading = link.partition("#")
        target = SOURCES[file.removesuffix(".md") or name]
        assert not file or (FOLDER / file).is_file()
        if heading:
            headings = re.findall(r"^#+ (.*)", target, flags=re.MULTILINE)
            assert heading in map(heading_id, headings), link
    page = page_of(name)
    for link in page.links:
        path, _, heading = link.partition("#")
        address = path if path.startswith("/") else f"/guide/{path or name}"
        response = Client().get(address)
        assert response.status_code == 200, link
        assert not heading or heading in Page(response.content.decode()).ids, link


@pytest.mark.parametrize("name", NAMES)
def test_headings_are_in_order_and_have_ids_of_their_own(name):
    page = page_of(name)
    assert page.headings[0] == 1 and page.headings.count(1) == 1
    assert all(
        next_ <= level + 1 for level, next_ in zip(page.headings, page.headings[1:], strict=False)
    )
    assert len(set(page.ids)) == len(page.ids)


def test_every_guide_has_a_title_and_links_to_the_others():
    titles = set()
    for name in NAMES:
        response = get(name)
        assert response.status_code == 200
        title = re.search(r"<title>(.*) – Parley</title>", response.content.decode())[1]
        assert SOURCES[name].startswith(f"# {title}\n")
        titles.add(title)
        others = [f"/guide/{other}" for other in NAMES if other != name]
        assert set(others) <= set(Page(response.content.decode()).links)
    assert len(titles) == len(NAMES)


def test_every_file_in_the_folder_is_a_guide():
    assert {path.stem for path in FOLDER.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_asks_nobody_else_for_anything(name):
    page = page_of(name)
    assert page.loaded and all(address.startswith("/") for address in page.loaded)
    assert not page.tags & {"iframe", "img", "object", "style"}


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_has_the_headers_of_every_page(name):
    guide, other = get(name), Client().get("/")
    own = {"Content-Length"}
    assert {key: guide[key] for key in guide.headers if key not in own} == {
        key: other[key] for key in other.headers if key not in own
    }
    assert "script-src 'self'" in guide["Content-Security-Policy"]


@pytest.mark.parametrize(
    "address", ["nothing", "README", "red-lines.md", "red-lines/", "../../SECURITY", ""]
)
def test_what_is_no_guide_is_not_found(address):
    response = get(address)
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()


def test_a_guide_is_only_read():
    assert Client().head(f"/guide/{NAMES[0]}").status_code == 200
    assert Client().post(f"/guide/{NAMES[0]}").status_code == 405


def test_html_in_a_source_is_shown_and_not_obeyed():
    title, html = render_guide(
        "# A <b>title</b>\n\n<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)>\n\n"
        "[a](javascript:alert(1))\n\n```html\n</code></pre><script>\n```\n\n"
        "| <i> |\n|---|\n| <script> |\n"
    )
    assert title == "A <b>title</b>"
    assert Page(html).tags == {"h1", "p", "pre", "code", "div"} | {
        "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip


def test_what_may_be_wide_scrolls_by_itself_and_can_be_reached_with_the_keyboard():
    _, html = render_guide("## Both\n\n```python\nx\n```\n\n| a |\n|---|\n| b |\n")
    assert '<pre tabindex="0"><code class="language-python">' in html
    scrolling = re.search(
        r'<div class="scroll" tabindex="0" role="region" ([^>]*)>\s*<table>', html
    )
    assert scrolling[1] == 'aria-labelledby="both"'
    assert "</table></div>" in html


def test_links_between_sources_become_links_between_pages():
    assert site_address("red-lines.md") == "red-lines"
    assert site_address("red-lines.md#questions") == "red-lines#questions"
    assert site_address("#questions") == "#questions"
    assert site_address("../commands.md") == "../commands.md"


@pytest.mark.parametrize("template", ["home.html", "verify.html", "room.html"])
def test_the_pages_where_people_wonder_lead_to_the_guides(template):
    page = Page(render_to_string(template, request=RequestFactory().get("/")))
    links = [link for link in page.links if "/guide/" in link]
    assert links
    for link in links:
        path, _, heading = link.partition("#")
        response = Client().get(path)
        assert response.status_code == 200
        assert not heading or heading in Page(response.content.decode()).ids
