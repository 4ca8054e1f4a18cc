"""From one round to the next: what an agenda says about the round before it, and two texts that
one honest coordinator never signs both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parley.consensus import DEADLOCK
from parley.protocol.closing import Closing
from parley.protocol.comparison import same_code
from parley.protocol.roster import Roster
from parley.protocol.round import SignedAgenda, open_roster
from parley.protocol.signed import Signed


@dataclass(frozen=True)
class Link:
    """How an agenda stands to an earlier one. `code` is `"follows"`, or why it does not:
    `"other-decision"`, `"other-coordinator"`, `"not-next"` (not the next round),
    `"previous-agenda"` (it names another agenda for that round), `"previous-roster"` (it names
    another roster for that round, or none), `"end"` (by its record, that round did not end so),
    `"closings"` (by the closings at hand it did not)."""

    code: str

    @property
    def follows(self) -> bool:
        """Whether it follows."""
        return self.code == "follows"

    @property
    def against_coordinator(self) -> bool:
        """Whether the two agendas, and the earlier round's roster and ballots, prove that the
        coordinator's key signed what does not go together. Closings prove nothing of the kind: they
        carry no time, so that one may have been signed, or held back, until the round was over."""
        return self.code in ("previous-agenda", "previous-roster", "end")


def link(
    later: SignedAgenda,
    earlier: SignedAgenda,
    roster: Roster | None = None,
    status: str | None = None,
    closings: Sequence[Closing] = (),
) -> Link:
    """Say how `later` stands to `earlier`, the round before it.

    `roster`, `status` and `closings` are the earlier round's, as far as they are known; signatures
    are checked elsewhere. Its end is `"deadlock"` exactly when its record is one; `"void"` and
    `"declined"` are false once everybody on its roster accepted, and `"void"` once everybody closed
    it.
    """
    if later.fields["decision"] != earlier.fields["decision"]:
        return Link("other-decision")
    if later.coordinator != earlier.coordinator:
        return Link("other-coordinator")
    if later.fields["round"] != earlier.fields["round"] + 1:
        return Link("not-next")
    previous = later.fields["previous"]
    if previous["agenda"] != earlier.digest:
        return Link("previous-agenda")
    if roster is not None and previous["roster"] != roster.digest:
        return Link("previous-roster")
    if not _fits_record(previous["end"], previous["roster"], status):
        return Link("end")
    if roster is not None and not _fits_closings(previous["end"], roster, closings):
        return Link("closings")
    return Link("follows")


def _fits_record(end: str, roster_digest: str | None, status: str | None) -> bool:
    # Without a roster there is nothing that could be declined, or be a deadlock.
    if roster_digest is None:
        return end == "void"
    # A deadlock is not void either: the outcome stood as soon as the roster did.
    return status is None or (status == DEADLOCK) == (end == "deadlock")


def _fits_closings(end: str, roster: Roster, closings: Sequence[Closing]) -> bool:
    if end == "deadlock" or len(closings) < len(roster.seats):
        return True
    return end == "declined" and not all(closing.accepted for closing in closings)


def chain_fault(agendas: Sequence[SignedAgenda], link_code: str | None) -> tuple[str, int] | None:
    """Return what is wrong with a decision's agendas from round 1 to the present one, as (code,
    round), or None. `link_code` is what the group link carries, or None where it is not known.

    Codes: `"no-first-round"` (they do not start with round 1), `"other-link"` (round 1 is not the
    one of the link), and those of `Link`. Not guaranteed: that an earlier round ended as is said.
    """
    first = agendas[0]
    if first.fields["round"] != 1:
        return "no-first-round", first.fields["round"]
    if link_code is not None and not same_code(link_code, first.code):
        return "other-link", 1
    for earlier, later in pairwise(agendas):
        found = link(later, earlier)
        if not found.follows:
            return found.code, later.fields["round"]
    return None


def two_agendas(one: SignedAgenda, other: SignedAgenda) -> bool:
    """Return whether these are two agendas of one coordinator for one round of one decision: with
    valid signatures, proof against that key."""
    return (
        one.coordinator == other.coordinator
        and one.fields["decision"] == other.fields["decision"]
        and one.fields["round"] == other.fields["round"]
        and one.digest != other.digest
    )


def two_rosters(agenda: SignedAgenda, one: Signed, other: Signed) -> bool:
    """Return whether these are two rosters of this agenda's coordinator for its one round: with
    valid signatures, proof against that key. Raises `SignedError` and `RosterError` for texts that
    are no rosters of it."""
    first, second = (open_roster(signed.to_dict(), agenda)[1] for signed in (one, other))
    return first.digest != second.digest


def acceptance_stands(mine: Closing | None, closings: Sequence[Closing], *, deadlock: bool) -> bool:
    """Say whether an acceptance that I signed still stands when a later round opens, so that I must
    be warned before I answer it: no checked closing of the same roster declines.

    `closings` are those of that roster which I have seen and checked. A deadlock has nothing that
    could stand.
    """
    if mine is None or not mine.accepted or deadlock:
        return False
    return all(closing.accepted for closing in closings if closing.roster == mine.roster)
