"""Ana, Bob and Cara decide where to eat, each with a key, under a coordinator who has one too."""

import hashlib
import json
from dataclasses import dataclass, field

import pytest

pytest.importorskip("nacl", reason="needs PyNaCl: pip install parley[crypto]")

from nacl.signing import SigningKey

from parley.agenda import build_agenda
from parley.ballot import BALLOT_TYPE, build_ballot
from parley.canonical import canonical_json
from parley.dsse import pae
from parley.protocol.closing import CLOSING_TYPE, build_closing
from parley.protocol.receipt import build_signed_receipt, outcome_of
from parley.protocol.roster import ROSTER_TYPE, Seat
from parley.protocol.round import read_round, sign_agenda, sign_roster
from parley.protocol.signed import Signed, sign
from parley.receipt import FIELDS, verify

ANA, BOB, CARA = ALL = ["Ana", "Bob", "Cara"]

PLACES = [{"place": "Garden", "price": 20}, {"place": "Mill", "price": 30}, {"place": "Bridge"}]
ANSWERS = {
    ANA: [[True, 900], [True, 700], [False, 0]],
    BOB: [[True, 400], [True, 800], [True, 1024]],
    CARA: [[True, 300], [True, 600], [True, 1]],
}
DEADLOCKED = {
    ANA: [[True, 900], [False, 0], [False, 0]],
    BOB: [[False, 0], [True, 800], [True, 1024]],
    CARA: [[True, 300], [True, 600], [True, 1]],
}
# Garden and Mill have the same least score and the same total.
TIED = {
    ANA: [[True, 600], [True, 700], [False, 0]],
    BOB: [[True, 500], [True, 400], [True, 0]],
    CARA: [[True, 400], [True, 400], [True, 0]],
}

QUESTION = {
    "decision": "0f" * 16,
    "round": 1,
    "title": "Where do we eat?",
    "context": "On Friday.",
    "attributes": [
        {"name": "place", "type": "text", "unit": None},
        {"name": "price", "type": "money", "unit": "EUR"},
    ],
    "options": PLACES,
    "people": 3,
    "names": ALL,
}


class Hand:
    """Somebody's key, always the same for the same name."""

    def __init__(self, name):
        self._key = SigningKey(hashlib.sha256(f"key of {name}".encode()).digest())
        self.key = self._key.verify_key.encode().hex()

    def signature(self, message):
        return self._key.sign(message).signature.hex()

    def sign(self, type, body):
        return sign(type, body, self.key, self.signature)

    def sign_anything(self, type, value):
        """Sign a body that nobody has checked: a text, or a value in canonical form."""
        body = value if isinstance(value, str) else canonical_json(value)
        return Signed(type, body, self.key, self.signature(pae(type, body)))


COORDINATOR = Hand("the coordinator")
HANDS = {name: Hand(name) for name in ALL}


def nonce(name):
    return hashlib.sha256(name.encode()).hexdigest()


def agenda(hand=COORDINATOR, **changes):
    return sign_agenda(
        build_agenda(**{**QUESTION, "coordinator": hand.key, **changes}), hand.signature
    )


def ballot(the_agenda, name, answers=None, *, hand=None, draw=""):
    body = build_ballot(the_agenda.body, name, nonce(name + draw), answers or ANSWERS[name])
    return (hand or HANDS[name]).sign(BALLOT_TYPE, body)


def roster(the_agenda, ballots, *, hand=COORDINATOR, former=()):
    seats = [
        Seat(json.loads(text.body)["owner"], text.key, text.digest, tuple(former))
        for text in ballots
    ]
    return sign_roster(the_agenda.body, seats, hand.signature)


def forced_roster(the_agenda, rows, hand=COORDINATOR):
    """A roster with a valid signature and whatever rows."""
    value = {"agenda": the_agenda.digest, "seats": rows}
    return hand.sign_anything(ROSTER_TYPE, value)


def closing(the_round, name, accepted=True, *, hand=None, **changes):
    values = {
        "roster": the_round.roster.digest,
        "transcript_hash": outcome_of(the_round).hash,
        "owner": name,
        "accepted": accepted,
        **changes,
    }
    return (hand or HANDS[name]).sign(CLOSING_TYPE, build_closing(**values))


@dataclass
class Made:
    """One whole round; replace a part to cheat."""

    agenda: Signed
    roster: Signed
    ballots: list
    closings: list = field(default_factory=list)

    @property
    def round(self):
        return read_round(self.agenda.text, self.roster.text, [text.text for text in self.ballots])

    @property
    def outcome(self):
        return outcome_of(self.round)

    def close(self, *accepted, names=ALL):
        """Everybody named closes; accepted are their answers, yes where none is given."""
        said = [*accepted, *[True] * (len(names) - len(accepted))]
        self.closings = [closing(self.round, *pair) for pair in zip(names, said, strict=False)]
        return self

    def texts(self):
        return {
            "agenda": self.agenda.text,
            "roster": self.roster.text,
            "ballots": [text.text for text in self.ballots],
            "closings": [text.text for text in self.closings],
        }

    def receipt(self):
        return build_signed_receipt(*self.texts().values())

    def file(self):
        """The receipt as a value, to be changed."""
        return json.loads(self.receipt())

    def report(self, **more):
        return verify(self.receipt(), **more)


def made(answers=ANSWERS, **changes):
    the_agenda = agenda(**changes)
    ballots = [ballot(the_agenda, name, answers[name]) for name in answers]
    return Made(the_agenda, roster(the_agenda, ballots), ballots)


def agreed(**changes):
    return made(**changes).close()


def deadlocked(**changes):
    return made(DEADLOCKED, **changes).close()


def declined(**changes):
    return made(**changes).close(True, False)


def next_round(before, end, *, roster_digest=..., **changes):
    previous = {
        "agenda": before.agenda.digest,
        "roster": before.roster.digest if roster_digest is ... else roster_digest,
        "end": end,
    }
    number = json.loads(before.agenda.body)["round"] + 1
    return made(round=number, previous=previous, **changes)


def codes(report):
    return [remark.code for remark in report.findings]


def judged(receipt, **more):
    """(result, codes of the findings) of a receipt, a value or a text."""
    report = verify(receipt if isinstance(receipt, str) else json.dumps(receipt), **more)
    return report.result, codes(report)


def unsigned(receipt):
    """The result of the nine fields alone."""
    value = json.loads(receipt) if isinstance(receipt, str) else receipt
    return verify(json.dumps({name: value[name] for name in FIELDS})).result
