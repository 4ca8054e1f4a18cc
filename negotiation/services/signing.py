"""Who signs with which key in a signed decision: its coordinator, and each of its seats."""

from negotiation.keys import CoordinatorKey, signer
from negotiation.models import Decision, Round, Seat, UsedNonce
from negotiation.refusals import Refusal
from parley.names import owner_key
from parley.protocol import roster
from parley.protocol.round import sign_roster
from parley.protocol.signed import Signer


def coordinator_of(decision: Decision) -> Signer:
    """What signs as the coordinator of a signed decision; raises Refusal `key-unreadable`."""
    return signer(CoordinatorKey(decision.coordinator, decision.coordinator_secret))


def signed_roster(decision: Decision, round_: Round) -> str:
    """The roster of a round whose ballots are all in, as signed text. Made once and kept: a second
    one would be proof against this coordinator. Raises Refusal `key-unreadable`."""
    ballots = round_.ballots.filter(seat__removed_at__isnull=True).select_related("seat")
    seats = [
        roster.Seat(
            ballot.seat.owner, ballot.seat.key, ballot.digest, tuple(ballot.seat.former_keys)
        )
        for ballot in ballots
    ]
    return sign_roster(round_.agenda, seats, coordinator_of(decision)).text


def demand_key(decision: Decision, seat: Seat, key: str) -> None:
    """Raises Refusal `other-key` unless the seat has this key, or none yet; and `key-taken` for a
    key that belongs to another seat, or once belonged to any, removed ones included."""
    if key == seat.key:
        return
    if key == decision.coordinator or key in _keys_ever(decision):
        raise Refusal("key-taken")
    if seat.key is not None:
        raise Refusal("other-key")


def bind(seat: Seat, key: str, nonce: str) -> None:
    """Gives the seat its key with its first ballot, and uses up the ballot's nonce.

    Raises Refusal `used-nonce` where one of the seat's ballots had it already: a ballot that was
    replaced must not come back.
    """
    _nonce, is_new = UsedNonce.objects.get_or_create(seat=seat, nonce=nonce)
    if not is_new:
        raise Refusal("used-nonce")
    if seat.key is None:
        seat.key = key
        seat.save()


def replace_key(seat: Seat) -> None:
    """Makes the seat's key a former one, so that its next ballot brings another.

    Raises Refusal `no-key` and `too-many-keys`.
    """
    if seat.key is None:
        raise Refusal("no-key")
    if len(seat.former_keys) >= roster.MAX_FORMER_KEYS:
        raise Refusal("too-many-keys")
    seat.former_keys = [*seat.former_keys, seat.key]
    seat.key = None
    seat.save()


def former_keys(decision: Decision, owner: str) -> list[str]:
    """The keys that seats of this name had before they were removed, oldest first: whoever takes
    the name anew cannot make the roster forget them."""
    seats = decision.seats.filter(owner_key=owner_key(owner)).order_by("joined_at", "id")
    return list(dict.fromkeys(key for seat in seats for key in _keys_of(seat)))


def _keys_ever(decision: Decision) -> set[str]:
    return {key for seat in decision.seats.all() for key in _keys_of(seat)}


def _keys_of(seat: Seat) -> list[str]:
    return [*seat.former_keys, *([seat.key] if seat.key else [])]
