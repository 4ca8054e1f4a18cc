"""Entering with a link, and taking a seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from negotiation import events, links
from negotiation.access import access_to, opens
from negotiation.models import Decision, Seat
from negotiation.refusals import FieldError, Invalid, Refusal
from negotiation.services.locking import locked
from negotiation.services.signing import former_keys
from negotiation.wording import alike_message, owner_message
from parley.names import OwnerError, clean_owner, confusable, owner_key


@dataclass(frozen=True)
class Joined:
    """A new seat with its secret, which is known nowhere else from here on."""

    seat: str
    owner: str
    return_secret: str


@transaction.atomic
def enter(decision_id: str, kind: str, secret: str) -> None:
    """Checks a link's secret; raises Refusal `not-found` or `wrong-link`."""
    if not opens(locked(decision_id), kind, secret):
        raise Refusal("wrong-link")


@transaction.atomic
def join(decision_id: str, cookies: Mapping[str, str], name: str) -> Joined:
    """Gives the browser a seat under `name`, or under that name's spelling on the list.

    Raises Invalid for a name nobody can have, and Refusal `not-found`, `no-link`,
    `already-seated`, `closed`, `not-on-list`, `name-taken` (also when the name only looks like one
    that is taken) or `full`.
    """
    decision = locked(decision_id)
    access = access_to(decision, cookies)
    if not (access.group or access.organiser):
        raise Refusal("no-link")
    if access.active_seat:
        raise Refusal("already-seated")
    if decision.state != Decision.State.OPEN:
        raise Refusal("closed")
    owner = _owner(decision, name)
    seated = decision.seats.filter(removed_at__isnull=True)
    taken = seated.values_list("owner", flat=True)
    if any(owner_key(name) == owner_key(owner) for name in taken):
        raise Refusal("name-taken")
    if any(confusable(name, owner) for name in taken):
        raise Refusal("name-taken", alike_message())
    if seated.count() >= decision.people:
        raise Refusal("full")
    joined = Joined(links.new_id(), owner, links.new_secret())
    Seat.objects.create(
        id=joined.seat,
        decision=decision,
        owner=owner,
        owner_key=owner_key(owner),
        secret_hash=links.secret_hash(joined.return_secret),
        former_keys=former_keys(decision, owner),
    )
    events.append(decision, events.Kind.JOINED, owner)
    return joined


def _owner(decision: Decision, name: str) -> str:
    try:
        owner = clean_owner(name)
    except OwnerError as error:
        raise Invalid([FieldError("name", owner_message(error.code))]) from None
    if decision.names is None:
        return owner
    for listed in decision.names:
        if owner_key(listed) == owner_key(owner):
            return listed
    raise Refusal("not-on-list")
