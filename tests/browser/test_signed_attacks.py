"""A dishonest coordinator in a signed decision is caught by the person in front of the page.

It has the decision's own key and signs what it likes; what it cannot do is sign for people. What
the engine alone catches is in tests/parley/protocol/test_attacks.py, with the proof that receipts
without signatures would not show it.
"""

import json
from functools import partial

import pytest
from playwright.sync_api import expect

from parley.net.identity import check_signature
from parley.protocol.receipt import build_signed_receipt
from parley.receipt import FIELDS, verify
from tests.browser.decisions import make_decision
from tests.browser.people import Person
from tests.browser.servers import Server
from tests.browser.signed_room import SignedRoom, Viewer, answered_room
from tests.browser.steps import ENGINE_WAIT, SEVEN_HOLD

NOTHING_GIVEN = "Nothing is signed and nothing is sent from here"


@pytest.fixture(scope="module")
def answered(browser, tmp_path_factory):
    """A server of its own, at which Ana and Bob have answered."""
    server = Server(
        tmp_path_factory.mktemp("signed") / "var", settings="tests.browser.dishonest.signed"
    ).start()
    yield answered_room(server, lambda: Person.arrive(browser, server.url))
    server.stop()


@pytest.fixture
def room(answered: SignedRoom):
    yield answered
    answered.cheat("")


@pytest.fixture(scope="class")
def open_pages(answered, browser):
    """Their pages, which stay open: starting the engine anew for each cheat would take long. No
    other test may run meanwhile, for they would see its cheat as well."""
    people = {}

    def page_of(name: str) -> Viewer:
        if name not in people:
            people[name] = answered.back(partial(arriving, browser), name)
        return people[name]

    yield page_of
    for viewer in people.values():
        viewer.person.leave()


@pytest.fixture
def shown(room, open_pages):
    """Somebody's page, which is shown this."""

    def show(cheat: str, name: str = "Ana") -> Viewer:
        room.show(open_pages(name), cheat)
        return open_pages(name)

    return show


def arriving(browser, *, server: Server, **options: object) -> Person:
    return Person.arrive(browser, server.url, **options)


class TestAnOutcomeThatDoesNotHold:
    @pytest.mark.parametrize(
        ("viewer", "cheat", "check", "said"),
        [
            ("Ana", "swapped_winner", "record", "does not follow from the signed answers"),
            ("Ana", "another_hash", "record", "does not follow from the signed answers"),
            (
                "Ana",
                "edited_verdict",
                "ballots",
                "The answers of \u2068Bob\u2069 are not signed with",
            ),
            ("Ana", "own_row_signed_anew", "my-row", "another key than yours"),
            ("Bob", "other_row_signed_anew", "my-row", "another key than yours"),
            ("Ana", "dropped", "my-row", "You are not on the list of people"),
            ("Ana", "invented", "people", "More people stand in the list than"),
            ("Ana", "one_key_for_two", "people", "one person may be answering for two"),
            ("Ana", "server_as_person", "people", "\u2068Bob\u2069 has the server's own key"),
            ("Ana", "older_ballot", "my-row", "answers of yours that you had replaced"),
            ("Ana", "ballot_from_elsewhere", "ballots", "are not the ones that the list names"),
            ("Ana", "replaced_key", "my-row", "another key than yours"),
            ("Ana", "roster_by_another", "coordinator", "not one that the server's key signed"),
        ],
    )
    def test_a_round_that_does_not_hold_is_refused_with_its_reason(
        self, viewer, cheat, check, said, shown
    ):
        person = shown(cheat, viewer)
        line = person.line(check)
        expect(line).to_have_attribute("data-passed", "false")
        expect(line).to_contain_text(said)
        expect(person.page.locator("#failed-checks")).to_contain_text("Do not accept this")
        expect(person.page.locator("#ratify")).to_have_text(
            f"{NOTHING_GIVEN}: what the server shows does not hold."
        )
        person.gives_nothing()
        evidence = person.evidence()
        assert evidence["shown"]["outcome"]["roster"]
        assert json.loads(evidence["sent"]["signed"])["body"] == evidence["sent"]["ballot"]

    def test_the_pick_on_the_screen_is_the_one_that_follows(self, shown):
        pick = shown("swapped_winner").page.locator("#pick")
        expect(pick.locator(".status-word")).to_have_text("Something does not hold")
        expect(pick.locator(".pick-name")).to_have_text("Orchard Road 8")
        shown("ballot_from_elsewhere")
        expect(pick.locator(".pick-name")).to_have_text("No outcome can be shown.")

    @pytest.mark.parametrize(
        ("cheat", "said"),
        [
            ("says_agreed", "says that everybody accepted. What is signed does not say so"),
            ("says_declined", "says that somebody declined. Nothing that is signed says so"),
            ("says_you_accepted", "Nothing that is signed with your key says so"),
            ("says_bob_accepted", "says of \u2068Bob\u2069: accepted. Nothing that is signed"),
        ],
    )
    def test_a_word_that_nobody_signed_is_not_believed(self, cheat, said, shown):
        ana = shown(cheat)
        expect(ana.page.locator("#failed-checks")).to_contain_text(said, timeout=ENGINE_WAIT)
        expect(ana.page.locator("#pick .status-word")).to_have_text("Something does not hold")
        ana.gives_nothing()


