"""What a browser checks by itself before its person's closing is signed.

The seven checks of docs/protocol.md as one pure function: over the texts that the server shows, and
what this browser remembers. It runs where no pasted rule ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.agenda import AgendaError
from parley.ballot import BALLOT_TYPE, BallotError, read_ballot_for
from parley.explain import ExplainError, explain
from parley.outcome import check_sheet
from parley.protocol.chain import chain_fault
from parley.protocol.closing import CLOSING_TYPE, ClosingError, demand_closing
from parley.protocol.receipt import Outcome, outcome_of
from parley.protocol.roster import Roster, RosterError, Seat, people_fault
from parley.protocol.round import (
    Round,
    RoundError,
    SignedAgenda,
    open_ballot,
    open_roster,
    read_signed_agenda,
    read_typed,
    round_of,
)
from parley.protocol.signed import SignatureCheck, Signed, SignedError

IDS = ("agenda", "coordinator", "my-row", "people", "ballots", "record", "my-sheet")
"""The seven, in order."""


@dataclass(frozen=True)
class Shown:
    """What the server shows: signed texts, ballots and closings in roster order. `transcript_hash`
    is the hash of the record that the page has before its person, or None where the page shows the
    record that is built here."""

    agenda: str
    roster: str
    ballots: Sequence[str]
    closings: Sequence[str] = ()
    transcript_hash: str | None = None


@dataclass(frozen=True)
class Remembered:
    """What this browser remembers by itself.

    `owner` and `key`: my name here and my seat's public key. `ballot`: the last signed ballot that
    I sent, or None; `replaced_ballots`: digests of ballots that I replaced. `agendas_seen` and
    `rosters_seen`: digests of all that were ever shown to it in this round. `coordinator`: the key
    in the decision's earlier agendas, or None. `link_code`: the code in the group link's fragment,
    or None. `earlier_agendas`: the signed agendas from round 1 to the one before this. `known`:
    keys by name as they were when the person last looked. `sheet`: its text or None, and
    `python_results` what its rules in Python said (`Sheet.with_python_results`).
    """

    owner: str
    key: str
    ballot: str | None = None
    replaced_ballots: Sequence[str] = ()
    agendas_seen: Sequence[str] = ()
    rosters_seen: Sequence[str] = ()
    coordinator: str | None = None
    link_code: str | None = None
    earlier_agendas: Sequence[str] = ()
    known: dict[str, str] | None = None
    sheet: str | None = None
    python_results: list[list[str]] | None = None


@dataclass
class BeforeClosing:
    """The answer: `checks`, each `{"id", "passed", "code", "detail"}` in the order of `IDS`,
    `passed` being None for what could not be checked or has to be asked; and what they rest on,
    None as far as it could not be read."""

    checks: list[dict[str, Any]]
    agenda: SignedAgenda | None = None
    roster: Roster | None = None
    round: Round | None = None
    outcome: Outcome | None = None
    people: list[dict[str, Any]] = field(default_factory=list)
    closings: list[dict[str, Any]] = field(default_factory=list)

    def failed(self) -> list[str]:
        """Return the ids of the checks that failed: with one, nothing is signed."""
        return [check["id"] for check in self.checks if check["passed"] is False]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it ready for JSON; see `check_before_closing`."""
        explanation = None
        if self.round:
            try:
                explanation = explain(self.round.record)
            except ExplainError:
                explanation = None
        return {
            "checks": self.checks,
            "failed": self.failed(),
            "agenda_digest": self.agenda.digest if self.agenda else None,
            "agenda_code": self.agenda.code if self.agenda else None,
            "roster_digest": self.roster.digest if self.roster else None,
            "code": self.roster.code if self.roster else None,
            "status": self.outcome.status if self.outcome else None,
            "transcript": self.outcome.transcript if self.outcome else None,
            "transcript_hash": self.outcome.hash if self.outcome else None,
            "people": self.people,
            "closings": self.closings,
            "explanation": explanation,
        }


