"""Looking at a decision without changing it."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from negotiation.access import access_to
from negotiation.links import is_id
from negotiation.models import Decision
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


@transaction.atomic
def receipt(decision_id: str, cookies: Mapping[str, str]) -> str:
    """The newest receipt's text, for seats and the organiser.

    Raises Refusal `not-found`, `no-link` or `no-receipt`.
    """
    decision, access = entered(decision_id, cookies)
    if not (access.active_seat or access.organiser):
        raise Refusal("no-link")
    text = receipts.get(receipt_key(current_round(decision)))
    if text is None:
        raise Refusal("no-receipt")
    return text


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
