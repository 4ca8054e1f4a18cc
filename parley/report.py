"""What the check of a receipt found: a tree of plain values, and its printed form."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley.canonical import canonical_json
from parley.sentences import FINDINGS, NOT_PROVED, NOTES, UNREADABLE
from parley.visible import visible

VERIFIED = "VERIFIED"
FAILED = "FAILED"
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
    claimed: str | None
    recomputed: str | None
    passed: bool


@dataclass(frozen=True)
class StatusLine:
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
    recomputed: bool
    claimed: bool | None
    passed: bool


@dataclass(frozen=True)
class Report:
    """The outcome of checking one receipt.

    `exit_code` 0, result `VERIFIED`: every check passed. 1, `FAILED`: one failed, or a signature
    could not be checked. 2, `UNREADABLE`: not readable as a receipt; then `findings` holds the one
    reason, the lines are None and `not_proved` is empty. Otherwise `not_proved` is never empty.

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


def everything_not_proved() -> tuple[Remark, ...]:
    """Return the list that belongs under every completed check."""
    return tuple(Remark(code, message) for code, message in NOT_PROVED.items())


def unreadable(code: str, message: str | None = None, **detail: Any) -> Report:
    """Return the report on a file that is no receipt, with its one reason."""
    reason = _remark(UNREADABLE, code, None, detail) if message is None else Remark(code, message)
    return Report(2, UNREADABLE_RESULT, (reason,))


def render(report: Report) -> str:
    """Return the report as text for a terminal, ending with a line end.

    A completed check prints the record, the acceptances, the result with its findings, notes, and
    what it does not prove, in this order; an unreadable file one line.
    """
    if report.exit_code == 2:
        return f"Not readable as a receipt. {report.findings[0].message}\n"
    lines = [
        f"Parley receipt check: {report.title}",
        f"  status {report.status}   decision {report.decision_text}",
        "",
        "Record",
        *_record_lines(report),
        "",
        "Acceptances",
        *_acceptance_lines(report),
        "",
        *_result_lines(report),
    ]
    if report.notes:
        lines += ["", "Notes", *_paragraphs(report.notes)]
    lines += ["", "What this check does not prove", *_paragraphs(report.not_proved)]
    return "\n".join(lines) + "\n"


def _record_lines(report: Report) -> list[str]:
    hashes, max_min, roster = report.hash, report.max_min, report.roster
    status = (
        "the same as in the finalized record"
        if report.status_decision.passed
        else "NOT those of the finalized record"
    )
    honest = "yes" if max_min.recomputed else "NO"
    claim = "" if max_min.passed or not max_min.recomputed else "; the receipt does not say so"
    return [
        f"  transcript hash   claimed    {hashes.claimed or 'none'}",
        f"                    recomputed {hashes.recomputed or 'none':<64}   {_mark(hashes)}",
        f"  status/decision   {status}   {_mark(report.status_decision)}",
        f"  max-min honest    {honest} (winner worked out again from the verdicts{claim})   "
        f"{_mark(max_min)}",
        f"  roster            {_names(roster.listed)} (record: {_names(roster.recorded)})   "
        f"{_mark(roster)}",
        f"  verdict sigs      {_signatures(report.verdict_signatures)}",
    ]


def _signatures(line: SignaturesLine) -> str:
    if line.state == "none":
        return "none"
    words = {
        "checked": f"{line.count} signed, all valid",
        "unchecked": f"{line.count} signed, NOT checked",
        "failed": f"{line.count} signed, NOT all right",
    }
    return f"{words[line.state]}   {_mark(line)}"


def _acceptance_lines(report: Report) -> list[str]:
    lines = []
    for line in report.acceptances:
        answer = {True: "accepted", False: "declined", None: "unclear"}[line.accepted]
        if line.accepted and report.status == "deadlock":
            answer = "seen"
        bound = "bound to this record" if line.bound else "NOT bound to this record"
        lines.append(
            f"  {line.owner:<16} {answer:<9} {bound:<25} signature {line.signature:<9}  "
            f"{_mark(line)}"
        )
    if not lines:
        lines.append("  none")
    unanimous = report.unanimous
    claimed = {True: "yes", False: "no", None: "neither yes nor no"}[unanimous.claimed]
    signed = any(line.signature != "unsigned" for line in report.acceptances)
    strength = "" if signed else "; unsigned, so this shows edits only"
    lines.append(
        f"  unanimous         {'yes' if unanimous.recomputed else 'no'} "
        f"(receipt says {claimed}{strength})   {_mark(unanimous)}"
    )
    return lines


def _result_lines(report: Report) -> list[str]:
    if not report.findings:
        return [
            f"Result: {report.result}. All that this receipt claims follows from its record."
            f"{_how_many_accepted(report)}"
        ]
    return [
        f"Result: {report.result}",
        *(f"  - {remark.message}" for remark in report.findings),
    ]


def _how_many_accepted(report: Report) -> str:
    """Who only reads the result must not take an outcome for accepted that is not, or not by
    all."""
    if report.status != "agreed" or report.unanimous.recomputed:
        return ""
    accepted = {line.owner for line in report.acceptances if line.accepted and line.passed}
    have = "has" if len(accepted) == 1 else "have"
    return f" {len(accepted)} of {len(report.roster.listed)} {have} accepted it."


def _paragraphs(remarks: tuple[Remark, ...]) -> list[str]:
    return [
        textwrap.fill(remark.message, 98, initial_indent="  - ", subsequent_indent="    ")
        for remark in remarks
    ]


def _mark(line: Any) -> str:
    return "OK" if line.passed else "FAIL"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"


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
