"""The proof in a receipt: the signed texts from which its nine fields must follow.

Five checks, numbered after the six of the nine fields: the coordinator's two signatures, the seats,
the ballots, the record, and the closings. What cannot be read fails the check it belongs to, and
those after it are not reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.agenda import MAX_PEOPLE, AgendaError
from parley.ballot import BallotError
from parley.checks.record import Receipt
from parley.checks.values import alike, shown_owner
from parley.consensus import AGREED
from parley.net.identity import SignatureCheck
from parley.protocol.closing import CLOSING_TYPE, Closing, ClosingError, demand_closing
from parley.protocol.receipt import PROOF_FIELDS, PROTOCOL, Outcome, fields_of, outcome_of
from parley.protocol.roster import Roster, RosterError, people_fault
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
from parley.protocol.signed import Signed, SignedError
from parley.report import ProofCheck, ProofLine, Remark, finding, headline, note

COORDINATOR, SEATS, BALLOTS, RECORD, CLOSINGS = CHECKS = (
    "coordinator",
    "seats",
    "ballots",
    "record",
    "closings",
)
"""The five, in order. The first of them has the number 7."""

_FIRST_NUMBER = 7

HOLDS, FAILS, UNCHECKED, MISSING = "holds", "fails", "unchecked", "missing"


@dataclass
class Proof:
    """A proof as the checks see it, as far as it could be read."""

    agenda: SignedAgenda | None = None
    roster: Roster | None = None
    round: Round | None = None
    outcome: Outcome | None = None
    closings: list[tuple[Signed, Closing]] = field(default_factory=list)
    faults: dict[str, list[Remark]] = field(default_factory=dict)
    """By check."""
    reached: list[str] = field(default_factory=list)
    signatures: list[tuple[str, str, str | None, Signed]] = field(default_factory=list)
    """Those to be checked: for which check, the code of its finding, whose, and the text."""

    def fault(self, check: str, code: str, owner: Any = None, **detail: Any) -> None:
        """Note what is wrong."""
        self.faults.setdefault(check, []).append(finding(code, owner, **detail))


def read_proof(value: Any) -> Proof:
    """Return what a proof says and what is wrong with it, signatures aside. Never raises."""
    proof = Proof()
    proof.reached.append(COORDINATOR)
    if (
        not isinstance(value, dict)
        or value.get("protocol") != PROTOCOL
        or value.keys() != PROOF_FIELDS
        or not all(_is_list(value[name]) for name in ("ballots", "closings"))
    ):
        proof.fault(COORDINATOR, "proof-unknown")
        return proof
    signed_roster = _read_coordinator(proof, value)
    if signed_roster is None:
        return proof
    proof.reached.append(SEATS)
    fault = people_fault(proof.roster, proof.agenda.fields)
    if fault:
        proof.fault(SEATS, f"proof-{fault[0]}", fault[1])
    ballots = _read_ballots(proof, value["ballots"])
    if fault or ballots is None:
        return proof
    proof.round = round_of(proof.agenda, proof.roster, signed_roster, ballots)
    proof.outcome = outcome_of(proof.round)
    proof.reached += [RECORD, CLOSINGS]
    _read_closings(proof, value["closings"])
    return proof


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MAX_PEOPLE


def _read_coordinator(proof: Proof, value: dict[str, Any]) -> Signed | None:
    try:
        proof.agenda = _object(value["agenda"], read_signed_agenda)
    except (SignedError, AgendaError) as fault:
        proof.fault(COORDINATOR, "proof-agenda", reason=str(fault))
        return None
    proof.signatures.append((COORDINATOR, "proof-agenda-signature", None, proof.agenda.signed))
    try:
        signed, proof.roster = _object(
            value["roster"], lambda roster: open_roster(roster, proof.agenda)
        )
    except (SignedError, RosterError) as fault:
        proof.fault(COORDINATOR, "proof-roster", reason=str(fault))
        return None
    proof.signatures.append((COORDINATOR, "proof-roster-signature", None, signed))
    return signed


def _read_ballots(proof: Proof, items: list[Any]) -> list[tuple[Signed, dict[str, Any]]] | None:
    proof.reached.append(BALLOTS)
    if len(items) != len(proof.roster.seats):
        proof.fault(BALLOTS, "proof-ballots-count")
        return None
    ballots = []
    for item, seat in zip(items, proof.roster.seats, strict=True):
        try:
            ballot = _object(item, lambda item, seat=seat: open_ballot(item, seat, proof.agenda))
        except (RoundError, SignedError, BallotError) as fault:
            proof.fault(BALLOTS, "proof-ballot", seat.owner, reason=str(fault))
            continue
        ballots.append(ballot)
        proof.signatures.append((BALLOTS, "proof-ballot-signature", seat.owner, ballot[0]))
    return ballots if BALLOTS not in proof.faults else None


def _read_closings(proof: Proof, items: list[Any]) -> None:
    for number, item in enumerate(items, start=1):
        try:
            signed = _object(item, lambda item: read_typed(item, CLOSING_TYPE))
            closing = demand_closing(
                signed,
                proof.roster,
                proof.outcome.hash,
                deadlock=proof.outcome.is_deadlock,
            )
        except (SignedError, ClosingError) as fault:
            proof.fault(CLOSINGS, "proof-closing", number=number, reason=str(fault))
            continue
        proof.closings.append((signed, closing))
        proof.signatures.append((CLOSINGS, "proof-closing-signature", closing.owner, signed))
    owners = [closing.owner for _, closing in proof.closings]
    if owners != sorted(set(owners)):
        proof.fault(CLOSINGS, "proof-closing-order")


def _object(value: Any, read: Any) -> Any:
    # In a proof a signed text stands as an object; its text would be another spelling of it.
    return read(value if isinstance(value, dict) else None)


def check_fields(proof: Proof, receipt: Receipt) -> None:
    """The nine fields are those that follow from the proof, in canonical text."""
    if proof.round is None:
        return
    expected = fields_of(proof.round, proof.outcome, [closing for _, closing in proof.closings])
    differing = [name for name, value in expected.items() if not alike(receipt[name], value)]
    if not alike(receipt["transcript"], proof.round.record.to_dict()):
        differing.append("transcript")
    for name in differing:
        proof.fault(RECORD, "proof-field-differs", field=name)


def check_proof(
    proof: Proof, check: SignatureCheck | None
) -> tuple[ProofLine, list[Remark], Remark | None]:
    """Judge a proof whose fields were compared: the line of the report, the findings, and the
    headline that the closings give (None where something is wrong or unchecked)."""
    unchecked: set[str] = set()
    for name, code, owner, signed in proof.signatures:
        if check is None:
            unchecked.add(name)
        elif not signed.holds(check):
            proof.fault(name, code, owner)
    findings = [remark for name in CHECKS for remark in proof.faults.get(name, ())]
    if unchecked:
        findings.append(finding("proof-signatures-unchecked", count=len(proof.signatures)))
    people = len(proof.roster.seats) if proof.roster else 0
    # A closing counts when all that it rests on holds.
    closed = len(proof.closings) if not findings else 0
    states = dict(_states(proof, unchecked, complete=closed == people))
    line = ProofLine(
        code=proof.round.code if proof.round else None,
        agenda=proof.agenda.digest if proof.agenda else None,
        roster=proof.roster.digest if proof.roster else None,
        coordinator=proof.agenda.coordinator if proof.agenda else None,
        decision=proof.agenda.fields["decision"] if proof.agenda else None,
        round=proof.agenda.fields["round"] if proof.agenda else None,
        people=people,
        closed=closed,
        checks=tuple(
            ProofCheck(number, name, states[name])
            for number, name in enumerate(CHECKS, start=_FIRST_NUMBER)
        ),
    )
    words = None
    if not findings:
        words = headline_of(proof.outcome, [closing for _, closing in proof.closings], people)
    return line, findings, words


def _states(proof: Proof, unchecked: set[str], *, complete: bool) -> Iterator[tuple[str, str]]:
    for name in CHECKS:
        if name in proof.faults:
            yield name, FAILS
        elif name not in proof.reached or name in unchecked:
            yield name, UNCHECKED
        elif name == RECORD and (unchecked or proof.faults.keys() - {CLOSINGS}):
            # The fields follow from texts of which one is not known to be anybody's.
            yield name, UNCHECKED
        else:
            yield name, MISSING if name == CLOSINGS and not complete else HOLDS


def headline_of(outcome: Outcome, closings: Sequence[Closing], people: int) -> Remark:
    """Return what the closings of a round say together; they must have been checked."""
    declined = [closing.owner for closing in closings if not closing.accepted]
    count = len(closings)
    if outcome.is_deadlock:
        code = "headline-deadlock" if count == people else "headline-deadlock-some"
        return headline(code, count=count, people=people)
    if declined:
        owners = ", ".join(map(shown_owner, declined))
        accepted = count - len(declined)
        return headline("headline-declined", owners=owners, count=accepted, people=people)
    code = "headline-accepted" if count == people else "headline-some"
    return headline(code, count=count, people=people)


def notes_on_proof(proof: Proof) -> list[Remark]:
    """Return what a reader should know although no check failed over it."""
    notes = []
    if proof.round is None:
        return notes
    people, seats = proof.agenda.fields["people"], proof.roster.seats
    if len(seats) < people:
        notes.append(note("people-fewer", count=len(seats), people=people))
    replaced = [shown_owner(seat.owner) for seat in seats if seat.former]
    if replaced:
        notes.append(note("keys-replaced", owners=", ".join(replaced)))
    if proof.outcome.status == AGREED and proof.agenda.fields["names"] is None:
        notes.append(note("open-joining"))
    return notes
