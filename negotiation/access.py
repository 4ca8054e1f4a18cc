"""Who a browser is to a decision, from the cookies that its links were exchanged for."""

from collections.abc import Mapping
from dataclasses import dataclass

from negotiation import links
from negotiation.models import Decision, Seat
from negotiation.refusals import Refusal

KINDS = ("group", "seat", "organiser")
COOKIE_AGE = 365 * 24 * 3600


@dataclass(frozen=True)
class Access:
    """What valid links one browser holds. A removed seat still counts as a link."""

    group: bool
    seat: Seat | None
    organiser: bool

    @property
    def active_seat(self) -> Seat | None:
        """The seat, unless it was removed."""
        return self.seat if self.seat and self.seat.removed_at is None else None

    def require_any(self) -> None:
        """Raises Refusal `no-link` for a stranger."""
        if not (self.group or self.seat or self.organiser):
            raise Refusal("no-link")

    def require_seat(self) -> Seat:
        """The seat; raises Refusal `no-seat` or `removed`."""
        if self.seat is None:
            raise Refusal("no-seat")
        if self.seat.removed_at is not None:
            raise Refusal("removed")
        return self.seat

    def require_organiser(self) -> None:
        """Raises Refusal `not-organiser` for everybody else."""
        if not self.organiser:
            raise Refusal("not-organiser")


def access_to(decision: Decision, cookies: Mapping[str, str]) -> Access:
    """Which of the three kinds of link the cookies hold. Reads the database for a seat."""
    return Access(
        group=links.fits(cookies.get("group"), decision.group_hash),
        seat=seat_of(decision, cookies.get("seat")),
        organiser=links.fits(cookies.get("organiser"), decision.organiser_hash),
    )


def seat_of(decision: Decision, secret: object) -> Seat | None:
    """The seat of this decision that a secret opens, removed ones included."""
    if not links.is_secret(secret):
        return None
    seat = decision.seats.filter(secret_hash=links.secret_hash(secret)).first()
    return seat if seat and links.fits(secret, seat.secret_hash) else None


def opens(decision: Decision, kind: str, secret: object) -> bool:
    """Whether `secret` is the decision's secret of this kind (one of KINDS)."""
    if kind == "seat":
        return seat_of(decision, secret) is not None
    kept = decision.group_hash if kind == "group" else decision.organiser_hash
    return links.fits(secret, kept)
