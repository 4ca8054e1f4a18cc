"""A receipt with proof: the nine fields, and the signed texts from which they follow."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parley import strict
from parley.agenda import option_texts
from parley.canonical import canonical_json
from parley.consensus import AGREED, DEADLOCK
from parley.protocol.closing import CLOSING_TYPE, Closing, demand_closing
from parley.protocol.round import Round, read_round, read_typed
from parley.protocol.signed import Signed
from parley.ratify import Acceptance
from parley.record_text import text_of_answers
from parley.scoring import BEST_SCORE

PROTOCOL = "parley/2"
PROOF_FIELDS = frozenset({"protocol", "agenda", "roster", "ballots", "closings"})

_PROOF_STARTS, _PROOF_ENDS = '"proof": {"agenda": ', '}, "status": '


@dataclass(frozen=True)
class Outcome:
    """What a round's record comes to. `transcript` is its canonical text, and `hash` that text's
    SHA-256."""

    status: str
    decision: Any
    transcript: str
    hash: str

    @property
    def is_deadlock(self) -> bool:
        """Whether no option was acceptable to everyone."""
        return self.status == DEADLOCK


def outcome_of(round: Round) -> Outcome:
    """Return what a round comes to. It follows from agenda, roster and ballots alone."""
    answers = list(zip(round.roster.owners, round.answers, strict=True))
    options = option_texts(round.agenda.signed.body)
    text = text_of_answers(options, answers, round.record.result, BEST_SCORE)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Outcome(round.record.result["status"], round.record.result["decision"], text, digest)


def build_signed_receipt(agenda: Any, roster: Any, ballots: Sequence[Any], closings: Any) -> str:
    """Return the text of a receipt file from signed texts (or their objects): canonical JSON and a
    line end.

    Ballots are as many as the roster's rows and in their order; closings in any order, one for each
    row at most, so far. Raises `RoundError`, `SignedError`, `ClosingError`, and `ValueError` for
    two closings by one person. No signature is checked here: each was when it was taken.
    """
    round = read_round(agenda, roster, ballots)
    outcome = outcome_of(round)
    by_owner: dict[str, tuple[Signed, Closing]] = {}
    for text in closings:
        signed = read_typed(text, CLOSING_TYPE)
        closing = demand_closing(signed, round.roster, outcome.hash, deadlock=outcome.is_deadlock)
        if closing.owner in by_owner:
            raise ValueError("there are two closings by one person")
        by_owner[closing.owner] = signed, closing
    in_order = [by_owner[owner] for owner in round.roster.owners if owner in by_owner]
    proof = proof_of(round, [signed for signed, _ in in_order])
    return receipt_text_of(round, outcome, [closing for _, closing in in_order], proof)


def proof_of(round: Round, closings: Iterable[Signed]) -> dict[str, Any]:
    """Return the proof as it stands in a receipt; `closings` are in roster order."""
    return {
        "protocol": PROTOCOL,
        "agenda": round.agenda.signed.to_dict(),
        "roster": round.signed_roster.to_dict(),
        "ballots": [ballot.to_dict() for ballot in round.ballots],
        "closings": [closing.to_dict() for closing in closings],
    }


def fields_of(round: Round, outcome: Outcome, closings: Sequence[Closing]) -> dict[str, Any]:
    """Return the nine fields that follow from a round and its closings, without the transcript,
    whose text is `outcome.transcript`."""
    everyone = [True] * len(round.roster.seats)
    return {
        "title": round.agenda.fields["title"],
        "status": outcome.status,
        "decision": outcome.decision,
        "transcript_hash": outcome.hash,
        "max_min_verified": True,
        "unanimous_acceptance": outcome.status == AGREED
        and [closing.accepted for closing in closings] == everyone,
        "participants": round.roster.owners,
        "acceptances": [
            Acceptance(
                closing.owner, outcome.decision, closing.transcript_hash, closing.accepted
            ).to_dict()
            for closing in closings
        ],
    }


def receipt_text_of(
    round: Round, outcome: Outcome, closings: Sequence[Closing], proof: dict[str, Any]
) -> str:
    """Return the one text of a receipt with this proof."""
    fields = fields_of(round, outcome, closings) | {"proof": proof}
    texts = {name: canonical_json(value) for name, value in fields.items()}
    texts["transcript"] = outcome.transcript
    return "{" + ", ".join(f'"{name}": {texts[name]}' for name in sorted(texts)) + "}\n"


def proof_in(text: str) -> Any:
    """Return the value of `proof` in a text that looks as `receipt_text_of` writes it, or None.

    A guess, made without reading the rest: it is of use only to somebody who then writes the whole
    text from it and finds the same.
    """
    start = text.find(_PROOF_STARTS)
    end = text.find(_PROOF_ENDS, start)
    if start < 0 or end < 0:
        return None
    try:
        return strict.parse(text[start + len('"proof": ') : end + 1], max_depth=4)
    except strict.StrictError:
        return None
