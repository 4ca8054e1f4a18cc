"""After the pick: each owner replays the own sheet, then accepts or declines this one record."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from parley.canonical import canonical_json
from parley.consensus import AGREED, DEADLOCK
from parley.preferences import PreferenceSheet
from parley.transcript import Transcript

ACCEPTANCE_TYPE = "acceptance/0.1"


class RatifyError(ValueError):
    """There is nothing to ratify in this record, or the sheet forbids accepting it."""


@dataclass(frozen=True)
class Acceptance:
    """One owner's answer to one record: `accepted` is True or False, and on a deadlock True means
    "seen". `sig` and `pubkey_hex` are lower-case hex (128 and 64 digits) or None."""

    owner: str
    decision: Any
    transcript_hash: str
    accepted: bool
    sig: str | None = None
    pubkey_hex: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the six fields as a dict that shares nothing with this object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Acceptance:
        """Build from the shape of `to_dict`, copying it. Raises `ValueError` for a missing or extra
        field, an owner or hash that is no text, an `accepted` that is no boolean, and a signature
        or key that is neither a text nor None. Whether a signature is valid is not looked at."""
        if not isinstance(data, dict) or data.keys() != cls.__dataclass_fields__.keys():
            raise ValueError("an acceptance has exactly its six fields")
        if not isinstance(data["owner"], str) or not data["owner"]:
            raise ValueError("an acceptance needs an owner with a name")
        if not isinstance(data["transcript_hash"], str):
            raise ValueError("the hash in an acceptance must be a text")
        if not isinstance(data["accepted"], bool):
            raise ValueError("an acceptance says true or false")
        if not all(
            data[key] is None or isinstance(data[key], str) for key in ("sig", "pubkey_hex")
        ):
            raise ValueError("signature and key of an acceptance are texts or null")
        return cls(**copy.deepcopy(data))


def acceptance_payload(owner: str, decision: Any, transcript_hash: str, accepted: bool) -> bytes:
    """Return the bytes that an owner signs: canonical JSON of the four and `"type":
    "acceptance/0.1"`, UTF-8. Raises `TypeError` like `canonical_json`."""
    return canonical_json(
        {
            "type": ACCEPTANCE_TYPE,
            "owner": owner,
            "decision": decision,
            "transcript_hash": transcript_hash,
            "accepted": accepted,
        }
    ).encode("utf-8")


def ratify(
    sheet: PreferenceSheet,
    transcript: Transcript,
    accept: bool,
    signer: Callable[[bytes], tuple[str, str]] | None = None,
) -> Acceptance:
    """Return the owner's answer to a finalized record, signed where `signer(payload) -> (sig_hex,
    pubkey_hex)` is given.

    Declining needs no reason; a deadlock can be acknowledged. Raises `RatifyError` when the record
    is not finalized, when an agreed record has no decision (or a deadlock has one), when `accept`
    is no boolean, and when accepting what the sheet rejects.

    Not guaranteed: that `sheet.owner` is in the record, that the sheet is current or whole, or that
    the decision is the winner (`verify_outcome` tells).
    """
    if not isinstance(accept, bool):
        raise RatifyError("accept must be True or False")
    if transcript.result is None:
        raise RatifyError("the record is not finalized")
    status, decision = transcript.result["status"], transcript.result["decision"]
    if status not in (AGREED, DEADLOCK):
        raise RatifyError("the record is neither agreed nor a deadlock")
    if (decision is None) != (status == DEADLOCK):
        raise RatifyError(
            "the record is agreed but has no decision"
            if status == AGREED
            else "the record is a deadlock but has a decision"
        )
    if accept and not transcript.verify_non_betrayal(sheet, decision):
        raise RatifyError("the sheet rejects this decision, so it cannot be accepted")
    transcript_hash = transcript.hash()
    sig = pubkey_hex = None
    if signer is not None:
        sig, pubkey_hex = signer(acceptance_payload(sheet.owner, decision, transcript_hash, accept))
    return Acceptance(
        sheet.owner, copy.deepcopy(decision), transcript_hash, accept, sig, pubkey_hex
    )


def is_bound(acceptance: Acceptance, transcript_hash: str, decision: Any) -> bool:
    """Return whether an acceptance speaks about exactly this hash and this decision (canonical
    text). False, never an exception, for values without canonical text."""
    return binding(transcript_hash, decision)(acceptance)


def binding(transcript_hash: str, decision: Any) -> Callable[[Acceptance], bool]:
    """Return `is_bound` for many acceptances of one record: the decision's text, which may be long,
    is written once."""
    try:
        text = canonical_json(decision)
    except TypeError:
        return lambda acceptance: False

    def is_bound_here(acceptance: Acceptance) -> bool:
        if acceptance.transcript_hash != transcript_hash:
            return False
        try:
            return canonical_json(acceptance.decision) == text
        except TypeError:
            return False

    return is_bound_here


def agreement(
    transcript: Transcript,
    acceptances: Iterable[Acceptance],
    verifier: Callable[[Acceptance], bool] | None = None,
    participants: Iterable[str] | None = None,
) -> bool:
    """Return whether every owner of an agreed record accepted exactly this record.

    True only when the record is agreed; each acceptance is by an owner in it, bound to its hash and
    decision, with `accepted is True`, and passes `verifier` where given; and the owners who
    accepted are all owners of the record, and exactly `participants` where given.

    It does not check that the decision is the winner (`verify_outcome` does), nor, without a
    verifier, any signature.
    """
    try:
        transcript_hash = transcript.hash()
    except TypeError:
        return False
    return agreement_on(transcript, transcript_hash, acceptances, verifier, participants)


def agreement_on(
    transcript: Transcript,
    transcript_hash: str,
    acceptances: Iterable[Acceptance],
    verifier: Callable[[Acceptance], bool] | None = None,
    participants: Iterable[str] | None = None,
) -> bool:
    """As `agreement`, for a transcript whose hash is known already."""
    result = transcript.result
    if result is None or result["status"] != AGREED or result["decision"] is None:
        return False
    try:
        # A faulty record may hold owners that are no texts, and cannot be put into a set.
        owners = {verdict["owner"] for entry in transcript.entries for verdict in entry["verdicts"]}
        expected = owners if participants is None else set(participants)
    except TypeError:
        return False
    if not owners or expected != owners:
        return False
    accepted_by = set()
    is_bound_here = binding(transcript_hash, result["decision"])
    for acceptance in acceptances:
        if acceptance.accepted is not True or not isinstance(acceptance.owner, str):
            return False
        if acceptance.owner not in owners:
            return False
        if not is_bound_here(acceptance):
            return False
        if verifier is not None and verifier(acceptance) is not True:
            return False
        accepted_by.add(acceptance.owner)
    return accepted_by == owners
