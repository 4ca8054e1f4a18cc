"""Recipes and templates: tables that come with words, and sheets that stay in the browser."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from parley import templates
from tests.browser.leaks import find
from tests.browser.steps import ENGINE_WAIT
from tests.browser.tables_page import a_file, bring, grid_rows, paste_table, preview, use
from tests.browser.test_new_page import cell, column_heads, make_the_link, paste

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


@pytest.fixture
def page(new_person) -> Page:
    return new_person().open("/new")


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
