"""What a receipt of nine fields covers, told from two receipts and not from the verifier."""

import json

from parley.ratify import Acceptance
from parley.receipt import FIELDS

COVERED = [field for field in FIELDS if field != "title"]


def text(value):
    """A text in which True, 1 and 1.0 are three, and the order of keys is nothing."""
    return json.dumps(value, sort_keys=True)


def covered(receipt):
    """What a receipt says, apart from the title, further fields, and the order of its lists."""
    said = {field: receipt[field] for field in COVERED}
    for field in ("participants", "acceptances"):
        if isinstance(said[field], list):
            said[field] = sorted(map(text, said[field]))
    return text(said)


def differs_in_deniable_answers(receipt, before):
    """Whether a receipt that not everybody accepted differs in nothing but answers that were left
    out, or were never signed."""
    answers = receipt["acceptances"]
    if before["unanimous_acceptance"] is not False or not isinstance(answers, list):
        return False
    if text(answers) == text(before["acceptances"]):
        return False
    if covered({**receipt, "acceptances": []}) != covered({**before, "acceptances": []}):
        return False
    known = set(map(text, before["acceptances"]))
    if not all(text(answer) in known or could_be_given(answer, before) for answer in answers):
        return False
    owners = [answer["owner"] for answer in answers]
    everybody = receipt["status"] == "agreed" and set(owners) == set(receipt["participants"])
    by_all = everybody and all(answer["accepted"] for answer in answers)
    return len(set(owners)) == len(owners) and not by_all


def could_be_given(answer, receipt):
    """Whether it is an unsigned answer, by somebody in the receipt, to what was decided."""
    return (
        isinstance(answer, dict)
        and answer.keys() == Acceptance.__dataclass_fields__.keys()
        and answer["sig"] is answer["pubkey_hex"] is None
        and answer["owner"] in receipt["participants"]
        and answer["transcript_hash"] == receipt["transcript_hash"]
        and text(answer["decision"]) == text(receipt["decision"])
        and isinstance(answer["accepted"], bool)
    )


def expected(receipt, before, said):
    """The exit code that a receipt must have which was `before` and said what is covered."""
    if any(field not in receipt for field in FIELDS):
        return 2
    if not isinstance(receipt["title"], str):
        return 1
    if covered(receipt) == said or differs_in_deniable_answers(receipt, before):
        return 0
    return 1
