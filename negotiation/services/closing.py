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
from parley.net.identity import check_signature
from parley.protocol.closing import ClosingError
from parley.protocol.round import open_roster, read_signed_agenda, take_closing
from parley.protocol.signed import Signed, SignedError
from parley.strict import StrictError, parse

LARGEST_ACCEPTANCE = 64 * 1024
FIELDS = {"owner", "decision", "transcript_hash", "accepted", "sig", "pubkey_hex"}
State = Decision.State
# What is said of a closing that can be read and is none of this seat's for this record.
_REFUSED_AS = {
    "other-roster": "other-record",
    "other-record": "other-record",
    "other-key": "other-key",
}


@transaction.atomic
def close(decision_id: str, cookies: Mapping[str, str], text: str, *, signed: bool = False) -> None:
    """Keeps a seat's last word on the record, and its consequence for the decision.

    `signed` says what `text` was sent as: a closing's signed text, or an unsigned acceptance; a
    decision takes one of the two. The very text that is kept already is taken again without effect.

    Raises Refusal `not-found`, `no-link`, `no-seat`, `removed`, `not-ready`, `closed` (cancelled or
    void), `already-closed`, `bad-acceptance`, `other-record` or, where it is signed, `other-key`.
    """
    decision, access = entered(decision_id, cookies)
    seat = access.require_seat()
    round_ = current_round(decision)
    kept = round_.closings.filter(seat=seat).first()
    if kept and kept.sent == text:
        return
    if decision.state == State.OPEN:
        raise Refusal("not-ready")
    if decision.state in (State.CANCELLED, State.VOID):
        raise Refusal("closed")
    if kept:
        raise Refusal("already-closed")
    if signed != decision.is_signed:
        raise Refusal("bad-acceptance")
    if signed:
        closing, accepted = _read_signed(text, seat.owner, round_)
        Closing.objects.create(round=round_, seat=seat, body=closing.body, signed=text)
    else:
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


def _read_signed(text: str, owner: str, round_: Round) -> tuple[Signed, bool]:
    """A closing of this round by this owner with this seat's key, and whether it accepts."""
    agenda = read_signed_agenda(round_.signed_agenda)
    _signed, roster = open_roster(round_.signed_roster, agenda)
    is_deadlock = round_.status == "deadlock"
    try:
        signed, closing = take_closing(
            text, roster, round_.transcript_hash, check_signature, deadlock=is_deadlock
        )
    except ClosingError as error:
        raise Refusal(_REFUSED_AS.get(error.code, "bad-acceptance")) from None
    except SignedError:
        raise Refusal("bad-acceptance") from None
    if closing.owner != owner:
        raise Refusal("bad-acceptance")
    return signed, closing.accepted


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
    # In an unsigned decision no seat has a key, so that nothing here could check a signature.
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
