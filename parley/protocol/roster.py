"""The roster: who takes part in a round, with which key, and which ballot of theirs counts.

The coordinator signs one for each round, once joining is closed and every ballot is in. It is
final, and its digest fixes question, people, keys, answers and outcome: the comparison code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parley import dsse
from parley.agenda import MAX_PEOPLE, agenda_digest, read_agenda
from parley.body import is_hex, read_body
from parley.canonical import canonical_json
from parley.names import OwnerError, clean_owner, owner_key

ROSTER_TYPE = "parley/2/roster"
MAX_ROSTER_BYTES = 64 * 1024
MAX_FORMER_KEYS = 16
MIN_SEATS = 2

_FIELDS = frozenset({"agenda", "seats"})


class RosterError(ValueError):
    """A text that is no roster, or one that does not fit its agenda.

    `code` is one of those of `parley.body.read_body`, or `"agenda"` (no digest), `"seats"` (no
    list, or not 2 to 30), `"seat"`, `"order"` (not in code-point order of name); with an agenda
    also `"other-agenda"`, or one of `people_fault`: `"too-many-people"`, `"same-owner"`,
    `"same-key"`, `"coordinator-key"`, `"other-names"`. The message is a plain sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Seat:
    """One row: whose it is, the seat's public key, the digest of its ballot, and the keys that it
    had earlier in this decision, in the order of their use."""

    owner: str
    key: str
    ballot: str
    former: tuple[str, ...] = ()

    def row(self) -> list[Any]:
        """Return the row as it stands in a roster."""
        return [self.owner, self.key, self.ballot, list(self.former)]


@dataclass(frozen=True)
class Roster:
    """A roster that was read: the digest of its agenda, its seats in order, its own digest."""

    agenda: str
    seats: tuple[Seat, ...]
    digest: str

    @property
    def code(self) -> str:
        """The comparison code."""
        return dsse.code(self.digest)

    @property
    def owners(self) -> list[str]:
        """The names, in order."""
        return [seat.owner for seat in self.seats]

    def seat_of(self, owner: str) -> Seat | None:
        """Return the seat of a name, to the letter."""
        return next((seat for seat in self.seats if seat.owner == owner), None)


_SENTENCES = {
    "too-many-people": "There are more people than the agenda says.",
    "same-owner": "Two seats have the same name.",
    "same-key": "One key stands at two places.",
    "coordinator-key": "A seat has the coordinator's key.",
    "other-names": "The names are not those of the agenda.",
}


def build_roster(agenda_text: str, seats: Sequence[Seat]) -> str:
    """Return the canonical text of a roster, from seats in any order.

    Raises `RosterError` for everything that `read_roster` would refuse, `AgendaError` for the
    agenda. Not guaranteed: that a ballot with such a digest exists, or is that person's.
    """
    body = {
        "agenda": agenda_digest(agenda_text),
        "seats": [seat.row() for seat in sorted(seats, key=lambda seat: seat.owner)],
    }
    text = canonical_json(body)
    read_roster(text, agenda_text)
    return text


def read_roster(text: str, agenda_text: str) -> Roster:
    """Return a roster, checked against the agenda that it must belong to. Raises `RosterError`, and
    `AgendaError` for the agenda."""
    roster = parse_roster(text)
    agenda = read_agenda(agenda_text)
    if roster.agenda != agenda_digest(agenda_text):
        raise RosterError("other-agenda", "This roster belongs to another agenda.")
    fault = people_fault(roster, agenda)
    if fault:
        raise RosterError(fault[0], _SENTENCES[fault[0]])
    return roster


def parse_roster(text: str) -> Roster:
    """Return a roster from its text alone. Raises `RosterError`. Not guaranteed: that its people
    and keys are different ones (`people_fault`), or which agenda it belongs to."""
    body = read_body(text, _FIELDS, max_bytes=MAX_ROSTER_BYTES, max_depth=4, error=RosterError)
    if not dsse.is_digest(body["agenda"]):
        raise RosterError("agenda", "A roster names its agenda by digest.")
    rows = body["seats"]
    if not isinstance(rows, list) or not MIN_SEATS <= len(rows) <= MAX_PEOPLE:
        raise RosterError("seats", f"A roster has {MIN_SEATS} to {MAX_PEOPLE} seats.")
    if not all(map(_is_row, rows)):
        raise RosterError("seat", "A seat has a name, a key, a ballot's digest and former keys.")
    seats = tuple(Seat(owner, key, ballot, tuple(former)) for owner, key, ballot, former in rows)
    owners = [seat.owner for seat in seats]
    if owners != sorted(owners):
        raise RosterError("order", "The seats are not in the order of their names.")
    return Roster(body["agenda"], seats, dsse.digest(ROSTER_TYPE, text))


def _is_row(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 4:
        return False
    owner, key, ballot, former = row
    try:
        if clean_owner(owner) != owner:
            return False
    except OwnerError:
        return False
    return (
        is_hex(key, 64)
        and dsse.is_digest(ballot)
        and isinstance(former, list)
        and len(former) <= MAX_FORMER_KEYS
        and all(is_hex(earlier, 64) for earlier in former)
    )


def people_fault(roster: Roster, agenda: dict[str, Any]) -> tuple[str, str] | None:
    """Return what is wrong with the people of a roster, as (code, whom it is about), or None.

    Names are different ones by `parley.names.owner_key`; keys too, those that a seat had before
    among them, for a key that once spoke for one name must not speak for another; none is the
    coordinator's; where the agenda gives names, they are exactly those.
    """
    if len(roster.seats) > agenda["people"]:
        return "too-many-people", ""
    owners: set[str] = set()
    keys: set[str] = set()
    for seat in roster.seats:
        owners_before, keys_before = len(owners), len(keys)
        owners.add(owner_key(seat.owner))
        if len(owners) == owners_before:
            return "same-owner", seat.owner
        own = (seat.key, *seat.former)
        keys.update(own)
        if len(keys) != keys_before + len(own):
            return "same-key", seat.owner
        if agenda["coordinator"] in own:
            return "coordinator-key", seat.owner
    if agenda["names"] is not None and agenda["names"] != roster.owners:
        others = set(agenda["names"]) ^ set(roster.owners)
        return "other-names", ", ".join(sorted(others))
    return None
