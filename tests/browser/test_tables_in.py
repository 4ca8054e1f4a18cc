"""Tables from outside: read by the engine in the browser, shown, and put in when asked to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import ENGINE_WAIT
from tests.browser.tables_page import (
    FLATS,
    a_file,
    bring,
    drop,
    grid_rows,
    paste_table,
    preview,
    shown_column,
    shown_heads,
    use,
)
from tests.browser.test_new_page import cell, column_heads, first_column, paste

GERMAN = (
    "Wohnung;Miete;Weg (min);Balkon\r\nMühlgasse;1.250,50 €;25;ja\r\nHafen;980,00 €;12;nein\r\n"
)
DOUBTFUL = (
    "flat,deposit,free from,lift\n"
    "Mill Lane,1.234,05/06/2027,x\nDockside,2.500,07/06/2027,\nOld Town,3.100,08/06/2027,x\n"
)


@pytest.fixture
def page(new_person) -> Page:
    return new_person().open("/new")


def test_the_engine_is_fetched_only_when_somebody_begins(new_person):
    ana = new_person()
    page = ana.open("/new")
    page.wait_for_load_state("networkidle")
    assert not [sent.url for sent in ana.requests if "/vendor/" in sent.url]
    bring(page, a_file("flats.csv", FLATS))
    preview(page)
    assert [sent.url for sent in ana.requests if "/vendor/engine-" in sent.url]


def test_a_file_is_shown_first_and_counts_only_when_it_is_used(new_person):
    ana = new_person()
    page = ana.open("/new")
    bring(page, a_file("flats.csv", GERMAN))
    panel = preview(page)
    expect(page.locator("#preview-heading")).to_be_focused()
    expect(panel).to_contain_text("flats.csv")
    expect(panel).to_contain_text("2 options, 4 columns")
    assert shown_heads(panel) == [
        ("Wohnung", "text", ""),
        ("Miete", "money", "EUR"),
        ("Weg", "whole", "min"),
        ("Balkon", "yes-no", ""),
    ]
    assert shown_column(panel, 0) == ["Mühlgasse", "Hafen"]
    assert not any(first_column(page))
    asked = len(ana.requests)
    use(page)
    assert grid_rows(page) == [["Mühlgasse", "1250.5", "25", "yes"], ["Hafen", "980", "12", "no"]]
    expect(page.locator('#grid [data-field$=":unit"]').first).to_have_value("EUR")
    assert ana.requests[asked:] == []


def test_a_table_that_is_not_used_leaves_everything_as_it_was(page):
    cell(page, 0, 0).fill("The park")
    paste_table(page, FLATS)
    preview(page).get_by_role("button", name="Do not use it").click()
    expect(page.locator("#preview")).to_be_hidden()
    expect(page.locator("#table-paste")).to_be_focused()
    assert first_column(page) == ["The park", "", ""]
    expect(page.locator("#undo")).to_be_hidden()


def test_a_table_takes_the_place_of_the_options_and_can_be_taken_back(page):
    page.fill("#title", "Where do we live?")
    cell(page, 0, 0).fill("The park")
    paste_table(page, FLATS)
    use(page, "Use this table instead")
    assert first_column(page) == ["Mill Lane", "Dockside"]
    page.fill("#context", "Typed afterwards.")
    page.get_by_role("button", name="Undo").click()
    assert first_column(page) == ["The park", "", ""]
    expect(page.locator("#title")).to_have_value("Where do we live?")
    expect(page.locator("#context")).to_have_value("Typed afterwards.")


def test_the_options_of_a_table_go_below_mine_under_the_columns_of_the_same_name(page):
    paste_table(page, FLATS)
    use(page)
    paste_table(page, "house\tgarden\tRENT\nHill View\tyes\t$ 900\nOrchard\tno\t$ 850\n")
    use(page, "Add its options to mine")
    assert [name for name, _ in column_heads(page)] == [
        "flat",
        "rent",
        "balcony",
        "free from",
        "garden",
    ]
    assert grid_rows(page)[1:] == [
        ["Dockside", "650", "no", "", ""],
        ["Hill View", "900 $", "", "", "yes"],
        ["Orchard", "850 $", "", "", "no"],
    ]
    page.get_by_role("button", name="Undo").click()
    assert first_column(page) == ["Mill Lane", "Dockside"]
    assert len(column_heads(page)) == 4


def test_the_first_row_can_be_told_to_be_names_or_not(page):
    paste_table(page, "Mill Lane\tCentre\nDockside\tHarbour\nOld Town\tNorth\n")
    panel = preview(page)
    header = panel.get_by_label("The first row is the names of the columns")
    expect(header).to_be_checked()
    header.uncheck()
    expect(panel).to_contain_text("3 options")
    expect(page.get_by_label("The first row is the names of the columns")).to_be_focused()
    assert shown_column(preview(page), 0) == ["Mill Lane", "Dockside", "Old Town"]
    page.get_by_label("The first row is the names of the columns").check()
    expect(page.locator("#preview")).to_contain_text("2 options")
    use(page)
    assert first_column(page) == ["Dockside", "Old Town"]


def test_lines_with_commas_can_be_told_to_be_options_or_rows(page):
    paste_table(page, "Pizza, the big one\nSushi, cheap\nTapas, far away\n")
    panel = preview(page)
    expect(panel.get_by_label("One option per line")).to_be_checked()
    assert shown_column(panel, 0) == ["Pizza, the big one", "Sushi, cheap", "Tapas, far away"]
    panel.get_by_label("One option per line").uncheck()
    expect(panel).to_contain_text("2 columns")
    expect(page.get_by_label("One option per line")).to_be_focused()
    page.get_by_label("One option per line").check()
    expect(panel).to_contain_text("1 column")
    use(page)
    assert first_column(page) == ["Pizza, the big one", "Sushi, cheap", "Tapas, far away"]


def test_cells_that_do_not_fit_a_chosen_kind_are_told_before_the_table_is_used(page):
    paste_table(page, "flat\trent\nMill Lane\t700\nDockside\task\nOld Town\t650\nHarbour\tcheap\n")
    panel = preview(page)
    expect(panel.locator(".misfits")).to_be_empty()
    panel.get_by_label("Kind of values in rent").select_option(label="Money")
    expect(panel.locator(".misfits")).to_contain_text("2 cells do not fit: rows 2 and 4")
    panel.get_by_label("Kind of values in rent").select_option(label="Date")
    expect(panel.locator(".misfits")).to_contain_text("4 cells do not fit: rows 1, 2, 3, and 4")
    panel.get_by_label("Kind of values in rent").select_option(label="Text")
    expect(panel.locator(".misfits")).to_be_empty()


def test_what_only_the_person_can_know_is_asked(page):
    paste_table(page, DOUBTFUL)
    panel = preview(page)
    assert [shown_column(panel, column)[0] for column in (1, 2, 3)] == [
        "1.234",
        "2027-06-05",
        "yes",
    ]
    expect(panel.get_by_role("group", name="What does 1.234 in “deposit” mean?")).to_be_visible()
    panel.get_by_label("1234: the mark parts the thousands").check()
    panel.get_by_label(re.compile("^6 May 2027|^May 6, 2027")).check()
    group = panel.get_by_role("group", name="only ever says yes")
    group.get_by_label("No", exact=True).check()
    assert shown_column(panel, 1) == ["1234", "2500", "3100"]
    assert shown_heads(panel)[1] == ("deposit", "whole", "")
    assert shown_column(panel, 2) == ["2027-05-06", "2027-07-06", "2027-08-06"]
    assert shown_column(panel, 3) == ["yes", "no", "yes"]
    group.get_by_label("It is not known").check()
    assert shown_column(panel, 3) == ["yes", "", "yes"]
    use(page)
    assert grid_rows(page)[0][:2] == ["Mill Lane", "1234"]
    assert column_heads(page)[1] == ("deposit", "whole")


def test_a_guessed_kind_can_be_changed_and_the_unit_is_not_lost(page):
    paste_table(page, FLATS)
    panel = preview(page)
    panel.get_by_label("Kind of values in rent").select_option(label="Text")
    assert shown_column(panel, 1) == ["700 EUR", "650 EUR"]
    panel.get_by_label("Kind of values in rent").select_option(label="Decimal number")
    assert shown_column(panel, 1) == ["700", "650"]
    panel.get_by_label("Kind of values in rent").select_option(label="Text")
    use(page)
    assert [row[1] for row in grid_rows(page)] == ["700 EUR", "650 EUR"]
    assert column_heads(page)[1] == ("rent", "text")


def test_what_was_changed_in_reading_is_said_in_words(page):
    paste_table(page, "name\trent\trent\n- \t700\t–\nDock\t€ 5\t8\nDock\t€ 5\t8\n\t$ 3\t9\n")
    panel = preview(page)
    remarks = panel.locator(".remarks")
    expect(remarks).to_contain_text("Two columns had the same name. One of them is called “rent 2”")
    expect(remarks).to_contain_text("“rent” has several currencies")
    expect(remarks).to_contain_text("Option 3 says the same as one above it")
    expect(remarks).to_contain_text("Option 4 has no name in the first column")


def test_a_long_table_shows_its_first_options_and_counts_all(page):
    lines = ["flat,rooms", *(f"Flat {index},{index % 5 + 1}" for index in range(42))]
    bring(page, a_file("flats.csv", "\r\n".join(lines)))
    panel = preview(page)
    expect(panel).to_contain_text("42 options, 2 columns")
    expect(panel.locator("caption")).to_have_text("The first 5 of 42 options")
    assert len(shown_column(panel, 0)) == 5
    use(page)
    assert len(first_column(page)) == 42


def test_nothing_hides_in_what_is_shown(page):
    paste_table(page, "flat\u200b\tre\u202ent\nMill\u200b Lane\t7\nDock\t8\n")
    panel = preview(page)
    expect(panel.locator(".remarks")).to_contain_text("cannot be seen were left out")
    names = panel.locator("thead th").evaluate_all(
        "cells => cells.map(c => c.firstChild.textContent)"
    )
    assert [name.strip() for name in names] == ["flat", "rent"]
    assert shown_column(panel, 0) == ["Mill Lane", "Dock"]


def test_a_file_can_be_dropped_anywhere(page):
    for target in ("#grid", "#title", "#table-in"):
        drop(page, target, a_file("flats.csv", FLATS))
        assert shown_column(preview(page), 0) == ["Mill Lane", "Dockside"]
        assert not page.locator("#table-in.dragging").count()
        page.get_by_role("button", name="Do not use it").click()


def test_a_list_that_is_typed_is_read_when_asked(page):
    page.locator("#table-paste").press_sequentially("- The park\n- The lake")
    page.get_by_role("button", name="Read it").click()
    assert shown_column(preview(page), 0) == ["The park", "The lake"]
    use(page)
    assert first_column(page) == ["The park", "The lake"]
    expect(page.locator("#table-paste")).to_have_value("")


def test_a_table_pasted_into_an_empty_grid_is_shown_first_and_may_go_in_as_it_is(page):
    cell(page, 0, 0).focus()
    paste(page, "1,5;x\n2,5;y\n")
    preview(page).get_by_role("button", name="Put it into the cells as it is").click()
    expect(page.locator("#preview")).to_be_hidden()
    assert first_column(page)[:2] == ["1,5;x", "2,5;y"]


def test_cells_pasted_beside_others_go_in_at_once_and_get_their_kind(page):
    cell(page, 0, 0).fill("Mill Lane")
    cell(page, 1, 0).fill("Dockside")
    cell(page, -1, 1).fill("rent")
    cell(page, 0, 1).focus()
    paste(page, "€ 1.250,50\n€ 700\n")
    assert [row[1] for row in grid_rows(page)][:2] == ["€ 1.250,50", "€ 700"]
    expect(page.locator("#grid thead select").nth(1)).to_have_value("money", timeout=ENGINE_WAIT)
    expect(page.locator("#grid .column-unit")).to_have_value("EUR")
    expect(page.locator("#preview")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    assert column_heads(page)[1] == ("rent", "text")


def test_the_chips_and_the_preview_fit_on_a_phone(new_person):
    page = new_person(viewport={"width": 375, "height": 700}).open("/new")
    paste_table(page, FLATS)
    preview(page)
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 375
