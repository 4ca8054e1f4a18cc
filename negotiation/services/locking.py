"""Every step of the protocol starts here: one transaction, one decision, nobody else in it."""

from collections.abc import Mapping

from negotiation.access import Access, access_to
from negotiation.links import is_id
from negotiation.models import Decision, Round
from negotiation.refusals import Refusal


def locked(decision_id: str) -> Decision:
    """The decision, held until the present transaction ends.

    PostgreSQL locks the row; SQLite's transactions begin with the write lock of the whole file.
    Raises Refusal `not-found`, the same for unknown and for malformed ids.
    """
    decision = None
    if is_id(decision_id):
        decision = Decision.objects.select_for_update().filter(id=decision_id).first()
    if decision is None:
        raise Refusal("not-found")
    return decision


def entered(decision_id: str, cookies: Mapping[str, str]) -> tuple[Decision, Access]:
    """The locked decision and who is asking; raises Refusal `not-found` or `no-link`."""
    decision = locked(decision_id)
    access = access_to(decision, cookies)
    access.require_any()
    return decision, access


def current_round(decision: Decision) -> Round:
    """The newest round; every decision has at least one."""
    return decision.rounds.order_by("-number")[0]
