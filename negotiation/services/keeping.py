"""The receipt of a round, as it stands with the closings so far."""

import json

from negotiation.models import Round
from negotiation.outcome import (
    acceptances,
    participants,
    record_of,
    signed_ballots,
    signed_closings,
)
from parley.protocol.receipt import build_signed_receipt
from parley.receipt import build_receipt, receipt_text
from receipts import services as receipts


def receipt_key(round_: Round) -> str:
    """Under which name receipts/ keeps this round's receipt."""
    return f"{round_.decision_id}/{round_.number}"


def keep_receipt(round_: Round) -> None:
    """Stores the receipt of a round that has a record, in place of the one before."""
    text = _unsigned(round_) if round_.signed_roster is None else _signed(round_)
    receipts.store(receipt_key(round_), text)


def _unsigned(round_: Round) -> str:
    title = json.loads(round_.agenda)["title"]
    return receipt_text(
        build_receipt(title, record_of(round_), acceptances(round_), participants(round_))
    )


def _signed(round_: Round) -> str:
    return build_signed_receipt(
        round_.signed_agenda,
        round_.signed_roster,
        signed_ballots(round_),
        signed_closings(round_),
    )
