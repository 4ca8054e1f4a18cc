"""Receipts small as files, with signed verdicts over far more text than the file has."""

from parley.agent import REASON_RED_LINE, Verdict
from parley.checks.signatures import MAX_SIGNED_BYTES
from parley.consensus import DEADLOCK
from parley.receipt import build_receipt, receipt_text
from parley.transcript import Transcript

PEOPLE = 512
MOST_EACH = MAX_SIGNED_BYTES // PEOPLE
"""So long may the text of an option be that all of them sign verdicts on."""


def much_signed(option_bytes, *, letter="x", signed=True):
    """The file's content: one option whose canonical text, of that many bytes, everybody rejects;
    keys and signatures are well-formed, and none is valid."""
    option = letter * ((option_bytes - 2) // len(letter.encode()))
    # The quotation marks of a text belong to it.
    option += "x" * (option_bytes - 2 - len(option.encode()))
    owners = [f"Person {number:03}" for number in range(PEOPLE)]
    transcript = Transcript()
    transcript.record(option, [_verdict(owner, signed) for owner in owners])
    transcript.finalize(DEADLOCK, None)
    return receipt_text(build_receipt("Which flat?", transcript, [], owners)).encode()


def _verdict(owner, signed):
    key = owner.encode().hex().ljust(64, "0")
    signature = ("0" * 128, key) if signed else ()
    return Verdict(owner, False, 0.0, REASON_RED_LINE, *signature)
