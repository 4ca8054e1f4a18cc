import json

import pytest
from nacl.signing import SigningKey

from negotiation.models import Closing
from parley.canonical import canonical_json
from parley.protocol.closing import CLOSING_TYPE
from parley.protocol.round import read_typed
from parley.receipt import FIELDS, verify
from parley.report import FAILED, NOT_PROVABLE, VERIFIED
from tests.negotiation.room import (
    LIKES_THE_FIRST,
    LIKES_THE_SECOND,
    ONLY_THE_FIRST,
    ONLY_THE_LAST,
    Person,
    kinds,
    new_room,
    refused,
    with_fields,
)

pytestmark = pytest.mark.django_db(transaction=True)


def two(first, second):
    room = new_room(people=2, signed=True)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(first)
    bob.answer(second)
    return room, ana, bob


@pytest.fixture
def agreed(transactional_db):
    return two(LIKES_THE_FIRST, LIKES_THE_SECOND)


@pytest.fixture
def deadlocked(transactional_db):
    return two(ONLY_THE_FIRST, ONLY_THE_LAST)


def report_on(person):
    response = person.receipt()
    assert response.status_code == 200, response.content
    return verify(response.content)


def test_a_signed_closing_is_kept_to_the_letter_and_shown_in_roster_order(agreed):
    _room, ana, bob = agreed
    theirs, mine = bob.closing(), ana.closing()
    assert bob.post("closing", closing=theirs).status_code == 200
    assert ana.state()["outcome"]["closings"] == [theirs]
    assert ana.post("closing", closing=mine).status_code == 200
    assert ana.state()["outcome"]["closings"] == [mine, theirs]


def test_when_everyone_accepts_the_decision_is_agreed(agreed):
    _room, ana, bob = agreed
    assert ana.close().status_code == 200
    assert ana.state()["state"] == "ratifying" and ana.state()["closed"] == 1
    assert bob.close().status_code == 200
    assert bob.state()["state"] == "agreed"
    assert kinds(ana)[-3:] == ["accepted", "accepted", "agreed"]
    assert ana.state()["me"]["closing"] == "accepted"
    acceptances = ana.state()["outcome"]["acceptances"]
    assert [one["owner"] for one in acceptances] == ["Ana", "Bob"]
    assert acceptances == json.loads(ana.receipt().content)["acceptances"]


def test_the_first_decline_decides_and_others_still_close(agreed):
    _room, ana, bob = agreed
    assert ana.close(False).status_code == bob.close().status_code == 200
    assert bob.state()["state"] == "declined"
    assert kinds(bob)[-2:] == ["declined", "accepted"]


def test_a_deadlock_is_seen_and_cannot_be_declined(deadlocked):
    _room, ana, bob = deadlocked
    assert refused(ana.close(False), 422, "bad-acceptance")
    assert ana.close().status_code == bob.close().status_code == 200
    assert bob.state()["state"] == "deadlock"
    assert kinds(bob)[-2:] == ["seen", "seen"]


def test_the_same_closing_again_changes_nothing(agreed):
    _room, ana, bob = agreed
    text = ana.closing()
    for _ in range(2):
        assert ana.post("closing", closing=text).status_code == 200
    bob.close()
    assert ana.post("closing", closing=text).status_code == 200
    assert Closing.objects.count() == 2
    assert kinds(ana).count("accepted") == 2


def test_a_closing_is_final(agreed):
    _room, ana, _bob = agreed
    ana.close()
    assert refused(ana.close(False), 409, "already-closed")


def test_nobody_closes_before_the_roster_stands(agreed):
    _room, ana, _bob = agreed
    text = ana.closing()
    early = new_room(signed=True).person("Ana")
    early.key = ana.key
    early.answer(LIKES_THE_FIRST)
    assert refused(early.post("closing", closing=text), 409, "not-ready")


def test_a_cancelled_decision_is_not_accepted_any_more(agreed):
    room, ana, _bob = agreed
    text = ana.closing()
    assert room.organiser().post("cancel").status_code == 204
    assert refused(ana.post("closing", closing=text), 409, "closed")


def test_a_closing_of_another_record_or_another_roster_is_refused(agreed):
    _room, ana, _bob = agreed
    for changed in ({"transcript_hash": "0" * 64}, {"roster": "0" * 64}):
        text = ana.closing(True, **changed)
        assert refused(ana.post("closing", closing=text), 409, "other-record")
    assert not Closing.objects.exists()


def test_a_closing_of_the_same_outcome_in_another_decision_is_refused(agreed):
    _room, ana, _bob = agreed
    _other_room, elsewhere, _other_bob = two(LIKES_THE_FIRST, LIKES_THE_SECOND)
    assert (
        elsewhere.state()["outcome"]["transcript_hash"]
        == (ana.state()["outcome"]["transcript_hash"])
    )
    elsewhere.key = ana.key
    assert refused(ana.post("closing", closing=elsewhere.closing()), 409, "other-record")


def test_a_closing_with_another_key_is_refused(agreed):
    _room, ana, bob = agreed
    for key in (SigningKey.generate(), bob.key):
        ana.key = key
        assert refused(ana.close(), 409, "other-key")
    assert not Closing.objects.exists()


def test_nobody_closes_for_another_person(agreed):
    _room, ana, bob = agreed
    assert refused(ana.post("closing", closing=bob.closing()), 422, "bad-acceptance")
    in_her_name = bob.closing(True, owner="Ana")
    assert refused(ana.post("closing", closing=in_her_name), 409, "other-key")
    stranger = ana.closing(True, owner="Cara")
    assert refused(ana.post("closing", closing=stranger), 422, "bad-acceptance")
    assert not Closing.objects.exists()


