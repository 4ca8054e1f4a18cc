"""The page on which a decision is made: a table like a spreadsheet, and nothing typed is lost."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.steps import ENGINE_WAIT

FLATS = "flat\trent\tbalcony\tfree from\nMill Lane\t€ 700\tyes\t2027-05-01\nDockside\t€ 650\tno\t\n"


def cell(page: Page, row: int, column: int) -> Locator:
    """A cell by position; row -1 is the head."""
    return page.locator(f'#grid input[data-row="{row}"][data-column="{column}"]')


def first_column(page: Page) -> list[str]:
    return [cell.input_value() for cell in page.locator('#grid tbody [data-column="0"]').all()]


def column_heads(page: Page) -> list[tuple[str, str]]:
    """Name and kind of values of each column."""
    heads = page.locator("#grid thead th").all()
    return [
        (head.locator("input").first.input_value(), head.locator("select").input_value())
        for head in heads
    ]


def paste(page: Page, text: str) -> None:
    """Paste into the field that has the focus, as from a spreadsheet."""
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def start_from_shared_flat(page: Page) -> None:
    page.get_by_role("button", name="a shared flat").click()
    expect(page.locator("#title")).not_to_have_value("")


def make_the_link(page: Page) -> None:
    page.get_by_role("button", name="Make the link").click()


def posts(person) -> list[str]:
    return [sent.url for sent in person.requests if sent.method == "POST"]


def test_two_quick_clicks_make_one_decision_and_lead_to_its_links(new_person):
    ana = new_person()
    page = ana.open("/new")
    start_from_shared_flat(page)
    page.get_by_role("button", name="Make the link").dblclick()
    expect(page.locator("#group-link input")).to_have_value(
        re.compile(r"/d/[0-9a-f]{32}/#group=[\w-]{43}&code=(\w{4}-){7}\w{4}$"),
        timeout=ENGINE_WAIT,
    )
    assert posts(ana).count(f"{ana.base_url}/new") == 1
    assert "#" not in page.url
    page.goto("/new")
    expect(page.locator("#title")).to_have_value("")


def lose_the_next_answer(page: Page) -> None:
    """The server makes the decision, and the line breaks before its answer arrives."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/new", lose, times=1)


def made(server) -> list[str]:
    """The ids of all decisions of a server."""
    with closing(sqlite3.connect(server.database)) as database:
        return [row[0] for row in database.execute("SELECT id FROM negotiation_decision")]


def test_after_an_answer_that_got_lost_trying_again_makes_no_second_decision(
    start_server, new_person
):
    server = start_server()
    page = new_person(server=server, may_have_errors=True).open("/new")
    start_from_shared_flat(page)
    lose_the_next_answer(page)
    make_the_link(page)
    expect(page.locator("#error-table")).to_contain_text("did not answer")
    page.reload()
    make_the_link(page)
    page.wait_for_url("**/organise")
    assert len(made(server)) == 1
    assert made(server)[0] in page.url


def test_what_was_changed_after_a_lost_answer_is_not_lost_either(start_server, new_person):
    server = start_server()
    page = new_person(server=server, may_have_errors=True).open("/new")
    start_from_shared_flat(page)
    lose_the_next_answer(page)
    make_the_link(page)
    expect(page.locator("#error-table")).to_contain_text("did not answer")
    page.fill("#title", "Which flat do we take in May?")
    make_the_link(page)
    expect(page.locator("#error-table")).to_contain_text("already made from this page")
    make_the_link(page)
    expect(page.locator("main")).to_contain_text("in May", timeout=ENGINE_WAIT)
    assert len(made(server)) == 2


def test_what_is_refused_is_said_beside_its_field_and_nothing_is_lost(new_person):
    page = new_person().open("/new")
    start_from_shared_flat(page)
    page.fill("#title", "")
    cell(page, 1, 2).fill("cheap")
    make_the_link(page)

    summary = page.locator("#error-summary")
    expect(summary).to_be_focused()
    expect(page.locator("#title")).to_have_attribute("aria-invalid", "true")
    wrong = cell(page, 1, 2)
    expect(wrong).to_have_attribute("aria-invalid", "true")
    said = wrong.get_attribute("aria-describedby")
    expect(page.locator(f'[id="{said}"]')).to_contain_text("not a number")
    expect(wrong).to_have_value("cheap")

    summary.get_by_role("link", name="Option 2, rent").click()
    expect(wrong).to_be_focused()
    wrong.fill("700")
    expect(wrong).not_to_have_attribute("aria-invalid", "true")


def test_a_name_that_is_refused_is_named_by_its_line(new_person):
    page = new_person().open("/new")
    start_from_shared_flat(page)
    page.get_by_label("These people, by name").check()
    page.get_by_label("Names, one on each line").fill("Ana\n\nBob\nana")
    make_the_link(page)
    expect(page.locator("#error-names")).to_contain_text("Names, line 4")


def test_what_is_typed_survives_a_reload(new_person):
    page = new_person().open("/new")
    page.fill("#title", "Where do we meet?")
    cell(page, 0, 0).fill("The park")
    page.reload()
    expect(page.locator("#title")).to_have_value("Where do we meet?")
    expect(cell(page, 0, 0)).to_have_value("The park")


def test_enter_and_the_arrows_move_through_the_table_and_enter_adds_a_row(new_person):
    page = new_person().open("/new")
    cell(page, -1, 0).focus()
    for name in ("Ana's", "Bob's", "Cara's", "The park"):
        page.keyboard.press("Enter")
        page.keyboard.type(name)
    assert first_column(page) == ["Ana's", "Bob's", "Cara's", "The park"]
    page.keyboard.press("ArrowUp")
    expect(cell(page, 2, 0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Remove option 3")).to_be_focused()


def test_a_pasted_table_fills_the_grid_and_can_be_taken_back(new_person):
    page = new_person().open("/new")
    cell(page, -1, 0).focus()
    paste(page, FLATS)
    page.get_by_role("button", name="Use this table").click(timeout=ENGINE_WAIT)
    assert column_heads(page) == [
        ("flat", "text"),
        ("rent", "money"),
        ("balcony", "yes-no"),
        ("free from", "date"),
    ]
    assert first_column(page) == ["Mill Lane", "Dockside"]
    page.get_by_role("button", name="Undo").click()
    assert column_heads(page) == [("Option", "text"), ("", "text")]
    assert not any(first_column(page))


def test_a_removed_row_and_a_removed_column_come_back_with_their_values(new_person):
    page = new_person().open("/new")
    start_from_shared_flat(page)
    names, heads, rent = first_column(page), column_heads(page), cell(page, 2, 2).input_value()
    page.get_by_role("button", name="Remove option 3").click()
    page.get_by_role("button", name="Remove rent").click()
    assert len(first_column(page)) == len(names) - 1
    assert ("rent", "money") not in column_heads(page)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    assert first_column(page) == names
    assert column_heads(page) == heads
    assert cell(page, 2, 2).input_value() == rent


def test_an_example_does_not_overwrite_what_was_typed_without_asking(new_person):
    page = new_person().open("/new")
    page.fill("#title", "Where do we meet?")
    page.get_by_role("button", name="a shared flat").click()
    page.get_by_role("button", name="No, keep mine").click()
    expect(page.locator("#title")).to_have_value("Where do we meet?")
    page.get_by_role("button", name="a shared flat").click()
    page.get_by_role("button", name="Yes, replace it").click()
    expect(page.locator("#title")).not_to_have_value("Where do we meet?")
