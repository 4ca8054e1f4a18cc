"""People in a decision, as their browsers see it: each with cookies, and a key, of their own."""

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from nacl.signing import SigningKey

from parley.ballot import BALLOT_TYPE, build_ballot
from parley.canonical import canonical_json
from parley.protocol.closing import CLOSING_TYPE, build_closing
from parley.protocol.roster import ROSTER_TYPE
from parley.protocol.round import read_typed
from parley.protocol.signed import sign

JSON = "application/json"

FLATS = {
    "title": "Which flat do we take?",
    "context": "Until Friday.",
    "people": 3,
    "names": None,
    "attributes": [
        {"name": "flat", "type": "text", "unit": None},
        {"name": "rent", "type": "money", "unit": "EUR"},
        {"name": "balcony", "type": "yes-no", "unit": None},
    ],
    "rows": [
        ["Mill Lane", "1,250.50", "yes"],
        ["Harbour", "980", ""],
        ["Old Town", "1 400", "no"],
    ],
}

LIKES_THE_FIRST = [[True, 1000], [True, 100], [False, 0]]
LIKES_THE_SECOND = [[True, 600], [True, 1024], [True, 500]]
ONLY_THE_FIRST = [[True, 1024], [False, 0], [False, 0]]
ONLY_THE_LAST = [[False, 0], [False, 0], [True, 1]]


@dataclass
class Person:
    """One browser."""

    decision: str
    name: str = ""
    client: Client = field(default_factory=Client)
    seat: str = ""
    return_secret: str = ""
    digest: str | None = None

    def path(self, step: str) -> str:
        return f"/d/{self.decision}/{step}"

    def post(self, step: str, **body: Any):
        return self.client.post(self.path(step), json.dumps(body), content_type=JSON)

    def state(self) -> dict[str, Any]:
        response = self.client.get(self.path("state"))
        assert response.status_code == 200, response.content
        return response.json()

    def enter(self, kind: str, secret: str):
        return self.post("enter", kind=kind, secret=secret)

    def join(self, name: str):
        response = self.post("join", name=name)
        if response.status_code == 201:
            self.name = response.json()["owner"]
            self.seat = response.json()["seat"]
            self.return_secret = response.json()["return_secret"]
        return response

    def ballot(self, answers: list[list[Any]]) -> str:
        agenda = self.state()["agenda"]
        return build_ballot(agenda, self.name, secrets.token_hex(32), answers)

    def answer(self, answers: list[list[Any]]):
        return self.send(self.ballot(answers), self.digest)

    def send(self, ballot: str, replaces: str | None):
        response = self.post("ballot", ballot=ballot, replaces=replaces)
        if response.status_code == 200:
            self.digest = response.json()["digest"]
        return response

    def acceptance(self, accepted: bool, /, **changed: Any) -> str:
        outcome = self.state()["outcome"]
        fields = {
            "owner": self.name,
            "decision": json.loads(outcome["transcript"])["result"]["decision"],
            "transcript_hash": outcome["transcript_hash"],
            "accepted": accepted,
            "sig": None,
            "pubkey_hex": None,
        }
        return canonical_json({**fields, **changed})

    def close(self, accepted: bool = True):
        return self.post("closing", acceptance=self.acceptance(accepted))

    def receipt(self):
        return self.client.get(self.path("receipt.json"))


@dataclass
class SignedPerson(Person):
    """One browser that signs what it sends."""

    key: SigningKey = field(default_factory=SigningKey.generate)

    @property
    def public(self) -> str:
        return bytes(self.key.verify_key).hex()

    def sign(self, type: str, body: str) -> str:
        return sign(
            type, body, self.public, lambda message: self.key.sign(message).signature.hex()
        ).text

    def ballot(self, answers: list[list[Any]], nonce: str | None = None) -> str:
        agenda = self.state()["agenda"]
        body = build_ballot(agenda, self.name, nonce or secrets.token_hex(32), answers)
        return self.sign(BALLOT_TYPE, body)

    def closing(self, accepted: bool = True, /, **changed: Any) -> str:
        outcome = self.state()["outcome"]
        fields = {
            "roster": read_typed(outcome["roster"], ROSTER_TYPE).digest,
            "transcript_hash": outcome["transcript_hash"],
            "owner": self.name,
            "accepted": accepted,
        }
        return self.sign(CLOSING_TYPE, build_closing(**{**fields, **changed}))

    def close(self, accepted: bool = True):
        return self.post("closing", closing=self.closing(accepted))


@dataclass
class Room:
    """A decision with its two links, and where it is signed its signed agenda."""

    decision: str
    group_secret: str
    organiser_secret: str
    agenda: str | None = None

    def visitor(self) -> Person:
        """Somebody who opened the group link."""
        person = (SignedPerson if self.agenda else Person)(self.decision)
        assert person.enter("group", self.group_secret).status_code == 204
        return person

    def organiser(self) -> Person:
        person = Person(self.decision)
        assert person.enter("organiser", self.organiser_secret).status_code == 204
        return person

    def person(self, name: str) -> Person:
        """Somebody who opened the group link and took a seat."""
        person = self.visitor()
        assert person.join(name).status_code == 201
        return person

    def people(self, *names: str) -> list[Person]:
        return [self.person(name) for name in names]


def new_secrets() -> dict[str, str]:
    """What the page for a new decision makes up and sends along."""
    kinds = ("group_secret", "organiser_secret")
    return {kind: secrets.token_urlsafe(32) for kind in kinds}


def new_room(**changed: Any) -> Room:
    made_up = new_secrets()
    body = json.dumps({**FLATS, **made_up, **changed})
    response = Client().post("/new", body, content_type=JSON)
    assert response.status_code == 201, response.content
    return Room(**response.json(), **made_up)


def refused(response: Any, status: int, code: str) -> bool:
    """Whether the answer is exactly this refusal, with a sentence for the person."""
    body = response.json()
    assert (response.status_code, body["code"]) == (status, code), response.content
    return bool(body["message"])


def kinds(person: Person) -> list[str]:
    """What has happened, as somebody sees it."""
    return [event["kind"] for event in person.state()["events"]]


def happened(person: Person) -> list[tuple[str, str]]:
    """What has happened, and to whom."""
    return [(event["kind"], event["owner"]) for event in person.state()["events"]]


def with_fields(text: str, **changed: Any) -> str:
    """A text with other fields, in canonical form."""
    return canonical_json({**json.loads(text), **changed})
