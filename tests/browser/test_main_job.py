"""The main job for real: a link, three browsers, a fair decision, a receipt that verifies."""

import json
import subprocess
import sys

from playwright.sync_api import expect

from parley import dsse
from parley.protocol.roster import ROSTER_TYPE
from tests.browser.decisions import agreeing, disagreeing, make_decision
from tests.browser.servers import ROOT
from tests.browser.steps import ALL_HOLD, ENGINE_WAIT, SEVEN_HOLD, Participant


def test_a_flat_is_found_from_the_first_page_to_a_verified_receipt(new_person, server, tmp_path):
    organiser = new_person(server=server)
    page = organiser.page
    page.goto(server.url)
    page.get_by_role("main").get_by_role("link", name="Start a decision").click()
    page.get_by_role("button", name="a shared flat").click()
    expect(page.get_by_label("What do you decide?")).to_have_value("Which flat do we take?")
    page.get_by_label("How many, you included?").fill("3")
    page.get_by_role("button", name="Make the link").click()
    link = page.locator("#group-link input").input_value()

    people = agreeing(new_person, server, link)
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("Orchard Road 8")
        assert person.checks() == SEVEN_HOLD
        # The least happy person, and what became of everybody's favourite.
        expect(person.page.locator("#pick")).to_contain_text("at 49 of 100 (Ana)")
        expect(person.page.locator("#favourites")).to_contain_text(
            "Ana: Station Square 2 – not acceptable to Bob."
        )
        expect(person.page.locator("#favourites")).to_contain_text("Cara: the pick is a favourite.")
    codes = {person.page.locator(".comparison .copyable input").input_value() for person in people}
    assert len(codes) == 1

    ana, bob, cara = people
    ana.accept()
    expect(bob.page.locator("#people")).to_contain_text("accepted")
    bob.accept()
    cara.accept()
    for person in people:
        expect(person.page.locator("#pick")).to_contain_text("Agreed: accepted by everyone")
    expect(page.locator("#outcome")).to_contain_text("Everyone accepted the outcome")

    receipt = download_receipt(ana, tmp_path)
    held = json.loads(receipt.read_text())
    assert held["unanimous_acceptance"] is True
    assert {dsse.code(dsse.digest(ROSTER_TYPE, held["proof"]["roster"]["body"]))} == codes
    assert verified_on_the_page(new_person, server, receipt).endswith("VERIFIED")
    terminal = verify_in_a_terminal(receipt)
    assert terminal.returncode == 0
    assert "VERIFIED" in terminal.stdout


def test_incompatible_red_lines_end_in_an_honest_deadlock(new_person, server, tmp_path):
    links = make_decision(server)
    people = disagreeing(new_person, server, links.group)
    ana, bob, _cara = people
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("No option is acceptable to everyone")
        assert person.checks() == ALL_HOLD
        expect(person.page.locator("#pick")).to_contain_text("honest result")
        expect(person.page.locator("#obstacles")).to_contain_text("Only one person stands between")
        expect(person.page.locator("#obstacles")).to_contain_text(
            "Mill Lane 4 – not acceptable to Bob"
        )
    ana.page.get_by_role("button", name="I have seen it").click()
    expect(bob.page.locator("#people")).to_contain_text("has seen it")

    receipt = download_receipt(bob, tmp_path)
    assert json.loads(receipt.read_text())["decision"] is None
    assert verify_in_a_terminal(receipt).returncode == 0


def test_one_person_declines_and_the_receipt_says_so(new_person, server, tmp_path):
    links = make_decision(server)
    people = agreeing(new_person, server, links.group)
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("Orchard Road 8")
    ana, bob, cara = people
    ana.accept()
    bob.decline()
    expect(ana.page.locator("#pick")).to_contain_text("Declined")
    cara.accept()

    receipt = download_receipt(cara, tmp_path)
    held = json.loads(receipt.read_text())
    assert held["unanimous_acceptance"] is False
    assert [acceptance["accepted"] for acceptance in held["acceptances"]] == [True, False, True]
    assert verified_on_the_page(new_person, server, receipt).endswith("VERIFIED")


def test_the_receipt_can_be_had_from_the_moment_the_outcome_stands(new_person, server, tmp_path):
    links = make_decision(server, people=2)
    ana, bob = [Participant(name, new_person(server=server).page) for name in ("Ana", "Bob")]
    for person in (ana, bob):
        person.join(links.group)
        person.fine_with_anything()
        person.send()
    ana.see_outcome("")
    assert json.loads(download_receipt(ana, tmp_path).read_text())["acceptances"] == []
    # Exact ties are told, with how they were broken.
    expect(ana.page.locator("#tie")).to_contain_text("the first listed wins")


def download_receipt(person: Participant, folder):
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download the receipt").click()
    path = folder / "receipt.json"
    download.value.save_as(path)
    return path


def verified_on_the_page(new_person, server, receipt) -> str:
    page = new_person(server=server).page
    page.goto(f"{server.url}/verify")
    page.get_by_label("choose a file").set_input_files(receipt)
    word = page.locator("#result .result-word")
    expect(word).to_be_visible(timeout=ENGINE_WAIT)
    return word.inner_text()


def verify_in_a_terminal(receipt) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "parley", "verify", str(receipt)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
