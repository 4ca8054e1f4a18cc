"""Receipts with proof, each changed in one place, in every way, one at a time: whatever is signed,
or follows from what is signed, cannot be changed without being noticed."""

import functools
import json

import pytest

from parley.canonical import canonical_json
from parley.net.identity import check_signature
from parley.receipt import FIELDS, verify
from tests.parley.changes.leaves import changes
from tests.parley.protocol.group import (
    ALL,
    ANA,
    BOB,
    Hand,
    Made,
    agenda,
    agreed,
    ballot,
    deadlocked,
    declined,
    forced_roster,
    made,
    next_round,
)

# Nearly all changes leave nearly all keys, texts and signatures as they were.
check = functools.lru_cache(maxsize=None)(check_signature)


def with_a_replaced_key():
    the_agenda = agenda(names=None)
    ballots = [ballot(the_agenda, name) for name in (ANA, BOB)]
    seats = [
        [ANA, ballots[0].key, ballots[0].digest, []],
        [BOB, ballots[1].key, ballots[1].digest, [Hand("lost").key]],
    ]
    return Made(the_agenda, forced_roster(the_agenda, seats), ballots).close(names=[ANA, BOB])


RECEIPTS = {
    "accepted by all": agreed(),
    "declined by one": declined(),
    "a deadlock": deadlocked(),
    "two of three so far": made().close(names=ALL[:2]),
    "a second round": next_round(declined(), "declined", deadline="2027-01-31T18:00:00Z").close(),
    "a replaced key": with_a_replaced_key(),
}


# The nine fields are much the same in all of them; what is signed is changed in each.
WHOLE_FILES = ("declined by one", "a deadlock", "a replaced key")


def text_of(receipt):
    """What of a receipt is signed or follows from it, as one text; None where it has none."""
    try:
        return canonical_json({name: receipt[name] for name in (*FIELDS, "proof")})
    except (KeyError, TypeError):
        return None


def judged(receipt):
    return verify(json.dumps(receipt), check=check)


def is_noticed(receipt):
    """Whether a changed receipt is refused as wrong, and not only as incomplete."""
    return judged(receipt).result in ("FAILED", "UNREADABLE")


def body_changes(receipt):
    """Yield the receipt with one place of one signed body changed, once for each change."""
    proof = receipt["proof"]
    signed = [proof["agenda"], proof["roster"], *proof["ballots"], *proof["closings"]]
    for text in signed:
        before = text["body"]
        for kind, path, value in changes(json.loads(before)):
            try:
                text["body"] = canonical_json(value)
            except TypeError:
                text["body"] = json.dumps(value)
            if text["body"] != before:
                yield kind, path, receipt
        text["body"] = before


@pytest.mark.parametrize("name", WHOLE_FILES)
def test_every_change_of_the_file_is_noticed_unless_it_says_the_same(name):
    before = RECEIPTS[name].file()
    result, text = judged(before).result, text_of(before)
    for kind, path, receipt in changes(before):
        if text_of(receipt) == text:
            # An order of keys, or a field that is not one of a receipt's.
            assert judged(receipt).result == result, (kind, path)
        elif "proof" not in receipt:
            assert judged(receipt).proof is None
        else:
            assert is_noticed(receipt), (kind, path)


@pytest.mark.parametrize("name", RECEIPTS)
def test_every_change_inside_a_signed_body_is_noticed(name):
    before = RECEIPTS[name].file()
    for kind, path, receipt in body_changes(before):
        assert is_noticed(receipt), (kind, path)
    assert text_of(before) == text_of(RECEIPTS[name].file())


@pytest.mark.parametrize("name", RECEIPTS)
def test_no_signed_text_can_be_left_out_doubled_or_moved(name):
    before = RECEIPTS[name].file()
    for part in ("ballots", "closings"):
        texts = before["proof"][part]
        for index in range(len(texts)):
            for other in (
                texts[:index] + texts[index + 1 :],
                [*texts[: index + 1], *texts[index:]],
                [texts[index], *texts[:index], *texts[index + 1 :]] if index else texts[:0],
            ):
                before["proof"][part] = other
                assert is_noticed(before), (part, index)
        before["proof"][part] = texts


def test_these_are_many_changes():
    of_files = sum(1 for name in WHOLE_FILES for _ in changes(RECEIPTS[name].file()))
    of_bodies = sum(1 for room in RECEIPTS.values() for _ in body_changes(room.file()))
    assert of_files >= 7_000
    assert of_bodies >= 9_000


def test_whoever_cannot_sign_cannot_make_the_rest_fit():
    """Each answer of a ballot is changed, and roster, record and closings are written anew by a
    coordinator who signs for itself, and takes the people's signatures from where it can."""
    room = agreed()
    for person in range(len(ALL)):
        for option in range(3):
            body = json.loads(room.ballots[person].body)
            body["answers"][option] = [True, 512]
            taken = room.ballots[person].__class__(
                "parley/2/ballot",
                canonical_json(body),
                room.ballots[person].key,
                room.ballots[person].sig,
            )
            ballots = [*room.ballots]
            ballots[person] = taken
            rows = [
                [name, text.key, text.digest, []] for name, text in zip(ALL, ballots, strict=True)
            ]
            cheat = Made(room.agenda, forced_roster(room.agenda, rows), ballots).close()
            report = cheat.report(check=check)
            assert [remark.code for remark in report.findings] == ["proof-ballot-signature"]
            assert report.result == "FAILED"
