"""The closing: one person's last word on one roster and the record that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from parley import dsse
from parley.body import read_body
from parley.canonical import canonical_json
from parley.names import OwnerError, clean_owner
from parley.protocol.roster import Roster
from parley.protocol.signed import Signed

CLOSING_TYPE = "parley/2/closing"
MAX_CLOSING_BYTES = 1024

_FIELDS = frozenset({"roster", "transcript_hash", "owner", "accepted"})


class ClosingError(ValueError):
    """A text that is no closing, or none of this round.

    `code` is one of those of `parley.body.read_body`, or `"roster"`, `"transcript-hash"` (no
    digest), `"owner"`, `"accepted"` (neither true nor false); of `closing_fault` also
    `"other-roster"`, `"other-record"`, `"no-seat"`, `"other-key"` and `"declined-deadlock"`. The
    message is a plain sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Closing:
    """A closing that was read. On a deadlock `accepted` is True and means "seen"."""

    roster: str
    transcript_hash: str
    owner: str
    accepted: bool


def build_closing(roster: str, transcript_hash: str, owner: str, accepted: bool) -> str:
    """Return the canonical text of a closing; the first two are digests. Raises `ClosingError`."""
    body = {
        "roster": roster,
        "transcript_hash": transcript_hash,
        "owner": owner,
        "accepted": accepted,
    }
    try:
        text = canonical_json(body)
    except TypeError:
        raise ClosingError("not-json", "This holds a value that has no canonical form.") from None
    read_closing(text)
    return text


def read_closing(text: str) -> Closing:
    """Return a closing from its text. Raises `ClosingError`. Not guaranteed: which round it belongs
    to (`closing_fault`), or who wrote it."""
    body = read_body(text, _FIELDS, max_bytes=MAX_CLOSING_BYTES, max_depth=1, error=ClosingError)
    if not dsse.is_digest(body["roster"]):
        raise ClosingError("roster", "A closing names its roster by digest.")
    if not dsse.is_digest(body["transcript_hash"]):
        raise ClosingError("transcript-hash", "A closing names its record by hash.")
    try:
        if clean_owner(body["owner"]) != body["owner"]:
            raise ClosingError("owner", "This name is not in clean form.")
    except OwnerError as fault:
        raise ClosingError("owner", str(fault)) from None
    if type(body["accepted"]) is not bool:
        raise ClosingError("accepted", "A closing says yes or no.")
    return Closing(**body)


_SENTENCES = {
    "other-roster": "This closing belongs to another roster.",
    "other-record": "This closing belongs to another record.",
    "no-seat": "This closing is by nobody on the roster.",
    "other-key": "This closing is signed with another key than its seat's.",
    "declined-deadlock": "A deadlock can only be seen, there is nothing to decline.",
}


def closing_fault(
    signed: Signed, closing: Closing, roster: Roster, transcript_hash: str, *, deadlock: bool
) -> str | None:
    """Return why a closing is none of this round, as a code of `ClosingError`, or None. The
    signature itself is not looked at."""
    if closing.roster != roster.digest:
        return "other-roster"
    if closing.transcript_hash != transcript_hash:
        return "other-record"
    seat = roster.seat_of(closing.owner)
    if seat is None:
        return "no-seat"
    if signed.key != seat.key:
        return "other-key"
    if deadlock and not closing.accepted:
        return "declined-deadlock"
    return None


def demand_closing(
    signed: Signed, roster: Roster, transcript_hash: str, *, deadlock: bool
) -> Closing:
    """Return the closing in a signed text; raises `ClosingError` unless it is one of this round.
    The signature itself is not looked at."""
    closing = read_closing(signed.body)
    fault = closing_fault(signed, closing, roster, transcript_hash, deadlock=deadlock)
    if fault:
        raise ClosingError(fault, _SENTENCES[fault])
    return closing
