from dataclasses import replace

import pytest

from parley.consensus import run_consensus
from parley.preferences import HardConstraint, PreferenceSheet
from parley.ratify import Acceptance, RatifyError, acceptance_payload, agreement, ratify
from parley.transcript import Transcript

GARDEN = {"venue": "garden", "cost": 600}
NEVER = [HardConstraint("never", lambda _: False)]


@pytest.fixture
def transcript(quickstart):
    return run_consensus(*quickstart).transcript


@pytest.fixture
def acceptances(transcript):
    return [ratify(PreferenceSheet(name), transcript, True) for name in ("Ana", "Bob", "Cara")]


def test_accepting_binds_owner_decision_and_hash(transcript):
    acceptance = ratify(PreferenceSheet("Ana"), transcript, True)
    assert acceptance == Acceptance("Ana", GARDEN, transcript.hash(), True)
    assert acceptance.to_dict() == {
        "owner": "Ana", "decision": GARDEN, "transcript_hash": transcript.hash(),
        "accepted": True, "sig": None, "pubkey_hex": None,
    }  # fmt: skip


def test_accepting_what_the_sheet_rejects_is_impossible(transcript):
    with pytest.raises(RatifyError, match="sheet"):
        ratify(PreferenceSheet("Bob", NEVER), transcript, True)


def test_declining_needs_no_reason(transcript):
    for hard in ([], NEVER):
        assert ratify(PreferenceSheet("Bob", hard), transcript, False).accepted is False


def test_a_record_that_is_not_finalized_cannot_be_ratified():
    for accept in (True, False):
        with pytest.raises(RatifyError):
            ratify(PreferenceSheet("Ana"), Transcript(), accept)
    assert issubclass(RatifyError, ValueError)


@pytest.mark.parametrize(
    ("status", "decision"), [("agreed", None), ("deadlock", GARDEN), ("maybe", GARDEN)]
)
def test_a_contradictory_record_cannot_be_ratified(transcript, status, decision):
    transcript.finalize(status, decision)
    for accept in (True, False):
        with pytest.raises(RatifyError):
            ratify(PreferenceSheet("Ana"), transcript, accept)


def test_a_deadlock_can_be_acknowledged_by_any_sheet(transcript):
    transcript.finalize("deadlock", None)
    acceptance = ratify(PreferenceSheet("Bob", NEVER), transcript, True)
    assert (acceptance.decision, acceptance.accepted) == (None, True)


@pytest.mark.parametrize("accept", [1, "yes", None])
def test_the_answer_is_a_boolean(transcript, accept):
    with pytest.raises(RatifyError):
        ratify(PreferenceSheet("Ana"), transcript, accept)


def test_a_failing_red_line_is_not_an_acceptance(transcript):
    sheet = PreferenceSheet("Ana", [HardConstraint("x", lambda option: option["missing"])])
    with pytest.raises(KeyError):
        ratify(sheet, transcript, True)


def test_the_signer_sees_exactly_the_payload(transcript):
    seen = []

    def signer(payload):
        seen.append(payload)
        return "ab", "cd"

    acceptance = ratify(PreferenceSheet("Žofie"), transcript, True, signer)
    assert (acceptance.sig, acceptance.pubkey_hex) == ("ab", "cd")
    assert seen == [acceptance_payload("Žofie", GARDEN, transcript.hash(), True)]
    assert seen[0].decode() == (
        '{"accepted": true, "decision": {"cost": 600, "venue": "garden"}, "owner": "Žofie", '
        f'"transcript_hash": "{transcript.hash()}", "type": "acceptance/0.1"}}'
    )


def test_everybody_accepting_is_an_agreement(transcript, acceptances):
    assert agreement(transcript, acceptances)
    assert agreement(transcript, acceptances, participants=["Cara", "Bob", "Ana"])


def test_one_person_missing_or_declining_is_none(transcript, acceptances):
    declined = ratify(PreferenceSheet("Cara"), transcript, False)
    assert not agreement(transcript, [])
    assert not agreement(transcript, acceptances[:2])
    assert not agreement(transcript, [*acceptances[:2], declined])
    assert not agreement(transcript, [*acceptances, declined])


def test_a_repeat_does_not_stand_in_for_another_owner(transcript, acceptances):
    assert not agreement(transcript, [acceptances[0], acceptances[0], acceptances[1]])
    assert agreement(transcript, [*acceptances, acceptances[0]])


def test_a_stranger_spoils_the_agreement(transcript, acceptances):
    stranger = ratify(PreferenceSheet("Dan"), transcript, True)
    assert not agreement(transcript, [*acceptances, stranger])


@pytest.mark.parametrize("people", [["Ana", "Bob"], ["Ana", "Bob", "Cara", "Dan"], [], [["Ana"]]])
def test_the_participants_must_be_those_of_the_record(transcript, acceptances, people):
    assert not agreement(transcript, acceptances, participants=people)


@pytest.mark.parametrize(
    "change",
    [
        {"accepted": 1},
        {"accepted": "declined"},
        {"transcript_hash": "0" * 64},
        {"transcript_hash": None},
        {"decision": {"venue": "garden", "cost": 600.0}},
        {"decision": {"__tuple__": [1]}},
        {"decision": None},
        {"owner": ["Ana"]},
        {"owner": None},
    ],
)
def test_only_this_record_and_decision_to_the_letter_count(transcript, acceptances, change):
    acceptances[0] = replace(acceptances[0], **change)
    assert not agreement(transcript, acceptances)


def test_the_verifier_must_say_true_about_each(transcript, acceptances):
    assert agreement(transcript, acceptances, verifier=lambda _: True)
    assert not agreement(transcript, acceptances, verifier=lambda a: a.owner != "Bob")
    assert not agreement(transcript, acceptances, verifier=lambda _: 1)


def test_a_deadlock_or_an_unfinished_record_is_no_agreement(transcript, acceptances):
    transcript.finalize("deadlock", None)
    seen = [ratify(PreferenceSheet(name), transcript, True) for name in ("Ana", "Bob", "Cara")]
    assert not agreement(transcript, seen)
    transcript.result = None
    assert not agreement(transcript, acceptances)


def test_an_acceptance_is_read_strictly(acceptances):
    data = acceptances[0].to_dict()
    assert Acceptance.from_dict(data) == acceptances[0]
    for wrong in (
        None,
        {**data, "why": "x"},
        {key: value for key, value in data.items() if key != "sig"},
        {**data, "accepted": 1},
        {**data, "owner": ""},
        {**data, "transcript_hash": 1},
        {**data, "sig": 1},
    ):
        with pytest.raises(ValueError):
            Acceptance.from_dict(wrong)
