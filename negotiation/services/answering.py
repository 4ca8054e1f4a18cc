"""Taking ballots, and making the record when the last one is in."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from negotiation import events
from negotiation.models import Ballot, Decision, Round
from negotiation.refusals import Refusal
from negotiation.services import signing
from negotiation.services.keeping import keep_receipt
from negotiation.services.locking import current_round, entered
from parley.ballot import BallotError, ballot_digest, read_ballot
from parley.net.identity import check_signature
from parley.protocol.round import take_ballot
from parley.protocol.signed import Signed, SignedError
from parley.record import build_record

FEWEST_ANSWERS = 2


@transaction.atomic
def submit(decision_id: str, cookies: Mapping[str, str], text: str, replaces: str | None) -> str:
    """Keeps a seat's ballot and returns its digest. In a signed decision `text` is the signed text,
    and the first one gives the seat its key.

    `replaces` is the digest of the ballot that this one takes the place of, or None for the first:
    whoever did not see the newest one cannot overwrite it. The very text that is kept already is
    taken again without effect, so that a lost answer can be retried at any time.

    Raises Refusal `not-found`, `no-link`, `no-seat`, `removed`, `closed`, `bad-ballot`, `stale`,
    and in a signed decision `other-key`, `key-taken`, `used-nonce` or `key-unreadable`.
    """
    decision, access = entered(decision_id, cookies)
    seat = access.require_seat()
    round_ = current_round(decision)
    kept = round_.ballots.filter(seat=seat).first()
    if kept and kept.sent == text:
        return kept.digest
    if decision.state != Decision.State.OPEN:
        raise Refusal("closed")
    signed, ballot = _read(text, decision, round_)
    if ballot["owner"] != seat.owner:
        raise Refusal("bad-ballot")
    if signed:
        signing.demand_key(decision, seat, signed.key)
    if replaces != (kept.digest if kept else None):
        raise Refusal("stale")
    if signed:
        signing.bind(seat, signed.key, ballot["nonce"])
    body = signed.body if signed else text
    digest = ballot_digest(body)
    Ballot.objects.update_or_create(
        round=round_,
        seat=seat,
        defaults={"body": body, "signed": text if signed else None, "digest": digest},
    )
    events.append(decision, events.Kind.CHANGED if kept else events.Kind.ANSWERED, seat.owner)
    if round_.ballots.filter(seat__removed_at__isnull=True).count() == decision.people:
        finish(decision, round_)
    return digest


def _read(text: str, decision: Decision, round_: Round) -> tuple[Signed | None, dict[str, Any]]:
    """A ballot's fields, and in a signed decision its signed text."""
    try:
        if decision.is_signed:
            return take_ballot(text, round_.agenda, check_signature)
        return None, read_ballot(text, round_.agenda)
    except (BallotError, SignedError):
        raise Refusal("bad-ballot") from None


def finish(decision: Decision, round_: Round) -> None:
    """Makes the record from the ballots of the seats that are left, and its first receipt; in a
    signed decision the roster before it. Raises Refusal `key-unreadable`."""
    if decision.is_signed:
        round_.signed_roster = signing.signed_roster(decision, round_)
    bodies = round_.ballots.filter(seat__removed_at__isnull=True).values_list("body", flat=True)
    record = build_record(round_.agenda, list(bodies))
    round_.transcript = record.canonical()
    round_.transcript_hash = record.hash()
    round_.status = record.result["status"]
    round_.save()
    is_deadlock = round_.status == "deadlock"
    decision.state = Decision.State.DEADLOCK if is_deadlock else Decision.State.RATIFYING
    events.append(decision, events.Kind.ALL_IN)
    if is_deadlock:
        events.append(decision, events.Kind.DEADLOCK)
    keep_receipt(round_)
