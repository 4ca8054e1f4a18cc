"""What a browser checks by itself before its person's closing is signed.

The seven checks of docs/protocol.md as one pure function: over the texts that the server shows, and
what this browser remembers. It runs where no pasted rule ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.agenda import AgendaError
from parley.explain import ExplainError, explain
from parley.protocol.closing import ClosingError, build_closing
from parley.protocol.receipt import Outcome, outcome_of
from parley.protocol.roster import Roster, RosterError, Seat, people_fault
from parley.protocol.round import (
    Round,
    RoundError,
    SignedAgenda,
    open_ballot,
    open_roster,
    read_signed_agenda,
    round_of,
    take_closing,
)
from parley.protocol.seven import (
    check_agenda,
    check_ballots,
    check_coordinator,
    check_my_row,
    check_my_sheet,
    check_people,
    check_record,
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
    to_sign: dict[str, str] = field(default_factory=dict)

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
            "to_sign": self.to_sign,
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
    valid. `to_sign` holds the body of my closing, `{"accepted", "declined"}` (on a deadlock the
    first alone; empty where there is no record or no row of mine), for the page to show before one
    of them is signed. Never raises for what a server or a store holds; `RuleResultsError` for
    results of another shape.
    """
    found = BeforeClosing([])
    signed_roster, roster_reason = _read(shown, found)
    ballots, unfit, unsigned = _read_ballots(shown, found, check)
    if found.roster and not unfit and not people_fault(found.roster, found.agenda.fields):
        found.round = round_of(found.agenda, found.roster, signed_roster, ballots)
        found.outcome = outcome_of(found.round)
    found.checks += [
        check_agenda(found, remembered, check),
        check_coordinator(found, remembered, check, signed_roster, roster_reason),
        check_my_row(shown, found, remembered),
        check_people(found),
        check_ballots(shown, found, unfit, unsigned),
        check_record(shown, found),
        check_my_sheet(found, remembered, accept=accept),
    ]
    if found.roster:
        found.people = [_person(seat, remembered) for seat in found.roster.seats]
    found.closings = [_closing(text, found, check) for text in shown.closings]
    found.to_sign = _to_sign(found, remembered.owner)
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
) -> tuple[list[tuple[Signed, dict[str, Any]]], tuple[str | None, str] | None, str | None]:
    """Return the ballots up to the first that does not fit, that one, as (owner, reason), and the
    owner of the first one whose signature is not valid."""
    if found.roster is None:
        return [], (None, "no-roster"), None
    if len(shown.ballots) != len(found.roster.seats):
        return [], (None, "ballots-count"), None
    ballots, unsigned = [], None
    for text, seat in zip(shown.ballots, found.roster.seats, strict=True):
        try:
            signed, fields = open_ballot(text, seat, found.agenda)
        except RoundError as fault:
            return ballots, (seat.owner, fault.code), unsigned
        if unsigned is None and not signed.holds(check):
            unsigned = seat.owner
        ballots.append((signed, fields))
    return ballots, None, unsigned


def _person(seat: Seat, remembered: Remembered) -> dict[str, Any]:
    known = remembered.known
    return {
        "owner": seat.owner,
        "key": seat.key,
        "former": list(seat.former),
        "is_me": seat.owner == remembered.owner,
        "is_new": None if known is None else known.get(seat.owner) != seat.key,
    }


def _to_sign(found: BeforeClosing, owner: str) -> dict[str, str]:
    if found.outcome is None or found.roster.seat_of(owner) is None:
        return {}
    words = (
        {"accepted": True} if found.outcome.is_deadlock else {"accepted": True, "declined": False}
    )
    return {
        word: build_closing(found.roster.digest, found.outcome.hash, owner, accepted)
        for word, accepted in words.items()
    }


def _closing(text: str, found: BeforeClosing, check: SignatureCheck) -> dict[str, Any]:
    invalid = {"owner": None, "accepted": None, "valid": False}
    if found.outcome is None:
        return invalid
    try:
        _, closing = take_closing(
            text, found.roster, found.outcome.hash, check, deadlock=found.outcome.is_deadlock
        )
    except (SignedError, ClosingError):
        return invalid
    return {"owner": closing.owner, "accepted": closing.accepted, "valid": True}
