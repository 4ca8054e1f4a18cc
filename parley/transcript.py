"""The public record of a decision: every option with every masked verdict, and the result."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable
from typing import Any

from parley.agent import REASON_OK, REASON_RED_LINE, Verdict
from parley.canonical import canonical_json, same
from parley.preferences import PreferenceSheet

__all__ = ["Transcript", "canonical_json", "same", "verdict_fault", "verdict_to_dict"]

VERDICT_FIELDS = frozenset({"owner", "acceptable", "score", "reason", "sig", "pubkey_hex"})
ENTRY_FIELDS = frozenset({"option", "verdicts"})
RESULT_FIELDS = frozenset({"status", "decision"})
TRANSCRIPT_FIELDS = frozenset({"entries", "result"})


class Transcript:
    """`.entries` is a list of `{"option", "verdicts"}`, a verdict being a dict of exactly `owner,
    acceptable, score, reason, sig, pubkey_hex`; `.result` is None until `finalize`, then
    `{"status", "decision"}`.

    Not guaranteed: that what was recorded is honest or well-formed.
    `parley.consensus.verify_outcome` judges the pick, `parley.receipt.verify` the whole.
    """

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self.result: dict[str, Any] | None = None

    def record(self, option: Any, verdicts: Iterable[Verdict]) -> None:
        """Add one option with its verdicts, copied."""
        recorded = [verdict_to_dict(verdict) for verdict in verdicts]
        self.entries.append({"option": copy.deepcopy(option), "verdicts": recorded})

    def finalize(self, status: str, decision: Any) -> None:
        """Set the result; a second call replaces the first. Checks nothing."""
        self.result = {"status": status, "decision": copy.deepcopy(decision)}

    def to_dict(self) -> dict[str, Any]:
        """Return `{"entries": [...], "result": ...}`, sharing nothing with this object."""
        return {"entries": _copied_entries(self.entries), "result": copy.deepcopy(self.result)}

    @classmethod
    def from_dict(cls, data: Any) -> Transcript:
        """Rebuild a transcript from the shape of `to_dict`, copying all of it.

        Raises `ValueError` for any missing or extra key, or a list or object that is none. The
        values inside verdicts and result are taken as they are: `verdict_fault` judges a verdict.
        """
        _expect_fields(data, TRANSCRIPT_FIELDS, "a transcript")
        _expect_list(data["entries"], "the entries")
        for entry in data["entries"]:
            _expect_fields(entry, ENTRY_FIELDS, "an entry")
            _expect_list(entry["verdicts"], "the verdicts of an entry")
            for verdict in entry["verdicts"]:
                # The names are made only for a faulty verdict: a record has many.
                if not isinstance(verdict, dict) or verdict.keys() != VERDICT_FIELDS:
                    _expect_fields(verdict, VERDICT_FIELDS, "a verdict")
        if data["result"] is not None:
            _expect_fields(data["result"], RESULT_FIELDS, "the result")
        transcript = cls()
        transcript.entries = _copied_entries(data["entries"])
        transcript.result = copy.deepcopy(data["result"])
        return transcript

    def canonical(self) -> str:
        """Return the canonical text of `to_dict()`; raises `TypeError` like `canonical_json`."""
        return canonical_json({"entries": self.entries, "result": self.result})

    def hash(self) -> str:
        """Return the SHA-256 of `canonical()` in UTF-8, 64 lower-case hex digits.

        Not guaranteed: who wrote the record. The hash protects against a later edit only those who
        kept a copy of it elsewhere.
        """
        return hashlib.sha256(self.canonical().encode("utf-8")).hexdigest()

    def verify_non_betrayal(self, sheet: PreferenceSheet, decision: Any) -> bool:
        """Replay the private `sheet` on `decision`: True only when every red line holds, and for
        None (a deadlock forces nothing on anyone). The recorded verdicts are not read.

        Proves something about the lines that the sheet holds, not about lines meant but not
        written.
        """
        return decision is None or sheet.evaluate(decision).feasible


def verdict_to_dict(verdict: Verdict) -> dict[str, Any]:
    """Return the six public fields of a verdict, as they are recorded."""
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


def _copied_entries(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "option": copy.deepcopy(entry["option"]),
            # Six plain values each: a shallow copy is a whole one, unless someone put in more.
            "verdicts": [_copied_verdict(verdict) for verdict in entry["verdicts"]],
        }
        for entry in entries
    ]


def _copied_verdict(verdict: dict[str, Any]) -> dict[str, Any]:
    for value in verdict.values():
        if isinstance(value, (list, dict)):
            return copy.deepcopy(verdict)
    return verdict.copy()


def _expect_fields(value: Any, fields: frozenset[str], what: str) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be an object")
    missing = sorted(fields - value.keys())
    if missing:
        raise ValueError(f"{what} lacks {', '.join(missing)}")
    if len(value) != len(fields):
        raise ValueError(f"{what} has a field too many")


def _expect_list(value: Any, what: str) -> None:
    if not isinstance(value, list):
        raise ValueError(f"{what} must be a list")
