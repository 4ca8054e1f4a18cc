import json

import pytest

from parley.agenda import AgendaError, build_agenda
from parley.ballot import build_ballot
from parley.canonical import canonical_json
from parley.outcome import check_outcome, read_record
from parley.transcript import Transcript
from tests.parley.flat import AGENDA, AGREEING, BY_NAME, DEADLOCKED, decide, write_sheet

NAMES = ["Ana", "Bob", "Cara"]


@pytest.fixture
def room():
    """A finished round as Ana's browser sees it, ready to be tampered with."""

    class Room:
        def __init__(self, sheets):
            decided = decide(sheets)
            self.record = decided.record.to_dict()
            self.known = {
                "agenda": AGENDA,
                "participants": NAMES,
                "owner": "Ana",
                "ballot": decided.ballots["Ana"],
                "sheet": sheets["Ana"],
            }

        def check(self, **changes):
            record = Transcript.from_dict(self.record)
            shown = {"transcript": record.canonical(), "transcript_hash": record.hash()}
            result = check_outcome(**{**self.known, **shown, **changes})
            self.result = result
            assert [check["id"] for check in result["checks"]] == [
                "hash",
                "winner",
                "my-answers",
                "my-sheet",
            ]
            return {check["id"]: (check["passed"], check["code"]) for check in result["checks"]}

        def detail(self, id):
            return next(check["detail"] for check in self.result["checks"] if check["id"] == id)

    Room.of = staticmethod(Room)
    return Room(AGREEING)


def test_an_honest_outcome_passes_all_four_checks(room):
    assert room.check() == {
        "hash": (True, "hash-follows"),
        "winner": (True, "winner-follows"),
        "my-answers": (True, "answers-stand"),
        "my-sheet": (True, "sheet-holds"),
    }
    assert room.result["computed_hash"] == Transcript.from_dict(room.record).hash()
    assert room.result["explanation"]["winner"] == 2
    json.dumps(room.result, allow_nan=False)


def test_an_honest_deadlock_passes_too(room):
    stuck = room.of(DEADLOCKED)
    checks = stuck.check()
    assert checks["winner"] == (True, "winner-follows")
    assert checks["my-sheet"] == (True, "nothing-decided")


def test_a_swapped_winner_is_caught_even_with_an_honest_hash(room):
    room.record["result"]["decision"] = BY_NAME["Canal Walk 15"]
    checks = room.check()
    assert checks["hash"] == (True, "hash-follows")
    assert checks["winner"] == (False, "winner-differs")
    assert checks["my-answers"] == (True, "answers-stand")
    assert [row["is_pick"] for row in room.result["explanation"]["rows"]].index(True) == 5


def test_a_denied_agreement_is_caught(room):
    room.record["result"] = {"status": "deadlock", "decision": None}
    assert room.check()["winner"] == (False, "winner-differs")


def test_an_edited_answer_of_mine_is_caught_even_in_a_consistent_record(room):
    verdict = room.record["entries"][3]["verdicts"][0]
    assert verdict["owner"] == "Ana"
    sent = verdict["score"]
    verdict["score"] = 0.125
    checks = room.check()
    assert checks["hash"][0] is checks["winner"][0] is True
    assert checks["my-answers"] == (False, "answers-differ")
    assert room.detail("my-answers") == {
        "options": [
            {
                "option_index": 3,
                "sent": {"acceptable": True, "score": sent},
                "recorded": {"acceptable": True, "score": 0.125},
            }
        ]
    }


def test_an_acceptance_put_into_my_mouth_is_caught_by_answers_and_by_sheet(room):
    mill = room.record["entries"][0]
    for verdict in mill["verdicts"]:
        verdict.update(acceptable=True, score=1.0, reason="ok")
    room.record["result"]["decision"] = BY_NAME["Mill Lane 4"]
    checks = room.check()
    assert checks["winner"] == (True, "winner-follows")
    assert checks["my-answers"] == (False, "answers-differ")
    assert checks["my-sheet"] == (False, "sheet-rejects")
    assert room.detail("my-sheet") == {"crossed": [{"kind": "attribute", "index": 0}]}


def test_a_signature_under_my_verdict_that_my_browser_did_not_send_is_caught(room):
    room.record["entries"][0]["verdicts"][0].update(sig="a" * 128, pubkey_hex="b" * 64)
    assert room.check()["my-answers"] == (False, "answers-differ")


def test_another_hash_than_the_records_is_caught(room):
    assert room.check(transcript_hash="0" * 64)["hash"] == (False, "hash-differs")
    assert room.detail("hash") == {
        "claimed": "0" * 64,
        "computed": Transcript.from_dict(room.record).hash(),
    }


