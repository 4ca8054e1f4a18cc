"""Tables from outside that cannot be read, or cannot go in yet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import ENGINE_WAIT
from tests.browser.tables_page import (
    FLATS,
    a_file,
    bring,
    drop,
    paste_table,
    preview,
    said,
    shown_column,
    use,
)
from tests.browser.test_new_page import cell, first_column, make_the_link, paste


@pytest.fixture
def page(new_person) -> Page:
    return new_person().open("/new")


def test_too_many_options_together_are_refused_and_nothing_changes(page):
    paste_table(page, "\n".join(f"Flat {index}" for index in range(150)))
    use(page)
    paste_table(page, "\n".join(f"House {index}" for index in range(51)))
    preview(page).get_by_role("button", name="Add its options to mine").click()
    expect(page.locator("#error-preview")).to_contain_text("more than 200 options")
    assert len(first_column(page)) == 150


def test_what_is_pasted_after_a_refusal_takes_its_place(page):
    paste_table(page, "".join(f"Flat {number}\t{number}\n" for number in range(300)))
    expect(page.locator("#error-table-in")).to_contain_text("200 options", timeout=ENGINE_WAIT)
    paste(page, "flat\trent\nMill Lane\t700\nDockside\t650\n")
    assert shown_column(preview(page), 0) == ["Mill Lane", "Dockside"]


REFUSED = [
    ("flats.xlsx", b"PK\x03\x04" + bytes(100), "Save it there as CSV"),
    ("photo.csv", bytes(range(256)), "something else than text"),
    ("empty.csv", b"", "nothing in this table"),
    ("large.csv", b"x" * (2 * 1024 * 1024 + 1), "larger than 2 MiB"),
    ("wide.csv", (b"x," * 21 + b"x\n") * 3, "more than 20 columns"),
    ("long.txt", b"".join(b"Flat %d\n" % number for number in range(205)), "more than 200 options"),
    ("cell.txt", b"Flat 1\n" + b"x" * 600, "longer than 500 characters"),
    ("other.json", b"[1, 2]", "a recipe has a list of options"),
    ("broken.json", b'{"options": [', "not complete JSON"),
    ("nested.json", b'{"options": [{"label": ["A"]}]}', "Only plain values"),
]


def test_a_file_that_cannot_be_read_gets_a_reason_and_nothing_is_lost(page):
    cell(page, 0, 0).fill("The park")
    for name, content, sentence in REFUSED:
        bring(page, a_file(name, content))
        expect(said(page), name).to_contain_text(sentence, timeout=ENGINE_WAIT)
        expect(page.locator("#reading-table")).to_have_text("")
        expect(page.locator("#preview")).to_be_hidden()
    assert first_column(page)[0] == "The park"
    bring(page, a_file("flats.csv", FLATS))
    preview(page)
    expect(said(page)).to_have_text("")


def test_several_files_are_too_many(page):
    drop(page, "#grid", a_file("one.csv", FLATS), a_file("two.csv", FLATS))
    expect(said(page)).to_contain_text("Those were 2 files")
    expect(page.locator("#preview")).to_be_hidden()


def test_a_paste_that_cannot_be_read_stays_where_it_was_pasted(page):
    paste_table(page, "x" * 600)
    expect(said(page)).to_contain_text("longer than 500 characters", timeout=ENGINE_WAIT)
    expect(page.locator("#table-paste")).to_have_value("x" * 600)
    paste_table(page, "")
    page.fill("#table-paste", "The park\nThe lake")
    page.get_by_role("button", name="Read it").click()
    preview(page)
    expect(said(page)).to_have_text("")


def test_the_link_is_not_made_while_a_table_waits_for_a_word(page):
    page.get_by_role("button", name="a shared flat").click()
    expect(page.locator("#title")).not_to_have_value("")
    paste_table(page, FLATS)
    preview(page)
    make_the_link(page)
    expect(page.locator("#error-preview")).to_contain_text("use it, or do not use it")
    expect(page.locator("#preview-heading")).to_be_focused()
    assert page.url.endswith("/new")


def test_the_link_is_not_made_while_a_pasted_text_was_not_read(page):
    page.get_by_role("button", name="a shared flat").click()
    expect(page.locator("#title")).not_to_have_value("")
    page.fill("#table-paste", "The park\nThe lake")
    make_the_link(page)
    expect(said(page)).to_have_text("Read this table first, or empty the box.")
    expect(page.locator("#table-paste")).to_be_focused()
    assert page.url.endswith("/new")
    page.fill("#table-paste", "")
    expect(said(page)).to_have_text("")
    make_the_link(page)
    page.wait_for_url("**/organise*", timeout=ENGINE_WAIT)


def test_a_table_waits_for_an_engine_that_failed(new_person):
    ana = new_person(may_have_errors=True)
    ana.context.route("**/*.wasm", lambda route: route.abort())
    page = ana.open("/new")
    cell(page, 0, 0).focus()
    paste(page, FLATS)
    expect(page.locator("#engine-status")).to_contain_text("could not be fetched")
    expect(said(page).get_by_role("button", name="Put it into the cells as it is")).to_be_visible()
    ana.context.unroute("**/*.wasm")
    page.get_by_role("button", name="Try again").click()
    assert shown_column(preview(page), 0) == ["Mill Lane", "Dockside"]
    expect(said(page)).to_have_text("")
