"""What the check of a receipt found, as a tree of plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley.canonical import canonical_json
from parley.sentences import (
    CLOSINGS_MISSING,
    FINDINGS,
    HEADLINES,
    NOT_PROVED,
    NOT_PROVED_WITH_PROOF,
    NOTES,
    UNREADABLE,
)
from parley.visible import visible

VERIFIED = "VERIFIED"
FAILED = "FAILED"
NOT_PROVABLE = "NOT PROVABLE"
UNREADABLE_RESULT = "UNREADABLE"


@dataclass(frozen=True)
class Remark:
    """One sentence of a report: a finding, a note, or a thing not proved.

    `code` is stable and names the sentence in `parley.sentences`; `detail` holds what was filled
    into it. `message` is the finished English sentence. Everything in them is safe to show.
    """

    code: str
    message: str
    owner: str | None = None
    detail: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return `{"code", "message"}` and, where there are any, `"owner"` and `"detail"`."""
        data: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.owner is not None:
            data["owner"] = self.owner
        if self.detail:
            data["detail"] = dict(self.detail)
        return data


@dataclass(frozen=True)
class HashLine:
    """The hash that the receipt claims, and the record's own; None where there is none."""

    claimed: str | None
    recomputed: str | None
    passed: bool


@dataclass(frozen=True)
class StatusLine:
    """Whether status and decision are those of the record."""

    passed: bool


@dataclass(frozen=True)
class MaxMinLine:
    """`recomputed`: whether the announced outcome is the max-min one; `claimed`: what the receipt
    says (None when it says neither)."""

    recomputed: bool
    claimed: bool | None
    passed: bool


@dataclass(frozen=True)
class RosterLine:
    """`listed` by the receipt and `recorded` in the transcript, both sorted by code point."""

    listed: tuple[str, ...]
    recorded: tuple[str, ...]
    passed: bool


@dataclass(frozen=True)
class SignaturesLine:
    """`state`: `none`, `checked`, `unchecked` or `failed`; `count`: how many verdicts are
    signed."""

    state: str
    count: int
    passed: bool


@dataclass(frozen=True)
class AcceptanceLine:
    """`accepted` is None when the acceptance says neither; `signature`: `unsigned`, `valid`,
    `invalid` or `unchecked`."""

    owner: str
    accepted: bool | None
    bound: bool
    signature: str
    passed: bool


@dataclass(frozen=True)
class UnanimousLine:
    """Whether everyone accepted, worked out here; and what the receipt says, None for neither."""

    recomputed: bool
    claimed: bool | None
    passed: bool


@dataclass(frozen=True)
class ProofCheck:
    """One check of a proof. `number` counts on after the six; `id` is one of
    `parley.checks.proof.CHECKS`; `state`: `holds`, `fails`, `unchecked` (nothing here can check
    signatures, or what it rests on does not hold) or `missing` (closings, not there from all)."""

    number: int
    id: str
    state: str


@dataclass(frozen=True)
class ProofLine:
    """`code`: the comparison code; `agenda` and `roster`: their digests; `coordinator`: its key;
    `decision`: its id; `people`: how many seats; `closed`: how many of them closed this record,
    provably. What could not be read is None or 0."""

    code: str | None
    agenda: str | None
    roster: str | None
    coordinator: str | None
    decision: str | None
    round: int | None
    people: int
    closed: int
    checks: tuple[ProofCheck, ...]


@dataclass(frozen=True)
class ExpectedLine:
    """`id`: `code`, `roster` or `agenda`; `passed` is None where there is no proof to hold it
    against."""

    id: str
    passed: bool | None


@dataclass(frozen=True)
class Report:
    """The outcome of checking one receipt.

    `exit_code` 0, result `VERIFIED`: every check passed, and with a proof everybody closed. 1,
    `FAILED`: one failed, or a signature of the nine fields could not be checked. 1, `NOT PROVABLE`:
    nothing is wrong, but not everybody's closing is there, the proof's signatures could not be
    checked, or something was expected of a receipt without proof. 2, `UNREADABLE`: not readable as
    a receipt; then `findings` holds the one reason, the lines are None and `not_proved` is empty.
    Otherwise `not_proved` is never empty.

    Texts are as `parley.visible.visible` shows them, so that they are safe to print. `decision`
    is the JSON value itself; `decision_text` is its canonical text, safe to print.
    """

    exit_code: int
    result: str
    findings: tuple[Remark, ...]
    title: str | None = None
    status: str | None = None
    decision: Any = None
    decision_text: str | None = None
    hash: HashLine | None = None
    status_decision: StatusLine | None = None
    max_min: MaxMinLine | None = None
    roster: RosterLine | None = None
    verdict_signatures: SignaturesLine | None = None
    acceptances: tuple[AcceptanceLine, ...] = ()
    unanimous: UnanimousLine | None = None
    proof: ProofLine | None = None
    expected: tuple[ExpectedLine, ...] = ()
    headline: Remark | None = None
    notes: tuple[Remark, ...] = ()
    not_proved: tuple[Remark, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the report ready for JSON: these fields by name, each line an object or None."""
        data: dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            data[name] = _plain(getattr(self, name))
        return data


def finding(code: str, owner: Any = None, **detail: Any) -> Remark:
    """Return the finding `code` with its sentence filled in; `owner` is whom it is about."""
    return _remark(FINDINGS, code, owner, detail)


def note(code: str, **detail: Any) -> Remark:
    """Return the note `code` with its sentence filled in."""
    return _remark(NOTES, code, None, detail)


def headline(code: str, **detail: Any) -> Remark:
    """Return the headline `code` with its sentence filled in."""
    return _remark(HEADLINES, code, None, detail)


def everything_not_proved(proof: ProofLine | None = None) -> tuple[Remark, ...]:
    """Return the list that belongs under every completed check."""
    sentences = NOT_PROVED
    if proof is not None:
        missing = CLOSINGS_MISSING if proof.closed < proof.people else {}
        sentences = {**missing, **NOT_PROVED_WITH_PROOF}
    return tuple(Remark(code, message) for code, message in sentences.items())


def unreadable(code: str, message: str | None = None, **detail: Any) -> Report:
    """Return the report on a file that is no receipt, with its one reason."""
    reason = _remark(UNREADABLE, code, None, detail) if message is None else Remark(code, message)
    return Report(2, UNREADABLE_RESULT, (reason,))


def _remark(sentences: Mapping[str, str], code: str, owner: Any, detail: dict[str, Any]) -> Remark:
    shown = {key: _shown(value) for key, value in detail.items()}
    name = None if owner is None else _shown(owner)
    return Remark(code, sentences[code].format(owner=name, **shown), name, shown)


def _shown(value: Any) -> Any:
    if isinstance(value, int):
        return value
    return visible(value if isinstance(value, str) else canonical_json(value), limit=500)


def _plain(value: Any) -> Any:
    if isinstance(value, Remark):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
