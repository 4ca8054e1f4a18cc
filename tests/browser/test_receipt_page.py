"""The receipt on paper, as a real browser prints it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from parley.dsse import code
from tests.browser.decisions import make_decision
from tests.browser.scanning import scanned
from tests.browser.visitors import Visitor

LONG = "Wilhelmina Antoinette von und zu Hohenlohe-Waldenburg"


def decided(server, people: list[str], **changes) -> list[Visitor]:
    """Visitors who answered in this order, everything acceptable; the outcome stands."""
    link = make_decision(server, people=len(people), **changes).group
    visitors = []
    for name in people:
        visitor = Visitor.by_link(link)
        options = len(changes["rows"]) if "rows" in changes else 6
        visitor.answer(name, [[True, 512]] * options)
        visitors.append(visitor)
    return visitors


def open_paper(new_person, visitor: Visitor, **options) -> Page:
    person = new_person(**options)
    person.context.add_cookies(
        [
            {
                "name": cookie.name,
                "value": cookie.value,
                "domain": "127.0.0.1",
                "path": cookie.path,
            }
            for cookie in visitor.cookies
        ]
    )
    return person.open(f"{visitor.address}receipt")


def count_pages(page: Page, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper)))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_thirty_people_fit_one_sheet(new_person, server, paper):
    visitors = decided(server, [f"{number} {LONG}" for number in range(30)])
    for visitor in visitors[:20]:
        visitor.close(True)
    page = open_paper(new_person, visitors[0], java_script_enabled=False)
    expect(page.locator(".strip-people li")).to_have_count(30)
    expect(page.locator(".strip-standing")).to_have_text(
        "Not finished: 20 of 30 have accepted so far."
    )
    assert count_pages(page, paper) == 1


@pytest.mark.parametrize("letter", ["W", "語"])
def test_thirty_people_with_wide_names_fit_one_sheet_too(new_person, server, letter):
    people = [f"{number} {letter * 57}" for number in range(30)]
    page = open_paper(new_person, decided(server, people, title="語" * 30)[0])
    assert count_pages(page, "A4") == 1
    assert count_pages(page, "Letter") == 1


def test_long_titles_and_values_fit_one_sheet_too(new_person, server):
    words = "a long description of something "
    names = [f"attribute {number}" for number in range(20)]
    visitors = decided(
        server,
        [f"{number} {LONG}" for number in range(30)],
        title=("Where do we spend the long weekend " * 6)[:200].strip(),
        attributes=[{"name": name, "type": "text", "unit": None} for name in names],
        rows=[[f"{row} {words * 15}" for _ in names] for row in range(2)],
    )
    page = open_paper(new_person, visitors[0])
    assert count_pages(page, "A4") == 1


def test_the_code_leads_to_the_check_that_knows_the_paper(new_person, server):
    [ana, _bob] = decided(server, ["Ana", "Bob"])
    page = open_paper(new_person, ana)
    record_hash = ana.state()["outcome"]["transcript_hash"]
    shown = page.locator(".strip-fingerprint").inner_text()
    assert "-".join(shown.split()) == code(record_hash)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").click()
    page.goto(scanned(page.locator("svg.qr")))
    assert page.url == f"{server.url}/verify#hash={record_hash}"
    page.set_input_files("#file", download.value.path())
    expect(page.locator(".paper-match")).to_contain_text("the record on the paper", timeout=60_000)
    assert page.locator(".paper-match").get_attribute("data-same") == "true"
    details = page.locator(".verify-checks details").first
    details.locator("summary").click()
    expect(details).to_contain_text(code(record_hash))


def test_the_strip_is_as_narrow_as_a_phone(new_person, server):
    [ana, _bob] = decided(server, ["Ana", f"Bob {LONG}"])
    page = open_paper(new_person, ana, viewport={"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.locator("svg.qr")).to_be_visible()
