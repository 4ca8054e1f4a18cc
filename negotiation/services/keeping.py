"""The receipt of a round, as it stands with the closings so far."""

import json

from negotiation.models import Round
from negotiation.outcome import acceptances, participants, record_of
from parley.receipt import build_receipt, receipt_text
from receipts import services as receipts


def receipt_key(round_: Round) -> str:
    """Under which name receipts/ keeps this round's receipt."""
    return f"{round_.decision_id}/{round_.number}"


def keep_receipt(round_: Round) -> None:
    """Stores the receipt of a round that has a record, in place of the one before."""
    title = json.loads(round_.agenda)["title"]
    receipt = build_receipt(title, record_of(round_), acceptances(round_), participants(round_))
    receipts.store(receipt_key(round_), receipt_text(receipt))
