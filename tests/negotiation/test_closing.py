import json

import pytest

from negotiation.models import Closing
from parley.receipt import verify
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    kinds,
    new_room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agreed(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(LIKES_THE_SECOND)
    return room, ana, bob


@pytest.fixture
def deadlocked(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(ONLY_THE_FIRST)
    bob.answer(ONLY_THE_LAST)
    return room, ana, bob


def receipt_of(person):
    response = person.receipt()
    assert response.status_code == 200, response.content
    return response.content, json.loads(response.content)


def test_when_everyone_accepts_the_decision_is_agreed(agreed):
    _room, ana, bob = agreed
    assert ana.close().status_code == 200
    assert ana.state()["state"] == "ratifying"
    assert ana.state()["closed"] == 1
    assert bob.close().status_code == 200
    assert bob.state()["state"] == "agreed"
    assert kinds(ana)[-3:] == ["accepted", "accepted", "agreed"]
    assert [seat["status"] for seat in ana.state()["seats"]] == ["accepted", "accepted"]
    assert ana.state()["me"]["closing"] == "accepted"


def test_the_first_decline_decides_and_others_still_close(agreed):
    _room, ana, bob = agreed
    assert ana.close(False).status_code == 200
    assert ana.state()["state"] == "declined"
    assert bob.close().status_code == 200
    assert bob.state()["state"] == "declined"
    assert kinds(bob)[-2:] == ["declined", "accepted"]
    assert bob.state()["closed"] == 2


def test_a_deadlock_is_seen_by_each(deadlocked):
    _room, ana, bob = deadlocked
    assert ana.close().status_code == 200
    assert bob.close().status_code == 200
    assert bob.state()["state"] == "deadlock"
    assert [seat["status"] for seat in bob.state()["seats"]] == ["seen", "seen"]
    assert kinds(bob)[-2:] == ["seen", "seen"]


def test_a_deadlock_cannot_be_declined(deadlocked):
    _room, ana, _bob = deadlocked
    assert refused(ana.close(False), 422, "bad-acceptance")


def test_the_same_closing_again_changes_nothing(agreed):
    _room, ana, _bob = agreed
    text = ana.acceptance(True)
    for _ in range(2):
        assert ana.post("closing", acceptance=text).status_code == 200
    assert Closing.objects.count() == 1
    assert kinds(ana).count("accepted") == 1


def test_a_closing_is_final(agreed):
    _room, ana, _bob = agreed
    ana.close()
    assert refused(ana.close(False), 409, "already-closed")
    assert ana.state()["me"]["closing"] == "accepted"


def test_nobody_closes_before_the_outcome_stands(room):
    ana = room.person("Ana")
    assert refused(ana.post("closing", acceptance="{}"), 409, "not-ready")


def test_a_cancelled_decision_is_not_accepted_any_more(agreed):
    room, ana, _bob = agreed
    text = ana.acceptance(True)
    assert room.organiser().post("cancel").status_code == 204
    assert refused(ana.post("closing", acceptance=text), 409, "closed")


def test_without_a_seat_nobody_closes(agreed):
    room, ana, _bob = agreed
    text = ana.acceptance(True)
    assert refused(room.visitor().post("closing", acceptance=text), 403, "no-seat")


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"owner": "Bob"}, 422, "bad-acceptance"),
        ({"accepted": 1}, 422, "bad-acceptance"),
        ({"accepted": None}, 422, "bad-acceptance"),
        ({"sig": "0" * 128, "pubkey_hex": "0" * 64}, 422, "bad-acceptance"),
        ({"extra": 1}, 422, "bad-acceptance"),
        ({"transcript_hash": "0" * 64}, 409, "other-record"),
        ({"decision": None}, 409, "other-record"),
        ({"decision": {"flat": "Harbour", "rent": 980}}, 409, "other-record"),
    ],
)
def test_only_an_acceptance_of_this_record_by_this_person_is_taken(agreed, changed, status, code):
    _room, ana, _bob = agreed
    text = ana.acceptance(True, **changed)
    assert refused(ana.post("closing", acceptance=text), status, code)
    assert not Closing.objects.exists()


@pytest.mark.parametrize("text", ["", "null", "[]", "{", "{}", "[" * 60000])
def test_what_is_no_acceptance_is_refused(agreed, text):
    _room, ana, _bob = agreed
    assert refused(ana.post("closing", acceptance=text), 422, "bad-acceptance")


def test_an_acceptance_in_another_spelling_is_refused(agreed):
    _room, ana, _bob = agreed
    text = ana.acceptance(True).replace(", ", ",")
    assert refused(ana.post("closing", acceptance=text), 422, "bad-acceptance")


def test_the_receipt_stands_with_the_outcome_and_grows_with_the_closings(agreed):
    room, ana, bob = agreed
    raw, receipt = receipt_of(ana)
    assert receipt["acceptances"] == []
    assert receipt["unanimous_acceptance"] is False
    assert verify(raw).exit_code == 0
    bob.close()
    ana.close()
    raw, receipt = receipt_of(room.organiser())
    assert [acceptance["owner"] for acceptance in receipt["acceptances"]] == ["Ana", "Bob"]
    assert receipt["unanimous_acceptance"] is True
    assert receipt["max_min_verified"] is True
    assert receipt["participants"] == ["Ana", "Bob"]
    assert verify(raw).exit_code == 0


def test_the_receipts_of_a_decline_and_of_a_deadlock_verify(agreed, deadlocked):
    _room, ana, _bob = agreed
    ana.close(False)
    raw, receipt = receipt_of(ana)
    assert (receipt["status"], receipt["unanimous_acceptance"]) == ("agreed", False)
    assert verify(raw).exit_code == 0
    _room, ana, _bob = deadlocked
    ana.close()
    raw, receipt = receipt_of(ana)
    assert (receipt["status"], receipt["decision"]) == ("deadlock", None)
    assert verify(raw).exit_code == 0


def test_the_receipt_is_a_file_that_no_cache_keeps(agreed):
    _room, ana, _bob = agreed
    response = ana.receipt()
    assert response["Content-Disposition"] == 'attachment; filename="parley-receipt.json"'
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "no-store"


def test_there_is_no_receipt_before_the_outcome(room):
    assert refused(room.person("Ana").receipt(), 404, "no-receipt")


def test_the_group_link_alone_opens_no_receipt(agreed):
    room, _ana, _bob = agreed
    assert refused(room.visitor().receipt(), 403, "no-link")
