"""A verdict as it is recorded: a dict of exactly six fields."""

from __future__ import annotations

import operator
from typing import Any

from parley.agent import REASON_OK, REASON_RED_LINE, Verdict

VERDICT_FIELDS = frozenset({"owner", "acceptable", "score", "reason", "sig", "pubkey_hex"})

# acceptable, owner, pubkey_hex, score, sig
Row = tuple[bool, str, str | None, float, str | None]

_VALUES = operator.itemgetter("acceptable", "owner", "pubkey_hex", "reason", "score", "sig")

# The dicts of the first few objects of a class have room for further attributes, for CPython waits
# and sees how many there will be. Records are made from the dicts of later ones.
for _ in range(32):
    _SOME_VERDICT = vars(Verdict("", False, 0.0, REASON_RED_LINE))


def verdict_to_dict(verdict: Verdict) -> dict[str, Any]:
    """Return the six public fields of a verdict, as they are recorded."""
    if type(verdict) is Verdict and len(vars(verdict)) == len(VERDICT_FIELDS):
        # A copy of an object's own dict shares the names of its fields with all others, which
        # takes half the memory of any other dict and less time; a record has many.
        return vars(verdict).copy()
    return {
        "owner": verdict.owner,
        "acceptable": verdict.acceptable,
        "score": verdict.score,
        "reason": verdict.reason,
        "sig": verdict.sig,
        "pubkey_hex": verdict.pubkey_hex,
    }


def verdict_fault(verdict: dict[str, Any]) -> str | None:
    """Return what is wrong with the values of a recorded verdict (all six fields present), or None.

    `"owner"`: no text, or empty. `"acceptable"`: no boolean. `"score"`: no finite number in [0, 1].
    `"reason"`: neither `"ok"` nor `"red-line"`, or not the one that `acceptable` demands.
    `"signature"`: one of `sig` and `pubkey_hex` without the other, or no text.
    """
    owner = verdict["owner"]
    if type(owner) is not str or not owner:
        return "owner"
    acceptable = verdict["acceptable"]
    if acceptable is not True and acceptable is not False:
        return "acceptable"
    score = verdict["score"]
    if type(score) is not float and (
        isinstance(score, bool) or not isinstance(score, (int, float))
    ):
        return "score"
    # NaN fails the comparison too.
    if not 0 <= score <= 1:
        return "score"
    if verdict["reason"] != (REASON_OK if acceptable else REASON_RED_LINE):
        return "reason"
    sig, key = verdict["sig"], verdict["pubkey_hex"]
    if (sig is not None or key is not None) and not (isinstance(sig, str) and isinstance(key, str)):
        return "signature"
    return None


def usual_rows(verdicts: list[Any]) -> list[Row] | None:
    """Return the values of verdicts that are all as usual, or None when any is not.

    Usual are the values that an honest run records, in exactly their types: `verdict_fault` finds
    nothing, the score is a float, and no value is shared by being mutable. The reason is left out:
    it follows from `acceptable`. Cheap, because a record is nearly all verdicts; what is not usual
    need not be faulty, and is for slower eyes.
    """
    rows = []
    try:
        for verdict in verdicts:
            acceptable, owner, key, reason, score, sig = _VALUES(verdict)
            if not (
                type(verdict) is dict
                and len(verdict) == 6
                and type(reason) is str
                and (
                    (acceptable is True and reason == REASON_OK)
                    or (acceptable is False and reason == REASON_RED_LINE)
                )
                and type(score) is float
                and 0.0 <= score <= 1.0
                and type(owner) is str
                and owner
                and ((sig is None and key is None) or (type(sig) is str and type(key) is str))
            ):
                return None
            rows.append((acceptable, owner, key, score, sig))
    except (KeyError, TypeError):
        return None
    return rows


def copied_usual(verdict: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a verdict that `usual_rows` found usual, in the form that takes least
    memory (see `verdict_to_dict`)."""
    copy = _SOME_VERDICT.copy()
    copy.update(verdict)
    return copy
