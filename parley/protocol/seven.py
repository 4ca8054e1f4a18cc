"""The seven checks before a closing, each a function of what was read and what is remembered.

`parley.protocol.before_closing.check_before_closing` lists their codes. None of them raises for
what a server or a store holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parley.agenda import AgendaError
from parley.ballot import BALLOT_TYPE, BallotError, read_ballot_for
from parley.outcome import check_sheet
from parley.protocol.chain import chain_fault
from parley.protocol.roster import Seat, people_fault
from parley.protocol.round import (
    RoundError,
    SignedAgenda,
    open_ballot,
    read_signed_agenda,
    read_typed,
)
from parley.protocol.signed import SignatureCheck, Signed, SignedError

if TYPE_CHECKING:
    from parley.protocol.before_closing import BeforeClosing, Remembered, Shown


def _check(id: str, passed: bool | None, code: str, **detail: Any) -> dict[str, Any]:
    return {"id": id, "passed": passed, "code": code, "detail": detail}


def check_agenda(
    found: BeforeClosing, remembered: Remembered, check: SignatureCheck
) -> dict[str, Any]:
    """The agenda is the one that was answered, the only one seen, and leads back to the link."""
    if found.agenda is None:
        return _check("agenda", False, "agenda-unreadable")
    digest = found.agenda.digest
    answered = _answered(remembered.ballot, found.agenda)
    if answered is False:
        return _check("agenda", False, "agenda-not-answered")
    others = sorted(set(remembered.agendas_seen) - {digest})
    if others:
        return _check("agenda", False, "agenda-seen-another", digests=[*others, digest])
    wrong, unknown = _chain(found.agenda, remembered, check)
    if wrong:
        return _check("agenda", False, "agenda-not-chained", reason=wrong[0], round=wrong[1])
    if answered is None:
        return _check("agenda", None, "no-ballot")
    if unknown:
        return _check("agenda", None, unknown)
    return _check("agenda", True, "agenda-stands")


def _answered(ballot: str | None, agenda: SignedAgenda) -> bool | None:
    if ballot is None:
        return None
    try:
        read_ballot_for(read_typed(ballot, BALLOT_TYPE).body, agenda.fields, agenda.digest)
    except (SignedError, BallotError) as fault:
        # What else may be wrong with it belongs to my own row.
        return fault.code != "other-agenda"
    return True


def _chain(
    agenda: SignedAgenda, remembered: Remembered, check: SignatureCheck
) -> tuple[tuple[str, int] | None, str | None]:
    """Return what is wrong on the way back to the link, and what could not be checked on it."""
    if agenda.fields["round"] > 1 and not remembered.earlier_agendas:
        return None, "no-earlier-agendas"
    try:
        agendas = [read_signed_agenda(text) for text in remembered.earlier_agendas]
    except (SignedError, AgendaError):
        return ("unreadable", agenda.fields["round"]), None
    for earlier in agendas:
        if not earlier.signed.holds(check):
            return ("unsigned", earlier.fields["round"]), None
    wrong = chain_fault([*agendas, agenda], remembered.link_code)
    return wrong, None if remembered.link_code is not None else "no-link-code"


def check_coordinator(
    found: BeforeClosing,
    remembered: Remembered,
    check: SignatureCheck,
    signed_roster: Signed | None,
    roster_reason: str,
) -> dict[str, Any]:
    """One coordinator, the same as before, signed both, and no other roster was seen."""
    agenda, before = found.agenda, remembered.coordinator
    if agenda is None:
        return _check("coordinator", False, "agenda-unreadable")
    if not agenda.signed.holds(check):
        return _check("coordinator", False, "agenda-unsigned")
    if before is not None and before != agenda.coordinator:
        return _check(
            "coordinator", False, "coordinator-changed", before=before, now=agenda.coordinator
        )
    if signed_roster is None:
        return _check("coordinator", False, "roster-unreadable", reason=roster_reason)
    if not signed_roster.holds(check):
        return _check("coordinator", False, "roster-unsigned")
    others = sorted(set(remembered.rosters_seen) - {found.roster.digest})
    if others:
        digests = [*others, found.roster.digest]
        return _check("coordinator", False, "roster-seen-another", digests=digests)
    return _check("coordinator", True, "coordinator-signed")


def check_my_row(shown: Shown, found: BeforeClosing, remembered: Remembered) -> dict[str, Any]:
    """My row has my key and my last ballot."""
    if found.roster is None:
        return _check("my-row", False, "no-roster")
    seat = found.roster.seat_of(remembered.owner)
    if seat is None:
        return _check("my-row", False, "not-on-roster")
    if seat.key != remembered.key:
        return _check("my-row", False, "other-key", mine=remembered.key, row=seat.key)
    if seat.ballot in remembered.replaced_ballots:
        return _check("my-row", False, "older-ballot")
    if remembered.ballot is None:
        return _check("my-row", None, "no-ballot", answers=_answers(shown, found, seat))
    try:
        mine = read_typed(remembered.ballot, BALLOT_TYPE)
    except SignedError:
        return _check("my-row", False, "ballot-unreadable")
    if mine.digest != seat.ballot:
        return _check("my-row", None, "other-ballot", answers=_answers(shown, found, seat))
    return _check("my-row", True, "row-stands")


def _answers(shown: Shown, found: BeforeClosing, seat: Seat) -> list[list[Any]] | None:
    """Return the answers of a row, in agenda order, for the person to look at."""
    position = found.roster.seats.index(seat)
    if position >= len(shown.ballots):
        return None
    try:
        return open_ballot(shown.ballots[position], seat, found.agenda)[1]["answers"]
    except RoundError:
        return None


def check_people(found: BeforeClosing) -> dict[str, Any]:
    """Names and keys are different ones, and those of the agenda."""
    if found.roster is None:
        return _check("people", False, "no-roster")
    fault = people_fault(found.roster, found.agenda.fields)
    if fault:
        return _check("people", False, fault[0], owner=fault[1])
    return _check("people", True, "people-differ", count=len(found.roster.seats))


def check_ballots(
    shown: Shown,
    found: BeforeClosing,
    unfit: tuple[str | None, str] | None,
    unsigned: str | None,
) -> dict[str, Any]:
    """Each ballot fits its row and is signed."""
    if unfit:
        owner, reason = unfit
        if owner is None:
            return _check("ballots", False, reason)
        return _check("ballots", False, "ballot-unfit", owner=owner, reason=reason)
    if unsigned is not None:
        return _check("ballots", False, "ballot-unsigned", owner=unsigned)
    return _check("ballots", True, "ballots-signed", count=len(shown.ballots))


def check_record(shown: Shown, found: BeforeClosing) -> dict[str, Any]:
    """The record that is shown is the one that is built here."""
    if found.outcome is None:
        return _check("record", False, "no-record")
    built = found.outcome.hash
    if shown.transcript_hash is None:
        return _check("record", True, "record-built-here")
    if shown.transcript_hash != built:
        return _check("record", False, "record-differs", shown=shown.transcript_hash, built=built)
    return _check("record", True, "record-shown")


def check_my_sheet(found: BeforeClosing, remembered: Remembered, *, accept: bool) -> dict[str, Any]:
    """To accept, my own sheet holds."""
    if not accept:
        return _check("my-sheet", None, "declining")
    if found.round is None:
        return _check("my-sheet", False, "no-record")
    if found.outcome.is_deadlock:
        # It forces nothing on anyone, with or without a sheet.
        return _check("my-sheet", True, "nothing-decided")
    return check_sheet(
        found.round.record,
        found.agenda.fields,
        remembered.owner,
        remembered.sheet,
        remembered.python_results,
    )
