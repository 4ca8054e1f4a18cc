"""Was I betrayed? One person's own sheet, held against a finished receipt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parley import strict
from parley.canonical import canonical_json, same
from parley.ratify import Acceptance, is_bound
from parley.scoring import BEST_SCORE
from parley.sheet import Answer, Sheet, read_sheet
from parley.summary import described
from parley.transcript import Transcript, verdict_fault

MOST_SHOWN = 100


class ReplayError(ValueError):
    """A receipt in which there is no record to replay a sheet on; `code` is `"receipt-unreadable"`
    or `"record-malformed"`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def replay(
    receipt: bytes | str, sheet: str, python_results: list[list[str]] | None = None
) -> dict[str, Any]:
    """Replay a sheet file on a receipt's record; return what came of it, ready for JSON.

    Private like the sheet: it says which red line was crossed. The result has

    - `owner`, `owner_in_record`: the sheet's name, and whether it is in the record, to the letter;
    - `decision`: `"holds"`, `"crossed"`, `"unchecked"` (only rules in Python that were not run
      could cross it) or `"deadlock"`; `crossed`: what the decision crosses, as `Answer.crossed`
      has it, red lines by attribute with their `"line"` (`attr`, `op`, `value`), rules in Python
      with their `"name"`, and `{"kind": "unknown-option"}` for a decision that is none of the
      recorded options, or no option at all;
    - `said`: what the receipt has of this owner's acceptance: `"accepted"`, `"declined"`,
      `"nothing"`, or `"unclear"` (several, or for another record);
    - `answers_match`: whether the record holds, under this name, exactly the answers that the sheet
      gives, scores in whole 1024ths; None for a name that is not in the record, and where that
      hangs on rules in Python that were not run;
    - `options`, `differing`: how many; `differences`: the first hundred of them, `{"option_index",
      "option", "kind", "sheet", "recorded", "is_decision"}`: `option` as
      `parley.summary.described` has it, both answers `{"acceptable", "score"}` (0 to 1024;
      `recorded` may have a fraction) or None, and `kind` `"recorded-yes"` (the sheet rejects it),
      `"recorded-no"`, `"score"` or `"malformed"` (not one sound verdict under this name);
    - `python`: None for a sheet without rules in Python that are switched on, otherwise `{"rules",
      "options", "described", "run"}`: those rules (`index` in the sheet, `name`, `code`), the
      canonical text of the options that they are to be run on (each of the record's once, in its
      order), each of these as `parley.summary.described` has it, and whether `python_results` says
      what came of that: one list per rule of one result per option (`Sheet.with_python_results`).
      Until it does, `differences` has only those that no rule could explain: a rule turns a "yes"
      of the sheet into a "no", never the other way round.

    The decision is the one in the record. Raises `ReplayError`, `SheetError` for the sheet, and
    `RuleResultsError` for results that do not fit. Not guaranteed: that the receipt verifies
    (`parley.receipt.verify`), that this is the sheet as it was when the answers were sent, or that
    a rule in Python says the same each time.
    """
    rules = read_sheet(sheet)
    record, acceptances = _read(receipt)
    rules, python = _told(rules, record, python_results)
    unchecked = python is not None and not python["run"]
    owners = {
        verdict["owner"]
        for entry in record.entries
        for verdict in entry["verdicts"]
        if isinstance(verdict["owner"], str)
    }
    present = rules.owner in owners
    differences = []
    decision, crossed = _judged(rules, record)
    if decision == "holds" and unchecked:
        decision = "unchecked"
    for index, entry in enumerate(record.entries) if present else ():
        difference = _difference(rules, entry)
        if difference and not (unchecked and difference["kind"] == "recorded-no"):
            is_decision = decision != "deadlock" and same(
                entry["option"], record.result["decision"]
            )
            differences.append((index, difference, is_decision))
    return {
        "owner": rules.owner,
        "owner_in_record": present,
        "decision": decision,
        "crossed": crossed,
        "said": _said(rules.owner, acceptances, record),
        "answers_match": _match(differences, present, unchecked),
        "options": len(record.entries),
        "differing": len(differences),
        "differences": [
            {
                "option_index": index,
                "option": described(record.entries[index]["option"]),
                **difference,
                "is_decision": is_decision,
            }
            for index, difference, is_decision in differences[:MOST_SHOWN]
        ],
        "python": python,
    }


