"""A signed decision: keys made in the browsers, the seven checks, one code to compare, a proof."""

import json
from functools import partial

import pytest
from playwright.sync_api import expect

from parley.net.identity import check_signature
from parley.receipt import verify
from tests.browser.decisions import agreeing, make_decision, seated
from tests.browser.steps import ENGINE_WAIT, SEVEN_HOLD, Participant
from tests.browser.test_main_job import download_receipt, verified_on_the_page


def code_of(person: Participant) -> str:
    return person.page.locator(".comparison .copyable input").input_value()


@pytest.fixture
def deciding(new_person, server):
    """Ana, Bob and Cara, at the outcome of a signed decision."""
    people = agreeing(new_person, server, make_decision(server, signed=True).group)
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("Orchard Road 8")
    return people


def test_a_signed_decision_ends_in_a_receipt_with_proof(deciding, new_person, server, tmp_path):
    ana, bob, cara = deciding
    for person in deciding:
        assert person.checks() == SEVEN_HOLD
    assert len({code_of(person) for person in deciding}) == 1
    ana.accept()
    partial = verify(download_receipt(bob, tmp_path).read_bytes(), check=check_signature)
    assert (partial.result, partial.exit_code) == ("NOT PROVABLE", 1)
    bob.accept()
    cara.accept()
    for person in deciding:
        expect(person.page.locator("#pick")).to_contain_text("Agreed: accepted by everyone")
    receipt = download_receipt(cara, tmp_path)
    assert verify(receipt.read_bytes(), check=check_signature).result == "VERIFIED"
    assert json.loads(receipt.read_text())["proof"]["protocol"] == "parley/2"
    assert verified_on_the_page(new_person, server, receipt).endswith("VERIFIED")


def test_the_key_never_leaves_the_browser(deciding):
    ana = deciding[0]
    seed = ana.page.evaluate(
        "() => JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith('/key'))[1])"
    )
    assert len(seed) == 64
    # No worker that runs Python is handed it either: its messages are all that goes there.
    ana.accept()


def test_codes_are_compared_whole(deciding):
    ana, bob, _ = deciding
    box = ana.page.get_by_label("Paste the code of somebody else")
    answer = ana.page.locator("#comparison-answer")
    box.fill(code_of(bob).lower().replace("-", " "))
    expect(answer).to_contain_text("The same")
    other = code_of(bob)
    box.fill(("1" if other[0] != "1" else "2") + other[1:])
    expect(answer).to_contain_text("NOT the same")
    box.fill(other[:-5])
    expect(answer).to_contain_text("no whole comparison code")


def test_a_deadlock_is_seen_and_signed_by_everyone(new_person, server, tmp_path):
    people = seated(new_person, server, make_decision(server, signed=True).group)
    ana, bob, cara = people
    ana.cannot_accept("commute", "above", 10)
    bob.cannot_accept("balcony", "is no")
    cara.fine_with_anything()
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("No option is acceptable to everyone")
        assert person.checks() == SEVEN_HOLD
        person.page.get_by_role("button", name="I have seen it").click()
        expect(person.page.locator("#ratify")).to_contain_text("You have seen this outcome")
    report = verify(download_receipt(bob, tmp_path).read_bytes(), check=check_signature)
    assert (report.result, report.decision) == ("VERIFIED", None)


def test_a_word_that_did_not_arrive_is_sent_again_as_it_was_signed(new_person, server):
    arrive = partial(new_person, may_have_errors=True)
    people = seated(arrive, server, make_decision(server, signed=True).group)
    for person in people:
        person.fine_with_anything()
        person.send()
    ana = people[0]
    ana.page.route("**/closing", lambda route: route.abort())
    ana.page.locator("#accept").click()
    expect(ana.page.locator("#send-again")).to_be_visible(timeout=ENGINE_WAIT)
    expect(ana.page.locator("#decline")).to_have_count(0)
    ana.page.unroute("**/closing")
    ana.page.reload()
    ana.page.locator("#send-again").click(timeout=ENGINE_WAIT)
    expect(ana.page.locator("#ratify")).to_contain_text("You accepted")


def test_a_seat_moves_to_another_device_and_the_old_one_signs_no_more(new_person, server, tmp_path):
    links = make_decision(server, people=2, signed=True)
    old, bob = (Participant(name, new_person(server=server).page) for name in ("Ana", "Bob"))
    for person in (old, bob):
        person.join(links.group)
        person.fine_with_anything()
    old.send()
    way_back = old.return_link()
    old.page.locator("#way-back summary").click()
    old.page.get_by_label("A passphrase for the file").fill("correct horse battery")
    with old.page.expect_download() as saved:
        old.page.get_by_role("button", name="Save the file and stop signing here").click()
    file = tmp_path / "parley-seat.json"
    saved.value.save_as(file)
    assert "Ana" not in file.read_text()
    bob.send()

    new = Participant("Ana", new_person(server=server).page)
    new.open(way_back)
    new.page.locator("#way-back summary").click()
    new.page.get_by_label("The file of your seat").set_input_files(file)
    new.page.get_by_label("Its passphrase").fill("wrong")
    new.page.get_by_role("button", name="Bring the seat here").click()
    expect(new.page.locator("#moving-answer")).to_contain_text("does not open this file")
    new.page.get_by_label("Its passphrase").fill("correct horse battery")
    new.page.get_by_role("button", name="Bring the seat here").click()
    expect(new.page.locator("#checks [data-check=record]")).to_be_visible(timeout=ENGINE_WAIT)
    assert new.checks() == SEVEN_HOLD
    new.accept()
    expect(old.page.locator("#accept")).to_have_count(0)


def test_a_lost_key_is_replaced_in_sight_of_everyone_and_in_the_receipt(
    new_person, server, tmp_path
):
    links = make_decision(server, people=2, signed=True)
    ana, bob = (Participant(name, new_person(server=server).page) for name in ("Ana", "Bob"))
    ana.join(links.group)
    ana.fine_with_anything()
    ana.send()
    way_back = ana.return_link()
    again = Participant("Ana", new_person(server=server).page)
    again.open(way_back)
    again.fine_with_anything()
    again.wait_for_answers()
    again.try_to_send()
    expect(again.page.locator("#answer-error")).to_contain_text("key of this seat is not in")

    organiser = new_person(server=server).page
    organiser.goto(links.organiser)
    organiser.get_by_role("button", name="Ana has lost the key").click()
    organiser.get_by_role("button", name="Yes, a new key").click()
    expect(again.page.locator("#visible-changes")).to_contain_text("start with a new key")
    again.send()
    bob.join(links.group)
    bob.fine_with_anything()
    bob.send()
    expect(bob.page.locator(".signed-people")).to_contain_text(
        "started with a new key", timeout=ENGINE_WAIT
    )
    roster = json.loads(
        json.loads(download_receipt(bob, tmp_path).read_text())["proof"]["roster"]["body"]
    )
    assert [len(former) for _, _, _, former in roster["seats"]] == [1, 0]
