"""Acceptances in a receipt: by whom, of what, and whether they are all there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parley.canonical import canonical_json
from parley.checks.record import Receipt, Record
from parley.checks.signatures import KeyFaults
from parley.checks.values import boolean, is_acceptance, is_roster, item_owner, shown_owner
from parley.net.identity import SignatureCheck, acceptance_signature_holds, is_well_formed
from parley.ratify import Acceptance, agreement_on, binding
from parley.report import AcceptanceLine, Remark, UnanimousLine, finding

# A report has a line for each. More than that is no decision of people, and would fill the memory.
MAX_ACCEPTANCES = 10_000


def check_acceptances(
    receipt: Receipt, record: Record | None, key_faults: KeyFaults, check: SignatureCheck | None
) -> tuple[list[AcceptanceLine], list[Remark]]:
    """Each acceptance is by an owner in the record, once, bound to its hash and decision, and
    either none is signed or all are, validly."""
    items = receipt["acceptances"]
    if not isinstance(items, list):
        return [], [finding("acceptances-malformed")]
    if len(items) > MAX_ACCEPTANCES:
        return [], [finding("acceptances-too-many", count=len(items))]
    lines, findings, seen = [], [], set()
    is_bound = None
    if record is not None and record.result is not None:
        is_bound = binding(record.hash, record.result["decision"])
    for number, item in enumerate(items, start=1):
        line, wrong = _check_acceptance(number, item, record, is_bound, check, seen)
        if line.owner and item_owner(item) in key_faults.owners:
            line = AcceptanceLine(line.owner, line.accepted, line.bound, line.signature, False)
        lines.append(line)
        findings += wrong
    signed = sum(line.signature != "unsigned" for line in lines)
    if signed and signed != len(lines):
        findings.append(finding("acceptance-signatures-partial", signed=signed, count=len(lines)))
    return lines, findings


def _check_acceptance(
    number: int,
    item: Any,
    record: Record | None,
    is_bound: Callable[[Acceptance], bool] | None,
    check: SignatureCheck | None,
    seen: set[str],
) -> tuple[AcceptanceLine, list[Remark]]:
    if not is_acceptance(item):
        line = AcceptanceLine(shown_owner(item_owner(item)), None, False, "unsigned", False)
        return line, [finding("acceptance-malformed", number=number)]
    acceptance = Acceptance(**item)
    owner, accepted = acceptance.owner, boolean(acceptance.accepted)
    findings = []
    if not isinstance(owner, str) or not owner:
        findings.append(finding("acceptance-owner", number=number))
    else:
        if record and owner not in record.owners:
            findings.append(finding("acceptance-stranger", owner))
        if owner in seen:
            findings.append(finding("acceptance-repeated", owner))
        seen.add(owner)
    name = shown_owner(owner)
    if accepted is None:
        findings.append(finding("acceptance-undecided", name))
    bound, wrong = _binding(acceptance, is_bound, name)
    findings += wrong
    signature, wrong = _signature(acceptance, check, name)
    findings += wrong
    return AcceptanceLine(name, accepted, bound, signature, bound and not findings), findings


def _binding(
    acceptance: Acceptance, is_bound: Callable[[Acceptance], bool] | None, name: str
) -> tuple[bool, list[Remark]]:
    try:
        canonical_json([acceptance.decision, acceptance.transcript_hash])
    except TypeError:
        return False, [finding("acceptance-not-canonical", name)]
    if is_bound is None:
        # What is wrong with the record is a finding already; nothing can be bound to it.
        return False, []
    if is_bound(acceptance):
        return True, []
    return False, [finding("acceptance-not-bound", name)]


def _signature(
    acceptance: Acceptance, check: SignatureCheck | None, name: str
) -> tuple[str, list[Remark]]:
    if acceptance.sig is None and acceptance.pubkey_hex is None:
        return "unsigned", []
    if not is_well_formed(acceptance.pubkey_hex, acceptance.sig):
        return "invalid", [finding("acceptance-signature-invalid", name)]
    if check is None:
        return "unchecked", [finding("acceptance-signature-unchecked", name)]
    if acceptance_signature_holds(acceptance, check):
        return "valid", []
    return "invalid", [finding("acceptance-signature-invalid", name)]


def check_unanimous(
    receipt: Receipt, record: Record | None, lines: list[AcceptanceLine]
) -> tuple[UnanimousLine, list[Remark]]:
    """The claim that everybody accepted is what the acceptances say. A signature that could not be
    checked is a finding of its own and counts as valid here."""
    claimed = boolean(receipt["unanimous_acceptance"])
    recomputed = (
        record is not None
        and is_roster(receipt["participants"])
        and isinstance(receipt["acceptances"], list)
        and len(receipt["acceptances"]) <= MAX_ACCEPTANCES
        and all(is_acceptance(item) for item in receipt["acceptances"])
        and all(line.signature != "invalid" for line in lines)
        and agreement_on(
            record.transcript,
            record.hash,
            [Acceptance(**item) for item in receipt["acceptances"]],
            participants=receipt["participants"],
        )
    )
    passed = claimed is recomputed
    findings = [] if passed or record is None else [finding("unanimous-claim")]
    return UnanimousLine(recomputed, claimed, passed), findings