def _told(
    rules: Sheet, record: Transcript, results: list[list[str]] | None
) -> tuple[Sheet, dict[str, Any] | None]:
    """Return the sheet that knows what its rules in Python said, or has none where they were not
    run, and what there is to say about them."""
    if rules.anything or not any(rule.on for rule in rules.python):
        return rules.with_python_results([], results), None
    # One option that is recorded twice is asked about once, so that there is one answer to it.
    options = {
        canonical_json(entry["option"]): entry["option"]
        for entry in record.entries
        if isinstance(entry["option"], dict)
    }
    told = {
        "rules": [
            {"index": index, "name": rule.name, "code": rule.code}
            for index, rule in enumerate(rules.python)
            if rule.on
        ],
        "options": f"[{','.join(options)}]",
        "described": [described(option) for option in options.values()],
        "run": results is not None,
    }
    if results is None:
        return replace(rules, python=()), told
    return rules.with_python_results(list(options.values()), results), told


def _match(differences: list[Any], present: bool, unchecked: bool) -> bool | None:
    if not present:
        return None
    if differences:
        return False
    return None if unchecked else True


def _read(receipt: bytes | str) -> tuple[Transcript, Any]:
    try:
        data = strict.parse(receipt)
    except strict.StrictError:
        data = None
    if not isinstance(data, dict) or not {"transcript", "acceptances"} <= data.keys():
        raise ReplayError("receipt-unreadable", "This is not a receipt.")
    try:
        record = Transcript.from_dict(data["transcript"])
        record.canonical()
    except (ValueError, TypeError):
        record = None
    if record is None or record.result is None:
        raise ReplayError("record-malformed", "The receipt holds no record that can be read.")
    return record, data["acceptances"]


def _judged(rules: Sheet, record: Transcript) -> tuple[str, list[dict[str, Any]]]:
    decided = record.result["decision"]
    if decided is None:
        return "deadlock", []
    is_option = any(same(entry["option"], decided) for entry in record.entries)
    # Nothing is known of what a rule in Python says about an option that nobody was asked about.
    asked = rules if is_option else replace(rules, python=())
    crossed = [_explained(line, rules) for line in asked.answer(decided).crossed]
    if not is_option or not isinstance(decided, dict):
        crossed.append({"kind": "unknown-option"})
    return ("crossed" if crossed else "holds"), crossed


def _explained(crossed: dict[str, Any], rules: Sheet) -> dict[str, Any]:
    if crossed["kind"] == "python":
        return {**crossed, "name": rules.python[crossed["index"]].name}
    if crossed["kind"] != "attribute":
        return crossed
    line = rules.red_lines[crossed["index"]]
    return {**crossed, "line": line.to_dict()}


def _difference(rules: Sheet, entry: dict[str, Any]) -> dict[str, Any] | None:
    """Say how the verdict under the sheet's name differs from the sheet, or None if it does not."""
    mine = rules.answer(entry["option"])
    expected = {"acceptable": mine.acceptable, "score": mine.score_1024}
    found = [verdict for verdict in entry["verdicts"] if verdict["owner"] == rules.owner]
    if len(found) != 1 or verdict_fault(found[0]):
        return {"kind": "malformed", "sheet": expected, "recorded": None}
    kind = _kind_of_difference(mine, found[0])
    if kind is None:
        return None
    recorded = {"acceptable": found[0]["acceptable"], "score": found[0]["score"] * BEST_SCORE}
    return {"kind": kind, "sheet": expected, "recorded": recorded}


def _kind_of_difference(mine: Answer, verdict: dict[str, Any]) -> str | None:
    if mine.acceptable != verdict["acceptable"]:
        return "recorded-yes" if verdict["acceptable"] else "recorded-no"
    # A power of two: both sides are exact.
    return None if verdict["score"] * BEST_SCORE == mine.score_1024 else "score"


def _said(owner: str, acceptances: Any, record: Transcript) -> str:
    if not isinstance(acceptances, list):
        return "unclear"
    found = [one for one in acceptances if isinstance(one, dict) and one.get("owner") == owner]
    if not found:
        return "nothing"
    try:
        [acceptance] = map(Acceptance.from_dict, found)
    except ValueError:
        return "unclear"
    if not is_bound(acceptance, record.hash(), record.result["decision"]):
        return "unclear"
    return "accepted" if acceptance.accepted else "declined"
