import json

import pytest

from parley.canonical import canonical_json
from parley.net.identity import check_signature
from parley.protocol.closing import (
    Closing,
    ClosingError,
    build_closing,
    demand_closing,
    read_closing,
)
from parley.protocol.round import take_closing
from parley.protocol.signed import SignedError
from tests.parley.protocol.group import (
    ANA,
    BOB,
    HANDS,
    agreed,
    closing,
    deadlocked,
    made,
)

TEXT = build_closing("1" * 64, "2" * 64, ANA, True)


def changed(**changes):
    value = {**json.loads(TEXT), **changes}
    return canonical_json({name: item for name, item in value.items() if item is not ...})


def test_a_closing_reads_back():
    assert read_closing(TEXT) == Closing("1" * 64, "2" * 64, ANA, True)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"roster": "1"}, "roster"),
        ({"roster": None}, "roster"),
        ({"transcript_hash": "2" * 63}, "transcript-hash"),
        ({"owner": " Ana"}, "owner"),
        ({"owner": None}, "owner"),
        ({"accepted": 1}, "accepted"),
        ({"accepted": None}, "accepted"),
        ({"accepted": ...}, "fields"),
        ({"reason": ""}, "fields"),
    ],
)
def test_a_closing_has_exactly_its_four_fields(change, code):
    with pytest.raises(ClosingError) as caught:
        read_closing(changed(**change))
    assert caught.value.code == code


class TestTaking:
    """What the coordinator asks of a closing that is sent in; a receipt's check asks the same."""

    def code(self, signed, made_round):
        outcome = made_round.outcome
        with pytest.raises((ClosingError, SignedError)) as caught:
            take_closing(
                signed.text,
                made_round.round.roster,
                outcome.hash,
                check_signature,
                deadlock=outcome.is_deadlock,
            )
        return caught.value.code

    def test_a_closing_of_this_round_is_taken(self):
        room = agreed()
        outcome = room.outcome
        for text, name in zip(room.closings, HANDS, strict=True):
            _, read = take_closing(
                text.text, room.round.roster, outcome.hash, check_signature, deadlock=False
            )
            assert (read.owner, read.accepted) == (name, True)

    def test_one_of_another_roster_is_not(self):
        assert self.code(closing(made().round, ANA, roster="0" * 64), made()) == "other-roster"

    def test_one_of_another_record_is_not(self):
        text = closing(made().round, ANA, transcript_hash="0" * 64)
        assert self.code(text, made()) == "other-record"

    def test_one_by_a_stranger_is_not(self):
        assert self.code(closing(made().round, "Dan", hand=HANDS[ANA]), made()) == "no-seat"

    def test_one_with_the_key_of_another_seat_is_not(self):
        assert self.code(closing(made().round, ANA, hand=HANDS[BOB]), made()) == "other-key"

    def test_one_whose_signature_does_not_hold_is_not(self):
        room = made()
        yes, no = closing(room.round, ANA, True), closing(room.round, ANA, False)
        forged = type(yes)(yes.type, no.body, yes.key, yes.sig)
        assert self.code(forged, room) == "signature"

    def test_a_deadlock_can_only_be_seen(self):
        room = deadlocked()
        assert self.code(closing(room.round, ANA, False), room) == "declined-deadlock"
        demand_closing(
            closing(room.round, ANA, True), room.round.roster, room.outcome.hash, deadlock=True
        )
