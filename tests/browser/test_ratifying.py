"""Accepting or declining: what a browser can check, what it refuses, and what others see of it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.decisions import make_decision
from tests.browser.steps import ALL_HOLD, ENGINE_WAIT, Participant


@pytest.fixture
def pair(new_person, server):
    """Ana and Bob, whose answers leave Orchard Road 8."""
    link = make_decision(server, people=2).group
    ana, bob = [Participant(name, new_person().page) for name in ("Ana", "Bob")]
    for person in (ana, bob):
        person.join(link)
    ana.cannot_accept("rent", "above", 1500)
    ana.rate("Orchard Road 8", 90)
    bob.cannot_accept("balcony", "is no")
    for person in (ana, bob):
        person.send()
    for person in (ana, bob):
        person.see_outcome("Orchard Road 8")
    return ana, bob


# Makes an acceptance with the page's own engine, past everything the page would say.
FORCE = """async ([sheet, owner]) => {
    const { engine } = await import("/static/js/engine/client.js");
    const state = await (await fetch("state")).json();
    const asked = { sheet, transcript: state.outcome.transcript, owner, accept: true };
    return engine.call("close", asked).then(() => "accepted", (error) => error.code);
}"""


def test_a_browser_without_the_sheet_says_so_and_needs_a_tick(new_person, pair):
    ana, bob = pair
    elsewhere = Participant("Ana", new_person().page)
    elsewhere.open(ana.return_link())
    elsewhere.see_outcome("Orchard Road 8")
    expected = {"hash": "true", "winner": "true", "my-answers": "null", "my-sheet": "null"}
    assert elsewhere.checks() == expected
    expect(elsewhere.page.locator("#checks")).to_contain_text("does not hold your sheet")
    elsewhere.page.locator("#accept").click()
    expect(elsewhere.page.locator("#ratify-error")).to_contain_text("Tick the sentence above")
    elsewhere.page.get_by_label("I have compared the pick with my limits myself").check()
    elsewhere.accept()
    # The browser with the sheet did not send it, and says so: it might have been somebody else.
    expect(ana.page.locator("#contradictions")).to_contain_text(
        "unless you did so in another browser"
    )
    expect(ana.page.locator("#accept")).to_have_count(0)
    expect(bob.page.locator("#people li", has_text="Ana")).to_contain_text("accepted")


def test_what_the_own_sheet_rejects_cannot_be_accepted(new_person, server):
    link = make_decision(server, people=2).group
    person = new_person()
    ana = Participant("Ana", person.page)
    ana.join(link)
    ana.rate("Orchard Road 8", 100)
    ana.send()
    ana.cannot_accept("commute", "above", 20)
    expect(ana.page.locator("#sent-notice")).to_contain_text("the change counts when you send it")
    bob = Participant("Bob", new_person().page)
    bob.join(link)
    bob.rate("Orchard Road 8", 100)
    bob.send()
    ana.see_outcome("Orchard Road 8")
    assert ana.checks() == ALL_HOLD | {"my-sheet": "false"}
    expect(ana.page.locator("#checks")).to_contain_text("Accepting it is not possible.")
    expect(ana.page.locator("#accept")).to_have_count(0)
    expect(ana.page.locator("#failed-checks")).to_be_hidden()
    sheet = {
        "format": "parley-sheet/1", "owner": "Ana", "anything": False, "wishes": [], "python": [],
        "red_lines": [{"attr": "commute", "op": "<=", "value": 20}], "options": {},
    }  # fmt: skip
    assert ana.page.evaluate(FORCE, [json.dumps(sheet), "Ana"]) == "sheet-rejects"
    sheet["red_lines"] = []
    assert ana.page.evaluate(FORCE, [json.dumps(sheet), "Ana"]) == "accepted"
    ana.decline()
    expect(bob.page.locator("#pick")).to_contain_text("Declined")
    expect(bob.page.locator("#people li", has_text="Ana")).to_contain_text("declined")


def test_the_whole_fingerprint_is_there_to_copy_and_to_compare(pair):
    fingerprints = set()
    for person in pair:
        person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        field = person.page.get_by_label("Fingerprint of the record")
        person.page.locator("#record-hash").get_by_role("button", name="Copy").click()
        expect(person.page.locator("#record-hash button")).to_have_text("Copied")
        copied = person.page.evaluate("() => navigator.clipboard.readText()")
        assert copied == field.input_value()
        assert len(copied) == 64
        fingerprints.add(copied)
    assert len(fingerprints) == 1


def test_a_double_click_accepts_once_and_others_see_it_live(pair):
    ana, bob = pair
    closings = []
    ana.page.on("request", lambda request: closings.append(request.url))
    ana.page.locator("#accept").dblclick()
    expect(ana.page.locator("#ratify")).to_contain_text("Waiting for the others")
    assert len([url for url in closings if url.endswith("/closing")]) == 1
    expect(bob.page.locator("#people li", has_text="Ana")).to_contain_text("accepted")
    expect(bob.page.locator("#progress")).to_contain_text("1 of 2 have accepted or declined")
    bob.accept()
    for person in pair:
        expect(person.page.locator("#pick")).to_contain_text("Agreed: accepted by everyone")
        expect(person.page.locator("#ratify")).to_contain_text("It is decided.")


def test_declining_is_asked_about_once_more_and_by_keyboard_alone_too(pair):
    ana, bob = pair
    closings = []
    ana.page.on("request", lambda request: closings.append(request.url))
    decline = ana.page.get_by_role("button", name="Decline", exact=True)
    decline.focus()
    ana.page.keyboard.press("Enter")
    question = ana.page.get_by_role("group", name="Decline the outcome?")
    expect(question).to_contain_text("the pick does not stand for anybody")
    expect(question.get_by_role("button", name="No, go back")).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(decline).to_be_focused()
    assert [url for url in closings if url.endswith("/closing")] == []
    ana.decline()
    expect(bob.page.locator("#pick")).to_contain_text("Declined")


def test_a_reload_shows_each_state_of_ratifying_again(pair):
    ana, bob = pair
    ana.page.reload()
    ana.see_outcome("Orchard Road 8")
    assert ana.checks() == ALL_HOLD
    ana.accept()
    ana.page.reload()
    expect(ana.page.locator("#ratify")).to_contain_text(
        "You accepted. Waiting", timeout=ENGINE_WAIT
    )
    expect(ana.page.locator("#accept")).to_have_count(0)
    bob.decline()
    for person in pair:
        person.page.reload()
        expect(person.page.locator("#pick")).to_contain_text("Declined", timeout=ENGINE_WAIT)
    expect(ana.page.locator("#ratify")).to_contain_text(
        "somebody else declined", timeout=ENGINE_WAIT
    )
    expect(bob.page.locator("#ratify")).to_contain_text("You declined.", timeout=ENGINE_WAIT)


def test_a_line_lost_while_accepting_is_said_and_accepting_again_works(pair):
    ana, bob = pair
    ana.page.route("**/closing", lambda route: route.fulfill(status=503), times=1)
    ana.page.locator("#accept").click()
    expect(ana.page.locator("#ratify-error")).to_contain_text("Not sent:")
    ana.accept()
    expect(bob.page.locator("#people li", has_text="Ana")).to_contain_text("accepted")


def test_the_group_link_alone_shows_nothing_of_the_outcome(new_person, server):
    links = make_decision(server, people=2)
    for name in ("Ana", "Bob"):
        person = Participant(name, new_person().page)
        person.join(links.group)
        person.fine_with_anything()
        person.send()
    page = new_person().open(links.group)
    expect(page.locator("#ended")).to_contain_text("Only the people who took part see the outcome")
    expect(page.locator("#outcome")).to_be_hidden()
    expect(page.locator("#join")).to_be_hidden()
