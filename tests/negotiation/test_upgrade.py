"""Decisions that an earlier version left unfinished, in a database that is then migrated."""

import secrets

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from negotiation.links import new_id, secret_hash
from parley.agenda import agenda_digest, build_agenda
from parley.ballot import ballot_digest, build_ballot
from parley.names import owner_key
from parley.receipt import build_receipt, receipt_text, verify
from parley.record import build_record
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    Person,
    Room,
    refused,
)

pytestmark = pytest.mark.django_db(transaction=True)

UNSIGNED = [("negotiation", "0002_organiser_secret_once"), ("receipts", "0001_initial")]
ATTRIBUTES = [{"name": "flat", "type": "text", "unit": None}]
OPTIONS = [{"flat": "Mill Lane"}, {"flat": "Harbour"}, {"flat": "Old Town"}]


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def newest():
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


@pytest.fixture
def before():
    """The tables and models of the version without signatures; migrated forward in the end."""
    yield migrate(UNSIGNED)
    migrate(newest())


def unsigned_decision(apps, answers):
    """A decision as that version kept it: for each name what was answered, None for not yet."""
    kept = {name: apps.get_model("negotiation", name) for name in ("Decision", "Round", "Seat")}
    Ballot, Event = (apps.get_model("negotiation", name) for name in ("Ballot", "Event"))
    room = Room(new_id(), secrets.token_urlsafe(32), secrets.token_urlsafe(32))
    decision = kept["Decision"].objects.create(
        id=room.decision,
        group_hash=secret_hash(room.group_secret),
        organiser_hash=secret_hash(room.organiser_secret),
        people=len(answers),
    )
    agenda = build_agenda(
        decision=room.decision,
        round=1,
        title="Which flat?",
        context="",
        attributes=ATTRIBUTES,
        options=OPTIONS,
        people=len(answers),
    )
    digest = agenda_digest(agenda)
    round_ = kept["Round"].objects.create(
        decision=decision, number=1, agenda=agenda, agenda_digest=digest
    )
    people, texts, kinds = [], [], [("created", None)]
    for owner, given in answers.items():
        person = Person(room.decision, owner, seat=new_id())
        person.return_secret = secrets.token_urlsafe(32)
        seat = kept["Seat"].objects.create(
            id=person.seat,
            decision=decision,
            owner=owner,
            owner_key=owner_key(owner),
            secret_hash=secret_hash(person.return_secret),
        )
        people.append(person)
        kinds.append(("joined", owner))
        if given is not None:
            text = build_ballot(agenda, owner, secrets.token_hex(32), given)
            person.digest = ballot_digest(text)
            Ballot.objects.create(round=round_, seat=seat, body=text, digest=person.digest)
            texts.append(text)
            kinds.append(("answered", owner))
    if len(texts) == len(answers):
        kinds.append(("all-in", None))
        finish(apps, decision, round_, texts, list(answers))
    for number, (kind, owner) in enumerate(kinds, start=1):
        Event.objects.create(decision=decision, number=number, kind=kind, owner=owner)
    decision.version = len(kinds)
    decision.save()
    return room, people


def finish(apps, decision, round_, texts, owners):
    record = build_record(round_.agenda, texts)
    round_.transcript, round_.transcript_hash = record.canonical(), record.hash()
    round_.status = record.result["status"]
    round_.save()
    decision.state = "ratifying" if round_.status == "agreed" else "deadlock"
    receipt = receipt_text(build_receipt("Which flat?", record, [], owners))
    Receipt = apps.get_model("receipts", "Receipt")
    Receipt.objects.create(key=f"{decision.id}/1", text=receipt)


def come_back(people):
    for person in people:
        assert person.enter("seat", person.return_secret).status_code == 204


def test_an_open_decision_is_answered_and_finished_after_the_upgrade(before):
    room, (ana, bob) = unsigned_decision(before, {"Ana": LIKES_THE_FIRST, "Bob": None})
    migrate(newest())
    come_back([ana, bob])
    assert ana.state()["me"]["digest"] == ana.digest
    assert ana.answer(LIKES_THE_SECOND).status_code == 200
    assert bob.answer(LIKES_THE_SECOND).status_code == 200
    assert ana.close().status_code == bob.close().status_code == 200
    assert ana.state()["state"] == "agreed"
    report = verify(room.organiser().receipt().content)
    assert (report.exit_code, report.proof) == (0, None)
    assert report.decision == {"flat": "Harbour"}


def test_a_decision_that_awaits_acceptance_is_read_closed_and_verified_after_the_upgrade(before):
    answers = {"Ana": LIKES_THE_FIRST, "Bob": ONLY_THE_FIRST}
    _room, (ana, bob) = unsigned_decision(before, answers)
    migrate(newest())
    come_back([ana, bob])
    assert ana.state()["outcome"]["participants"] == ["Ana", "Bob"]
    assert verify(ana.receipt().content).exit_code == 0
    assert ana.close().status_code == bob.close(False).status_code == 200
    assert ana.state()["state"] == "declined"
    report = verify(ana.receipt().content)
    assert (report.exit_code, len(report.acceptances)) == (0, 2)


def test_a_deadlock_is_still_seen_after_the_upgrade(before):
    answers = {"Ana": ONLY_THE_FIRST, "Bob": ONLY_THE_LAST}
    _room, (ana, bob) = unsigned_decision(before, answers)
    migrate(newest())
    come_back([ana, bob])
    assert ana.close().status_code == bob.close().status_code == 200
    assert [seat["status"] for seat in bob.state()["seats"]] == ["seen", "seen"]
    assert verify(bob.receipt().content).exit_code == 0


def test_an_earlier_decision_stays_unsigned(before):
    _room, (ana, _bob) = unsigned_decision(before, {"Ana": None, "Bob": None})
    migrate(newest())
    come_back([ana])
    state = ana.state()
    assert state["state"] == "open" and state["outcome"] is None
    assert refused(ana.send("{}", None), 422, "bad-ballot")
