import json

import pytest

from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    Person,
    happened,
    new_room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_organiser_removes_someone_who_has_not_answered_and_everyone_sees_it(room):
    ana, bob = room.people("Ana", "Bob")
    assert room.organiser().post("remove", seat=bob.seat).status_code == 204
    assert happened(ana)[-1] == ("removed", "Bob")
    assert [seat["owner"] for seat in ana.state()["seats"]] == ["Ana"]


def test_a_removed_person_is_told_and_can_do_nothing_more(room):
    bob = room.person("Bob")
    text = bob.ballot(LIKES_THE_FIRST)
    room.organiser().post("remove", seat=bob.seat)
    assert refused(bob.send(text, None), 403, "removed")
    assert refused(bob.post("closing", acceptance="{}"), 403, "removed")
    state = bob.state()
    assert state["removed"] is True
    assert state["me"] is None


def test_a_removed_person_can_join_again_and_the_name_is_free(room):
    bob = room.person("Bob")
    room.organiser().post("remove", seat=bob.seat)
    assert bob.join("Bob").status_code == 201
    assert bob.state()["removed"] is False


def test_whoever_has_answered_stays(room):
    ana = room.person("Ana")
    ana.answer(LIKES_THE_FIRST)
    assert refused(room.organiser().post("remove", seat=ana.seat), 409, "answered")


@pytest.mark.parametrize("seat", ["", "0" * 32, "x" * 3000, "\x00"])
def test_a_seat_that_is_not_here_cannot_be_removed(room, seat):
    assert refused(room.organiser().post("remove", seat=seat), 404, "no-such-seat")


def test_a_seat_of_another_decision_cannot_be_removed(room):
    elsewhere = new_room().person("Ana")
    assert refused(room.organiser().post("remove", seat=elsewhere.seat), 404, "no-such-seat")


def test_ending_early_removes_who_has_not_answered_and_makes_the_record(room):
    ana, bob, cara = room.people("Ana", "Bob", "Cara")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(LIKES_THE_SECOND)
    assert room.organiser().post("close").status_code == 204
    state = ana.state()
    assert state["state"] == "ratifying"
    assert state["people"] == 2
    assert state["outcome"]["participants"] == ["Ana", "Bob"]
    assert happened(ana)[-3:] == [("removed", "Cara"), ("ended-early", None), ("all-in", None)]
    assert cara.state()["removed"] is True
    assert cara.state()["outcome"] is None
    ana.close()
    bob.close()
    assert ana.state()["state"] == "agreed"


def test_ending_early_works_with_a_list_of_names(transactional_db):
    room = new_room(people=None, names=["Ana", "Bob", "Cara"])
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(LIKES_THE_SECOND)
    assert room.organiser().post("close").status_code == 204
    assert json.loads(ana.receipt().content)["participants"] == ["Ana", "Bob"]


def test_one_answer_is_too_few_to_end(room):
    ana, _bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    assert refused(room.organiser().post("close"), 409, "too-few")
    assert len(ana.state()["seats"]) == 2


def test_the_organiser_cancels_what_is_not_finished(room):
    ana = room.person("Ana")
    assert room.organiser().post("cancel").status_code == 204
    assert ana.state()["state"] == "cancelled"
    assert refused(ana.answer(LIKES_THE_FIRST), 409, "closed")
    assert refused(room.visitor().join("Bob"), 409, "closed")
    for step in ("cancel", "close"):
        assert refused(room.organiser().post(step), 409, "closed")
    assert refused(room.organiser().post("remove", seat=ana.seat), 409, "closed")


@pytest.mark.parametrize("ending", [True, False])
def test_what_is_finished_cannot_be_cancelled(transactional_db, ending):
    room = new_room(people=2)
    people = room.people("Ana", "Bob")
    for person in people:
        person.answer(LIKES_THE_FIRST)
    for person in people:
        person.close(ending)
    assert refused(room.organiser().post("cancel"), 409, "closed")


@pytest.mark.parametrize("step", ["remove", "close", "cancel"])
def test_nobody_else_organises(room, step):
    ana = room.person("Ana")
    body = {"seat": ana.seat} if step == "remove" else {}
    assert refused(ana.post(step, **body), 403, "not-organiser")
    assert refused(room.visitor().post(step, **body), 403, "not-organiser")
    assert refused(Person(room.decision).post(step, **body), 403, "no-link")
