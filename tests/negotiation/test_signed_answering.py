import json

import pytest
from nacl.signing import SigningKey

from negotiation.keys import CoordinatorKey, signer
from negotiation.models import Ballot, Decision, Seat
from parley.ballot import BALLOT_TYPE, build_ballot
from parley.net.identity import check_signature
from parley.protocol.closing import CLOSING_TYPE
from parley.protocol.round import read_round, read_typed
from parley.protocol.signed import sign
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    kinds,
    new_room,
    refused,
    with_fields,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room(transactional_db):
    return new_room(signed=True)


def body_of(text):
    return read_typed(text, BALLOT_TYPE).body


def test_a_signed_ballot_is_kept_to_the_letter_and_gives_the_seat_its_key(room):
    ana = room.person("Ana")
    assert ana.state()["me"]["key"] is None
    text = ana.ballot(LIKES_THE_FIRST)
    response = ana.send(text, None)
    assert response.status_code == 200
    assert response.json() == {"digest": read_typed(text, BALLOT_TYPE).digest}
    me = ana.state()["me"]
    assert (me["ballot"], me["key"], me["digest"]) == (text, ana.public, ana.digest)
    assert kinds(ana)[-1] == "answered"


def test_nobody_else_sees_a_ballot_or_a_key_before_all_are_in(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    kept = Ballot.objects.get()
    nonce = json.loads(kept.body)["nonce"]
    for other in (bob, room.visitor(), room.organiser()):
        state = other.state()
        assert state["outcome"] is None
        seen = json.dumps({**state, "agenda": "", "signed_agenda": ""})
        sig = json.loads(kept.signed)["sig"]
        for hidden in (ana.public, kept.digest, nonce, sig, "1000", "false, 0"):
            assert hidden not in seen


def test_the_same_text_again_changes_nothing(room):
    ana = room.person("Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    first = ana.send(text, None)
    version = ana.state()["version"]
    assert ana.send(text, None).json() == first.json()
    assert ana.send(text, "0" * 64).status_code == 200
    assert ana.state()["version"] == version


def test_answers_can_be_changed_until_all_are_in(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    text = ana.ballot(ONLY_THE_FIRST)
    assert ana.send(text, ana.digest).status_code == 200
    assert ana.state()["me"]["ballot"] == text
    assert kinds(ana)[-2:] == ["answered", "changed"]


def test_a_device_that_did_not_see_the_newest_answers_cannot_overwrite_them(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    first = ana.digest
    ana.answer(ONLY_THE_FIRST)
    newest = Ballot.objects.get().signed
    assert refused(ana.send(ana.ballot(LIKES_THE_SECOND), first), 409, "stale")
    assert refused(ana.send(ana.ballot(LIKES_THE_SECOND), None), 409, "stale")
    assert Ballot.objects.get().signed == newest


def test_a_ballot_that_was_replaced_does_not_come_back(room):
    ana = room.person("Ana")
    old = ana.ballot(LIKES_THE_FIRST)
    ana.send(old, None)
    ana.answer(ONLY_THE_FIRST)
    assert refused(ana.send(old, ana.digest), 409, "used-nonce")
    nonce = json.loads(body_of(old))["nonce"]
    assert refused(ana.send(ana.ballot(LIKES_THE_SECOND, nonce), ana.digest), 409, "used-nonce")
    assert ana.answer(LIKES_THE_FIRST).status_code == 200


def test_of_replaced_answers_nothing_but_the_nonce_is_kept(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    ana.answer(ONLY_THE_FIRST)
    assert Ballot.objects.count() == 1
    assert Seat.objects.get().used_nonces.count() == 2


def test_a_seat_answers_with_one_key(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    ana.key = SigningKey.generate()
    assert refused(ana.answer(ONLY_THE_FIRST), 409, "other-key")
    assert Seat.objects.get().key != ana.public


def test_a_refused_first_ballot_binds_no_key(room):
    ana = room.person("Ana")
    assert refused(ana.send(ana.ballot(LIKES_THE_FIRST), "0" * 64), 409, "stale")
    assert ana.state()["me"]["key"] is None
    ana.key = SigningKey.generate()
    assert ana.answer(LIKES_THE_FIRST).status_code == 200


def test_no_two_seats_have_one_key(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.key = ana.key
    assert refused(bob.answer(LIKES_THE_FIRST), 409, "key-taken")
    assert bob.state()["me"]["key"] is None


def test_no_seat_changes_over_to_the_key_of_another(room):
    ana, bob = room.people("Ana", "Bob")
    for person in (ana, bob):
        person.answer(LIKES_THE_FIRST)
    bob.key = ana.key
    assert refused(bob.answer(ONLY_THE_FIRST), 409, "key-taken")


def test_no_seat_has_the_coordinators_key(room):
    ana = room.person("Ana")
    decision = Decision.objects.get()
    coordinator = signer(CoordinatorKey(decision.coordinator, decision.coordinator_secret))
    body = body_of(ana.ballot(LIKES_THE_FIRST))
    text = sign(BALLOT_TYPE, body, decision.coordinator, coordinator).text
    assert refused(ana.send(text, None), 422, "bad-ballot")


def test_a_key_serves_in_another_decision_too(room):
    ana, elsewhere = room.person("Ana"), new_room(signed=True).person("Ana")
    ana.answer(LIKES_THE_FIRST)
    elsewhere.key = ana.key
    assert elsewhere.answer(LIKES_THE_FIRST).status_code == 200


def test_a_ballot_of_another_decision_is_refused(room):
    ana, elsewhere = room.person("Ana"), new_room(signed=True).person("Ana")
    elsewhere.key = ana.key
    assert refused(ana.send(elsewhere.ballot(LIKES_THE_FIRST), None), 422, "bad-ballot")


def test_a_ballot_for_another_person_is_refused(room):
    ana, _bob = room.people("Ana", "Bob")
    body = build_ballot(ana.state()["agenda"], "Bob", "0" * 64, LIKES_THE_FIRST)
    assert refused(ana.send(ana.sign(BALLOT_TYPE, body), None), 422, "bad-ballot")


def test_an_unsigned_ballot_is_refused_in_a_signed_decision(room):
    ana = room.person("Ana")
    assert refused(ana.send(body_of(ana.ballot(LIKES_THE_FIRST)), None), 422, "bad-ballot")


def test_a_signed_ballot_is_refused_in_an_unsigned_decision(room):
    plain = new_room().person("Ana")
    body = plain.ballot(LIKES_THE_FIRST)
    text = room.person("Ana").sign(BALLOT_TYPE, body)
    assert refused(plain.send(text, None), 422, "bad-ballot")
    assert plain.send(body, None).status_code == 200


def another_signature(text):
    """Another key's signature under the name of the first."""
    other = SigningKey.generate()
    message = read_typed(text, BALLOT_TYPE).message
    return with_fields(text, sig=other.sign(message).signature.hex())


@pytest.mark.parametrize(
    "spoil",
    [
        another_signature,
        # A valid signature, over other answers.
        lambda text: with_fields(text, body=body_of(text).replace("1000", "1001")),
        lambda text: with_fields(text, sig="0" * 128),
        lambda text: with_fields(text, key="0" * 64),
        lambda text: with_fields(text, key=json.loads(text)["key"].upper()),
        lambda text: with_fields(text, key=None),
        lambda text: with_fields(text, type=CLOSING_TYPE),
        lambda text: with_fields(text, comment="x"),
        lambda text: text.replace('"sig"', '"sig": "' + "0" * 128 + '", "sig"'),
        lambda text: text.replace('", "key', '","key'),
        lambda text: text + "\n",
        lambda text: text.replace("1000", "1e3"),
        lambda text: with_fields(text, body=body_of(text) + " " * 17_000),
        lambda text: text[:-1],
        lambda text: "",
        lambda text: "null",
        lambda text: "[" * 20_000,
        lambda text: '{"body": "\\ud800"}',
    ],
)
def test_a_spoiled_ballot_is_refused_and_leaves_nothing(room, spoil):
    ana = room.person("Ana")
    text = ana.ballot(LIKES_THE_FIRST)
    assert refused(ana.send(spoil(text), None), 422, "bad-ballot")
    assert not Ballot.objects.exists()
    assert ana.state()["me"]["key"] is None
    assert ana.send(text, None).status_code == 200


@pytest.mark.parametrize(
    "respell",
    [
        lambda body: body.replace("1000", "1000.0"),
        lambda body: body.replace("{", '{"nonce": "' + "0" * 64 + '", ', 1),
        lambda body: body.replace(", ", ","),
        lambda body: body.replace("[true, 100]", "[true, 1e2]"),
        lambda body: body + " " * 17_000,
    ],
)
def test_a_body_that_is_validly_signed_in_another_spelling_is_refused(room, respell):
    ana = room.person("Ana")
    body = respell(body_of(ana.ballot(LIKES_THE_FIRST)))
    assert refused(ana.send(ana.sign(BALLOT_TYPE, body), None), 422, "bad-ballot")


def test_a_text_larger_than_any_ballot_is_not_read(room):
    assert refused(room.person("Ana").send("x" * 70_000, None), 413, "too-big")


def test_the_last_ballot_makes_the_roster_and_the_record(room):
    people = room.people("Cara", "Ana", "Bob")
    for person in people:
        assert person.state()["outcome"] is None
        assert person.answer(LIKES_THE_SECOND).status_code == 200
    state = people[0].state()
    assert state["state"] == "ratifying"
    assert kinds(people[0])[-1] == "all-in"
    outcome = state["outcome"]
    made = read_round(state["signed_agenda"], outcome["roster"], outcome["ballots"])
    assert all(signed.holds(check_signature) for signed in made.signed_texts)
    assert made.roster.owners == outcome["participants"] == ["Ana", "Bob", "Cara"]
    in_order = sorted(people, key=lambda person: person.name)
    for seat, person, text in zip(made.roster.seats, in_order, outcome["ballots"], strict=True):
        assert (seat.owner, seat.key, seat.ballot) == (person.name, person.public, person.digest)
        assert seat.former == ()
        assert text == person.state()["me"]["ballot"]
    assert made.record.canonical() == outcome["transcript"]
    assert made.record.hash() == outcome["transcript_hash"]
    assert outcome["closings"] == outcome["acceptances"] == []


def test_roster_and_ballots_are_for_seats_and_the_organiser_only(transactional_db):
    room = new_room(signed=True, people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(ONLY_THE_LAST)
    assert ana.state()["outcome"] == room.organiser().state()["outcome"] is not None
    assert room.visitor().state()["outcome"] is None
    assert ana.public not in json.dumps(room.visitor().state())


def test_the_roster_is_final(transactional_db):
    room = new_room(signed=True, people=2)
    ana, bob = room.people("Ana", "Bob")
    late = ana.ballot(ONLY_THE_FIRST)
    ana.answer(LIKES_THE_FIRST)
    text = bob.ballot(LIKES_THE_FIRST)
    assert bob.send(text, None).status_code == 200
    roster = ana.state()["outcome"]["roster"]
    assert bob.send(text, None).status_code == 200
    assert refused(ana.send(late, ana.digest), 409, "closed")
    ana.close()
    assert bob.state()["outcome"]["roster"] == roster


def test_an_early_end_signs_the_roster_of_those_who_answered(room):
    ana, bob, cara = room.people("Ana", "Bob", "Cara")
    for person in (ana, bob):
        person.answer(LIKES_THE_FIRST)
    assert room.organiser().post("close").status_code == 204
    outcome = ana.state()["outcome"]
    made = read_round(room.agenda, outcome["roster"], outcome["ballots"])
    assert made.roster.owners == ["Ana", "Bob"]
    assert cara.state()["removed"] is True


def test_a_signed_list_of_names_does_not_end_without_one_of_them(transactional_db):
    room = new_room(signed=True, people=None, names=["Ana", "Bob", "Cara"])
    people = room.people("Ana", "Bob")
    for person in people:
        person.answer(LIKES_THE_FIRST)
    assert refused(room.organiser().post("close"), 409, "names-signed")
    cara = room.person("Cara")
    assert cara.answer(LIKES_THE_FIRST).status_code == 200
    assert cara.state()["outcome"]["participants"] == ["Ana", "Bob", "Cara"]


def test_without_the_servers_key_the_last_ballot_is_refused_and_can_be_sent_again(
    transactional_db, settings
):
    room = new_room(signed=True, people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    text = bob.ballot(LIKES_THE_FIRST)
    right, settings.COORDINATOR_KEY = settings.COORDINATOR_KEY, b"k" * 32
    assert refused(bob.send(text, None), 503, "key-unreadable")
    assert bob.state()["state"] == "open" and bob.state()["me"]["key"] is None
    settings.COORDINATOR_KEY = right
    assert bob.send(text, None).status_code == 200
    assert bob.state()["state"] == "ratifying"
