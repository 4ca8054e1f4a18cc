"""Rules in Python as their owner writes, sees and sends them, in the real page."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, expect

from tests.browser.decisions import make_decision
from tests.browser.steps import ENGINE_WAIT, Participant


def seated(
    new_person, server, name: str = "Ana", link: str | None = None, **options
) -> Participant:
    participant = Participant(name, new_person(**options).page)
    participant.join(link or make_decision(server, people=2).group)
    return participant


def answer_anything(new_person, server, link: str) -> None:
    """The other one, so that all answers are in."""
    bob = seated(new_person, server, "Bob", link)
    bob.fine_with_anything()
    bob.send()


def write_rule(participant: Participant, code: str, name: str = "") -> Locator:
    """Adds a rule and switches it on."""
    section = participant.page.locator("#python-section")
    if section.get_attribute("open") is None:
        section.locator("summary").click()
    section.get_by_role("button", name="Add a rule in Python").click()
    rule = section.locator(".python-rule").last
    rule.get_by_label("What it is about").fill(name)
    rule.get_by_label("What must hold").fill(code)
    rule.get_by_label("Switched on").check()
    return rule


def sees(locator: Locator, text: str) -> None:
    """Waits for a text; starting Python takes a while."""
    expect(locator).to_contain_text(text, timeout=ENGINE_WAIT)


def test_a_rule_decides_and_its_owner_sees_for_every_option_how(new_person, server):
    ana = seated(new_person, server)
    rule = write_rule(ana, "option['commute'] <= 15 or option['rent'] < 1300", "near or cheap")
    sees(rule, "✕ does not hold")
    assert rule.get_by_role("listitem").count() == 6
    ana.wait_for_answers()
    sees(ana.page.locator("#options tbody"), "only you see why: near or cheap")
    shown = rule.get_by_role("listitem").all_inner_texts()
    answers = ana.page.locator("#options .verdict").all_inner_texts()
    assert ["✓" in line for line in shown] == ["✓" in line for line in answers]
    assert "commute" not in ana.page.locator("#exact-text").inner_text()
    rule.get_by_label("Switched on").uncheck()
    sees(rule, "Off: it is not run and does not count.")
    expect(ana.page.locator("#options .verdict", has_text="✕")).to_have_count(0)


def test_the_outcome_is_held_against_the_rule_and_then_accepted(new_person, server):
    link = make_decision(server, people=2).group
    ana = seated(new_person, server, link=link)
    write_rule(ana, "def acceptable(option):\n    return option['flat'].startswith('Canal')")
    ana.send()
    answer_anything(new_person, server, link)
    ana.see_outcome("Canal Walk 15")
    assert ana.checks()["my-sheet"] == "true"
    expect(ana.page.locator("#own-sheet")).to_contain_text("In Python: rule 1 in Python")
    ana.accept()


def test_a_rule_that_fails_holds_sending_back_until_its_owner_has_seen_it(new_person, server):
    link = make_decision(server, people=2).group
    ana = seated(new_person, server, link=link)
    rule = write_rule(ana, "option['nothing'] if 'Orchard' in option['flat'] else True")
    sees(rule, "KeyError: 'nothing'")
    failing = rule.get_by_role("listitem").filter(has_text="KeyError")
    assert failing.count() == 1 and "Orchard" in failing.inner_text()
    ana.wait_for_answers()
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("One of your rules in Python fails")
    tick = rule.get_by_label("I have seen that this rule fails")
    expect(tick).to_be_focused()
    tick.check()
    ana.send()
    answer_anything(new_person, server, link)
    ana.see_outcome("")
    assert ana.checks()["my-sheet"] == "true"


def test_a_rule_that_never_ends_is_stopped_and_said(new_person, server):
    ana = seated(new_person, server)
    rule = write_rule(ana, "def acceptable(option):\n    while True:\n        pass")
    sees(rule, "it took too long. Every option counts as not acceptable.")
    sees(ana.page.locator("#leaving"), "0 scores leave this browser")


def test_rules_stay_in_this_browser_and_are_never_sent(new_person, server):
    person = new_person()
    ana = Participant("Ana", person.page)
    ana.join(make_decision(server, people=2).group)
    rule = write_rule(ana, "option['rent'] < 987654", "MarkerName")
    sees(rule, "✓ holds")
    ana.page.reload()
    rule = ana.page.locator(".python-rule")
    expect(rule.get_by_label("What must hold")).to_have_value("option['rent'] < 987654")
    sees(rule, "✓ holds")
    ana.send()
    sent = b"".join(request.body + request.url.encode() for request in person.requests)
    assert b"987654" not in sent and b"MarkerName" not in sent
    assert b"ballot" in sent


def test_what_no_policy_stops_is_said_where_rules_are_pasted(new_person, server):
    ana = seated(new_person, server)
    expect(ana.page.locator("#python-section")).to_contain_text("can encode what it reads")


# Sheet files.


def save(participant: Participant, place: str = "#sheet-file-section") -> str:
    section = participant.page.locator(place)
    if section.get_attribute("open") is None:
        section.locator("summary").click()
    with participant.page.expect_download() as download:
        section.get_by_role("button", name="Save my sheet as a file").click()
    assert download.value.suggested_filename == "parley-sheet.json"
    return download.value.path().read_text()


def load(participant: Participant, content: str | bytes) -> Locator:
    data = content.encode() if isinstance(content, str) else content
    file = {"name": "parley-sheet.json", "mimeType": "application/json", "buffer": data}
    participant.page.locator("#load-sheet").set_input_files(file)
    return participant.page.locator("#sheet-file-result")


def write_everything(ana: Participant) -> None:
    ana.cannot_accept("rent", "above", 1600.5)
    ana.cannot_accept("balcony", "is no")
    ana.cannot_accept("free from", "after", "2027-03-15")
    ana.cannot_accept("area", "is one of", ["Station"])
    ana.wish("commute", "lower is better", "a lot")
    ana.wish("balcony", "yes is better", "a little")
    ana.rate("Orchard Road 8", 80)
    ana.refuse("Hill View 33")


def test_a_sheet_moves_to_another_decision_as_a_file(new_person, server):
    ana = seated(new_person, server)
    write_everything(ana)
    write_rule(ana, "option['rent'] < 1500", "rent")
    ana.wait_for_answers()
    file = save(ana)
    sheet = json.loads(file)
    assert sheet["format"] == "parley-sheet/1" and sheet["owner"] == "Ana"
    assert [len(sheet[part]) for part in ("red_lines", "wishes", "options", "python")] == [
        4,
        2,
        2,
        1,
    ]
    assert sheet["python"][0]["on"] is True

    bob = seated(new_person, server, "Bob")
    result = load(bob, file)
    sees(result, "The sheet is loaded.")
    sees(result, "1 rule in Python came along, switched off.")
    sees(result, "written by \u2068Ana\u2069. It is your sheet now.")
    rule = bob.page.locator(".python-rule")
    expect(rule.get_by_label("Switched on")).not_to_be_checked()
    expect(rule.get_by_label("What must hold")).to_have_value("option['rent'] < 1500")
    bob.wait_for_answers()
    sheet["owner"], sheet["python"][0]["on"] = "Bob", False
    assert json.loads(save(bob)) == sheet


def test_what_is_not_in_this_decision_is_said_by_name_and_the_rest_is_loaded(new_person, server):
    ana = seated(new_person, server)
    sheet = {
        "format": "parley-sheet/1",
        "owner": "Ana",
        "anything": False,
        "red_lines": [
            {"attr": "floor", "op": "<=", "value": 3},
            {"attr": "rent", "op": "<", "value": 1600},
        ],
        "wishes": [
            {"attr": "rent", "weight": 1.5, "direction": "lower", "lo": 1000, "hi": 2000},
            {"attr": "garden", "weight": 1, "prefer": True},
        ],
        "options": {"a" * 64: {"red_line": True}},
        "python": [],
    }
    result = load(ana, json.dumps(sheet))
    sees(result, "no such column: \u2068floor\u2069, \u2068garden\u2069.")
    sees(result, "1 option that is not in this decision")
    rows = ana.page.locator("#rules .sentence > span:first-child").all_inner_texts()
    assert rows == [
        "I cannot accept rent unless it is below 1,600\u00a0EUR",
        "rent: the less the better, from 1,000\u00a0EUR to 2,000\u00a0EUR; "
        "it matters with a weight of 1.5",
    ]
    saved = json.loads(save(ana))
    assert saved["red_lines"] == sheet["red_lines"][1:]
    assert saved["wishes"] == sheet["wishes"][:1]


def test_the_sheet_that_was_sent_can_be_saved_beside_the_outcome(new_person, server):
    link = make_decision(server, people=2).group
    ana = seated(new_person, server, link=link)
    ana.cannot_accept("rent", "above", 1600)
    ana.send()
    sent = save(ana)
    ana.cannot_accept("balcony", "is no")
    answer_anything(new_person, server, link)
    expect(ana.page.locator("#outcome .pick-name")).to_be_visible()
    assert save(ana, "#own-sheet") == sent
    assert json.loads(sent)["red_lines"] == [{"attr": "rent", "op": "<=", "value": 1600}]


def test_a_loaded_sheet_can_be_put_back(new_person, server):
    ana = seated(new_person, server)
    ana.cannot_accept("rent", "above", 1600)
    before = save(ana)
    sheet = {**json.loads(before), "anything": True, "red_lines": []}
    result = load(ana, json.dumps(sheet))
    sees(result, "The sheet is loaded.")
    expect(ana.page.get_by_label("I am fine with anything")).to_be_checked()
    result.get_by_role("button", name="Undo").click()
    assert save(ana) == before


def test_a_sheet_can_be_put_back_after_a_second_file_was_refused(new_person, server):
    ana = seated(new_person, server)
    ana.cannot_accept("rent", "above", 1600)
    before = save(ana)
    result = load(ana, json.dumps({**json.loads(before), "anything": True}))
    sees(result, "The sheet is loaded.")
    sees(load(ana, "{}"), "Nothing was loaded.")
    result.get_by_role("button", name="Undo").click()
    expect(result.get_by_role("button")).to_have_count(0)
    assert save(ana) == before


def test_a_file_that_an_editor_put_a_byte_order_mark_before_is_loaded(new_person, server):
    ana = seated(new_person, server)
    ana.cannot_accept("rent", "above", 1600)
    before = save(ana)
    sees(load(ana, "\ufeff" + before), "The sheet is loaded.")
    assert save(ana) == before


def test_a_file_that_is_no_sheet_changes_nothing(new_person, server):
    ana = seated(new_person, server)
    ana.cannot_accept("rent", "above", 1600)
    before = save(ana)
    for content, reason in (
        ("{}", "This is not a sheet file"),
        (b"\xff\xfe", "could not be read as text"),
        ("\ufeff\ufeff" + before, "This is not a sheet file"),
        (" " * (64 * 1024 + 1), "larger than 64 KiB"),
        (before.replace("parley-sheet/1", "parley-sheet/2"), "This is not a sheet file"),
    ):
        sees(load(ana, content), reason)
    assert save(ana) == before


IN_APP = "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


# The frame in which rules run has no storage, and takes this script too.
PROMISES = """
    window.asked = 0;
    if (navigator.storage) {
        navigator.storage.persisted = async () => false;
        navigator.storage.persist = async () => { window.asked += 1; return %s; };
    }
"""


def test_a_browser_is_asked_to_keep_the_sheet_and_the_file_is_offered_where_it_does_not_promise(
    new_person, server
):
    link = make_decision(server).group
    for answer, is_offered in (("true", False), ("false", True)):
        person = new_person(server=server)
        person.page.add_init_script(PROMISES % answer)
        ana = Participant(f"Ana {answer}", person.page)
        ana.join(link)
        ana.wait_for_answers()
        assert ana.page.evaluate("() => window.asked") == 1
        expect(ana.page.locator("#vanishing")).to_be_visible(visible=is_offered)
    expect(ana.page.locator("#vanishing")).to_contain_text("If this is a private window")


def test_inside_another_app_the_file_is_offered_before_sending(new_person, server):
    ana = seated(new_person, server, user_agent=IN_APP)
    notice = ana.page.locator("#vanishing")
    expect(notice).to_contain_text("opened inside another app")
    with ana.page.expect_download():
        notice.get_by_role("button", name=re.compile("Save my sheet")).click()
