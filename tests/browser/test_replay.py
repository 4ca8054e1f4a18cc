"""Was I betrayed? A sheet file held against a receipt, in the browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from parley.ratify import Acceptance
from parley.receipt import build_receipt, receipt_text
from parley.transcript import Transcript
from tests.browser.steps import ENGINE_WAIT
from tests.browser.test_verify_page import check, made_up
from tests.parley.flat import AGREEING, DEADLOCKED, decide, write_sheet

PEOPLE = ["Ana", "Bob", "Cara"]


def receipt_of(record: Transcript, accepted: bool = True) -> dict:
    acceptances = [
        Acceptance(owner, record.result["decision"], record.hash(), accepted) for owner in PEOPLE
    ]
    text = receipt_text(build_receipt("Which flat?", record, acceptances, PEOPLE))
    return made_up("receipt.json", text.encode())


def replay(page: Page, sheet: str) -> dict[str, str]:
    """Load a sheet; return what the page says by check: "true", "false" or "null"."""
    page.set_input_files("#sheet-file", made_up("sheet.json", sheet.encode()))
    expect(page.locator("#what-follows, #replay .notice").first).to_be_visible(timeout=ENGINE_WAIT)
    return {
        line.get_attribute("data-check"): line.get_attribute("data-passed")
        for line in page.locator("#replay [data-check]").all()
    }


@pytest.fixture
def person(new_person, request):
    return new_person(may_have_errors=getattr(request, "param", False))


@pytest.fixture
def page(person) -> Page:
    page = person.open("/verify")
    assert check(page, receipt_of(decide(AGREEING).record)) == "VERIFIED"
    return page


def test_a_sheet_that_was_respected_says_so_and_goes_nowhere(person, page):
    before = len(person.requests)
    told = replay(page, AGREEING["Ana"])
    assert told == {"owner": "true", "decision": "true", "answers": "true", "said": "null"}
    expect(page.locator("#what-follows")).to_contain_text("you were not betrayed")
    expect(page.locator("#replay")).to_contain_text("All 6 answers")
    assert person.requests[before:] == []


def test_a_crossed_red_line_is_named_with_what_may_follow(page):
    told = replay(page, write_sheet("Ana", red_lines=[("rent", "<=", 100)]))
    assert told["decision"] == told["answers"] == "false"
    expect(page.locator("#replay")).to_contain_text("rent\u2069 must be at most 100")
    expect(page.locator("#replay .differences")).to_contain_text("Decided:")
    expect(page.locator("#replay .differences td").nth(1)).to_have_text("yes, 61 of 100")
    expect(page.locator("#what-follows")).to_contain_text("you can accept what was decided")
    expect(page.locator("#what-follows")).to_contain_text("two explanations")


def test_a_changed_answer_is_shown_beside_the_sheet_s(page):
    data = decide(AGREEING).record.to_dict()
    for verdict in data["entries"][0]["verdicts"]:
        if verdict["owner"] == "Bob":
            verdict.update(acceptable=not verdict["acceptable"])
            verdict["reason"] = "ok" if verdict["acceptable"] else "red-line"
            verdict["score"] = 1.0 if verdict["acceptable"] else 0.0
    record = Transcript.from_dict(data)
    check(page, made_up("warm-up.json", b"{}"))
    expect(page.locator("#betrayed")).to_have_count(0)
    check(page, receipt_of(record))
    assert replay(page, AGREEING["Bob"])["answers"] == "false"
    expect(page.locator("#replay")).to_contain_text("1 is not the one that this sheet gives")
    expect(page.locator(".differences tbody tr")).to_have_count(1)


def another_sheet(option: str) -> str:
    return write_sheet("Ana", red_lines=[("place", "==", option)])


def test_an_answer_that_differs_in_an_unsigned_receipt_could_be_anybody_s(page):
    replay(page, another_sheet("Garden"))
    expect(page.locator("#replay")).to_contain_text("are not those that this sheet gives")
    expect(page.locator("#what-follows")).to_contain_text("Nothing in this receipt is signed")


def test_an_answer_that_differs_from_a_signed_ballot_leaves_the_sheet_or_the_key(person):
    from tests.parley.protocol.group import agreed

    page = person.open("/verify")
    assert check(page, made_up("signed.json", json.dumps(agreed().file()).encode())) == "VERIFIED"
    assert replay(page, another_sheet("Garden"))["answers"] == "false"
    expect(page.locator("#what-follows")).to_contain_text("signed with the key of that seat")
    expect(page.locator("#what-follows")).to_contain_text("somebody else held that key")
    expect(page.locator("#what-follows")).not_to_contain_text("Nothing in this receipt is signed")


def test_a_name_that_is_not_in_the_record_is_said(page):
    told = replay(page, write_sheet("Dora", anything=True))
    assert (told["owner"], told["answers"]) == ("false", "null")
    expect(page.locator("#what-follows")).to_contain_text("your answers were left out")


def with_rule(code: str) -> str:
    """Ana's sheet with one rule in Python that is on, and one that is off."""
    sheet = json.loads(AGREEING["Ana"])
    sheet["python"] = [
        {"name": "never run", "code": "False", "on": False},
        {"name": "near", "code": code, "on": True},
    ]
    return json.dumps(sheet)


