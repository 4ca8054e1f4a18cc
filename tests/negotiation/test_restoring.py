"""What is not finished when a backup is put back ends, where everyone sees it."""

from io import StringIO

import pytest
from django.core.management import call_command

from negotiation.models import Decision
from tests.negotiation.room import LIKES_THE_FIRST, ONLY_THE_FIRST, ONLY_THE_LAST, new_room, refused

pytestmark = pytest.mark.django_db(transaction=True)


def void_unfinished() -> str:
    said = StringIO()
    call_command("void_unfinished", stdout=said)
    return said.getvalue()


def answered(*answers, **changed):
    """A decision of two people with these answers, and the people."""
    room = new_room(people=2, **changed)
    people = room.people("Ana", "Bob")
    for person, answer in zip(people, answers, strict=False):
        assert person.answer(answer).status_code == 200
    return room, people


def test_an_open_decision_ends_and_takes_nothing_more():
    room, (_ana, bob) = answered(LIKES_THE_FIRST)
    assert void_unfinished() == "Ended without a result: 1\n"
    state = bob.state()
    assert state["state"] == "void"
    assert (state["events"][-1]["kind"], state["outcome"]) == ("void", None)
    assert refused(bob.answer(LIKES_THE_FIRST), 409, "closed")
    assert refused(room.visitor().join("Cara"), 409, "closed")
    assert refused(room.organiser().post("cancel"), 409, "closed")


@pytest.mark.parametrize("is_signed", [True, False])
def test_an_outcome_that_is_being_ratified_ends_and_its_receipt_stays(is_signed):
    _room, (ana, bob) = answered(LIKES_THE_FIRST, LIKES_THE_FIRST, signed=is_signed)
    assert ana.close().status_code == 200
    before = ana.receipt().content
    void_unfinished()
    assert refused(bob.close(), 409, "closed")
    assert bob.state()["state"] == "void"
    assert ana.receipt().content == before


def test_what_was_finished_stays_as_it_is():
    _room, agreed = answered(LIKES_THE_FIRST, LIKES_THE_FIRST)
    for person in agreed:
        person.close()
    _room, (declining, _other) = answered(LIKES_THE_FIRST, LIKES_THE_FIRST)
    declining.close(False)
    answered(ONLY_THE_FIRST, ONLY_THE_LAST)
    before = list(Decision.objects.order_by("id").values())
    assert {decision["state"] for decision in before} == {"agreed", "declined", "deadlock"}
    assert void_unfinished() == "Ended without a result: 0\n"
    assert list(Decision.objects.order_by("id").values()) == before
