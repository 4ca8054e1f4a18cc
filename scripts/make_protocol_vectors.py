"""Makes the test vectors of the wire protocol, tests/vectors/protocol/: the same bytes every time.

    python -m scripts.make_protocol_vectors [FOLDER]

All keys follow from names, so that anyone can make them again: the seed is the SHA-256 of the name.
They sign nothing but these vectors. docs/protocol.md explains the files.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from parley.agenda import build_agenda
from parley.ballot import BALLOT_TYPE, build_ballot
from parley.canonical import canonical_json
from parley.dsse import code, digest, pae
from parley.protocol.closing import CLOSING_TYPE, build_closing
from parley.protocol.receipt import build_signed_receipt, outcome_of
from parley.protocol.roster import ROSTER_TYPE, Seat
from parley.protocol.round import Round, read_round, sign_agenda, sign_roster
from parley.protocol.signed import Signed, sign
from parley.receipt import verify

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "vectors" / "protocol"

COORDINATOR = "parley test vectors: coordinator"
PEOPLE = {
    "Ana": "parley test vectors: Ana",
    "Zoë": "parley test vectors: Zoë",
    "李": "parley test vectors: 李",
}
ANSWERS = {
    "Ana": [[True, 900], [True, 700], [False, 0]],
    "Zoë": [[True, 400], [True, 800], [True, 1024]],
    "李": [[True, 300], [True, 600], [True, 1]],
}
DEADLOCKED = {**ANSWERS, "李": [[False, 0], [False, 0], [True, 1]]}
TIED = {
    "Ana": [[True, 600], [True, 700], [False, 0]],
    "Zoë": [[True, 500], [True, 400], [True, 0]],
    "李": [[True, 400], [True, 400], [True, 0]],
}
QUESTION: dict[str, Any] = {
    "decision": "5eed" * 8,
    "round": 1,
    "title": "Where do we eat?",
    "context": "On Friday.\nNobody pays more than 30 €.",
    "attributes": [
        {"name": "place", "type": "text", "unit": None},
        {"name": "price", "type": "money", "unit": "EUR"},
        {"name": "garden", "type": "yes-no", "unit": None},
    ],
    "options": [
        {"place": "Mill", "price": 24.5, "garden": True},
        {"place": "Bridge", "price": 30, "garden": False},
        {"place": "Nürnberger Straße"},
    ],
    "people": 3,
    "names": None,
    "deadline": "2027-01-15T18:00:00Z",
    "engine": "parley test vectors",
}


def key_of(name: str) -> SigningKey:
    """The test key that belongs to a name."""
    return SigningKey(hashlib.sha256(name.encode()).digest())


def public(name: str) -> str:
    """Its public half, in hex."""
    return key_of(name).verify_key.encode().hex()


def signer(name: str) -> Callable[[bytes], str]:
    """Signs with the test key of a name."""
    return lambda message: key_of(name).sign(message).signature.hex()


class Vector:
    """One round, of which each text can be had."""

    def __init__(self, answers: dict[str, Any], **changes: Any) -> None:
        self.agenda = sign_agenda(
            build_agenda(**{**QUESTION, "coordinator": public(COORDINATOR), **changes}),
            signer(COORDINATOR),
        )
        self.ballots = [self.ballot(name, said) for name, said in answers.items()]
        seats = [
            Seat(name, public(PEOPLE[name]), ballot.digest)
            for name, ballot in zip(answers, self.ballots, strict=True)
        ]
        self.roster = sign_roster(self.agenda.body, seats, signer(COORDINATOR))
        self.closings: list[Signed] = []

    def ballot(self, name: str, answers: list[Any]) -> Signed:
        nonce = hashlib.sha256(f"nonce of {name}".encode()).hexdigest()
        body = build_ballot(self.agenda.body, name, nonce, answers)
        return sign(BALLOT_TYPE, body, public(PEOPLE[name]), signer(PEOPLE[name]))

    @property
    def round(self) -> Round:
        return read_round(
            self.agenda.text, self.roster.text, [ballot.text for ballot in self.ballots]
        )

    def close(self, **accepted: bool) -> Vector:
        outcome = outcome_of(self.round)
        for name, said in accepted.items():
            body = build_closing(self.round.roster.digest, outcome.hash, name, said)
            self.closings.append(
                sign(CLOSING_TYPE, body, public(PEOPLE[name]), signer(PEOPLE[name]))
            )
        return self

    def receipt(self) -> str:
        return build_signed_receipt(
            self.agenda.text,
            self.roster.text,
            [ballot.text for ballot in self.ballots],
            [closing.text for closing in self.closings],
        )


def everybody(said: bool = True) -> dict[str, bool]:
    return dict.fromkeys(PEOPLE, said)


def rounds() -> dict[str, Vector]:
    """The rounds that make receipts, by name of the file."""
    declined = Vector(ANSWERS).close(**{**everybody(), "Zoë": False})
    later = {
        "round": 2,
        "previous": {
            "agenda": declined.agenda.digest,
            "roster": declined.roster.digest,
            "end": "declined",
        },
    }
    return {
        "accepted": Vector(ANSWERS).close(**everybody()),
        "declined": declined,
        "two-of-three": Vector(ANSWERS).close(Ana=True, 李=True),
        "deadlock": Vector(DEADLOCKED).close(**everybody()),
        "tie": Vector(TIED).close(**everybody()),
        "second-round": Vector(ANSWERS, **later).close(**everybody()),
    }


def signed_texts(vector: Vector) -> list[dict[str, str]]:
    """Each signed text of a round with everything that follows from it."""
    return [
        {
            **signed.to_dict(),
            "message_hex": pae(signed.type, signed.body).hex(),
            "digest": signed.digest,
            "code": code(signed.digest),
            "text": signed.text,
        }
        for signed in (vector.agenda, vector.roster, *vector.ballots, *vector.closings)
    ]


def keys() -> list[dict[str, str]]:
    """The keys: the text whose SHA-256 is the seed, the seed, and the public key."""
    return [
        {
            "name": name,
            "seed_hex": hashlib.sha256(name.encode()).hexdigest(),
            "public_hex": public(name),
        }
        for name in (COORDINATOR, *PEOPLE.values())
    ]


def codes() -> list[dict[str, str]]:
    """Digests with their codes."""
    digests = ["0" * 64, "f" * 64, *(digest("x", str(number)) for number in range(8))]
    return [{"digest": value, "code": code(value)} for value in digests]


def refused() -> Iterator[dict[str, Any]]:
    """Receipts that must not pass: what was done, the result, its findings, and the file."""
    for name, change in _CHANGES.items():
        receipt = json.loads(rounds()["accepted"].receipt())
        change(receipt)
        text = canonical_json(receipt)
        report = verify(text)
        yield {
            "what": name,
            "result": report.result,
            "findings": [remark.code for remark in report.findings],
            "receipt": text,
        }


def _signed(name: str, type: str, body: str) -> dict[str, str]:
    return Signed(type, body, public(name), signer(name)(pae(type, body))).to_dict()


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    *steps, last, value = path

    def change(receipt: dict[str, Any]) -> None:
        for step in steps:
            receipt = receipt[step]
        receipt[last] = value

    return change


def _respelled(old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """Ana signs her ballot in another spelling, and the coordinator signs that."""

    def change(receipt: dict[str, Any]) -> None:
        proof = receipt["proof"]
        ballot = _signed(PEOPLE["Ana"], BALLOT_TYPE, proof["ballots"][0]["body"].replace(old, new))
        proof["ballots"][0] = ballot
        roster = json.loads(proof["roster"]["body"])
        roster["seats"][0][2] = digest(BALLOT_TYPE, ballot["body"])
        proof["roster"] = _signed(COORDINATOR, ROSTER_TYPE, canonical_json(roster))

    return change


def _roster(change: Callable[[list[Any]], Any]) -> Callable[[dict[str, Any]], None]:
    """The coordinator signs other seats."""

    def run(receipt: dict[str, Any]) -> None:
        roster = json.loads(receipt["proof"]["roster"]["body"])
        change(roster["seats"])
        receipt["proof"]["roster"] = _signed(COORDINATOR, ROSTER_TYPE, canonical_json(roster))

    return run


def _closing(name: str, **changes: Any) -> Callable[[dict[str, Any]], None]:
    """A closing with other content, signed with the test key of `name`."""

    def change(receipt: dict[str, Any]) -> None:
        body = canonical_json({**json.loads(receipt["proof"]["closings"][1]["body"]), **changes})
        receipt["proof"]["closings"][1] = _signed(name, CLOSING_TYPE, body)

    return change


def _swap(first: Any, second: Any) -> Callable[[dict[str, Any]], None]:
    def change(receipt: dict[str, Any]) -> None:
        texts = receipt["proof"][first]
        texts[0], texts[second] = texts[second], texts[0]

    return change


_CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "another protocol": _set("proof", "protocol", "parley/3"),
    "a proof that is null": _set("proof", None),
    "another title": _set("title", "Where do we sleep?"),
    "another decision": _set("decision", None),
    "a claim that fewer accepted": _set("unanimous_acceptance", False),
    "a score that is one step off": _set(
        "transcript", "entries", 0, "verdicts", 2, "score", 0.29296874999999994
    ),
    "the signature of another text": _set("proof", "ballots", 0, "sig", "0" * 128),
    "another key under the agenda": _set("proof", "agenda", "key", public(PEOPLE["Ana"])),
    "ballots in another order": _swap("ballots", 1),
    "closings in another order": _swap("closings", 2),
    "a ballot with a key twice": _respelled('"answers": ', '"answers": [], "answers": '),
    "a ballot with 900.0 for 900": _respelled("[true, 900]", "[true, 900.0]"),
    "a ballot with another blank": _respelled("[true, 900]", "[true,900]"),
    "a ballot with -0 for 0": _respelled("[false, 0]", "[false, -0]"),
    "a score of a rejected option": _respelled("[false, 0]", "[false, 1]"),
    "a score above 1024": _respelled("[true, 900]", "[true, 1025]"),
    "one key for two names": _roster(lambda seats: seats[1].__setitem__(1, seats[0][1])),
    "a former key of another seat": _roster(lambda seats: seats[1][3].append(seats[0][1])),
    "the coordinator's key in a seat": _roster(
        lambda seats: seats[1].__setitem__(1, public(COORDINATOR))
    ),
    "seats in another order": _roster(lambda seats: seats.reverse()),
    "a seat left out": _roster(lambda seats: seats.pop()),
    "a name that is not in NFC": _roster(lambda seats: seats[1].__setitem__(0, "Zoe\u0308")),
    "a closing of another record": _closing(PEOPLE["Zoë"], transcript_hash="0" * 64),
    "a closing of another roster": _closing(PEOPLE["Zoë"], roster="0" * 64),
    "a closing under another key": _closing(PEOPLE["Ana"]),
    "a closing turned round by somebody else": _set(
        "proof",
        "closings",
        1,
        "sig",
        rounds()["declined"].closings[1].sig,
    ),
}


def files() -> dict[str, str]:
    """The content of every file, by name."""
    made = {f"{name}.json": vector.receipt() for name, vector in rounds().items()}
    for name, value in (
        ("keys", keys()),
        ("codes", codes()),
        ("signed-texts", signed_texts(rounds()["accepted"])),
        ("refused", list(refused())),
    ):
        made[f"{name}.json"] = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    return made


def main(folder: Path = FOLDER) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files().items():
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
