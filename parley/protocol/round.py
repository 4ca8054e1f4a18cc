"""One round as its signed texts give it: agenda, roster, ballots, and the record that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parley import dsse
from parley.agenda import AGENDA_TYPE, MAX_AGENDA_BYTES, AgendaError, agenda_digest, read_agenda
from parley.ballot import BALLOT_TYPE, MAX_BALLOT_BYTES, BallotError, read_ballot_for
from parley.protocol.closing import CLOSING_TYPE, MAX_CLOSING_BYTES, Closing, demand_closing
from parley.protocol.roster import (
    MAX_ROSTER_BYTES,
    ROSTER_TYPE,
    Roster,
    RosterError,
    Seat,
    build_roster,
    parse_roster,
    read_roster,
)
from parley.protocol.signed import (
    SignatureCheck,
    Signed,
    SignedError,
    Signer,
    demand_signature,
    read_signed,
    sign,
)
from parley.record import record_of
from parley.transcript import Transcript

BODY_BYTES = {
    AGENDA_TYPE: MAX_AGENDA_BYTES,
    BALLOT_TYPE: MAX_BALLOT_BYTES,
    ROSTER_TYPE: MAX_ROSTER_BYTES,
    CLOSING_TYPE: MAX_CLOSING_BYTES,
}
"""The four types of the protocol, and how many bytes of UTF-8 a body of each may have."""


def read_typed(source: Any, type: str) -> Signed:
    """Return a signed text of one of the four types, within its bounds. Raises `SignedError`."""
    return read_signed(source, type, BODY_BYTES[type])


@dataclass(frozen=True)
class SignedAgenda:
    """An agenda that has a coordinator: the signed text, and what it says."""

    signed: Signed
    fields: dict[str, Any]

    @property
    def digest(self) -> str:
        """The digest of the agenda."""
        return self.signed.digest

    @property
    def code(self) -> str:
        """The code of the agenda, which round 1's link carries."""
        return dsse.code(self.digest)

    @property
    def coordinator(self) -> str:
        """The coordinator's key, as the agenda gives it."""
        return self.fields["coordinator"]


def read_signed_agenda(source: Any) -> SignedAgenda:
    """Return an agenda that its own coordinator signed, from its text or object.

    Raises `SignedError` (`"key"`: it is signed with another key than it names), `AgendaError`
    (`"coordinator"`: it names none; `"previous"`: it gives a round without a roster another end
    than void). The signature itself is not checked here.
    """
    signed = read_typed(source, AGENDA_TYPE)
    agenda = SignedAgenda(signed, read_agenda(signed.body))
    if agenda.coordinator is None:
        raise AgendaError("coordinator", "A signed agenda names its coordinator.", "coordinator")
    if agenda.coordinator != signed.key:
        raise SignedError("key", "The agenda is signed with another key than its coordinator's.")
    previous = agenda.fields["previous"]
    if previous and previous["roster"] is None and previous["end"] != "void":
        raise AgendaError("previous", "A round without a roster can only be void.", "previous")
    return agenda


def sign_agenda(agenda_text: str, signer: Signer) -> Signed:
    """Return the signed text of an agenda; `signer` has the key that the agenda names. Raises
    `AgendaError` and `SignedError`."""
    key = read_agenda(agenda_text)["coordinator"]
    if key is None:
        raise AgendaError("coordinator", "A signed agenda names its coordinator.", "coordinator")
    return sign(AGENDA_TYPE, agenda_text, key, signer)


def sign_roster(agenda_text: str, seats: Sequence[Seat], signer: Signer) -> Signed:
    """Return the signed roster of seats in any order; `signer` has the key that the agenda names.
    Raises `RosterError`, `AgendaError` and `SignedError`."""
    key = read_agenda(agenda_text)["coordinator"]
    return sign(ROSTER_TYPE, build_roster(agenda_text, seats), key, signer)


def take_ballot(
    source: Any, agenda_text: str, check: SignatureCheck, *, key: str | None = None
) -> tuple[Signed, dict[str, Any]]:
    """Return a ballot that somebody sends in, with its fields, once all of it is checked.

    `key` is the seat's, None before the seat has one. Raises `SignedError` (`"key"`: it is signed
    with another key, or with the coordinator's; `"signature"`), `BallotError`, `AgendaError`. Not
    guaranteed: that no other seat has this key, that the nonce is new, or that the owner is the
    seat's: who keeps the seats knows.
    """
    signed = read_typed(source, BALLOT_TYPE)
    agenda = read_agenda(agenda_text)
    fields = read_ballot_for(signed.body, agenda, agenda_digest(agenda_text))
    if (key is not None and signed.key != key) or signed.key == agenda["coordinator"]:
        raise SignedError("key", "The ballot is signed with another key than its seat's.")
    demand_signature(signed, check)
    return signed, fields


