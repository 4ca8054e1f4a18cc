import json

import pytest

from negotiation.models import Ballot, Event
from parley.ballot import ballot_digest, build_ballot
from parley.consensus import verify_outcome
from parley.record import build_record
from parley.transcript import Transcript
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    new_room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(room):
    return [event["kind"] for event in room.visitor().state()["events"]]


def test_a_ballot_is_kept_exactly_as_it_came(room):
    ana = room.person("Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    response = ana.send(text, None)
    assert response.status_code == 200
    assert response.json() == {"digest": ballot_digest(text)}
    assert Ballot.objects.get().body == text
    assert ana.state()["me"]["digest"] == ballot_digest(text)


def test_the_same_ballot_again_changes_nothing(room):
    ana = room.person("Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    first = ana.send(text, None)
    version = ana.state()["version"]
    assert ana.send(text, None).json() == first.json()
    assert ana.send(text, "0" * 64).status_code == 200
    assert ana.state()["version"] == version


def test_the_last_ballot_can_be_retried_after_the_end(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    text = bob.ballot(LIKES_THE_FIRST)
    first = bob.send(text, None)
    assert bob.send(text, None).json() == first.json()
    assert kinds(room).count("all-in") == 1


def test_answers_can_be_changed_until_all_are_in(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    assert ana.answer(ONLY_THE_FIRST).status_code == 200
    assert Ballot.objects.count() == 1
    assert kinds(room)[-2:] == ["answered", "changed"]
    assert ana.state()["answered"] == 1


def test_a_page_that_did_not_see_the_newest_answers_cannot_overwrite_them(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    first = ana.digest
    ana.answer(ONLY_THE_FIRST)
    newest = Ballot.objects.get().body
    assert refused(ana.send(ana.ballot(LIKES_THE_SECOND), first), 409, "stale")
    assert refused(ana.send(ana.ballot(LIKES_THE_SECOND), None), 409, "stale")
    assert Ballot.objects.get().body == newest


def test_a_first_ballot_replaces_nothing(room):
    ana = room.person("Ana")
    assert refused(ana.send(ana.ballot(LIKES_THE_FIRST), "0" * 64), 409, "stale")
    assert not Ballot.objects.exists()


def test_the_last_ballot_makes_the_record(room):
    people = room.people("Ana", "Bob", "Cara")
    for person, answers in zip(
        people, [LIKES_THE_FIRST, LIKES_THE_SECOND, LIKES_THE_SECOND], strict=True
    ):
        assert person.answer(answers).status_code == 200
    state = people[0].state()
    assert state["state"] == "ratifying"
    assert kinds(room)[-1] == "all-in"
    outcome = state["outcome"]
    record = Transcript.from_dict(json.loads(outcome["transcript"]))
    assert record.hash() == outcome["transcript_hash"]
    assert verify_outcome(record, expected_owners=outcome["participants"])
    assert outcome["participants"] == ["Ana", "Bob", "Cara"]
    assert outcome["status"] == "agreed"
    assert record.result["decision"]["flat"] == "Mill Lane"
    again = build_record(state["agenda"], list(Ballot.objects.values_list("body", flat=True)))
    assert again.canonical() == outcome["transcript"]


def test_without_an_option_for_all_it_is_a_deadlock(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(ONLY_THE_FIRST)
    bob.answer(ONLY_THE_LAST)
    state = ana.state()
    assert state["state"] == "deadlock"
    assert state["outcome"]["status"] == "deadlock"
    assert kinds(room)[-2:] == ["all-in", "deadlock"]


def test_nothing_is_taken_after_the_end(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    late = ana.ballot(ONLY_THE_FIRST)
    ana.answer(LIKES_THE_FIRST)
    bob.answer(LIKES_THE_FIRST)
    assert refused(ana.send(late, ana.digest), 409, "closed")


def test_a_ballot_for_another_person_is_refused(room):
    ana, _bob = room.people("Ana", "Bob")
    text = build_ballot(ana.state()["agenda"], "Bob", "0" * 64, LIKES_THE_FIRST)
    assert refused(ana.send(text, None), 422, "bad-ballot")


def test_a_ballot_for_another_decision_is_refused(room):
    ana, elsewhere = room.person("Ana"), new_room().person("Ana")
    assert refused(ana.send(elsewhere.ballot(LIKES_THE_FIRST), None), 422, "bad-ballot")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: text + " ",
        lambda text: text.replace("1000", "1025"),
        lambda text: text.replace("1000", "1e3"),
        lambda text: text.replace("[false, 0]", "[false, 1]"),
        lambda text: text.replace(", [false, 0]", ""),
        lambda text: text.replace("true", "1"),
        lambda text: text.replace("{", '{"comment": "x", ', 1),
        lambda text: "[" * 20000,
        lambda text: '"\\ud800"',
        lambda text: "\x00",
    ],
)
def test_a_spoiled_ballot_is_refused(room, spoil):
    ana = room.person("Ana")
    assert refused(ana.send(spoil(ana.ballot(LIKES_THE_FIRST)), None), 422, "bad-ballot")
    assert not Ballot.objects.exists()


def test_a_visitor_without_a_seat_cannot_answer(room):
    ana = room.person("Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    assert refused(room.visitor().send(text, None), 403, "no-seat")


def test_events_are_numbered_without_gaps_and_the_last_is_the_version(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    numbers = list(Event.objects.order_by("number").values_list("number", flat=True))
    assert numbers == [1, 2, 3]
    assert ana.state()["version"] == 3
