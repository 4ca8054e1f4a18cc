"""Taking each seat's final word on the record."""

from collections.abc import Mapping

from django.db import transaction

from negotiation import events
from negotiation.models import Closing, Decision, Round
from negotiation.outcome import closing_word, record_of
from negotiation.refusals import Refusal
from negotiation.services.keeping import keep_receipt
from negotiation.services.locking import current_round, entered
from parley.canonical import canonical_json, same
from parley.strict import StrictError, parse

LARGEST_ACCEPTANCE = 64 * 1024
FIELDS = {"owner", "decision", "transcript_hash", "accepted", "sig", "pubkey_hex"}
State = Decision.State


@transaction.atomic
def close(decision_id: str, cookies: Mapping[str, str], text: str) -> None:
    """Keeps a seat's acceptance, and its consequence for the decision.

    The very text that is kept already is taken again without effect.

    Raises Refusal `not-found`, `no-link`, `no-seat`, `removed`, `not-ready`, `closed` (cancelled),
    `already-closed`, `bad-acceptance` or `other-record`.
    """
    decision, access = entered(decision_id, cookies)
    seat = access.require_seat()
    round_ = current_round(decision)
    kept = round_.closings.filter(seat=seat).first()
    if kept and kept.body == text:
        return
    if decision.state == State.OPEN:
        raise Refusal("not-ready")
    if decision.state == State.CANCELLED:
        raise Refusal("closed")
    if kept:
        raise Refusal("already-closed")
    accepted = _read(text, seat.owner, round_)
    Closing.objects.create(round=round_, seat=seat, body=text)
    word = closing_word(round_.status, accepted)
    if word == "declined":
        decision.state = State.DECLINED
    events.append(decision, events.Kind(word), seat.owner)
    if decision.state == State.RATIFYING and round_.closings.count() == decision.people:
        decision.state = State.AGREED
        events.append(decision, events.Kind.AGREED)
    keep_receipt(round_)


def _read(text: str, owner: str, round_: Round) -> bool:
    """Whether an acceptance of this record by this owner accepts it."""
    try:
        acceptance = parse(text, max_bytes=LARGEST_ACCEPTANCE, max_depth=8)
    except StrictError:
        raise Refusal("bad-acceptance") from None
    if not isinstance(acceptance, dict) or acceptance.keys() != FIELDS:
        raise Refusal("bad-acceptance")
    if canonical_json(acceptance) != text:
        raise Refusal("bad-acceptance")
    accepted = acceptance["accepted"]
    if not isinstance(accepted, bool) or acceptance["owner"] != owner:
        raise Refusal("bad-acceptance")
    # Keys and signatures come with the proof; until then nothing here could check one.
    if acceptance["sig"] is not None or acceptance["pubkey_hex"] is not None:
        raise Refusal("bad-acceptance")
    if round_.status == "deadlock" and not accepted:
        raise Refusal("bad-acceptance")
    decided = record_of(round_).result["decision"]
    if acceptance["transcript_hash"] != round_.transcript_hash or not same(
        acceptance["decision"], decided
    ):
        raise Refusal("other-record")
    return accepted