def take_closing(
    source: Any,
    roster: Roster,
    transcript_hash: str,
    check: SignatureCheck,
    *,
    deadlock: bool,
) -> tuple[Signed, Closing]:
    """Return a closing that somebody sends in, with its fields, once all of it is checked: one of
    this round, with its seat's key. Raises `SignedError` and `ClosingError`. Not guaranteed: that
    it is that seat's first."""
    signed = read_typed(source, CLOSING_TYPE)
    closing = demand_closing(signed, roster, transcript_hash, deadlock=deadlock)
    demand_signature(signed, check)
    return signed, closing


class RoundError(ValueError):
    """Texts that make no round together.

    `code` is that of the fault, with its place before it: `"agenda-"` and a code of `SignedError`
    or `AgendaError`, `"roster-"` and one of `SignedError` or `RosterError`, `"ballot-"` and one of
    `SignedError` or `BallotError`, or `"ballot-owner"`, `"ballot-key"`, `"ballot-digest"` (it does
    not fit its row), `"ballots-count"`. `owner` is whose ballot it is, or None.
    """

    def __init__(self, code: str, message: str, owner: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.owner = owner


@dataclass(frozen=True)
class Round:
    """A round that fits together. Signatures are another matter: `signed_texts` are to be checked.

    `ballots` are in roster order, and `answers` what each of them answers; `record` is the
    finalized transcript that follows from them.
    """

    agenda: SignedAgenda
    roster: Roster
    signed_roster: Signed
    ballots: tuple[Signed, ...]
    answers: tuple[list[Any], ...]
    record: Transcript

    @property
    def code(self) -> str:
        """The comparison code."""
        return self.roster.code

    @property
    def signed_texts(self) -> tuple[Signed, ...]:
        """Agenda, roster, ballots: all that the record rests on."""
        return (self.agenda.signed, self.signed_roster, *self.ballots)


def read_round(agenda: Any, roster: Any, ballots: Sequence[Any]) -> Round:
    """Return a round from its signed texts (or their objects), ballots in roster order.

    Everything but the signatures is checked: types, bodies, digests, keys, people. Raises
    `RoundError`.
    """
    the_agenda = _placed("agenda", lambda: read_signed_agenda(agenda))
    signed_roster, the_roster = _placed("roster", lambda: open_roster(roster, the_agenda))
    _placed("roster", lambda: read_roster(signed_roster.body, the_agenda.signed.body))
    if len(ballots) != len(the_roster.seats):
        raise RoundError("ballots-count", "There is not one ballot for each seat.")
    read = [
        open_ballot(ballot, seat, the_agenda)
        for ballot, seat in zip(ballots, the_roster.seats, strict=True)
    ]
    return round_of(the_agenda, the_roster, signed_roster, read)


def round_of(
    agenda: SignedAgenda,
    roster: Roster,
    signed_roster: Signed,
    ballots: Sequence[tuple[Signed, dict[str, Any]]],
) -> Round:
    """Return a round from what `open_roster` and `open_ballot` gave, in roster order. Raises
    `RecordError`, which no roster does that `people_fault` finds nothing in."""
    return Round(
        agenda,
        roster,
        signed_roster,
        tuple(signed for signed, _ in ballots),
        tuple(fields["answers"] for _, fields in ballots),
        record_of(agenda.fields, [fields for _, fields in ballots]),
    )


def open_roster(source: Any, agenda: SignedAgenda) -> tuple[Signed, Roster]:
    """Return a roster by this agenda's coordinator and of this agenda, as signed text and as read.

    Raises `SignedError` (`"key"`: by another hand) and `RosterError` (`"other-agenda"`). Its people
    are not looked at (`people_fault`), nor is the signature checked.
    """
    signed = read_typed(source, ROSTER_TYPE)
    if signed.key != agenda.coordinator:
        raise SignedError("key", "The roster is signed with another key than the coordinator's.")
    roster = parse_roster(signed.body)
    if roster.agenda != agenda.digest:
        raise RosterError("other-agenda", "This roster belongs to another agenda.")
    return signed, roster


def open_ballot(source: Any, seat: Seat, agenda: SignedAgenda) -> tuple[Signed, dict[str, Any]]:
    """Return the ballot of one row, as signed text and as its fields. Raises `RoundError` unless it
    has the row's key, digest and owner. The signature itself is not checked."""
    try:
        signed = read_typed(source, BALLOT_TYPE)
        if signed.key != seat.key:
            raise SignedError("key", "This ballot is signed with another key than its row's.")
        if signed.digest != seat.ballot:
            raise SignedError("digest", "This ballot is not the one that its row names.")
        fields = read_ballot_for(signed.body, agenda.fields, agenda.digest)
        if fields["owner"] != seat.owner:
            raise SignedError("owner", "This ballot has another name than its row.")
    except (SignedError, BallotError) as fault:
        raise RoundError(f"ballot-{fault.code}", str(fault), seat.owner) from None
    return signed, fields


def _placed(place: str, read: Any) -> Any:
    try:
        return read()
    except (SignedError, AgendaError, RosterError) as fault:
        raise RoundError(f"{place}-{fault.code}", str(fault)) from None
