"""A coordinator that tells one browser another story is held against what that browser knows."""

import pytest
from playwright.sync_api import expect

from tests.browser.decisions import make_decision
from tests.browser.servers import Server
from tests.browser.steps import ENGINE_WAIT, Participant


@pytest.fixture
def decided(start_server, new_person):
    """Starts the named cheat; Ana and Bob answer there. Gives Ana, at the outcome."""

    def answer(cheat: str) -> Participant:
        server: Server = start_server(settings=f"tests.browser.dishonest.{cheat}")
        links = make_decision(server, people=2)
        ana, bob = [Participant(name, new_person(server=server).page) for name in ("Ana", "Bob")]
        for person in (ana, bob):
            person.join(links.group)
            person.fine_with_anything()
            person.send()
        expect(ana.page.locator("#outcome")).to_be_visible(timeout=ENGINE_WAIT)
        return ana

    return answer


@pytest.mark.parametrize(
    ("cheat", "said"),
    [
        ("other_round", "The question is not the one"),
        ("other_question", "The question is not the one"),
        ("other_seat", "another seat than the one it took"),
        ("missing_person", "2 people were to answer, and only 1 are in the record"),
        ("forged_closing", "This browser did not send it"),
    ],
)
def test_a_state_that_does_not_fit_is_refused_with_its_reason(cheat, said, decided):
    ana = decided(cheat)
    expect(ana.page.locator("#contradictions")).to_contain_text(said)
    expect(ana.page.locator("#accept")).to_have_count(0)
    expect(ana.page.locator("#ratify")).not_to_contain_text("You accepted")
    with ana.page.expect_download():
        ana.page.get_by_role("button", name="Save what does not fit").click()


def test_a_closing_turned_round_is_noticed_and_stays_noticed_after_a_reload(decided):
    ana = decided("flipped_closing")
    ana.page.get_by_role("button", name="Decline").click(timeout=ENGINE_WAIT)
    ana.page.get_by_role("button", name="Yes, decline").click()
    contradiction = "another word on the outcome"
    expect(ana.page.locator("#contradictions")).to_contain_text(contradiction)
    expect(ana.page.locator("#ratify")).not_to_contain_text("You accepted")
    ana.page.reload()
    expect(ana.page.locator("#contradictions")).to_contain_text(contradiction)