def body_of(text):
    return read_typed(text, CLOSING_TYPE).body


@pytest.mark.parametrize(
    "spoil",
    [
        # A valid signature, over the opposite.
        lambda text: with_fields(text, body=body_of(text).replace("true", "false")),
        lambda text: with_fields(text, sig="0" * 128),
        lambda text: with_fields(text, type="parley/2/ballot"),
        lambda text: with_fields(text, comment="x"),
        lambda text: text.replace('"sig"', '"sig": "' + "0" * 128 + '", "sig"'),
        lambda text: text + " ",
        lambda text: with_fields(text, body=body_of(text) + " " * 1024),
        body_of,
        lambda text: "",
        lambda text: "null",
        lambda text: "[" * 60_000,
    ],
)
def test_a_spoiled_closing_is_refused(agreed, spoil):
    _room, ana, _bob = agreed
    text = ana.closing()
    assert refused(ana.post("closing", closing=spoil(text)), 422, "bad-acceptance")
    assert not Closing.objects.exists()
    assert ana.post("closing", closing=text).status_code == 200


@pytest.mark.parametrize(
    "respell",
    [
        lambda body: body.replace('"accepted": true', '"accepted": false, "accepted": true'),
        lambda body: body.replace('"accepted": true', '"accepted": 1'),
        lambda body: body.replace(", ", ","),
        lambda body: body.replace("{", '{"note": 1, ', 1),
    ],
)
def test_a_body_that_is_validly_signed_in_another_spelling_is_refused(agreed, respell):
    _room, ana, _bob = agreed
    body = respell(body_of(ana.closing()))
    text = ana.sign(CLOSING_TYPE, body)
    assert refused(ana.post("closing", closing=text), 422, "bad-acceptance")


def test_a_text_larger_than_any_closing_is_not_read(agreed):
    _room, ana, _bob = agreed
    assert refused(ana.post("closing", closing="x" * 300_000), 413, "too-big")


def test_a_signed_decision_takes_no_unsigned_acceptance(agreed):
    _room, ana, _bob = agreed
    text = Person.acceptance(ana, True)
    assert refused(ana.post("closing", acceptance=text), 422, "bad-acceptance")
    assert refused(ana.post("closing", closing=text), 422, "bad-acceptance")


def test_an_unsigned_decision_takes_no_signed_closing(agreed):
    _room, ana, _bob = agreed
    room = new_room(people=2)
    plain = room.people("Ana", "Bob")
    for person in plain:
        person.answer(LIKES_THE_FIRST)
    text = plain[0].acceptance(True)
    for sent in (text, ana.closing()):
        assert refused(plain[0].post("closing", closing=sent), 422, "bad-acceptance")
    assert plain[0].post("closing", acceptance=text).status_code == 200


@pytest.mark.parametrize("value", [None, 7, True, [], {}])
def test_a_closing_is_text(agreed, value):
    _room, ana, _bob = agreed
    assert refused(ana.post("closing", closing=value), 400, "malformed")


def test_the_receipt_has_proof_from_the_outcome_on_and_grows_with_the_closings(agreed):
    room, ana, bob = agreed
    report = report_on(ana)
    assert (report.result, report.exit_code) == (NOT_PROVABLE, 1)
    assert (report.proof.closed, report.proof.people) == (0, 2)
    bob.close()
    report = report_on(ana)
    assert (report.result, report.proof.closed) == (NOT_PROVABLE, 1)
    assert not report.findings
    ana.close()
    report = report_on(room.organiser())
    assert (report.result, report.exit_code) == (VERIFIED, 0)
    assert report.headline.code == "headline-accepted"
    assert (report.proof.closed, report.proof.people) == (2, 2)
    receipt = json.loads(ana.receipt().content)
    assert receipt.keys() == {*FIELDS, "proof"}
    assert receipt["unanimous_acceptance"] is receipt["max_min_verified"] is True
    assert receipt["proof"]["agenda"] == json.loads(room.agenda)
    assert [canonical_json(one) for one in receipt["proof"]["closings"]] == (
        ana.state()["outcome"]["closings"]
    )


def test_the_receipt_of_a_decline_verifies_and_says_by_whom(agreed):
    _room, ana, bob = agreed
    bob.close(False)
    assert report_on(ana).result == NOT_PROVABLE
    ana.close()
    report = report_on(ana)
    assert (report.result, report.exit_code) == (VERIFIED, 0)
    assert report.headline.code == "headline-declined"
    assert "Bob" in str(report.headline)
    assert json.loads(ana.receipt().content)["unanimous_acceptance"] is False


def test_the_receipt_of_a_deadlock_verifies_once_everybody_has_seen_it(deadlocked):
    _room, ana, bob = deadlocked
    ana.close()
    assert report_on(ana).result == NOT_PROVABLE
    bob.close()
    report = report_on(ana)
    assert (report.result, report.headline.code) == (VERIFIED, "headline-deadlock")
    assert report.decision is None


def test_a_receipt_whose_signed_texts_were_changed_fails(agreed):
    _room, ana, bob = agreed
    ana.close()
    bob.close()
    content = ana.receipt().content.decode()
    ballot = json.loads(content)["proof"]["ballots"][0]
    for changed in (
        content.replace(ballot["sig"], "0" * 128),
        content.replace("1000", "1001"),
    ):
        assert changed != content
        assert verify(changed).result == FAILED


def test_the_paper_shows_a_signed_decision_too(agreed):
    _room, ana, bob = agreed
    ana.close()
    bob.close()
    page = ana.client.get(ana.path("receipt")).content.decode()
    assert "Mill Lane" in page and "Everyone accepted." in page
