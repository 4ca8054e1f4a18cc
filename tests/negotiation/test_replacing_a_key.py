"""Somebody lost the key: the organiser lets the seat answer with another, in sight of all."""

import json

import pytest
from nacl.signing import SigningKey

from negotiation import events
from negotiation.models import Ballot, Decision, Seat
from parley.protocol.round import read_round
from parley.receipt import verify
from parley.report import VERIFIED
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    Person,
    happened,
    new_room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room(transactional_db):
    return new_room(people=2, signed=True)


def replace_key(room, person):
    return room.organiser().post("replace-key", seat=person.seat)


def answer_with_a_new_key(person, answers=LIKES_THE_FIRST):
    person.key, person.digest = SigningKey.generate(), None
    return person.answer(answers)


def test_the_answers_are_dropped_and_everybody_sees_it(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    assert replace_key(room, ana).status_code == 204
    me = ana.state()["me"]
    assert me["key"] is me["ballot"] is me["digest"] is None
    assert not Ballot.objects.exists()
    assert bob.state()["answered"] == 0
    for person in (ana, bob, room.visitor()):
        assert happened(person)[-1] == ("new-key", "Ana")


def test_the_person_answers_anew_with_another_key(room):
    ana, _bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    replace_key(room, ana)
    assert answer_with_a_new_key(ana).status_code == 200
    assert ana.state()["me"]["key"] == ana.public
    assert happened(ana)[-1] == ("answered", "Ana")


def test_the_former_key_answers_no_more_neither_here_nor_from_another_seat(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    lost, old = ana.key, ana.state()["me"]["ballot"]
    replace_key(room, ana)
    assert refused(ana.send(old, None), 409, "key-taken")
    assert refused(ana.send(ana.ballot(ONLY_THE_FIRST), None), 409, "key-taken")
    bob.key = lost
    assert refused(bob.answer(LIKES_THE_FIRST), 409, "key-taken")
    assert answer_with_a_new_key(ana).status_code == 200
    ana.key = lost
    assert refused(ana.answer(ONLY_THE_FIRST), 409, "key-taken")


def test_the_roster_and_the_receipt_tell_of_every_former_key(room):
    ana, bob = room.people("Ana", "Bob")
    former = []
    for _ in range(2):
        answer_with_a_new_key(ana)
        former.append(ana.public)
        replace_key(room, ana)
    answer_with_a_new_key(ana)
    bob.answer(LIKES_THE_SECOND)
    outcome = bob.state()["outcome"]
    made = read_round(room.agenda, outcome["roster"], outcome["ballots"])
    assert made.roster.seats[0].former == tuple(former)
    assert made.roster.seats[0].key == ana.public
    assert made.roster.seats[1].former == ()
    for person in (ana, bob):
        assert person.close().status_code == 200
    report = verify(ana.receipt().content)
    assert report.result == VERIFIED
    assert [note.code for note in report.notes if "Ana" in str(note)] == ["keys-replaced"]


def test_a_key_is_not_replaced_once_the_roster_stands(room):
    ana, bob = room.people("Ana", "Bob")
    for person in (ana, bob):
        person.answer(LIKES_THE_FIRST)
    assert refused(replace_key(room, ana), 409, "closed")
    assert ana.close().status_code == 200


def test_a_seat_without_a_key_has_none_to_replace(room):
    ana = room.person("Ana")
    assert refused(replace_key(room, ana), 409, "no-key")
    ana.answer(LIKES_THE_FIRST)
    assert replace_key(room, ana).status_code == 204
    assert refused(replace_key(room, ana), 409, "no-key")
    assert happened(ana).count(("new-key", "Ana")) == 1


def test_an_unsigned_decision_has_no_keys_to_replace(transactional_db):
    room = new_room()
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    assert refused(replace_key(room, ana), 409, "no-key")
    assert Ballot.objects.count() == 1


def test_nobody_but_the_organiser_replaces_a_key(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    for person in (ana, bob, room.visitor()):
        assert refused(person.post("replace-key", seat=ana.seat), 403, "not-organiser")
    stranger = Person(room.decision)
    assert refused(stranger.post("replace-key", seat=ana.seat), 403, "no-link")
    assert Ballot.objects.count() == 1


@pytest.mark.parametrize("seat", ["", "0" * 32, "x" * 3000, "\x00"])
def test_a_seat_that_is_not_here_has_no_key_to_replace(room, seat):
    assert refused(room.organiser().post("replace-key", seat=seat), 404, "no-such-seat")


def test_a_seat_of_another_decision_keeps_its_key(room):
    elsewhere = new_room(signed=True).person("Ana")
    elsewhere.answer(LIKES_THE_FIRST)
    assert refused(replace_key(room, elsewhere), 404, "no-such-seat")


def test_a_key_is_replaced_as_often_as_a_roster_can_tell(room):
    ana, bob = room.people("Ana", "Bob")
    for _ in range(16):
        assert answer_with_a_new_key(ana).status_code == 200
        assert replace_key(room, ana).status_code == 204
    answer_with_a_new_key(ana)
    assert refused(replace_key(room, ana), 409, "too-many-keys")
    assert bob.answer(LIKES_THE_FIRST).status_code == 200
    assert (
        len(json.loads(json.loads(ana.state()["outcome"]["roster"])["body"])["seats"][0][3]) == 16
    )


def test_removing_the_seat_and_taking_the_name_anew_does_not_hide_a_former_key(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    lost = ana.key
    replace_key(room, ana)
    for again in ("ANA", "Ana"):
        assert room.organiser().post("remove", seat=ana.seat).status_code == 204
        ana = room.person(again)
    ana.key = lost
    assert refused(ana.answer(LIKES_THE_FIRST), 409, "key-taken")
    answer_with_a_new_key(ana)
    bob.answer(LIKES_THE_FIRST)
    seat = Seat.objects.get(id=ana.seat)
    assert seat.former_keys == [bytes(lost.verify_key).hex()]
    outcome = bob.state()["outcome"]
    made = read_round(room.agenda, outcome["roster"], outcome["ballots"])
    assert made.roster.seats[0].former == tuple(seat.former_keys)


def test_another_person_neither_inherits_a_former_key_nor_can_use_it(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    replace_key(room, ana)
    room.organiser().post("remove", seat=ana.seat)
    cara = room.person("Cara")
    assert Seat.objects.get(id=cara.seat).former_keys == []
    cara.key = ana.key
    assert refused(cara.answer(LIKES_THE_FIRST), 409, "key-taken")
    assert answer_with_a_new_key(cara).status_code == 200


def test_a_replaced_key_is_never_cut_from_the_log(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    replace_key(room, ana)
    decision = Decision.objects.get()
    for _ in range(250):
        events.append(decision, events.Kind.CHANGED, "Ana")
    assert happened(ana)[0] == ("new-key", "Ana")
