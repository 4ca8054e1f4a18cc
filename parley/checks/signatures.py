"""Signatures in a receipt: all or none, valid, one key to one owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from parley.checks.record import Record
from parley.checks.values import is_acceptance, shown_owner
from parley.net.identity import SignatureCheck, check_signature, verdict_signatures
from parley.report import Remark, SignaturesLine, finding
from parley.visible import visible

# What 30 people sign over a table of 2 MiB, the largest, and a page still hands to its own library.
# Acceptances and proofs are not counted: what their signatures are over stands in the file.
MAX_SIGNED_BYTES = 64 * 1024 * 1024

# From so many signatures on a second thread is worth its start; each task checks so many entries.
_MANY = 200
_BATCH = 20


@dataclass
class KeyFaults:
    """Owners with several keys and keys with several owners, over verdicts and acceptances."""

    findings: list[Remark]
    owners: set[str]
    in_verdicts: bool


def check_verdict_signatures(
    record: Record | None, key_faults: KeyFaults, check: SignatureCheck | None
) -> tuple[SignaturesLine, list[Remark]]:
    """Verdicts are all unsigned, or all signed and valid for the keys beside them."""
    if record is None or not record.signed_count:
        return SignaturesLine("none", 0, record is not None), []
    findings = []
    if record.signed_count != record.verdict_count:
        findings.append(
            finding(
                "verdict-signatures-partial",
                signed=record.signed_count,
                count=record.verdict_count,
            )
        )
    first, invalid = None, 0
    entries = record.transcript.entries
    for number, (entry, held) in enumerate(zip(entries, _held(record, check), strict=True), 1):
        for verdict, holds in zip(entry["verdicts"], held, strict=True):
            if holds is False:
                first, invalid = first or (number, shown_owner(verdict["owner"])), invalid + 1
    if first:
        findings.append(
            finding("verdict-signature-invalid", first[1], option=first[0], count=invalid)
        )
    if check is None and not findings:
        findings.append(finding("verdict-signatures-unchecked", count=record.signed_count))
        return SignaturesLine("unchecked", record.signed_count, False), findings
    passed = not findings and not key_faults.in_verdicts
    return SignaturesLine("checked" if passed else "failed", record.signed_count, passed), findings


def _held(record: Record, check: SignatureCheck | None) -> Iterable[list[bool | None]]:
    """Return for each entry what `verdict_signatures` says about its verdicts."""
    entries = record.transcript.entries

    def of_batch(start: int) -> list[list[bool | None]]:
        return [
            list(verdict_signatures(entry["option"], entry["verdicts"], check))
            for entry in entries[start : start + _BATCH]
        ]

    batches = range(0, len(entries), _BATCH)
    if check is check_signature and record.signed_count >= _MANY:
        from concurrent.futures import ThreadPoolExecutor

        # PyNaCl works outside of Python's lock, so that a second processor halves the time.
        try:
            with ThreadPoolExecutor(max_workers=2) as pool:
                return list(chain.from_iterable(pool.map(of_batch, batches)))
        except RuntimeError:
            # No thread can be started here, which makes it slower and nothing else.
            pass
    return chain.from_iterable(map(of_batch, batches))


def check_keys(record: Record | None, acceptances: Iterable[Any]) -> KeyFaults:
    """An owner has one key and a key one owner, wherever something is signed."""
    keys_of: dict[str, set[str]] = {}
    owners_of: dict[str, set[str]] = {}
    verdicts = (
        (verdict for entry in record.transcript.entries for verdict in entry["verdicts"])
        if record and record.signed_count
        else ()
    )
    signing_verdicts = _collect_keys(verdicts, keys_of, owners_of)
    _collect_keys((item for item in acceptances if is_acceptance(item)), keys_of, owners_of)
    findings, guilty = [], set()
    for owner, keys in keys_of.items():
        if len(keys) > 1:
            guilty.add(owner)
            findings.append(finding("owner-keys", owner))
    for owners in owners_of.values():
        if len(owners) > 1:
            guilty |= owners
            findings.append(finding("key-owners", owners=", ".join(map(visible, sorted(owners)))))
    return KeyFaults(findings, guilty, not guilty.isdisjoint(signing_verdicts))


def _collect_keys(
    items: Iterable[dict[str, Any]], keys_of: dict[str, set[str]], owners_of: dict[str, set[str]]
) -> set[str]:
    # Each pair once, in order: a receipt has many signatures by few.
    pairs = dict.fromkeys(
        (item["owner"], item["pubkey_hex"])
        for item in items
        if isinstance(item["owner"], str) and isinstance(item["pubkey_hex"], str)
    )
    for owner, key in pairs:
        keys_of.setdefault(owner, set()).add(key)
        owners_of.setdefault(key, set()).add(owner)
    return {owner for owner, _ in pairs}
