"""Receipt files: building one, and checking one from nothing but its own bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from parley import strict
from parley.agenda import option_texts
from parley.canonical import canonical_json
from parley.checks.acceptances import check_acceptances, check_unanimous
from parley.checks.notes import notes_on
from parley.checks.proof import Proof, check_fields, check_proof, notes_on_proof, read_proof
from parley.checks.record import (
    Record,
    check_hash,
    check_max_min,
    check_roster,
    check_status,
    read_record,
    record_built,
)
from parley.checks.signatures import MAX_SIGNED_BYTES, check_keys, check_verdict_signatures
from parley.checks.values import shown
from parley.consensus import verify_outcome
from parley.expected import Expected, check_expected
from parley.net.identity import SignatureCheck, can_check_signatures, check_signature
from parley.protocol.receipt import fields_of, proof_in, receipt_text_of
from parley.ratify import Acceptance, agreement_on
from parley.report import (
    FAILED,
    NOT_PROVABLE,
    VERIFIED,
    ProofLine,
    Remark,
    Report,
    everything_not_proved,
    finding,
    unreadable,
)
from parley.transcript import Transcript, copied
from parley.visible import visible

FIELDS = (
    "title",
    "status",
    "decision",
    "transcript_hash",
    "max_min_verified",
    "unanimous_acceptance",
    "participants",
    "acceptances",
    "transcript",
)


def build_receipt(
    title: str,
    transcript: Transcript,
    acceptances: Iterable[Acceptance],
    participants: Iterable[str],
) -> dict[str, Any]:
    """Return a receipt: the nine fields, computed from a finalized transcript and the acceptances
    so far, sharing nothing with them.

    `max_min_verified` and `unanimous_acceptance` are recomputed here, so they may be false. Raises
    `ValueError` for a transcript that is not finalized, `TypeError` for one without canonical text.

    Not guaranteed: that the receipt verifies. A wrong roster, or an acceptance of another record,
    is written down as it is.
    """
    if transcript.result is None:
        raise ValueError("the record is not finalized")
    acceptances, participants = list(acceptances), list(participants)
    record, transcript_hash = transcript.to_dict(), transcript.hash()
    return {
        "title": title,
        "status": record["result"]["status"],
        "decision": copied(record["result"]["decision"]),
        "transcript_hash": transcript_hash,
        "max_min_verified": verify_outcome(transcript, expected_owners=participants),
        "unanimous_acceptance": agreement_on(
            transcript, transcript_hash, acceptances, participants=participants
        ),
        "participants": participants,
        "acceptances": [acceptance.to_dict() for acceptance in acceptances],
        "transcript": record,
    }


def receipt_text(receipt: dict[str, Any]) -> str:
    """Return a receipt as the text of its file: JSON, keys sorted, two blanks of indent, a line
    end. Raises `ValueError` for NaN and infinities."""
    return json.dumps(receipt, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def verify(
    source: bytes | str,
    *,
    check: SignatureCheck | None = None,
    expected: Expected | None = None,
) -> Report:
    """Check a receipt from its file's content and return the whole report.

    The record is rebuilt and hashed, status and decision are compared with it, the max-min winner
    is recomputed, and roster, acceptances, signatures and the receipt's own claims are held against
    it. Values are compared by canonical text. Files up to 16 MiB are read, with up to 64 MiB of
    options under the signatures of their verdicts; nothing that they hold makes this raise.

    `check(pubkey_hex, message, sig_hex) -> bool` checks an Ed25519 signature; without one PyNaCl is
    used where it is installed. Where neither is there, a signed receipt fails, with a note.

    A receipt with `proof` (docs/protocol.md) is checked against it too; then the result follows
    from how many closed the record. `expected` is held against the proof.

    What a passing check does not prove is in the report itself (`not_proved`): who wrote the
    record, who signed, whether everybody is in it, whether your red lines held.
    """
    found = _read(source)
    if isinstance(found, Report):
        return found
    if check is None and can_check_signatures():
        check = check_signature
    return _report(found, check, expected or Expected())


def _has_text_keys(value: Any) -> bool:
    # Python writes a number that is a key as a text, which would be another receipt.
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if not all(isinstance(key, str) for key in one):
                return False
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return True


@dataclass
class _Found:
    """A receipt that was read, once."""

    receipt: dict[str, Any]
    record: Record | None
    findings: list[Remark]
    proof: Proof | None


def _read(source: bytes | str) -> _Found | Report:
    if not isinstance(source, (bytes, str)):
        return unreadable("not-text")
    exact = _read_exact(source)
    if exact is not None:
        return exact
    try:
        receipt = strict.parse(source)
    except strict.StrictError as error:
        return unreadable(error.code, str(error))
    if not isinstance(receipt, dict):
        return unreadable("not-an-object")
    missing = [name for name in FIELDS if name not in receipt]
    if missing:
        return unreadable("field-missing", fields=", ".join(missing))
    record, findings = read_record(receipt["transcript"])
    # The text of an option is in the file once, and under each signature of a verdict on it.
    if record is not None and record.signed_bytes > MAX_SIGNED_BYTES:
        return unreadable("too-much-signed")
    proof = None
    if "proof" in receipt:
        proof = read_proof(receipt["proof"])
        check_fields(proof, receipt)
    return _Found(receipt, record, findings, proof)


def _read_exact(source: bytes | str) -> _Found | None:
    # Nearly all of a receipt follows from its proof. Where the file is, to the letter, what is
    # written from its proof, nothing else in it needs to be read.
    if len(source) > strict.MAX_BYTES:
        return None
    try:
        text = source.decode() if isinstance(source, bytes) else source
    except UnicodeDecodeError:
        return None
    value = proof_in(text)
    if value is None:
        return None
    proof = read_proof(value)
    if proof.round is None or proof.faults:
        return None
    closings = [closing for _, closing in proof.closings]
    if receipt_text_of(proof.round, proof.outcome, closings, value) != text:
        return None
    fields = fields_of(proof.round, proof.outcome, closings)
    receipt = {**fields, "transcript": None, "proof": value}
    record = record_built(
        proof.round.record,
        proof.outcome.hash,
        option_texts(proof.agenda.signed.body),
        proof.roster.owners,
    )
    return _Found(receipt, record, [], proof)


def verify_receipt(receipt: Any, *, check: SignatureCheck | None = None) -> Report:
    """Check a receipt that was parsed already, exactly as `verify` checks its file. What cannot be
    written as strict JSON is unreadable here too."""
    try:
        text = json.dumps(receipt)
    except (TypeError, ValueError, RecursionError):
        text = None
    if text is None or not _has_text_keys(receipt):
        return unreadable("not-json", "This is not a value that JSON can hold.")
    return verify(text, check=check)


def _report(found: _Found, check: SignatureCheck | None, expected: Expected) -> Report:
    receipt, record, proof = found.receipt, found.record, found.proof
    findings = list(found.findings)
    if not isinstance(receipt["title"], str):
        findings.append(finding("title-malformed"))
    items = receipt["acceptances"] if isinstance(receipt["acceptances"], list) else []
    key_faults = check_keys(record, items)

    hashes, wrong = check_hash(receipt, record)
    findings += wrong
    status, wrong = check_status(receipt, record)
    findings += wrong
    max_min, wrong = check_max_min(receipt, record)
    findings += wrong
    roster, wrong = check_roster(receipt, record)
    findings += wrong
    signatures, wrong = check_verdict_signatures(record, key_faults, check)
    findings += wrong + key_faults.findings
    acceptances, wrong = check_acceptances(receipt, record, key_faults, check)
    findings += wrong
    unanimous, wrong = check_unanimous(receipt, record, acceptances)
    findings += wrong
    wrong_in_nine = bool(findings)

    proof_line = words = None
    if proof is not None:
        proof_line, wrong, words = check_proof(proof, check)
        findings += wrong
    expected_lines, wrong = check_expected(
        expected,
        proof.roster if proof else None,
        proof.agenda.digest if proof and proof.agenda else None,
        has_proof=proof is not None,
    )
    findings += wrong
    result = _result(findings, proof_line)
    words = None if result == FAILED or wrong_in_nine else words

    notes = notes_on(
        receipt,
        record,
        acceptances,
        [name for name in receipt if name not in FIELDS and name != "proof"],
        unchecked=signatures.state == "unchecked"
        or any(line.signature == "unchecked" for line in acceptances)
        or (proof is not None and check is None),
        outcome_holds=max_min.recomputed,
        has_proof=proof is not None,
    )
    notes += notes_on_proof(proof) if proof else []
    return Report(
        exit_code=0 if result == VERIFIED else 1,
        result=result,
        findings=tuple(findings),
        title=shown(receipt["title"]),
        status=shown(receipt["status"]),
        decision=receipt["decision"],
        decision_text=_decision_text(receipt["decision"]),
        hash=hashes,
        status_decision=status,
        max_min=max_min,
        roster=roster,
        verdict_signatures=signatures,
        acceptances=tuple(acceptances),
        unanimous=unanimous,
        proof=proof_line,
        expected=tuple(expected_lines),
        headline=words,
        notes=tuple(notes),
        not_proved=everything_not_proved(proof_line),
    )


# Nothing is wrong then; it only cannot be shown here.
_NOT_SHOWN = frozenset({"proof-signatures-unchecked", "expected-without-proof"})


def _result(findings: list[Remark], proof: ProofLine | None) -> str:
    if any(remark.code not in _NOT_SHOWN for remark in findings):
        return FAILED
    if findings or (proof is not None and proof.closed < proof.people):
        return NOT_PROVABLE
    return VERIFIED


def _decision_text(decision: Any) -> str:
    if decision is None:
        return "none"
    try:
        return visible(canonical_json(decision), limit=4000)
    except TypeError:
        return "?"
