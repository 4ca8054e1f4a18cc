"""What the check of a receipt found: a tree of plain values, and its printed form."""

from __future__ import annotations

import textwrap
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
        *_proof_lines(report),
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
        signature = line.signature
        if report.proof and signature == "unsigned":
            signature = "in proof"
        bound = "bound to this record" if line.bound else "NOT bound to this record"
        lines.append(
            f"  {line.owner:<16} {answer:<9} {bound:<25} signature {signature:<9}  {_mark(line)}"
        )
    if not lines:
        lines.append("  none")
    unanimous = report.unanimous
    claimed = {True: "yes", False: "no", None: "neither yes nor no"}[unanimous.claimed]
    signed = report.proof or any(line.signature != "unsigned" for line in report.acceptances)
    strength = "" if signed else "; unsigned, so this shows edits only"
    lines.append(
        f"  unanimous         {'yes' if unanimous.recomputed else 'no'} "
        f"(receipt says {claimed}{strength})   {_mark(unanimous)}"
    )
    return lines


_PROOF_LABELS = {
    "coordinator": "agenda and roster are by one coordinator",
    "seats": "names and keys are different ones",
    "ballots": "each ballot is signed by its seat's key",
    "record": "the nine fields follow from the proof",
    "closings": "each closing is signed, for this record",
}
_PROOF_MARKS = {"holds": "OK", "fails": "FAIL", "unchecked": "NOT CHECKED", "missing": "MISSING"}


def _proof_lines(report: Report) -> list[str]:
    lines = []
    proof = report.proof
    if proof is not None:
        lines += ["Proof (parley/2)"]
        lines += [
            f"  {f'{line.number}.':<3} {_PROOF_LABELS[line.id]:<44} {_PROOF_MARKS[line.state]}"
            for line in proof.checks
        ]
        lines += [
            f"  closings          {proof.closed} of {proof.people}",
            f"  comparison code   {proof.code or 'none'}",
            f"  agenda            {proof.agenda or 'none'}",
            f"  coordinator's key {proof.coordinator or 'none'}",
            "",
        ]
    if report.expected:
        marks = {True: "OK", False: "FAIL", None: "NOT CHECKED"}
        lines += ["Expected"]
        lines += [f"  {line.id:<17} {marks[line.passed]}" for line in report.expected]
        lines += [""]
    return lines


def _result_lines(report: Report) -> list[str]:
    if report.headline:
        result = f"Result: {report.result} ({report.proof.closed} of {report.proof.people}). "
        return [
            *textwrap.wrap(result + report.headline.message, 98, subsequent_indent="  "),
            *(f"  - {remark.message}" for remark in report.findings),
        ]
    if not report.findings:
        return [
            f"Result: {report.result}. All that this receipt claims follows from its record."
            f"{_unsigned(report)}{_how_many_accepted(report)}"
        ]
    return [
        f"Result: {report.result}",
        *(f"  - {remark.message}" for remark in report.findings),
    ]


def _unsigned(report: Report) -> str:
    signed = [line for line in report.acceptances if line.signature != "unsigned"]
    return "" if signed or report.verdict_signatures.count else " It is consistent, and unsigned."


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
