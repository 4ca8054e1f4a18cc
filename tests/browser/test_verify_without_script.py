"""The verify page in a browser that runs no scripts: a plain form, and the same report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_verify_page import (
    CLEAN,
    VECTORS,
    check,
    check_results,
    made_up,
    result_word,
)

MARKER = "Zweitstimme-7f3a-Unterlagen"


@pytest.fixture
def person(new_person):
    return new_person(java_script_enabled=False)


def send(page: Page, file: Path | dict) -> str:
    """Send a file with the plain form; return the large word of the answer."""
    page.set_input_files("#sent-file", file)
    page.get_by_role("button", name="Send and check the file").click()
    return result_word(page)


def test_the_plain_form_gets_the_same_report(person):
    page = person.open("/verify")
    expect(page.locator("#drop")).to_be_hidden()
    expect(page.get_by_text("The file stays in this browser.")).to_be_hidden()
    assert send(page, CLEAN) == "VERIFIED"
    assert check_results(page) == ["holds"] * 5 + ["nothing to check"]
    expect(page.locator("#result")).to_contain_text("What this does not prove")
    [sent] = [sent for sent in person.requests if sent.method == "POST"]
    assert sent.headers.get("origin", "null") == "null"


def odd_receipt() -> dict:
    """A receipt with every kind of remark: a decline, a name that hides something, a further
    field, and a decision with a field that has no plain value."""
    receipt = json.loads(CLEAN.read_text())
    receipt["acceptances"][1]["accepted"] = False
    receipt["acceptances"].pop()
    receipt["participants"][0] = "Ana\u200b"
    receipt |= {"further": 1, "title": "\u202etitle", "decision": {"a": [1, None], "b": False}}
    return made_up("odd.json", json.dumps(receipt).encode())


def test_both_ways_say_the_same_word_for_word(person, new_person):
    plain, scripted = person.open("/verify"), new_person().open("/verify")
    for file in (
        CLEAN,
        VECTORS / "committee-edited-verdict.json",
        VECTORS / "committee-swapped-winner.json",
        odd_receipt(),
        made_up("other.json", b'{"title": "x"}'),
    ):
        send(plain, file)
        check(scripted, file)
        read = "node => node.textContent.replace(/\\s+/g, '')"
        said = plain.locator("#result").evaluate(read)
        assert said == scripted.locator("#result").evaluate(read)
        assert len(said) > 50


def test_the_server_checks_signatures(person):
    page = person.open("/verify")
    assert send(page, VECTORS / "hostile-receipts" / "00-baseline-signed.json") == "VERIFIED"
    assert check_results(page) == ["holds"] * 6


def test_a_file_that_is_too_large_is_told_so(person):
    page = person.open("/verify")
    page.set_input_files("#sent-file", made_up("large.json", b" " * (17 * 1024 * 1024)))
    page.get_by_role("button", name="Send and check the file").click()
    expect(page.get_by_role("alert")).to_contain_text("more than this page may send")


def test_nothing_of_the_file_is_kept_or_logged(start_server, new_person):
    server = start_server()
    page = new_person(server=server, java_script_enabled=False).open("/verify")
    receipt = json.loads(CLEAN.read_text()) | {"title": MARKER}
    assert send(page, made_up(f"{MARKER}.json", json.dumps(receipt).encode())) == "VERIFIED"
    expect(page.locator("#result")).to_contain_text(MARKER)
    broken = json.dumps(receipt).encode()[:-1] + MARKER.encode()
    assert send(page, made_up(f"{MARKER}.json", broken)) == "Cannot be read as a receipt"
    server.stop()
    written = [path for path in server.var.rglob("*") if path.is_file()] + [server.log]
    assert len(written) > 1
    assert [path.name for path in written if MARKER.encode() in path.read_bytes()] == []
