"""What tests of receipts share."""

import copy
import importlib.util

from parley.receipt import verify_receipt
from parley.transcript import Transcript

ALL = ["Ana", "Bob", "Cara"]
HAS_PYNACL = importlib.util.find_spec("nacl") is not None


def codes(report):
    return [remark.code for remark in report.findings]


def notes(report):
    return [remark.code for remark in report.notes]


def spoilt(receipt, spoil, *, rehash=False):
    """A copy of the receipt with one fault; with `rehash`, hash and acceptances follow it."""
    receipt = copy.deepcopy(receipt)
    spoil(receipt)
    if rehash:
        transcript = Transcript.from_dict(receipt["transcript"])
        receipt["transcript_hash"] = transcript.hash()
        for acceptance in receipt["acceptances"]:
            acceptance["transcript_hash"] = transcript.hash()
    return verify_receipt(receipt)


def first_verdict(receipt):
    return receipt["transcript"]["entries"][0]["verdicts"][0]
