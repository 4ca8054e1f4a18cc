"""The record in a receipt: its hash, its result, its winner, its people."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.canonical import canonical_json, utf_8
from parley.checks.values import alike, boolean, is_hash, is_roster, shown_owner
from parley.consensus import AGREED, DEADLOCK, pick, recorded_pairs
from parley.report import HashLine, MaxMinLine, Remark, RosterLine, StatusLine, finding
from parley.transcript import Transcript
from parley.verdicts import Row, usual_rows, verdict_fault
from parley.visible import visible

Receipt = dict[str, Any]


@dataclass
class Record:
    """A transcript as the checks see it: read once, judged once."""

    transcript: Transcript
    hash: str
    option_texts: list[str]
    owners: set[str]
    verdict_count: int
    signed_count: int
    unmasked_count: int
    signed_bytes: int = 0
    """The length of the options in UTF-8, each as often as verdicts on it are signed."""
    faults: dict[str, tuple[int, Any, int]] = field(default_factory=dict)
    """By kind: the first option's number, the owner there, how many such verdicts."""

    @functools.cached_property
    def pairs(self) -> list[list[tuple[bool, float]]]:
        """What the pick needs: per option the (acceptable, score) of each verdict."""
        return recorded_pairs(self.transcript)

    @property
    def result(self) -> dict[str, Any] | None:
        """Status and decision, or None for a record that is not finalized."""
        return self.transcript.result


def read_record(data: Any) -> tuple[Record | None, list[Remark]]:
    """Return the record in a receipt, or None with the finding that says why there is none."""
    try:
        transcript = Transcript.from_dict(data)
        digest = transcript.hash()
        texts = [canonical_json(entry["option"]) for entry in transcript.entries]
    except (ValueError, TypeError) as error:
        return None, [finding("record-malformed", reason=str(error))]
    record = Record(transcript, digest, texts, set(), 0, 0, 0)
    for number, (entry, text) in enumerate(zip(transcript.entries, texts, strict=True), start=1):
        signed_before = record.signed_count
        rows = usual_rows(entry["verdicts"])
        if rows is None:
            for verdict in entry["verdicts"]:
                _count(record, number, verdict)
        else:
            _count_usual(record, rows)
        signed_here = record.signed_count - signed_before
        if signed_here:
            record.signed_bytes += signed_here * len(utf_8(text))
    return record, []


def record_built(
    transcript: Transcript, digest: str, option_texts: Sequence[str], owners: Sequence[str]
) -> Record:
    """Return a transcript that was built here from ballots as the checks see it: every verdict is
    as usual, unsigned and masked, and there is one by each owner for each option."""
    count = len(option_texts) * len(owners)
    return Record(transcript, digest, list(option_texts), set(owners), count, 0, 0)


def _count_usual(record: Record, rows: list[Row]) -> None:
    # What `_count` counts, for verdicts without a fault.
    record.verdict_count += len(rows)
    for acceptable, owner, _, score, sig in rows:
        record.owners.add(owner)
        record.signed_count += sig is not None
        record.unmasked_count += not acceptable and score != 0


def _count(record: Record, number: int, verdict: dict[str, Any]) -> None:
    record.verdict_count += 1
    owner = verdict["owner"]
    if isinstance(owner, str):
        record.owners.add(owner)
    if verdict["sig"] is not None or verdict["pubkey_hex"] is not None:
        record.signed_count += 1
    fault = verdict_fault(verdict)
    if fault:
        first_number, first_owner, count = record.faults.get(fault, (number, owner, 0))
        record.faults[fault] = first_number, first_owner, count + 1
    elif verdict["acceptable"] is False and verdict["score"] != 0:
        record.unmasked_count += 1


def check_hash(receipt: Receipt, record: Record | None) -> tuple[HashLine, list[Remark]]:
    """The record hashes to what the receipt says."""
    claimed = receipt["transcript_hash"]
    recomputed = record.hash if record else None
    passed = recomputed is not None and claimed == recomputed
    findings = []
    if not is_hash(claimed):
        findings.append(finding("hash-malformed"))
    elif record and not passed:
        findings.append(finding("hash-mismatch"))
    shown = visible(claimed) if isinstance(claimed, str) else None
    return HashLine(shown, recomputed, passed), findings


