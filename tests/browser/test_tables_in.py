"""Tables from outside: read by the engine in the browser, shown, and put in when asked to."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from parley import templates
from tests.browser.leaks import find
from tests.browser.steps import ENGINE_WAIT
from tests.browser.test_new_page import cell, column_heads, first_column, make_the_link, paste

FLATS = "flat\trent\tbalcony\tfree from\nMill Lane\t€ 700\tyes\t2027-05-01\nDockside\t€ 650\tno\t\n"
GERMAN = (
    "Wohnung;Miete;Weg (min);Balkon\r\nMühlgasse;1.250,50 €;25;ja\r\nHafen;980,00 €;12;nein\r\n"
)
DOUBTFUL = (
    "flat,deposit,free from,lift\n"
    "Mill Lane,1.234,05/06/2027,x\nDockside,2.500,07/06/2027,\nOld Town,3.100,08/06/2027,x\n"
)
RECIPE = {
    "title": "Which flat?",
    "context": "Until Friday.",
    "options": [
        {"label": "Mill Lane", "rent": 700, "balcony": True},
        {"label": "Dockside", "rent": 650, "balcony": False},
    ],
    "parties": [
        {"owner": "Zsófia-marker-1", "red_lines": [{"attr": "rent", "op": "<=", "value": 48271}]},
        {"owner": "Zsófia-marker-2"},
        {"owner": "Zsófia-marker-3", "python": "zsofia_marker_4"},
    ],
}
PRIVATE = ["Zsófia-marker-1", "Zsófia-marker-2", "Zsófia-marker-3", "zsofia_marker_4", "48271"]


def a_file(name: str, content: bytes | str) -> dict:
    content = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def bring(page: Page, *files: dict) -> None:
    page.set_input_files("#table-file", list(files))


def paste_table(page: Page, text: str) -> None:
    page.locator("#table-paste").focus()
    paste(page, text)


def drop(page: Page, target: str, *files: dict) -> None:
    """Let go of files over a place of the page."""
    given = [(file["name"], file["buffer"].decode()) for file in files]
    page.evaluate(
        """([target, files]) => {
          const dataTransfer = new DataTransfer();
          for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
          for (const kind of ["dragenter", "dragover", "drop"]) {
            document.querySelector(target).dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
          }
        }""",
        [target, given],
    )


def preview(page: Page) -> Locator:
    """The panel, once something was read into it."""
    panel = page.locator("#preview")
    expect(panel).to_be_visible(timeout=ENGINE_WAIT)
    expect(page.locator("#reading-table")).to_have_text("")
    return panel


def shown_heads(panel: Locator) -> list[tuple[str, str, str]]:
    """Name, kind of values and unit of each column in the preview."""
    return [
        (
            head.locator(".column-name").inner_text(),
            head.locator("select").input_value(),
            head.locator(".unit").inner_text(),
        )
        for head in panel.locator("thead th").all()
    ]


def shown_column(panel: Locator, column: int) -> list[str]:
    return panel.locator(f"tbody td:nth-child({column + 1})").all_inner_texts()


def use(page: Page, name: str = "Use this table") -> None:
    preview(page).get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#preview")).to_be_hidden()


def grid_rows(page: Page) -> list[list[str]]:
    rows = page.locator("#grid tbody tr:not(.row-error)").all()
    return [[one.input_value() for one in row.locator("td input").all()] for row in rows]


def said(page: Page) -> Locator:
    return page.locator("#error-table-in")


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


def test_too_many_options_together_are_refused_and_nothing_changes(page):
    paste_table(page, "\n".join(f"Flat {index}" for index in range(150)))
    use(page)
    paste_table(page, "\n".join(f"House {index}" for index in range(51)))
    preview(page).get_by_role("button", name="Add its options to mine").click()
    expect(page.locator("#error-preview")).to_contain_text("more than 200 options")
    assert len(first_column(page)) == 150


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


def test_what_is_pasted_after_a_refusal_takes_its_place(page):
    paste_table(page, "".join(f"Flat {number}\t{number}\n" for number in range(300)))
    expect(page.locator("#error-table-in")).to_contain_text("200 options", timeout=ENGINE_WAIT)
    paste(page, "flat\trent\nMill Lane\t700\nDockside\t650\n")
    assert shown_column(preview(page), 0) == ["Mill Lane", "Dockside"]


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


@pytest.mark.parametrize("way", ["file", "paste", "cell"])
def test_the_parties_of_a_recipe_never_leave_the_browser(start_server, new_person, way):
    server = start_server()
    ana = new_person(server=server)
    page = ana.open("/new")
    text = json.dumps(RECIPE, ensure_ascii=False, indent=1)
    if way == "file":
        bring(page, a_file("flats.json", text))
    elif way == "paste":
        paste_table(page, text)
    else:
        cell(page, 0, 0).focus()
        paste(page, json.dumps(RECIPE, ensure_ascii=False))
    panel = preview(page)
    expect(panel.get_by_role("button", name="as it is")).to_have_count(0)
    expect(panel.locator(".parties")).to_have_text(
        "The parties in this file (3) were not read in and never leave this browser."
    )
    expect(panel).to_contain_text("Until Friday.")
    expect(page.locator("#table-paste")).to_have_value("")
    assert not find(PRIVATE, page.content().encode())
    use(page)
    expect(page.locator("#title")).to_have_value("Which flat?")
    assert grid_rows(page) == [["Mill Lane", "700", "yes"], ["Dockside", "650", "no"]]
    page.reload()
    expect(page.locator("#title")).to_have_value("Which flat?")
    kept = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "Mill Lane" in kept
    make_the_link(page)
    page.wait_for_url("**/organise", timeout=ENGINE_WAIT)
    expect(page.locator("#group-link input")).to_have_value(re.compile("#group="))
    kept += page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    sent = [f"{one.method} {one.url} {one.headers}".encode() + one.body for one in ana.requests]
    assert any(b"Mill Lane" in one for one in sent)
    assert not find(PRIVATE, b"\n\n".join([*sent, kept.encode()]))
    with closing(sqlite3.connect(server.database)) as database:
        assert not find(PRIVATE, "\n".join(database.iterdump()).encode())


def test_the_words_of_a_recipe_do_not_replace_mine_unless_i_say_so(page):
    page.fill("#title", "My own title")
    paste_table(page, json.dumps(RECIPE))
    expect(preview(page).get_by_label("Take over these words as well")).not_to_be_checked()
    use(page)
    expect(page.locator("#title")).to_have_value("My own title")
    expect(page.locator("#context")).to_have_value("")
    page.get_by_role("button", name="Undo").click()
    paste_table(page, json.dumps(RECIPE))
    preview(page).get_by_label("Take over these words as well").check()
    use(page)
    expect(page.locator("#title")).to_have_value("Which flat?")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#title")).to_have_value("My own title")


def test_every_template_is_offered_and_makes_a_table(page):
    chips = page.locator("[data-template]").all()
    assert sorted(chip.get_attribute("data-template") for chip in chips) == templates.names()
    for chip in chips:
        chip.click()
        asked = page.get_by_role("button", name="Yes, replace it")
        if asked.is_visible():
            asked.click()
        template = templates.load(chip.get_attribute("data-template"))
        expect(page.locator("#title")).to_have_value(template["title"])
        names = [(one["name"], one["type"]) for one in template["attributes"]]
        assert column_heads(page) == names


def test_the_chips_and_the_preview_fit_on_a_phone(new_person):
    page = new_person(viewport={"width": 375, "height": 700}).open("/new")
    paste_table(page, FLATS)
    preview(page)
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 375