class TestTwoLists:
    """In one the row of Bob was signed anew, with a key that the coordinator made."""

    def test_shown_one_after_the_other_both_are_kept_and_neither_is_signed(self, room, new_person):
        ana = room.back(new_person, "Ana")
        expect(ana.page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)
        first = ana.code()
        room.cheat("other_row_signed_anew", "Ana")
        ana.page.reload()
        said = "two different lists of people for the same round"
        expect(ana.line("coordinator")).to_contain_text(said)
        assert ana.code() != first
        ana.gives_nothing()
        evidence = ana.evidence()
        kept = set(evidence["remembered"]["texts"].values())
        assert evidence["shown"]["outcome"]["roster"] in kept
        assert len({json.loads(text)["body"] for text in kept}) == 2
        # Taking it back does not make it undone.
        room.cheat("")
        ana.page.reload()
        expect(ana.line("coordinator")).to_contain_text(said)
        ana.gives_nothing()

    def test_shown_to_two_people_their_codes_differ_and_their_words_make_no_receipt(
        self, room, new_person
    ):
        room.cheat("other_row_signed_anew", "Ana")
        ana, bob = (room.back(new_person, name) for name in ("Ana", "Bob"))
        ana.line("record")
        # Nothing on her page alone can tell: only the two of them together.
        assert ana.checks() == SEVEN_HOLD
        code = bob.code()
        assert ana.code() != code
        pasted = ana.page.get_by_label("Paste the code of somebody else")
        pasted.fill(code)
        expect(ana.page.locator("#comparison-answer")).to_contain_text("NOT the same")
        ana.page.locator("#accept").click()
        expect(ana.page.locator("#ratify-error")).to_contain_text("is not the same")
        assert ana.posts("closing") == []

        # Whoever accepts all the same helps nobody.
        pasted.fill("")
        words = [person.signs_and_the_server_takes() for person in (ana, bob)]
        receipt = json.loads(build_signed_receipt(*bob.shown_round(), words[1:]))
        receipt["proof"]["closings"] = [json.loads(word) for word in words]
        report = verify(json.dumps(receipt), check=check_signature)
        assert report.result == "FAILED"
        assert "proof-closing" in [finding.code for finding in report.findings]
        # Of the nine fields alone, which say nothing of keys, any number fit together.
        nine = {name: receipt[name] for name in FIELDS}
        assert verify(json.dumps(nine)).result == "VERIFIED"


