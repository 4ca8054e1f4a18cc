"""Several people, or one person several times, in the very same moment.

The steps run in threads with a database connection each, as in several server processes, on a real
SQLite file: only the database keeps them apart.
"""

import json
import secrets
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from negotiation import services
from negotiation.models import Ballot, Closing, Decision, Event, Round, Seat
from negotiation.proposal import read_proposal
from negotiation.refusals import Refusal
from parley.ballot import build_ballot
from parley.record import build_record
from receipts import services as receipts
from tests.negotiation.room import (
    FLATS,
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    new_room,
    new_secrets,
)

pytestmark = pytest.mark.django_db(transaction=True)

# Enough for the threads to meet in different ways.
TIMES = range(5)


def at_once(*steps: Callable[[], Any]) -> list[Any]:
    """Calls all steps in the same moment; each result, or the code of its refusal."""
    together = threading.Barrier(len(steps))
    results: list[Any] = [None] * len(steps)

    def run(index: int) -> None:
        try:
            together.wait()
            results[index] = steps[index]()
        except Refusal as refusal:
            results[index] = refusal.code
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(steps))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class Seated:
    """Somebody with a seat, who calls the steps themselves."""

    def __init__(self, room, name: str) -> None:
        self.decision, self.name = room.decision, name
        joined = services.join(room.decision, {"group": room.group_secret}, name)
        self.id, self.cookies = joined.seat, {"seat": joined.return_secret}

    def ballot(self, answers) -> str:
        return build_ballot(Round.objects.get().agenda, self.name, secrets.token_hex(32), answers)

    def submit(self, text: str, replaces: str | None = None):
        return lambda: services.submit(self.decision, self.cookies, text, replaces)

    def close(self, accepted: bool):
        outcome = services.state(self.decision, self.cookies)["outcome"]
        from parley.canonical import canonical_json

        fields = {
            "owner": self.name,
            "decision": json.loads(outcome["transcript"])["result"]["decision"],
            "transcript_hash": outcome["transcript_hash"],
            "accepted": accepted,
            "sig": None,
            "pubkey_hex": None,
        }
        text = canonical_json(fields)
        return lambda: services.close(self.decision, self.cookies, text)


def the_record_is_right() -> bool:
    round_, decision = Round.objects.get(), Decision.objects.get()
    bodies = list(Ballot.objects.values_list("body", flat=True))
    numbers = list(Event.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, decision.version + 1))
    receipt = json.loads(receipts.get(f"{decision.id}/1"))
    return (
        build_record(round_.agenda, bodies).canonical() == round_.transcript
        and receipt["transcript_hash"] == round_.transcript_hash
    )


@pytest.mark.parametrize("_time", TIMES)
def test_one_page_asks_for_its_decision_three_times_at_once(_time):
    proposal, made_up = read_proposal(FLATS), new_secrets()
    results = at_once(*[lambda: services.create(proposal, *made_up.values())] * 3)
    assert results == [services.Created(Decision.objects.get().id, None)] * 3
    assert Round.objects.count() == Event.objects.count() == 1


@pytest.mark.parametrize("_time", TIMES)
def test_all_people_answer_at_once(_time):
    room = new_room()
    people = [Seated(room, name) for name in ("Ana", "Bob", "Cara")]
    results = at_once(*(person.submit(person.ballot(LIKES_THE_SECOND)) for person in people))
    assert sorted(results) == sorted(Ballot.objects.values_list("digest", flat=True))
    assert Event.objects.filter(kind="all-in").count() == 1
    assert Decision.objects.get().state == "ratifying"
    assert the_record_is_right()


@pytest.mark.parametrize("_time", TIMES)
def test_one_person_answers_in_two_windows_at_once(_time):
    room = new_room()
    ana = Seated(room, "Ana")
    ballots = [ana.ballot(LIKES_THE_FIRST), ana.ballot(ONLY_THE_LAST)]
    results = at_once(*(ana.submit(text) for text in ballots))
    kept = Ballot.objects.get()
    assert sorted(results) == sorted([kept.digest, "stale"])
    assert kept.body == ballots[results.index(kept.digest)]
    assert Event.objects.filter(kind__in=["answered", "changed"]).count() == 1


