"""A coordinator that cheats is caught by the pages of the people it cheats."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.decisions import agreeing, make_decision
from tests.browser.steps import ALL_HOLD, ENGINE_WAIT


@pytest.fixture
def cheated(start_server, new_person):
    """Starts the named cheat, and has Ana, Bob and Cara answer there up to the outcome."""

    def answer(cheat: str):
        server = start_server(settings=f"tests.browser.dishonest.{cheat}")
        people = agreeing(new_person, server, make_decision(server).group)
        for person in people:
            person.send()
        for person in people:
            expect(person.page.locator("#checks [data-check]").first).to_be_visible(
                timeout=ENGINE_WAIT
            )
        return people

    return answer


def test_a_swapped_winner_is_caught_by_everybody(cheated):
    for person in cheated("swapped_winner"):
        assert person.checks()["winner"] == "false"
        # The hash of the record is right: only the recomputed pick gives the cheat away.
        assert person.checks()["hash"] == "true"
        pick = person.page.locator("#pick")
        expect(pick).to_contain_text("Something does not hold")
        expect(pick).not_to_contain_text("It crosses nobody's red line")
        refuses_to_accept(person)


def test_an_edited_verdict_is_caught_by_the_person_it_belongs_to(cheated):
    ana, bob, cara = cheated("edited_verdict")
    assert ana.checks() == ALL_HOLD | {"my-answers": "false", "my-sheet": "false"}
    refuses_to_accept(ana)
    # Nothing in an unsigned record can show it to the others: Ana's page is the one that knows.
    assert bob.checks()["my-answers"] == cara.checks()["my-answers"] == "true"


def test_the_evidence_holds_both_versions(cheated, tmp_path):
    ana, *_ = cheated("edited_verdict")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Save the evidence").click()
    download.value.save_as(tmp_path / "evidence.json")
    evidence = json.loads((tmp_path / "evidence.json").read_text())
    sent = json.loads(evidence["sent"]["ballot"])["answers"]
    announced = json.loads(evidence["announced"]["transcript"])["entries"]
    recorded = [
        verdict["acceptable"]
        for entry in announced
        for verdict in entry["verdicts"]
        if verdict["owner"] == "Ana"
    ]
    assert [acceptable for acceptable, _ in sent] != recorded


def test_a_dropped_person_is_missed_by_that_persons_page(cheated):
    _, bob, _ = cheated("dropped_person")
    assert bob.checks()["my-answers"] == "false"
    refuses_to_accept(bob)


def test_an_option_changed_after_answering_is_caught(cheated):
    for person in cheated("rewritten_option"):
        assert person.checks()["my-answers"] == "false"
        refuses_to_accept(person)


def refuses_to_accept(person):
    expect(person.page.locator("#failed-checks")).to_contain_text("Do not accept this")
    expect(person.page.locator("#accept")).to_have_count(0)
    expect(person.page.get_by_role("button", name="Decline")).to_be_visible()