class TestAnotherQuestion:
    @pytest.mark.parametrize("cheat", ["another_title", "another_option"])
    def test_from_the_start_the_link_tells(self, cheat, room, new_person):
        bob = newcomer(room, new_person, cheat, signed=True)
        expect(bob.page.locator("#contradictions")).to_contain_text(
            "not the one that the link to this decision was made for", timeout=ENGINE_WAIT
        )
        bob.fine_with_anything()
        bob.wait_for_answers()
        bob.try_to_send()
        expect(bob.page.locator("#answer-error")).to_contain_text("Nothing is sent")
        assert bob.posts("ballot") == []

    def test_without_signatures_nobody_can_tell_alone(self, room, new_person):
        bob = newcomer(room, new_person, "another_title", signed=False)
        bob.fine_with_anything()
        bob.wait_for_answers()
        expect(bob.page.locator("#contradictions")).to_be_hidden()
        with bob.page.expect_request("**/ballot"):
            bob.try_to_send()

    @pytest.mark.parametrize(
        ("cheat", "said"),
        [
            ("another_title", "two different questions for the same round"),
            ("another_coordinator", "signs with another key than before"),
            ("without_signatures", "now shows it as one without signatures"),
        ],
    )
    def test_later_it_does_not_fit_what_was_seen(self, cheat, said, room, new_person):
        room.cheat(cheat, "Ana")
        ana = room.back(new_person, "Ana")
        contradictions = ana.page.locator("#contradictions")
        expect(contradictions).to_contain_text(said, timeout=ENGINE_WAIT)
        expect(ana.page.locator("#ratify")).to_contain_text(NOTHING_GIVEN, timeout=ENGINE_WAIT)
        ana.gives_nothing()
        evidence = ana.evidence("Save what does not fit")
        assert evidence["remembered"]["earlier"]["1"] != evidence["shown"]["signed_agenda"]
        if cheat == "without_signatures":
            return
        # Taking it back does not make it undone.
        room.cheat("")
        ana.page.reload()
        expect(contradictions).to_contain_text(
            "two different questions for the same round", timeout=ENGINE_WAIT
        )
        ana.gives_nothing()

    def test_answering_does_not_begin_again_in_the_same_round(self, room, new_person):
        ana = room.back(new_person, "Ana")
        expect(ana.page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)
        room.cheat("answering_again", "Ana")
        ana.page.reload()
        expect(ana.page.locator("#contradictions")).to_contain_text(
            "has shown this browser the outcome of this round"
        )
        ana.refuse("Orchard Road 8")
        ana.wait_for_answers()
        ana.try_to_send()
        expect(ana.page.locator("#answer-error")).to_contain_text("Nothing is sent")
        assert ana.posts("ballot") == []

    def test_a_window_that_was_there_before_signs_nothing_either(self, room, new_person):
        ana = room.back(new_person, "Ana")
        expect(ana.page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)
        room.cheat("other_row_signed_anew", "Ana")
        other = ana.page.context.new_page()
        other.goto(ana.page.url)
        expect(other.locator("#checks")).to_contain_text(
            "two different lists of people", timeout=ENGINE_WAIT
        )
        ana.page.locator("#accept").click()
        expect(ana.page.locator("#failed-checks")).to_contain_text(
            "Do not accept this.", timeout=ENGINE_WAIT
        )
        assert ana.posts("closing") == []
        kept = "() => Object.keys(localStorage).filter((name) => name.endsWith('/given'))"
        assert ana.page.evaluate(kept) == []


class TestAWordThatWasSigned:
    def test_it_is_missed_when_it_is_withheld(self, room, new_person):
        ana = room.back(new_person, "Ana")
        word = ana.signs_and_the_server_takes()
        expect(ana.page.locator("#failed-checks")).to_contain_text(
            "no longer shows the word that this browser signed and sent"
        )
        expect(ana.page.locator("#accept, [data-key=decline]")).to_have_count(0)
        assert ana.evidence()["remembered"]["closings"]["1"]["text"] == word
        receipt = build_signed_receipt(*ana.shown_round(), [])
        report = verify(receipt, check=check_signature)
        assert (report.result, report.proof.closed) == ("NOT PROVABLE", 0)

    def test_it_is_neither_turned_round_nor_undone(self, room, new_person):
        ana, bob = (room.back(new_person, name) for name in ("Ana", "Bob"))
        words = [person.signs_and_the_server_takes() for person in (ana, bob)]
        failed = ana.page.locator("#failed-checks")
        room.keep("given", words[:1])
        room.cheat("turned_round", "Ana")
        ana.page.reload()
        expect(failed).to_contain_text("the opposite of what you signed", timeout=ENGINE_WAIT)
        expect(ana.page.locator("#ratify")).to_be_empty()
        room.keep("given", words)
        for cheat in ("cancelled_after_all", "void_after_all"):
            room.cheat(cheat, "Ana")
            ana.page.reload()
            expect(failed).to_contain_text(
                "Everybody has accepted it, and that is final", timeout=ENGINE_WAIT
            )


@pytest.mark.parametrize(
    ("cheat", "said"),
    [
        ("made_otherwise", "made another question of this than the one you typed: the title"),
        ("made_unsigned", "made a decision without signatures of this"),
    ],
)
def test_a_question_that_was_made_otherwise_is_not_shared(cheat, said, room, new_person):
    room.cheat(cheat)
    page = new_person(server=room.server).open("/new")
    page.get_by_role("button", name="a shared flat").click()
    expect(page.locator("#title")).not_to_have_value("")
    page.get_by_role("button", name="Make the link").click()
    expect(page.locator("#error-table")).to_contain_text(said, timeout=ENGINE_WAIT)
    assert page.url.endswith("/new")


def newcomer(room: SignedRoom, new_person, cheat: str, *, signed: bool) -> Viewer:
    """Bob, with a seat in a new decision, of which he is shown something else."""
    links = make_decision(room.server, people=2, signed=signed)
    room.cheat(cheat, "*")
    bob = Viewer("Bob", new_person(server=room.server))
    bob.join(links.group)
    return bob
