"""What one participant's browser checks by itself before anyone there accepts an outcome."""

from collections.abc import Sequence
from typing import Any

from parley import strict
from parley.agenda import read_agenda
from parley.ballot import BallotError, read_ballot
from parley.canonical import same
from parley.consensus import AGREED, DEADLOCK, owners_agree, verdicts_are_sound, verify_outcome
from parley.explain import ExplainError, explain
from parley.python_rules import RuleResultsError
from parley.record import verdict_of
from parley.sheet import SheetError, read_sheet
from parley.transcript import Transcript


def check_outcome(
    *,
    agenda: str,
    transcript: str,
    transcript_hash: str,
    participants: Sequence[str],
    owner: str,
    ballot: str | None,
    sheet: str | None,
    python_results: list[list[str]] | None = None,
) -> dict[str, Any]:
    """Check a published outcome against what this browser kept; return findings ready for JSON.

    `agenda` is the text this browser answered, `ballot` the last one it sent and `sheet` its sheet
    (None where it has none), `python_results` what its rules in Python said about the agenda's
    options (see `Sheet.with_python_results`); the rest is what the server shows. `owner` is the
    name I have here, or an empty text for an onlooker without a seat, who can check the first two
    only. The result is
    `{"checks", "computed_hash", "explanation"}`: four checks `{"id", "passed", "code", "detail"}`
    in this order, `passed` being None for what could not be checked here:

    - `hash`: the hash follows from the record. Codes `hash-follows`, `hash-differs`; detail
      `{"claimed", "computed"}`.
    - `winner`: the outcome follows from the verdicts, of exactly the participants, me among them.
      Codes `winner-follows`, `winner-differs`, `owner-missing`, `roster-differs` (the record has
      others than the participants), `roster-not-on-agenda` (people that the agenda does not name,
      or more than it says); detail `{"participants"}`.
    - `my-answers`: the record has the agenda's options in order, and my verdicts are my ballot.
      Codes `answers-stand`, `answers-differ` (detail `{"options": [{"option_index", "sent",
      "recorded"}]}`, each `{"acceptable", "score"}` or None), `options-differ`, `no-ballot`,
      `ballot-unreadable` (it is not mine, or answers another question).
    - `my-sheet`: my sheet accepts the decision. Codes `sheet-holds`, `nothing-decided` (deadlock),
      `sheet-rejects` (private detail `{"crossed"}`), `no-sheet`, `sheet-unreadable`, and
      `python-results-missing` (not checked: a rule of the sheet was not run).

    A record that cannot be read fails all four with the code `record-malformed`; then
    `computed_hash` and `explanation` are None, as is the explanation of verdicts that are none.

    Raises `AgendaError` for the agenda and `RuleResultsError` for results of another shape. Not
    guaranteed: that the server shows everyone the same record; comparing the hash outside of it
    tells.
    """
    fields = read_agenda(agenda)
    record = read_record(transcript)
    if record is None:
        ids = ("hash", "winner", "my-answers", "my-sheet")
        checks = [_check(id, False, "record-malformed") for id in ids]
        return {"checks": checks, "computed_hash": None, "explanation": None}
    computed = record.hash()
    return {
        "checks": [
            _check_hash(transcript_hash, computed),
            _check_winner(record, fields, participants, owner),
            _check_answers(record, fields, agenda, owner, ballot),
            check_sheet(record, fields, owner, sheet, python_results),
        ],
        "computed_hash": computed,
        "explanation": _explanation(record),
    }


def read_record(text: str) -> Transcript | None:
    """Return a finalized record from its JSON text, or None where it is malformed.

    Every value in it then has a canonical text, every verdict is one, and exactly a deadlock has no
    decision. Not guaranteed: that the
    same owners answered every option, or that the decision is the winner.
    """
    try:
        record = Transcript.from_dict(strict.parse(text))
        record.hash()
    except (ValueError, TypeError):
        return None
    if record.result is None or not verdicts_are_sound(record):
        return None
    status, decision = record.result["status"], record.result["decision"]
    if status not in (AGREED, DEADLOCK) or (decision is None) != (status == DEADLOCK):
        return None
    return record