def texts_to_check(shown: Shown, remembered: Remembered) -> list[str]:
    """Return the signed texts whose signatures `check_before_closing` asks about: those that the
    server shows, and the earlier agendas."""
    return [
        shown.agenda,
        shown.roster,
        *shown.ballots,
        *shown.closings,
        *remembered.earlier_agendas,
    ]


def check_before_closing(
    shown: Shown, remembered: Remembered, check: SignatureCheck, *, accept: bool
) -> BeforeClosing:
    """Make the seven checks. `accept`: whether the person means to accept (on a deadlock: has seen
    it); to decline, the sheet need not hold. Codes, with `passed`:

    - `agenda`: True `agenda-stands`; None `no-ballot` (this browser sent none, so it cannot say
      which it answered), `no-link-code`, `no-earlier-agendas`; False `agenda-unreadable`,
      `agenda-not-answered` (I answered another one), `agenda-seen-another` (detail `{"digests"}`),
      `agenda-not-chained` (detail `{"reason", "round"}`, see `chain_fault`).
    - `coordinator`: True `coordinator-signed`; False `agenda-unreadable`, `agenda-unsigned`,
      `roster-unreadable` (detail `{"reason"}`: by another hand or for another agenda, too),
      `roster-unsigned`, `coordinator-changed` (detail `{"before", "now"}`), `roster-seen-another`
      (detail `{"digests"}`).
    - `my-row`: True `row-stands`; None `no-ballot`, `other-ballot` (a ballot under my key that
      this browser does not know: the person is shown `detail["answers"]` and asked); False
      `no-roster`, `not-on-roster`, `other-key` (detail `{"mine", "row"}`), `older-ballot` (one that
      I replaced), `ballot-unreadable`.
    - `people`: True `people-differ`; False `no-roster` or a code of `people_fault` (detail
      `{"owner"}`).
    - `ballots`: True `ballots-signed` (detail `{"count"}`); False `no-roster`, `ballots-count`,
      `ballot-unfit` (detail `{"owner", "reason"}`), `ballot-unsigned` (detail `{"owner"}`).
    - `record`: True `record-shown`, `record-built-here`; False `no-record`, `record-differs`
      (detail `{"shown", "built"}`).
    - `my-sheet`: as in `parley.outcome.check_outcome`; None `declining`; False `no-record`.

    `people` of the answer holds `{"owner", "key", "former", "is_me", "is_new"}` for each row, new
    meaning a key that was not known (None: nothing is known yet). `closings` holds `{"owner",
    "accepted", "valid"}` for each closing shown, in order, owner and accepted None where it is not
    valid. Never raises for what a server or a store holds; `RuleResultsError` for results of
    another shape.
    """
    found = BeforeClosing([])
    signed_roster, roster_reason = _read(shown, found)
    unfit, unsigned = _read_ballots(shown, found, check)
    if found.roster and not unfit and not people_fault(found.roster, found.agenda.fields):
        _build(shown, found, signed_roster)
    found.checks += [
        _agenda(found, remembered, check),
        _coordinator(found, remembered, check, signed_roster, roster_reason),
        _my_row(shown, found, remembered),
        _people(found),
        _ballots(shown, found, unfit, unsigned),
        _record(shown, found),
        _my_sheet(found, remembered, accept=accept),
    ]
    if found.roster:
        found.people = [_person(seat, remembered) for seat in found.roster.seats]
    found.closings = [_closing(text, found, check) for text in shown.closings]
    return found


def _read(shown: Shown, found: BeforeClosing) -> tuple[Signed | None, str]:
    try:
        found.agenda = read_signed_agenda(shown.agenda)
        signed, found.roster = open_roster(shown.roster, found.agenda)
    except (SignedError, AgendaError, RosterError) as fault:
        return None, fault.code
    return signed, ""


