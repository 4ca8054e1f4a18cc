"""The page that checks a receipt: in the browser, every time with what it does not prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import ENGINE_WAIT

VECTORS = Path(__file__).parents[1] / "vectors"
HOSTILE = VECTORS / "hostile-receipts"
CLEAN = VECTORS / "committee-clean.json"


def check(page: Page, file: Path | dict) -> str:
    """Choose a file, and return the large word of the result once it is there."""
    name = file["name"] if isinstance(file, dict) else file.name
    page.set_input_files("#file", file)
    result = page.locator(".result", has_text=name)
    expect(result).to_be_visible(timeout=ENGINE_WAIT)
    return result_word(page)


def made_up(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "application/json", "buffer": content}


def result_word(page: Page) -> str:
    # The shape before it is for the eye.
    return page.locator(".result-word").evaluate("node => node.lastChild.textContent.trim()")


def check_results(page: Page) -> list[str]:
    return [line.inner_text() for line in page.locator(".check-result").all()]


@pytest.fixture
def page(new_person) -> Page:
    return new_person().open("/verify")


def test_a_clean_receipt_is_verified_and_nothing_of_it_is_sent(new_person):
    ana = new_person()
    page = ana.open("/verify")
    check(page, made_up("warm-up.json", b"{}"))
    asked_before = len(ana.requests)
    assert check(page, CLEAN) == "VERIFIED"
    assert check_results(page) == ["holds"] * 5 + ["nothing to check"]
    expect(page.locator("#result")).to_contain_text("What this does not prove")
    expect(page.locator("#result-word")).to_be_focused()
    assert ana.requests[asked_before:] == []


def test_a_swapped_winner_and_an_edited_verdict_fail_with_their_reasons(page):
    assert check(page, VECTORS / "committee-swapped-winner.json") == "FAILED"
    expect(page.locator("#result")).to_contain_text("another option leaves the least happy person")
    assert check_results(page)[:3] == ["holds", "holds", "fails"]
    assert check(page, VECTORS / "committee-edited-verdict.json") == "FAILED"
    expect(page.locator("#result")).to_contain_text("it was edited afterwards")
    assert check_results(page)[0] == "fails"


def test_hostile_receipts_get_the_result_of_their_exit_code(page):
    expected = json.loads((HOSTILE / "expected.json").read_text())
    words = {0: "VERIFIED", 1: "FAILED", 2: "Cannot be read as a receipt"}
    for name, case in expected.items():
        assert check(page, HOSTILE / name) == words[case["exit"]], name


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("photo.png", bytes(range(256)), "not text"),
        ("empty.json", b"", "not JSON"),
        ("deep.json", b"[" * 100_000, "nested deeper"),
        ("large.json", b" " * (16 * 1024 * 1024 + 1), "larger than 16 MiB"),
        ("other.json", b'{"title": "x"}', "it lacks"),
    ],
)
def test_a_wrong_file_gets_a_reason(page, name, content, reason):
    assert check(page, made_up(name, content)) == "Cannot be read as a receipt"
    expect(page.locator("#result .lead")).to_contain_text(reason)


def test_a_title_cannot_hide_characters(page):
    receipt = json.loads(CLEAN.read_text()) | {"title": "Fund \u202ereversed\u200b"}
    check(page, made_up("plain.json", json.dumps(receipt).encode()))
    expect(page.locator("#result")).to_contain_text("Fund <U+202E>reversed<U+200B>")


def test_a_failed_engine_says_so_and_checks_the_file_after_a_retry(new_person):
    ana = new_person(may_have_errors=True)
    ana.context.route("**/*.wasm", lambda route: route.abort())
    page = ana.open("/verify")
    page.set_input_files("#file", CLEAN)
    expect(page.locator("#engine-status")).to_contain_text("could not be fetched")
    ana.context.unroute("**/*.wasm")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#result-word")).to_contain_text("VERIFIED", timeout=ENGINE_WAIT)


def test_a_signed_receipt_is_verified_with_its_signatures(page):
    assert check(page, HOSTILE / "00-baseline-signed.json") == "VERIFIED"
    assert check_results(page) == ["holds"] * 6
    assert "?" not in page.locator(".acceptances .mark").all_inner_texts()


def test_one_forged_signature_among_good_ones_fails(page):
    receipt = json.loads((HOSTILE / "00-baseline-signed.json").read_text())
    acceptance = receipt["acceptances"][1]
    acceptance["sig"] = acceptance["sig"][:-1] + ("0" if acceptance["sig"][-1] != "0" else "1")
    assert check(page, made_up("forged.json", json.dumps(receipt).encode())) == "FAILED"
    assert page.locator(".acceptances .mark").all_inner_texts().count("✕") == 1
    expect(page.get_by_role("heading", name="What is wrong")).to_be_visible()


def test_signatures_that_cannot_be_checked_are_neither_verified_nor_called_wrong(new_person):
    ana = new_person(may_have_errors=True)
    ana.context.route("**/libsodium.mjs", lambda route: route.abort())
    page = ana.open("/verify")
    assert check(page, HOSTILE / "00-baseline-signed.json") == "FAILED"
    expect(page.locator("#result .lead")).to_contain_text("Nothing wrong was found")
    expect(page.get_by_role("heading", name="What was not checked")).to_be_visible()
    expect(page.get_by_role("heading", name="What is wrong")).to_have_count(0)
    assert check_results(page) == ["holds"] * 5 + ["not checked"]
    assert set(page.locator(".acceptances .mark").all_inner_texts()) == {"?"}
    expect(page.locator("#result")).to_contain_text("pip install")


@pytest.mark.parametrize(
    "address",
    [
        "/verify?file={0}&url={0}&receipt={0}&src={0}",
        "/verify#{0}",
        "/verify#url={0}",
        "/verify#hash={0}",
        "/verify#hash=" + "a" * 64 + "&next={0}",
        "/verify?{0}#hash=" + "a" * 64,
    ],
)
def test_nothing_is_fetched_from_the_page_s_own_address(new_person, server, address):
    ana = new_person()
    bait = f"{server.url}/static/icon.svg?bait"
    page = ana.open(address.format(bait))
    check(page, CLEAN)
    page.evaluate("address => { location.hash = address }", bait)
    check(page, VECTORS / "committee-swapped-winner.json")
    baited = [sent.url.partition("#")[0] for sent in ana.requests if "bait" in sent.url]
    # The page itself is asked for under its own address, and once.
    assert len(baited) <= 1
    assert all(url.startswith(f"{server.url}/verify") for url in baited)


def test_the_page_says_whether_a_file_is_the_record_on_the_paper(new_person):
    ana = new_person()
    printed = json.loads(CLEAN.read_text())["transcript_hash"]
    page = ana.open(f"/verify#hash={printed}")
    expect(page.locator("#paper")).to_contain_text(printed)
    check(page, CLEAN)
    expect(page.locator(".paper-match")).to_contain_text("This is the record on the paper")
    check(page, HOSTILE / "28-tie-order-AB.json")
    expect(page.locator(".paper-match")).to_contain_text("not the record on the paper")
    assert not any(printed in sent.url.partition("#")[0] for sent in ana.requests)


def test_digits_from_a_paper_may_be_typed_large_and_a_cut_hash_is_said(new_person):
    printed = json.loads(CLEAN.read_text())["transcript_hash"]
    page = new_person().open(f"/verify#hash={printed.upper()}")
    expect(page.locator("#paper")).to_contain_text(printed)
    cut = new_person().open(f"/verify#hash={printed[:60]}")
    expect(cut.locator("#paper")).to_contain_text("cut off or mistyped")


def test_without_a_paper_nothing_is_said_about_one(page):
    check(page, CLEAN)
    expect(page.locator(".paper-match")).to_have_count(0)
    expect(page.locator("#paper")).to_be_hidden()