def _check(id: str, passed: bool | None, code: str, **detail: Any) -> dict[str, Any]:
    return {"id": id, "passed": passed, "code": code, "detail": detail}


def _check_hash(claimed: str, computed: str) -> dict[str, Any]:
    passed = claimed == computed
    code = "hash-follows" if passed else "hash-differs"
    return _check("hash", passed, code, claimed=claimed, computed=computed)


def _check_winner(
    record: Transcript, agenda: dict[str, Any], participants: Sequence[str], owner: str
) -> dict[str, Any]:
    if owner and owner not in participants:
        code = "owner-missing"
    elif not owners_agree(record, participants):
        code = "roster-differs"
    elif not _fit_agenda(participants, agenda):
        code = "roster-not-on-agenda"
    elif not verify_outcome(record, expected_owners=participants):
        code = "winner-differs"
    else:
        code = "winner-follows"
    return _check("winner", code == "winner-follows", code, participants=list(participants))


def _fit_agenda(participants: Sequence[str], agenda: dict[str, Any]) -> bool:
    names = agenda["names"]
    return len(participants) <= agenda["people"] and (
        names is None or set(participants) <= set(names)
    )


def _check_answers(
    record: Transcript, agenda: dict[str, Any], agenda_text: str, owner: str, ballot: str | None
) -> dict[str, Any]:
    if not same([entry["option"] for entry in record.entries], agenda["options"]):
        return _check("my-answers", False, "options-differ")
    if ballot is None:
        return _check("my-answers", None, "no-ballot")
    try:
        sent = read_ballot(ballot, agenda_text)
    except BallotError:
        return _check("my-answers", False, "ballot-unreadable")
    if sent["owner"] != owner:
        return _check("my-answers", False, "ballot-unreadable")
    differing = []
    for index, (entry, answer) in enumerate(zip(record.entries, sent["answers"], strict=True)):
        expected = vars(verdict_of(owner, *answer))
        recorded = [verdict for verdict in entry["verdicts"] if verdict["owner"] == owner]
        if not same(recorded, [expected]):
            differing.append(
                {
                    "option_index": index,
                    "sent": _public(expected),
                    "recorded": _public(recorded[0]) if recorded else None,
                }
            )
    if differing:
        return _check("my-answers", False, "answers-differ", options=differing)
    return _check("my-answers", True, "answers-stand")


def _public(verdict: dict[str, Any]) -> dict[str, Any]:
    return {"acceptable": verdict["acceptable"], "score": verdict["score"]}


def check_sheet(
    record: Transcript,
    agenda: dict[str, Any],
    owner: str,
    sheet: str | None,
    python_results: list[list[str]] | None,
) -> dict[str, Any]:
    """Return the check `my-sheet` of `check_outcome`: whether a sheet accepts a record's decision.
    Raises `RuleResultsError` for results of another shape."""
    if sheet is None:
        return _check("my-sheet", None, "no-sheet")
    try:
        mine = read_sheet(sheet)
    except SheetError:
        return _check("my-sheet", False, "sheet-unreadable")
    if mine.owner != owner:
        return _check("my-sheet", False, "sheet-unreadable")
    decision = record.result["decision"]
    if decision is None:
        return _check("my-sheet", True, "nothing-decided")
    try:
        mine = mine.with_python_results(agenda["options"], python_results)
    except RuleResultsError as fault:
        if fault.code == "python-results-missing":
            return _check("my-sheet", None, fault.code)
        raise
    if record.verify_non_betrayal(mine.preference_sheet(agenda["options"]), decision):
        return _check("my-sheet", True, "sheet-holds")
    try:
        crossed = list(mine.answer(decision).crossed)
    except RuleResultsError:
        # It is none of the options, so no rule in Python was run on it.
        crossed = []
    return _check("my-sheet", False, "sheet-rejects", crossed=crossed)


def _explanation(record: Transcript) -> dict[str, Any] | None:
    try:
        return explain(record)
    except ExplainError:
        return None
