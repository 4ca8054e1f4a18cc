"""The public record of a decision: every option with every masked verdict, and the result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from parley.agent import Verdict
from parley.canonical import canonical_json, same, utf_8
from parley.preferences import PreferenceSheet
from parley.record_text import pieces
from parley.verdicts import (
    VERDICT_FIELDS,
    copied_usual,
    usual_rows,
    verdict_fault,
    verdict_to_dict,
)

__all__ = ["Transcript", "canonical_json", "same", "verdict_fault", "verdict_to_dict"]

ENTRY_FIELDS = frozenset({"option", "verdicts"})
RESULT_FIELDS = frozenset({"status", "decision"})
TRANSCRIPT_FIELDS = frozenset({"entries", "result"})

_SCALARS = frozenset({str, int, float, bool, type(None)})


class _Entry:
    """The dicts of its objects are the entries: those share their keys, and take half the memory of
    other dicts."""

    def __init__(self, option: Any, verdicts: list[dict[str, Any]]) -> None:
        self.option = option
        self.verdicts = verdicts


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
        self.record_dicts(option, [verdict_to_dict(verdict) for verdict in verdicts])

    def record_dicts(self, option: Any, verdicts: list[dict[str, Any]]) -> None:
        """Add one option, copied, with the recorded form of its verdicts, which becomes part of
        this record as it is."""
        self.entries.append(vars(_Entry(copied(option), verdicts)))

    def finalize(self, status: str, decision: Any) -> None:
        """Set the result; a second call replaces the first. Checks nothing."""
        self.result = {"status": status, "decision": copied(decision)}

    def to_dict(self) -> dict[str, Any]:
        """Return `{"entries": [...], "result": ...}`, sharing nothing with this object."""
        entries = [
            vars(_Entry(copied(entry["option"]), [copied(item) for item in entry["verdicts"]]))
            for entry in self.entries
        ]
        return {"entries": entries, "result": deepcopy(self.result)}

    @classmethod
    def from_dict(cls, data: Any) -> Transcript:
        """Rebuild a transcript from the shape of `to_dict`, copying all of it.

        Raises `ValueError` for any missing or extra key, or a list or object that is none. The
        values inside verdicts and result are taken as they are: `verdict_fault` judges a verdict.
        """
        _expect_fields(data, TRANSCRIPT_FIELDS, "a transcript")
        _expect_list(data["entries"], "the entries")
        entries = [_copied_entry(entry) for entry in data["entries"]]
        if data["result"] is not None:
            _expect_fields(data["result"], RESULT_FIELDS, "the result")
        transcript = cls()
        transcript.entries = entries
        transcript.result = deepcopy(data["result"])
        return transcript

    def canonical(self) -> str:
        """Return the canonical text of `to_dict()`; raises `TypeError` like `canonical_json`."""
        text = "".join(pieces(self.entries, self.result))
        utf_8(text)
        return text

    def hash(self) -> str:
        """Return the SHA-256 of `canonical()` in UTF-8, 64 lower-case hex digits.

        Not guaranteed: who wrote the record. The hash protects against a later edit only those who
        kept a copy of it elsewhere.
        """
        digest = hashlib.sha256()
        for piece in pieces(self.entries, self.result):
            digest.update(utf_8(piece))
        return digest.hexdigest()

    def verify_non_betrayal(self, sheet: PreferenceSheet, decision: Any) -> bool:
        """Replay the private `sheet` on `decision`: True only when every red line holds, and for
        None (a deadlock forces nothing on anyone). The recorded verdicts are not read.

        Proves something about the lines that the sheet holds, not about lines meant but not
        written.
        """
        return decision is None or sheet.evaluate(decision).feasible


def copied(value: Any) -> Any:
    """Return a copy of a JSON value that shares nothing with it."""
    # Nearly all are flat, and then a shallow copy is a whole one.
    if type(value) is dict and _SCALARS.issuperset(map(type, value.values())):
        return value.copy()
    return value if type(value) in _SCALARS else deepcopy(value)


def _copied_entry(entry: Any) -> dict[str, Any]:
    if type(entry) is not dict or entry.keys() != ENTRY_FIELDS:
        _expect_fields(entry, ENTRY_FIELDS, "an entry")
    verdicts = entry["verdicts"]
    _expect_list(verdicts, "the verdicts of an entry")
    if usual_rows(verdicts) is None:
        for verdict in verdicts:
            _expect_fields(verdict, VERDICT_FIELDS, "a verdict")
        verdicts = deepcopy(verdicts)
    else:
        verdicts = list(map(copied_usual, verdicts))
    return vars(_Entry(copied(entry["option"]), verdicts))


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
