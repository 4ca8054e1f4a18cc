"""Why the pick is the pick: every option with its lowest score, ties, and who rejected what."""

import math
from collections.abc import Sequence
from typing import Any

from parley.canonical import canonical_json
from parley.consensus import AGREED, owners_agree, pick, verdicts_are_sound
from parley.transcript import Transcript


class ExplainError(ValueError):
    """A record that cannot be explained: not finalized, or with verdicts that are none."""


def explain(transcript: Transcript) -> dict[str, Any]:
    """Return what a page needs to show why a record came out as it did, ready for JSON.

    `status`: the recorded one. `rows`, one per option in record order: `option_index`, `option`,
    `acceptable_to_all`, `rejected_by` (owners), `minimum` and `total` (scores in [0, 1] and their
    exact total), `least_happy` (owners whose score is the minimum; empty for a rejected option),
    `answers` (`owner`, `acceptable`, `score`, in record order), `is_pick` (the recorded decision).
    `order`: row indexes, best first; options rejected by someone come last, by fewest rejections.
    `winner`: the row index that the verdicts give, or None. `tie`: None, or the options that had
    the winner's minimum too: `{"with": [row indexes], "broken_by": "total"}`; with the same total
    too it is `{"with": [those], "broken_by": "order"}`, and the first listed was taken.

    Raises `ExplainError`. Not guaranteed: that the recorded decision is the winner; where `winner`
    is not the row with `is_pick`, `parley.consensus.verify_outcome` fails.
    """
    result = transcript.result
    if result is None or not isinstance(result["status"], str):
        raise ExplainError("The record is not finalized.")
    if not owners_agree(transcript) or not verdicts_are_sound(transcript):
        raise ExplainError("The record has entries that are malformed.")
    try:
        decision = canonical_json(result["decision"]) if result["status"] == AGREED else None
        rows = [_row(index, entry, decision) for index, entry in enumerate(transcript.entries)]
    except TypeError:
        raise ExplainError("The record has a value that has no canonical form.") from None
    winner = pick([[(a["acceptable"], a["score"]) for a in row["answers"]] for row in rows])
    return {
        "status": result["status"],
        "rows": rows,
        "order": [row["option_index"] for row in sorted(rows, key=_rank)],
        "winner": winner,
        "tie": None if winner is None else _tie(rows, rows[winner]),
    }


def _row(index: int, entry: dict[str, Any], decision: str | None) -> dict[str, Any]:
    answers = [
        {key: verdict[key] for key in ("owner", "acceptable", "score")}
        for verdict in entry["verdicts"]
    ]
    rejected_by = [answer["owner"] for answer in answers if not answer["acceptable"]]
    scores = [answer["score"] for answer in answers]
    minimum = min(scores, default=0.0)
    return {
        "option_index": index,
        "option": entry["option"],
        "acceptable_to_all": bool(answers) and not rejected_by,
        "rejected_by": rejected_by,
        "minimum": minimum,
        "total": math.fsum(scores),
        "least_happy": []
        if rejected_by
        else [answer["owner"] for answer in answers if answer["score"] == minimum],
        "answers": answers,
        "is_pick": canonical_json(entry["option"]) == decision,
    }


def _rank(row: dict[str, Any]) -> tuple[Any, ...]:
    if row["acceptable_to_all"]:
        return 0, -row["minimum"], -row["total"], row["option_index"]
    return 1, len(row["rejected_by"]), row["option_index"]


def _tie(rows: Sequence[dict[str, Any]], winner: dict[str, Any]) -> dict[str, Any] | None:
    level = [
        row
        for row in rows
        if row is not winner and row["acceptable_to_all"] and row["minimum"] == winner["minimum"]
    ]
    equal = [row for row in level if row["total"] == winner["total"]]
    if not level:
        return None
    return {
        "with": [row["option_index"] for row in equal or level],
        "broken_by": "order" if equal else "total",
    }