def told_after_running(page: Page, said: str) -> dict[str, str]:
    page.get_by_role("button", name="Run these rules here").click()
    expect(page.locator("#own-rules-said")).to_contain_text(said, timeout=ENGINE_WAIT)
    return {
        line.get_attribute("data-check"): line.get_attribute("data-passed")
        for line in page.locator("#replay [data-check]").all()
    }


def acquits(page: Page) -> bool:
    return "not betrayed" in page.locator("#what-follows").inner_text()


def test_a_rule_in_python_leaves_all_open_until_it_is_run_and_then_names_what_is_crossed(page):
    """Orchard Road 8 was decided; it is 25 minutes away."""
    code = "def acceptable(option):\n    return option['commute'] <= 10"
    told = replay(page, with_rule(code))
    assert (told["decision"], told["answers"]) == ("null", "null")
    assert not acquits(page)
    expect(page.locator("#what-follows")).to_contain_text("open")
    assert page.locator(".own-rule code").all_inner_texts() == [code]
    told = told_after_running(page, "They were run here")
    assert (told["decision"], told["answers"]) == ("false", "false")
    expect(page.locator("#replay [data-check=decision]")).to_contain_text("near")
    expect(page.locator("#replay .differences")).to_contain_text("Decided:")
    expect(page.locator("#what-follows")).to_contain_text("you can accept what was decided")


def test_a_rule_in_python_that_holds_acquits_after_it_was_run_and_nothing_is_sent(person, page):
    replay(page, with_rule("'commute' in option and\u202e True"))
    expect(page.locator(".own-rule code")).to_contain_text("<U+202E>")
    replay(page, with_rule("'commute' in option"))
    before = len(person.requests)
    told = told_after_running(page, "They were run here")
    assert (told["decision"], told["answers"]) == ("true", "true")
    assert acquits(page)
    assert [one.url for one in person.requests[before:] if one.method != "GET" or one.body] == []


def test_a_rule_in_python_that_raises_counts_as_in_the_room_and_says_why(page):
    replay(page, with_rule("option['nothing']"))
    told = told_after_running(page, "KeyError")
    assert told["decision"] == told["answers"] == "false"


@pytest.mark.parametrize("person", [True], indirect=True)
def test_a_rule_in_python_that_cannot_be_run_leaves_all_open_and_names_the_option(page):
    code = "option['flat'] != 'Orchard Road 8' or 9 ** 9 ** 9 ** 9"
    replay(page, with_rule(code))
    told = told_after_running(page, "took too long")
    assert (told["decision"], told["answers"]) == ("null", "null")
    expect(page.locator("#own-rules-said")).to_contain_text("flat: Orchard Road 8")
    assert not acquits(page)
    page.route("**/rules/frame", lambda route: route.fulfill(status=500))
    page.route("**/engine/worker.js", lambda route: route.fulfill(status=500))
    told = told_after_running(page, "could not be run")
    assert (told["decision"], told["answers"]) == ("null", "null")
    assert not acquits(page)


def test_a_deadlock_forced_nothing_on_anyone(person):
    page = person.open("/verify")
    check(page, receipt_of(decide(DEADLOCKED).record))
    assert replay(page, DEADLOCKED["Cara"])["decision"] == "true"
    expect(page.locator("#replay")).to_contain_text("nothing was forced on you")


@pytest.mark.parametrize("content", ["", "{}", "[" * 1000, '{"format": "parley-sheet/2"}'])
def test_a_file_that_is_no_sheet_gets_a_reason(page, content):
    assert replay(page, content) == {}
    expect(page.locator("#replay")).to_contain_text("This is not a sheet file")