def _read_ballots(
    shown: Shown, found: BeforeClosing, check: SignatureCheck
) -> tuple[tuple[str | None, str] | None, str | None]:
    """Return the first ballot that does not fit, as (owner, reason), and the first one whose
    signature is not valid."""
    if found.roster is None:
        return (None, "no-roster"), None
    if len(shown.ballots) != len(found.roster.seats):
        return (None, "ballots-count"), None
    unsigned = None
    for text, seat in zip(shown.ballots, found.roster.seats, strict=True):
        try:
            signed, _ = open_ballot(text, seat, found.agenda)
        except RoundError as fault:
            return (seat.owner, fault.code), unsigned
        if unsigned is None and not signed.holds(check):
            unsigned = seat.owner
    return None, unsigned


def _build(shown: Shown, found: BeforeClosing, signed_roster: Signed) -> None:
    pairs = [
        open_ballot(text, seat, found.agenda)
        for text, seat in zip(shown.ballots, found.roster.seats, strict=True)
    ]
    found.round = round_of(found.agenda, found.roster, signed_roster, pairs)
    found.outcome = outcome_of(found.round)


def _check(id: str, passed: bool | None, code: str, **detail: Any) -> dict[str, Any]:
    return {"id": id, "passed": passed, "code": code, "detail": detail}


def _agenda(found: BeforeClosing, remembered: Remembered, check: SignatureCheck) -> dict[str, Any]:
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


def _coordinator(
    found: BeforeClosing,
    remembered: Remembered,
    check: SignatureCheck,
    signed_roster: Signed | None,
    roster_reason: str,
) -> dict[str, Any]:
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


def _my_row(shown: Shown, found: BeforeClosing, remembered: Remembered) -> dict[str, Any]:
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


def _people(found: BeforeClosing) -> dict[str, Any]:
    if found.roster is None:
        return _check("people", False, "no-roster")
    fault = people_fault(found.roster, found.agenda.fields)
    if fault:
        return _check("people", False, fault[0], owner=fault[1])
    return _check("people", True, "people-differ", count=len(found.roster.seats))


def _ballots(
    shown: Shown,
    found: BeforeClosing,
    unfit: tuple[str | None, str] | None,
    unsigned: str | None,
) -> dict[str, Any]:
    if unfit:
        owner, reason = unfit
        if owner is None:
            return _check("ballots", False, reason)
        return _check("ballots", False, "ballot-unfit", owner=owner, reason=reason)
    if unsigned is not None:
        return _check("ballots", False, "ballot-unsigned", owner=unsigned)
    return _check("ballots", True, "ballots-signed", count=len(shown.ballots))


def _record(shown: Shown, found: BeforeClosing) -> dict[str, Any]:
    if found.outcome is None:
        return _check("record", False, "no-record")
    built = found.outcome.hash
    if shown.transcript_hash is None:
        return _check("record", True, "record-built-here")
    if shown.transcript_hash != built:
        return _check("record", False, "record-differs", shown=shown.transcript_hash, built=built)
    return _check("record", True, "record-shown")


def _my_sheet(found: BeforeClosing, remembered: Remembered, *, accept: bool) -> dict[str, Any]:
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


def _person(seat: Seat, remembered: Remembered) -> dict[str, Any]:
    known = remembered.known
    return {
        "owner": seat.owner,
        "key": seat.key,
        "former": list(seat.former),
        "is_me": seat.owner == remembered.owner,
        "is_new": None if known is None else known.get(seat.owner) != seat.key,
    }


def _closing(text: str, found: BeforeClosing, check: SignatureCheck) -> dict[str, Any]:
    invalid = {"owner": None, "accepted": None, "valid": False}
    if found.outcome is None:
        return invalid
    try:
        signed = read_typed(text, CLOSING_TYPE)
        closing = demand_closing(
            signed, found.roster, found.outcome.hash, deadlock=found.outcome.is_deadlock
        )
    except (SignedError, ClosingError):
        return invalid
    if not signed.holds(check):
        return invalid
    return {"owner": closing.owner, "accepted": closing.accepted, "valid": True}
