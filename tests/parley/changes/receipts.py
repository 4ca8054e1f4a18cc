"""Receipts of every kind that there is."""

import json
from pathlib import Path

from nacl.signing import SigningKey

from parley.agent import Agent, Verdict
from parley.consensus import run_consensus
from parley.net.identity import Identity
from parley.preferences import PreferenceSheet
from parley.ratify import ratify
from parley.receipt import build_receipt
from parley.transcript import Transcript

VECTORS = Path(__file__).parent.parent.parent / "vectors"

ALL = ("Ana", "Bob", "Cara")
# An accent in one character and in two, Arabic, an emoji of three characters, and two names that
# look alike, one with control and direction characters and a Cyrillic letter.
ODD = ("Zoë", "Zoe\u0308", "مريم", "👩‍👧", "Аna\u202e\n", "Ana")
FLATS = [{"flat": "Orchard Road 8", "rent": 1500.5}, {"flat": "Quay 3", "rent": 1200, "lift": True}]
EDGES = [5e-324, 1.7976931348623157e308, -0.0, 0.1 + 0.2, 1.0, 2**53 - 2]
ANYTHING = ["", 0, 1.0, True, [], {}, [[{"a": [None, 1]}]], {"": {"b": [0.5, "ü"]}}]


class Sayer(Agent):
    """Says of each option what it was told to, None for a red line, and signs it with an
    identity."""

    def __init__(self, owner, said, options, identity=None):
        super().__init__(owner, PreferenceSheet(owner))
        self.said = dict(zip(map(json.dumps, options), said, strict=True))
        self.identity = identity

    def consider(self, option):
        score = self.said[json.dumps(option)]
        accepts = score is not None
        verdict = Verdict(
            self.owner, accepts, score if accepts else 0.0, "ok" if accepts else "red-line"
        )
        if self.identity is None:
            return verdict
        sig, key = self.identity.sign_verdict(option, verdict), self.identity.card().pubkey_hex
        return Verdict(self.owner, accepts, verdict.score, verdict.reason, sig, key)


def identity(owner):
    """The same key for the same name in every run."""
    return Identity(owner, SigningKey(owner.encode().ljust(32, b".")[:32]))


def answers_to(transcript, owners, accepting=None, sign=None):
    """The acceptances of `owners`, no to those who are not `accepting`; `sign` gives the identity
    of a name."""
    return [
        ratify(
            PreferenceSheet(owner),
            transcript,
            accepting is None or owner in accepting,
            sign(owner).sign_acceptance if sign else None,
        )
        for owner in owners
    ]


def receipt(said, options, *, accepting=None, answering=None, verdicts=False, answers=False):
    """`said` is by owner what each says on the options; `verdicts` and `answers` tell what is
    signed. Without `accepting` and `answering` everybody does."""
    agents = [
        Sayer(owner, scores, options, identity(owner) if verdicts else None)
        for owner, scores in said.items()
    ]
    transcript = run_consensus(agents, options).transcript
    owners = list(said) if answering is None else answering
    acceptances = answers_to(transcript, owners, accepting, identity if answers else None)
    return build_receipt("Where we live", transcript, acceptances, said)


def spread(owners, options):
    """Scores that differ, and a red line here and there."""
    return {
        owner: [
            None if (row + 2 * column) % 7 == 5 else ((row * 5 + column * 3) % 17) / 16
            for column in range(len(options))
        ]
        for row, owner in enumerate(owners)
    }


def receipts():
    """Receipts that all verify, by what each is."""
    both = {"verdicts": True, "answers": True}
    usual = {"Ana": [0.5, 0.25], "Bob": [0.5, 1.0], "Cara": [0.75, None]}
    never = {**usual, "Cara": [None, None]}
    many = [{"flat": f"Quay {number}", "rent": 900 + number} for number in range(8)]
    crowd = [f"Person {number}" for number in range(8)]
    edges = {
        "Ana": [0.0, 5e-324, 1.0, 0.1 + 0.2, None, 1 - 2**-53],
        "Bob": [0.1, 5e-324, 0.7, 0.3, 1 / 3, 0],
    }
    return {
        "agreed": receipt(usual, FLATS),
        "agreed, answers signed": receipt(usual, FLATS, answers=True),
        "agreed, verdicts signed": receipt(usual, FLATS, verdicts=True),
        "agreed, all signed": receipt(usual, FLATS, **both),
        "declined": receipt(usual, FLATS, accepting={"Ana", "Cara"}),
        "declined, all signed": receipt(usual, FLATS, accepting={"Ana"}, **both),
        "deadlock": receipt(never, FLATS, answering=()),
        "deadlock, seen by all": receipt(never, FLATS),
        "deadlock, all signed": receipt(never, FLATS, **both),
        "two of three answered": receipt(usual, FLATS, answering=("Bob", "Ana")),
        "one of three answered, all signed": receipt(usual, FLATS, answering=("Cara",), **both),
        "nobody answered, verdicts signed": receipt(usual, FLATS, answering=(), verdicts=True),
        "many options": receipt(spread(ALL, many), many),
        "some options, all signed": receipt(spread(ALL, many[:4]), many[:4], **both),
        "many people": receipt(spread(crowd, FLATS), FLATS),
        "odd names": receipt(spread(ODD, FLATS), FLATS),
        "odd names, all signed": receipt(spread(ODD[:3], FLATS), FLATS, **both),
        "floats at the edges": receipt(edges, [{"size": size} for size in EDGES]),
        "options of any shape, all signed": receipt(spread(ALL[:2], ANYTHING), ANYTHING, **both),
        "a tie": receipt({"Ana": [0.5, 0.5], "Bob": [0.5, 0.5]}, FLATS, answers=True),
        "one person, one option": receipt({"Ana": [1.0]}, ["yes"], **both),
        "nothing to decide": receipt({}, [], answering=()),
        "scores not masked": json.loads((VECTORS / "committee-clean.json").read_text()),
        "whole numbers for scores": with_whole_scores(),
    }


def with_whole_scores():
    transcript = Transcript()
    transcript.record({"a": 1}, [Verdict("Ana", True, 1, "ok"), Verdict("Bob", True, 0, "ok")])
    transcript.finalize("agreed", {"a": 1})
    answers = answers_to(transcript, ["Bob"], accepting=())
    return build_receipt("x", transcript, answers, ["Bob", "Ana"])