@pytest.mark.parametrize("_time", TIMES)
def test_one_person_sends_the_same_answers_twice_at_once(_time):
    room = new_room()
    ana = Seated(room, "Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    results = at_once(*[ana.submit(text)] * 3)
    assert results == [Ballot.objects.get().digest] * 3
    assert Event.objects.filter(kind="answered").count() == 1


@pytest.mark.parametrize("_time", TIMES)
def test_a_change_of_answers_meets_the_last_answers(_time):
    room = new_room(people=2)
    ana, bob = Seated(room, "Ana"), Seated(room, "Bob")
    first = ana.submit(ana.ballot(LIKES_THE_FIRST))()
    changed = ana.ballot(ONLY_THE_FIRST)
    results = at_once(ana.submit(changed, first), bob.submit(bob.ballot(LIKES_THE_SECOND)))
    kept = Ballot.objects.get(seat_id=ana.id)
    assert results[0] in (kept.digest, "closed")
    assert (kept.body == changed) == (results[0] == kept.digest)
    assert kept.digest == first or results[0] != "closed"
    assert the_record_is_right()


@pytest.mark.parametrize("_time", TIMES)
def test_ten_people_want_three_places_at_once(_time):
    room = new_room()
    cookies = {"group": room.group_secret}
    results = at_once(
        *(lambda n=n: services.join(room.decision, cookies, f"Person {n}") for n in range(10))
    )
    assert results.count("full") == 7
    assert Seat.objects.count() == 3


@pytest.mark.parametrize("_time", TIMES)
def test_two_people_want_one_name_at_once(_time):
    room = new_room()
    cookies = {"group": room.group_secret}
    results = at_once(
        *(lambda name=name: services.join(room.decision, cookies, name) for name in ("Ana", "ANA"))
    )
    assert results.count("name-taken") == 1
    assert Seat.objects.count() == 1


@pytest.mark.parametrize("_time", TIMES)
def test_a_removal_meets_the_answers_of_that_person(_time):
    room = new_room()
    ana = Seated(room, "Ana")
    organiser = {"organiser": room.organiser_secret}
    answered, removed = at_once(
        ana.submit(ana.ballot(LIKES_THE_FIRST)),
        lambda: services.remove(room.decision, organiser, ana.id),
    )
    if answered == "removed":
        assert removed is None
        assert not Ballot.objects.exists()
    else:
        assert removed == "answered"
        assert Seat.objects.get().removed_at is None


@pytest.mark.parametrize("_time", TIMES)
def test_an_early_end_meets_the_last_answers(_time):
    room = new_room()
    ana, bob, cara = (Seated(room, name) for name in ("Ana", "Bob", "Cara"))
    for person in (ana, bob):
        person.submit(person.ballot(LIKES_THE_FIRST))()
    organiser = {"organiser": room.organiser_secret}
    answered, ended = at_once(
        cara.submit(cara.ballot(LIKES_THE_SECOND)),
        lambda: services.end_early(room.decision, organiser),
    )
    assert (answered == "removed") == (ended is None)
    assert (ended == "closed") == (answered != "removed")
    assert Event.objects.filter(kind="all-in").count() == 1
    assert the_record_is_right()


@pytest.mark.parametrize("_time", TIMES)
def test_everyone_closes_at_once_and_one_of_them_twice(_time):
    room = new_room(people=2)
    ana, bob = Seated(room, "Ana"), Seated(room, "Bob")
    for person in (ana, bob):
        person.submit(person.ballot(LIKES_THE_FIRST))()
    results = at_once(ana.close(True), ana.close(False), bob.close(True))
    assert sorted(map(str, results)) == ["None", "None", "already-closed"]
    assert results[2] is None
    declined = results[1] is None
    assert Decision.objects.get().state == ("declined" if declined else "agreed")
    assert Closing.objects.count() == 2
    receipt = json.loads(receipts.get(f"{room.decision}/1"))
    assert receipt["unanimous_acceptance"] is not declined
    assert len(receipt["acceptances"]) == 2


def signed_room(*names):
    """A signed decision for two whose people have answered nothing yet, each with their ballot."""
    room = new_room(people=2, signed=True)
    people = room.people(*names)
    return room, people, [person.ballot(LIKES_THE_FIRST) for person in people]


def submit(person, text, replaces=None):
    cookies = {"seat": person.return_secret}
    return lambda: services.submit(person.decision, cookies, text, replaces)


@pytest.mark.parametrize("_time", TIMES)
def test_one_page_asks_for_its_signed_decision_three_times_at_once(_time):
    proposal, made_up = read_proposal({**FLATS, "signed": True}), new_secrets()
    results = at_once(*[lambda: services.create(proposal, *made_up.values())] * 3)
    assert results[0] == results[1] == results[2]
    assert results[0].agenda == Round.objects.get().signed_agenda


@pytest.mark.parametrize("_time", TIMES)
def test_two_seats_bring_one_key_at_once(_time):
    _room, (ana, bob), _ballots = signed_room("Ana", "Bob")
    bob.key = ana.key
    steps = [submit(person, person.ballot(LIKES_THE_FIRST)) for person in (ana, bob)]
    assert at_once(*steps).count("key-taken") == 1
    assert Ballot.objects.count() == Seat.objects.filter(key=ana.public).count() == 1


@pytest.mark.parametrize("_time", TIMES)
def test_the_last_two_signed_ballots_make_one_roster(_time):
    _room, people, ballots = signed_room("Ana", "Bob")
    at_once(*(submit(*pair) for pair in zip(people, ballots, strict=True)))
    assert Event.objects.filter(kind="all-in").count() == 1
    outcome = people[0].state()["outcome"]
    assert outcome["ballots"] == ballots
    assert the_record_is_right()


@pytest.mark.parametrize("_time", TIMES)
def test_a_new_key_meets_the_last_answers(_time):
    room, (ana, bob), (first, last) = signed_room("Ana", "Bob")
    submit(ana, first)()
    organiser = {"organiser": room.organiser_secret}
    answered, replaced = at_once(
        submit(bob, last), lambda: services.replace_key(room.decision, organiser, ana.seat)
    )
    assert answered == Ballot.objects.get(seat_id=bob.seat).digest
    if replaced == "closed":
        assert the_record_is_right()
        assert Seat.objects.get(id=ana.seat).key == ana.public
    else:
        assert replaced is None
        assert Round.objects.get().signed_roster is None
        assert Seat.objects.get(id=ana.seat).former_keys == [ana.public]
