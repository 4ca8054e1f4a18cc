"""A report on a receipt as text for a terminal."""

from __future__ import annotations

import textwrap
from typing import Any

from parley.report import Remark, Report, SignaturesLine


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