def check_status(receipt: Receipt, record: Record | None) -> tuple[StatusLine, list[Remark]]:
    """Status and decision are those of the finalized record, and fit each other."""
    if record is None:
        return StatusLine(False), []
    if record.result is None:
        return StatusLine(False), [finding("not-finalized")]
    status, decision = record.result["status"], record.result["decision"]
    findings = []
    if not alike(receipt["status"], status):
        findings.append(finding("status-differs"))
    if not alike(receipt["decision"], decision):
        findings.append(finding("decision-differs"))
    if status not in (AGREED, DEADLOCK):
        findings.append(finding("status-unknown"))
    elif status == DEADLOCK and decision is not None:
        findings.append(finding("deadlock-with-decision"))
    elif status == AGREED and decision is None:
        findings.append(finding("agreed-without-decision"))
    return StatusLine(not findings), findings


def check_max_min(receipt: Receipt, record: Record | None) -> tuple[MaxMinLine, list[Remark]]:
    """The announced outcome is the max-min one over the recorded verdicts, one from each listed
    participant for each option."""
    claimed = boolean(receipt["max_min_verified"])
    if record is None:
        return MaxMinLine(False, claimed, False), []
    findings = []
    computable = _is_computable(record)
    if computable and record.result is not None:
        fault = _outcome_fault(record)
        if fault:
            findings.append(finding(fault))
    findings += _record_faults(record, computable)
    honest = not findings and record.result is not None and roster_matches(receipt, record)
    if honest and claimed is not True:
        findings.append(finding("max-min-claim"))
    return MaxMinLine(honest, claimed, honest and not findings), findings


def _is_computable(record: Record) -> bool:
    # A contradicting reason or half a signature is a fault, but leaves the winner computable.
    return record.faults.keys() <= {"reason", "signature"} and _first_uneven(record) is None


def _record_faults(record: Record, computable: bool) -> list[Remark]:
    findings = [
        finding(f"verdict-{kind}", shown_owner(owner), option=number, count=count)
        for kind, (number, owner, count) in record.faults.items()
    ]
    repeated = _first_repeated(record.option_texts)
    if repeated is not None:
        findings.append(finding("option-repeated", option=repeated + 1))
    if not computable and "owner" not in record.faults:
        uneven = _first_uneven(record)
        if uneven is not None:
            findings.append(finding("entry-owners", option=uneven + 1))
    return findings


def _first_repeated(texts: list[str]) -> int | None:
    seen: set[str] = set()
    for index, text in enumerate(texts):
        if text in seen:
            return index
        seen.add(text)
    return None


def _first_uneven(record: Record) -> int | None:
    for index, entry in enumerate(record.transcript.entries):
        verdicts = entry["verdicts"]
        if len(verdicts) != len(record.owners):
            return index
        if {verdict["owner"] for verdict in verdicts} != record.owners:
            return index
    return None


def _outcome_fault(record: Record) -> str | None:
    status = record.result["status"]
    winner = pick(record.pairs)
    if winner is None:
        return None if status == DEADLOCK else "max-min"
    if status != AGREED:
        return "deadlock-false" if status == DEADLOCK else "max-min"
    decision = canonical_json(record.result["decision"])
    if decision == record.option_texts[winner]:
        return None
    return "max-min" if decision in record.option_texts else "decision-unknown"


def check_roster(receipt: Receipt, record: Record | None) -> tuple[RosterLine, list[Remark]]:
    """The listed participants are exactly the owners in the record."""
    listed, findings = receipt["participants"], []
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    if not is_roster(listed):
        findings.append(finding("roster-malformed"))
    elif len(set(names)) != len(names):
        repeated = names[_first_repeated(names)]
        findings.append(finding("roster-repeated", repeated))
    elif record and not roster_matches(receipt, record):
        findings.append(finding("roster-differs"))
    recorded = sorted(record.owners) if record else []
    line = RosterLine(
        tuple(map(visible, sorted(names))),
        tuple(map(visible, recorded)),
        record is not None and not findings,
    )
    return line, findings


def roster_matches(receipt: Receipt, record: Record) -> bool:
    """Return whether the participants are a list of distinct names, the record's owners."""
    listed = receipt["participants"]
    return is_roster(listed) and len(listed) == len(record.owners) and set(listed) == record.owners
