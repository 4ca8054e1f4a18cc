"""On a phone no page is wider than the screen, whatever people wrote."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.decisions import make_decision
from tests.browser.steps import ENGINE_WAIT, Participant

CLEAN = Path(__file__).parents[1] / "vectors" / "committee-clean.json"
PHONE = {"viewport": {"width": 375, "height": 740}}

LONG = "Maximiliane-Wilhelmine von und zu Hohenlohe-Waldenburg-Schill"[:60]
UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel"
RIGHT_TO_LEFT = "محمد بن عبد الله"

OPTIONS = {
    "title": "W" * 120,
    "attributes": [
        {"name": "Nameofthethingwithoutanyblankatall", "type": "text", "unit": None},
        {"name": "price of it", "type": "money", "unit": "EUR"},
        {"name": UNBROKEN[:40], "type": "text", "unit": None},
    ],
    "rows": [[UNBROKEN + "x" * 200, "123456789.25", "y" * 120], ["🙂👩‍👩‍👧‍👦", "1", ""]],
}


def expect_no_overflow(page: Page) -> None:
    too_wide = page.locator("html").evaluate(
        "(html) => html.scrollWidth <= html.clientWidth ? [] :"
        " [...document.querySelectorAll('main *')]"
        ".filter((node) => node.getBoundingClientRect().right > html.clientWidth + 1"
        " && !node.closest('.scroll')).map((node) => node.outerHTML.slice(0, 120))"
    )
    assert too_wide == []


def test_every_state_of_the_room_fits_a_phone(new_person, server):
    links = make_decision(server, people=2, **OPTIONS)
    people = [
        Participant(name, new_person(**PHONE).page) for name in (UNBROKEN[:60], RIGHT_TO_LEFT)
    ]
    for person in people:
        person.open(links.group)
        expect(person.page.locator("#join-options")).to_contain_text("🙂")
        expect_no_overflow(person.page)
        person.take_seat(person.name)
        expect(person.page.locator("#answer")).to_be_visible()
        person.cannot_accept("price of it", "above", "1,000")
        person.cannot_accept(UNBROKEN[:40], "is one of")
        expect_no_overflow(person.page)
        person.page.locator("#red-lines .sentence").last.get_by_role("checkbox").check()
        person.wish("price of it", "lower is better")
        person.wish(UNBROKEN[:40], "prefer " + "y" * 120)
        person.wait_for_answers()
        for closed in person.page.locator("details:not([open]) > summary").all():
            if closed.is_visible():
                closed.click()
        expect_no_overflow(person.page)
        person.page.get_by_label("I am fine with anything").check()
        person.send()
        expect_no_overflow(person.page)
    for person in people:
        person.see_outcome("")
        expect_no_overflow(person.page)
        person.accept()
        expect_no_overflow(person.page)


def test_moving_a_seat_from_and_to_a_phone_fits_it(new_person, server):
    ana = Participant("Ana", new_person(server=server, **PHONE).page)
    ana.join(make_decision(server, people=2, signed=True).group)
    way_back = ana.return_link()
    ana.fine_with_anything()
    ana.send()
    ana.page.locator("#way-back summary").click()
    expect(ana.page.get_by_label("A passphrase for the file")).to_be_visible()
    expect_no_overflow(ana.page)
    other = Participant("Ana", new_person(server=server, **PHONE).page)
    other.open(way_back)
    other.page.locator("#way-back summary").click()
    expect(other.page.get_by_label("The file of your seat")).to_be_visible()
    expect_no_overflow(other.page)


def test_what_leaves_the_browser_is_seen_whole_on_a_phone(new_person, server):
    ana = Participant("Ana", new_person(**PHONE).page)
    ana.join(make_decision(server).group)
    ana.wait_for_answers()
    box = ana.page.locator("#shared-answers .scroll")
    hidden = box.evaluate("(box) => box.scrollWidth - box.clientWidth")
    assert hidden <= 0


def test_the_names_of_a_small_group_are_seen_whole_on_a_phone(new_person, server):
    links = make_decision(server, people=3)
    for name in (LONG, UNBROKEN[:60], "Cara"):
        last = Participant(name, new_person(**PHONE).page)
        last.open(links.group)
        last.take_seat(name)
    expect(last.page.locator("#people .name")).to_have_count(3)
    hidden = last.page.locator("#people").evaluate(
        "(list) => list.scrollHeight - list.clientHeight"
    )
    assert hidden <= 0


def test_answers_that_are_wider_than_a_phone_scroll_in_a_box_that_says_so(new_person, server):
    links = make_decision(server, people=2)
    people = [Participant(name, new_person(**PHONE).page) for name in ("Ana", "Bob")]
    for person in people:
        person.join(links.group)
        person.fine_with_anything()
        person.send()
    page = people[0].page
    people[0].see_outcome("")
    hint = page.locator("#answers-grid").get_by_text("move it sideways")
    expect(hint).to_be_visible()
    box = page.get_by_role("region", name="Everybody's answers")
    box.evaluate("(box) => { box.scrollLeft = box.scrollWidth; }")
    bob = box.get_by_role("columnheader", name="Bob")
    assert bob.evaluate("(cell) => cell.getBoundingClientRect().right") <= 375
    people[1].accept()
    expect(page.locator("#people li", has_text="Bob")).to_contain_text("accepted")
    assert bob.evaluate("(cell) => cell.getBoundingClientRect().right") <= 375
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(hint).to_be_hidden()


def test_the_check_of_a_receipt_fits_a_phone(new_person):
    receipt = json.loads(CLEAN.read_text())
    receipt["title"] = "W" * 200
    names = {name: name + "W" * 50 for name in receipt["participants"]}
    text = json.dumps(receipt)
    for name, wide in names.items():
        text = text.replace(json.dumps(name), json.dumps(wide))
    page = new_person(**PHONE).open("/verify")
    file = {"name": f"{'x' * 100}.json", "mimeType": "application/json", "buffer": text.encode()}
    page.set_input_files("#file", file)
    expect(page.locator("#result-word")).to_be_visible(timeout=ENGINE_WAIT)
    page.locator("#result details").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
    expect_no_overflow(page)


def test_a_deadlock_and_an_ended_decision_fit_a_phone(new_person, server):
    links = make_decision(server, people=2, **OPTIONS)
    people = [Participant(name, new_person(**PHONE).page) for name in (LONG, "ع")]
    for person in people:
        person.join(links.group)
    organiser = new_person(**PHONE).open(links.organiser)
    for person, line in zip(people, (("above", 5), ("below", 50)), strict=True):
        person.cannot_accept("price of it", *line)
        person.send()
    people[0].see_outcome("No option is acceptable to everyone")
    expect_no_overflow(people[0].page)
    expect(organiser.locator("#outcome")).to_be_visible()
    late = new_person(**PHONE).open(links.group)
    expect(late.locator("#ended")).to_be_visible()
    expect_no_overflow(late)
