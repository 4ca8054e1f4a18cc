"""What a page asks before a later round is answered, and about evidence: calls as in
`parley.protocol.calls`."""

from __future__ import annotations

from typing import Any

from parley.protocol.call_fields import CallError, check_answered
from parley.protocol.chain import acceptance_stands, link, two_agendas, two_rosters
from parley.protocol.closing import CLOSING_TYPE, Closing, ClosingError, read_closing
from parley.protocol.receipt import outcome_of
from parley.protocol.roster import ROSTER_TYPE
from parley.protocol.round import read_round, read_signed_agenda, read_typed, take_closing
from parley.protocol.signed import SignedError, questions


def next_round_questions(
    earlier: str,
    later: str,
    roster: str | None = None,
    ballots: list[str] | None = None,
    closings: list[str] | None = None,
) -> dict[str, Any]:
    """`check_next_round` without its last two fields gives `{"questions"}`."""
    return {"questions": questions(_next_texts(earlier, later, roster, ballots, closings))}


def check_next_round(
    earlier: str,
    later: str,
    answers: list[Any],
    roster: str | None = None,
    ballots: list[str] | None = None,
    closings: list[str] | None = None,
    mine: str | None = None,
) -> dict[str, Any]:
    """Before a later round is answered: does its agenda follow from the round before it, and does
    an acceptance of mine still stand there?

    `{"earlier", "later": signed agendas, "roster", "ballots", "closings": signed texts of the
    earlier round or null, "mine": the signed closing that this browser kept, or null, "answers":
    those to `next_round_questions`}` gives `{"code", "follows", "against_coordinator",
    "acceptance_stands"}`; `code` is one of `parley.protocol.chain.Link`, or `"unsigned"` (one of
    the coordinator's signatures does not hold). A closing whose signature does not hold says
    nothing. Where no roster is shown, an acceptance that this browser kept stands.
    """
    check = check_answered(_next_texts(earlier, later, roster, ballots, closings), answers)
    before, after = read_signed_agenda(earlier), read_signed_agenda(later)
    closing_of_mine = _closing_of(mine) if mine is not None else None
    accepted = closing_of_mine is not None and closing_of_mine.accepted
    if not before.signed.holds(check) or not after.signed.holds(check):
        return _next("unsigned", accepted)
    if roster is None:
        found = link(after, before)
        return _next(found.code, accepted, against=found.against_coordinator)
    round = read_round(earlier, roster, ballots or [])
    if not all(signed.holds(check) for signed in round.signed_texts):
        raise CallError("previous-round", "The earlier round is not signed by all of its people.")
    outcome = outcome_of(round)
    valid = []
    for text in closings or ():
        try:
            _, closing = take_closing(
                text, round.roster, outcome.hash, check, deadlock=outcome.is_deadlock
            )
        except (SignedError, ClosingError):
            continue
        valid.append(closing)
    # Of somebody who signed both, the decline counts: it is what releases the others.
    by_owner = {closing.owner: closing for closing in sorted(valid, key=lambda one: -one.accepted)}
    found = link(after, before, round.roster, outcome.status, list(by_owner.values()))
    stands = acceptance_stands(closing_of_mine, valid, deadlock=outcome.is_deadlock)
    return _next(found.code, stands, against=found.against_coordinator)


def check_two_texts(
    one: str, other: str, answers: list[Any], agenda: str | None = None
) -> dict[str, Any]:
    """Whether two texts convict the coordinator: two agendas for one round, or, with its signed
    `agenda`, two rosters of it. `answers` are those to `signature_questions` of `[one, other]`.
    Gives `{"proof": true or false}`."""
    check = check_answered([one, other], answers)
    if agenda is None:
        first, second = read_signed_agenda(one), read_signed_agenda(other)
        differ = two_agendas(first, second)
        signed = (first.signed, second.signed)
    else:
        signed = (read_typed(one, ROSTER_TYPE), read_typed(other, ROSTER_TYPE))
        differ = two_rosters(read_signed_agenda(agenda), *signed)
    return {"proof": differ and all(text.holds(check) for text in signed)}


def _closing_of(text: str) -> Closing:
    return read_closing(read_typed(text, CLOSING_TYPE).body)


def _next(code: str, stands: bool, *, against: bool = False) -> dict[str, Any]:
    return {
        "code": code,
        "follows": code == "follows",
        "against_coordinator": against,
        "acceptance_stands": stands,
    }


def _next_texts(
    earlier: str,
    later: str,
    roster: str | None,
    ballots: list[str] | None,
    closings: list[str] | None,
) -> list[str]:
    texts = [earlier, later]
    if roster is not None:
        texts += [roster, *(ballots or []), *(closings or [])]
    return texts
