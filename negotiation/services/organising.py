"""What the organiser alone can do, always where everyone sees it."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from negotiation import events
from negotiation.links import is_id
from negotiation.models import Decision, Seat
from negotiation.refusals import Refusal
from negotiation.services import signing
from negotiation.services.answering import FEWEST_ANSWERS, finish
from negotiation.services.locking import current_round, entered

State = Decision.State


def _organised(decision_id: str, cookies: Mapping[str, str], *states: State) -> Decision:
    decision, access = entered(decision_id, cookies)
    access.require_organiser()
    if decision.state not in states:
        raise Refusal("closed")
    return decision


@transaction.atomic
def remove(decision_id: str, cookies: Mapping[str, str], seat_id: str) -> None:
    """Frees the place of someone who has not answered.

    Raises Refusal `not-found`, `no-link`, `not-organiser`, `closed`, `no-such-seat`, `answered`.
    """
    decision = _organised(decision_id, cookies, State.OPEN)
    seat = _seat(decision, seat_id)
    if current_round(decision).ballots.filter(seat=seat).exists():
        raise Refusal("answered")
    _remove(decision, seat)


@transaction.atomic
def replace_key(decision_id: str, cookies: Mapping[str, str], seat_id: str) -> None:
    """Lets someone who lost the key answer anew with another, before the roster is final.

    The seat's answers are dropped; its key stays in sight, in the log, the roster and the receipt.

    Raises Refusal `not-found`, `no-link`, `not-organiser`, `closed`, `no-such-seat`, `no-key` or
    `too-many-keys`.
    """
    decision = _organised(decision_id, cookies, State.OPEN)
    seat = _seat(decision, seat_id)
    signing.replace_key(seat)
    current_round(decision).ballots.filter(seat=seat).delete()
    events.append(decision, events.Kind.NEW_KEY, seat.owner)


@transaction.atomic
def end_early(decision_id: str, cookies: Mapping[str, str]) -> None:
    """Ends answering with those who have answered; every other seat is removed.

    Raises Refusal `not-found`, `no-link`, `not-organiser`, `closed`, `too-few`, or `names-signed`:
    a signed agenda that names its people stands for exactly those.
    """
    decision = _organised(decision_id, cookies, State.OPEN)
    if decision.is_signed and decision.names is not None:
        raise Refusal("names-signed")
    round_ = current_round(decision)
    answered = set(round_.ballots.values_list("seat_id", flat=True))
    seats = decision.seats.filter(removed_at__isnull=True).order_by("owner")
    if len(answered) < FEWEST_ANSWERS:
        raise Refusal("too-few")
    for seat in seats:
        if seat.id not in answered:
            _remove(decision, seat)
    decision.people = len(answered)
    events.append(decision, events.Kind.ENDED_EARLY)
    finish(decision, round_)


@transaction.atomic
def cancel(decision_id: str, cookies: Mapping[str, str]) -> None:
    """Ends a decision that is not finished yet, without a result.

    Raises Refusal `not-found`, `no-link`, `not-organiser` or `closed`.
    """
    decision = _organised(decision_id, cookies, State.OPEN, State.RATIFYING)
    decision.state = State.CANCELLED
    events.append(decision, events.Kind.CANCELLED)


def _seat(decision: Decision, seat_id: str) -> Seat:
    seat = None
    if is_id(seat_id):
        seat = decision.seats.filter(id=seat_id, removed_at__isnull=True).first()
    if seat is None:
        raise Refusal("no-such-seat")
    return seat


def _remove(decision: Decision, seat: Seat) -> None:
    seat.removed_at = timezone.now()
    seat.save()
    events.append(decision, events.Kind.REMOVED, seat.owner)