def test_leaving_me_out_is_caught(room):
    for entry in room.record["entries"]:
        del entry["verdicts"][0]
    checks = room.check(participants=["Bob", "Cara"])
    assert checks["winner"] == (False, "owner-missing")
    assert checks["my-answers"] == (False, "answers-differ")
    assert room.detail("my-answers")["options"][0]["recorded"] is None


@pytest.mark.parametrize(
    "participants",
    [["Ana", "Bob"], ["Ana", "Bob", "Cara", "Dora"], ["Ana", "Ana", "Bob", "Cara"]],
)
def test_participants_who_are_not_those_of_the_record_are_caught(room, participants):
    assert room.check(participants=participants)["winner"] == (False, "roster-differs")


def test_more_people_than_the_agenda_says_are_caught(room):
    for entry in room.record["entries"]:
        entry["verdicts"].append({**entry["verdicts"][0], "owner": "Dora"})
    assert room.check(participants=[*NAMES, "Dora"])["winner"] == (False, "roster-not-on-agenda")


def test_somebody_whom_the_agenda_does_not_name_is_caught(room):
    agenda = {**json.loads(AGENDA), "names": ["Ana", "Bob", "Dora"]}
    checks = room.check(agenda=canonical_json(agenda))
    assert checks["winner"] == (False, "roster-not-on-agenda")


def test_options_that_are_not_those_i_answered_are_caught(room):
    room.record["entries"].reverse()
    assert room.check()["my-answers"] == (False, "options-differ")
    room.record["entries"].pop()
    assert room.check(ballot=None)["my-answers"] == (False, "options-differ")


def test_what_this_browser_does_not_have_is_not_called_passed(room):
    checks = room.check(ballot=None, sheet=None)
    assert checks["my-answers"] == (None, "no-ballot")
    assert checks["my-sheet"] == (None, "no-sheet")


def test_a_kept_ballot_that_cannot_be_mine_fails(room):
    others = build_ballot(AGENDA, "Bob", "a" * 64, [[True, 1]] * 6)
    for ballot in ("", "{}", others):
        assert room.check(ballot=ballot)["my-answers"] == (False, "ballot-unreadable")


def test_a_kept_sheet_that_cannot_be_mine_fails(room):
    for sheet in ("", "{}", write_sheet("Bob")):
        assert room.check(sheet=sheet)["my-sheet"] == (False, "sheet-unreadable")


def test_an_outcome_that_was_no_option_fails_the_sheet_of_who_accepts_anything(room):
    room.record["result"]["decision"] = {"flat": "Elsewhere"}
    anything = write_sheet("Ana", anything=True)
    assert room.check(sheet=anything)["my-sheet"] == (False, "sheet-rejects")


def test_an_onlooker_without_a_seat_can_check_hash_and_winner(room):
    checks = room.check(owner="", ballot=None, sheet=None)
    assert checks["hash"][0] is checks["winner"][0] is True
    assert checks["my-answers"][0] is checks["my-sheet"][0] is None
    room.record["result"]["decision"] = BY_NAME["Canal Walk 15"]
    assert room.check(owner="", ballot=None, sheet=None)["winner"] == (False, "winner-differs")


MALFORMED = [
    "",
    "null",
    "{}",
    '{"entries": [], "result": null}',
    '{"entries": [], "result": {"status": "agreed", "decision": null}}',
    '{"entries": [], "result": {"status": "deadlock", "decision": 5}}',
    '{"entries": [], "result": {"status": "maybe", "decision": 5}}',
    '{"entries": [], "result": {"status": [], "decision": 5}}',
    '{"entries": [{"option": {"__tuple__": 1}, "verdicts": []}], '
    '"result": {"status": "deadlock", "decision": null}}',
    '{"entries": [{"option": 1, "verdicts": [{"owner": "Ana", "acceptable": 1, "score": 0, '
    '"reason": "ok", "sig": null, "pubkey_hex": null}]}], '
    '"result": {"status": "deadlock", "decision": null}}',
]


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_record_fails_everything(room, text):
    checks = room.check(transcript=text)
    assert set(checks.values()) == {(False, "record-malformed")}
    assert room.result["computed_hash"] is room.result["explanation"] is None
    assert read_record(text) is None


def test_an_uneven_record_is_not_explained(room):
    room.record["entries"][0]["verdicts"].pop()
    assert room.check()["winner"] == (False, "roster-differs")
    assert room.result["explanation"] is None


def test_without_the_agenda_nothing_is_checked(room):
    with pytest.raises(AgendaError):
        room.check(agenda="{}")


def test_a_record_over_the_answers_of_another_agenda_is_caught(room):
    fields = json.loads(AGENDA)
    other = build_agenda(
        decision=fields["decision"],
        round=1,
        title=fields["title"],
        context="edited later",
        attributes=fields["attributes"],
        options=fields["options"],
        people=3,
    )
    assert room.check(agenda=other)["my-answers"] == (False, "ballot-unreadable")
