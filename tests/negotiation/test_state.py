import json
import re

import pytest

from negotiation.models import Ballot
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_LAST,
    Person,
    new_room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)

KEYS = {
    "version",
    "state",
    "round",
    "agenda",
    "agenda_digest",
    "signed_agenda",
    "people",
    "names",
    "seats",
    "answered",
    "closed",
    "me",
    "removed",
    "organiser",
    "events",
    "outcome",
}


def test_a_stranger_sees_nothing(room):
    room.person("Ana")
    response = Person(room.decision).client.get(f"/d/{room.decision}/state")
    assert refused(response, 403, "no-link")
    assert b"Ana" not in response.content


def test_forged_cookies_open_nothing(room):
    stranger = Person(room.decision)
    for kind in ("group", "seat", "organiser"):
        stranger.client.cookies[kind] = "x" * 43
    assert refused(stranger.client.get(stranger.path("state")), 403, "no-link")


def test_the_state_has_the_promised_parts(room):
    assert room.visitor().state().keys() == KEYS
    assert room.organiser().state()["organiser"] is True
    assert room.visitor().state()["organiser"] is False


def test_until_all_are_in_nobody_sees_anything_of_an_answer(room):
    ana, bob = room.people("Ana", "Bob")
    ana.answer([[True, 777], [True, 333], [False, 0]])
    ana.answer([[True, 778], [True, 334], [False, 0]])
    ballot = Ballot.objects.get()
    nonce = json.loads(ballot.body)["nonce"]
    for other in (bob, room.visitor(), room.organiser()):
        response = other.client.get(other.path("state"))
        state = response.json()
        assert state["outcome"] is None
        # The agenda's own numbers are left out of the search.
        seen = json.dumps({**state, "agenda": ""})
        for secret in (ballot.body, ballot.digest, nonce, "acceptable", "false, 0"):
            assert secret not in seen
        # By themselves: within ids and times three digits turn up by chance.
        assert not re.search(r"\b(778|334)\b", seen)
        assert [seat["status"] for seat in state["seats"]] == ["answered", "joined"]


def test_two_different_ballots_leave_the_same_traces(transactional_db):
    def traces(answers):
        room = new_room()
        room.person("Ana").answer(answers)
        state = room.visitor().state()
        for event in state["events"]:
            del event["at"]
        for seat in state["seats"]:
            del seat["seat"]
        return {**state, "agenda": "", "agenda_digest": ""}

    assert traces(LIKES_THE_FIRST) == traces(ONLY_THE_LAST)


def test_the_outcome_is_for_seats_and_the_organiser_only(transactional_db):
    room = new_room(people=2)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(LIKES_THE_SECOND)
    assert ana.state()["outcome"] == room.organiser().state()["outcome"] is not None
    assert room.visitor().state()["outcome"] is None
    # Nor does the last event of the group's view tell it.
    assert "Mill Lane" not in json.dumps({**room.visitor().state(), "agenda": ""})


def test_acceptances_are_part_of_the_outcome_in_order_of_name(transactional_db):
    room = new_room(people=2)
    bob, ana = room.people("Bob", "Ana")
    for person in (bob, ana):
        person.answer(LIKES_THE_FIRST)
    for person in (bob, ana):
        person.close()
    acceptances = ana.state()["outcome"]["acceptances"]
    assert [acceptance["owner"] for acceptance in acceptances] == ["Ana", "Bob"]
    assert acceptances[0].keys() == {
        "owner",
        "decision",
        "transcript_hash",
        "accepted",
        "sig",
        "pubkey_hex",
    }


def test_no_secret_and_no_hash_of_one_is_ever_in_a_state(room):
    ana = room.person("Ana")
    from negotiation.models import Decision, Seat

    decision = Decision.objects.get()
    hidden = [
        room.group_secret,
        room.organiser_secret,
        ana.return_secret,
        decision.group_hash,
        decision.organiser_hash,
        Seat.objects.get().secret_hash,
    ]
    for person in (ana, room.organiser()):
        seen = json.dumps(person.state())
        assert not [secret for secret in hidden if secret in seen]


def test_a_long_log_is_cut_to_its_newest_events(room):
    from negotiation import events
    from negotiation.models import Decision

    decision = Decision.objects.get()
    for _ in range(300):
        events.append(decision, events.Kind.CHANGED, "Ana")
    numbers = [event["number"] for event in room.visitor().state()["events"]]
    assert numbers == list(range(102, 302))


def test_what_the_organiser_did_to_others_is_never_cut_from_the_log(room):
    from negotiation import events
    from negotiation.models import Decision

    decision = Decision.objects.get()
    kinds = [events.Kind.REMOVED, events.Kind.ENDED_EARLY, events.Kind.CANCELLED]
    for kind in (*kinds, *[events.Kind.CHANGED] * 250, events.Kind.REMOVED):
        events.append(decision, kind, "Ana")
    shown = room.visitor().state()["events"]
    assert [event["kind"] for event in shown[:3]] == ["removed", "ended-early", "cancelled"]
    assert shown[-1]["kind"] == "removed"
    numbers = [event["number"] for event in shown]
    assert numbers == sorted(numbers) and len(numbers) == 204


def test_states_are_kept_by_no_cache(room):
    visitor = room.visitor()
    assert visitor.client.get(visitor.path("state"))["Cache-Control"] == "no-store"
