"""Looking at a decision without changing it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from negotiation.access import access_to
from negotiation.events import Kind
from negotiation.links import is_id
from negotiation.models import Decision, Round
from negotiation.refusals import Refusal
from negotiation.services.keeping import receipt_key
from negotiation.services.locking import current_round, entered
from negotiation.state import state_of
from receipts import services as receipts


def exists(decision_id: str) -> bool:
    """Whether there is a decision under this id."""
    return is_id(decision_id) and Decision.objects.filter(id=decision_id).exists()


@transaction.atomic
def state(decision_id: str, cookies: Mapping[str, str]) -> dict[str, Any]:
    """All that this browser may see of the decision, from one moment.

    Raises Refusal `not-found` or `no-link`.
    """
    decision, access = entered(decision_id, cookies)
    return state_of(decision, current_round(decision), access)


@dataclass(frozen=True)
class PrintableReceipt:
    """A receipt's text, and what its file does not hold: the attributes of the question in their
    order, and when the last answer came in."""

    text: str
    attributes: list[dict[str, Any]]
    made_at: datetime


@transaction.atomic
def receipt(decision_id: str, cookies: Mapping[str, str]) -> str:
    """The newest receipt's text, for seats and the organiser.

    Raises Refusal `not-found`, `no-link` or `no-receipt`.
    """
    _decision, _round, text = _kept_receipt(decision_id, cookies)
    return text


@transaction.atomic
def printable_receipt(decision_id: str, cookies: Mapping[str, str]) -> PrintableReceipt:
    """The newest receipt for a page, for the same people; raises as `receipt` does."""
    decision, round_, text = _kept_receipt(decision_id, cookies)
    all_in = decision.events.filter(kind=Kind.ALL_IN).order_by("-number")[0]
    return PrintableReceipt(text, json.loads(round_.agenda)["attributes"], all_in.at)


def _kept_receipt(decision_id: str, cookies: Mapping[str, str]) -> tuple[Decision, Round, str]:
    decision, access = entered(decision_id, cookies)
    if not (access.active_seat or access.organiser):
        raise Refusal("no-link")
    round_ = current_round(decision)
    text = receipts.get(receipt_key(round_))
    if text is None:
        raise Refusal("no-receipt")
    return decision, round_, text


def version(decision_id: str, cookies: Mapping[str, str]) -> tuple[int, str] | None:
    """The newest event's number and kind; None for strangers and unknown decisions."""
    if not exists(decision_id):
        return None
    decision = Decision.objects.get(id=decision_id)
    try:
        access_to(decision, cookies).require_any()
    except Refusal:
        return None
    return decision.events.order_by("-number").values_list("number", "kind")[0]
