"""What a coordinator can show one person of a signed decision: all but what others must sign.

Each cheat takes the honest state and twists it. Everything in it is as consistent as somebody can
make it who has the decision's own key and any number of new ones, but nobody else's.
"""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from nacl.signing import SigningKey

from negotiation.services.signing import coordinator_of
from parley.agenda import AGENDA_TYPE, agenda_digest
from parley.ballot import BALLOT_TYPE, build_ballot
from parley.canonical import canonical_json
from parley.dsse import digest, pae
from parley.protocol.roster import ROSTER_TYPE
from parley.protocol.signed import Signed
from parley.record import build_record
from parley.transcript import Transcript

CHEATS: dict[str, Callable[["Shown"], None]] = {}


def cheat(twist: Callable[["Shown"], None]) -> Callable[["Shown"], None]:
    CHEATS[twist.__name__] = twist
    return twist


class Hand:
    """A key that the coordinator made up: always the same for the same name."""

    def __init__(self, name: str) -> None:
        self._key = SigningKey(hashlib.sha256(name.encode()).digest())
        self.key = self._key.verify_key.encode().hex()

    def signature(self, message: bytes) -> str:
        return self._key.sign(message).signature.hex()

    def sign(self, type: str, body: str) -> Signed:
        return Signed(type, body, self.key, self.signature(pae(type, body)))


class Coordinator(Hand):
    """The decision's own key."""

    def __init__(self, decision: Any) -> None:
        self.key, self.signature = decision.coordinator, coordinator_of(decision)


class Shown:
    """The state that one person is about to be shown."""

    def __init__(self, state: dict[str, Any], decision: Any) -> None:
        self.state, self.me, self.outcome = state, state["me"], state["outcome"]
        self.coordinator = Coordinator(decision) if decision.is_signed else None

    @property
    def ballots(self) -> list[Signed]:
        return [Signed(**json.loads(text)) for text in self.outcome["ballots"]]

    def ballot_of(self, owner: str) -> Signed:
        return next(ballot for ballot in self.ballots if owner_of(ballot) == owner)

    def others(self) -> list[Signed]:
        return [ballot for ballot in self.ballots if owner_of(ballot) != self.me["owner"]]

    def invented(self, owner: str, hand: Hand | None = None) -> Signed:
        """A ballot that accepts everything and likes the last option best."""
        options = json.loads(self.state["agenda"])["options"]
        answers = [[True, 0] for _ in options[:-1]] + [[True, 1024]]
        nonce = hashlib.sha256(owner.encode()).hexdigest()
        body = build_ballot(self.state["agenda"], owner, nonce, answers)
        return (hand or Hand(owner)).sign(BALLOT_TYPE, body)

    def show_round(self, ballots: list[Signed], rows: list[list] | None = None) -> None:
        """A roster of these ballots, or of these rows, and the record that follows by the rule."""
        ballots = sorted(ballots, key=owner_of)
        rows = rows or [row_of(ballot) for ballot in ballots]
        body = {"agenda": agenda_digest(self.state["agenda"]), "seats": rows}
        self.outcome["roster"] = self.coordinator.sign(ROSTER_TYPE, canonical_json(body)).text
        self.outcome["ballots"] = [ballot.text for ballot in ballots]
        self.outcome["participants"] = [row[0] for row in rows]
        # Where none follows from these, the honest one stays on the screen.
        with suppress(ValueError):
            self.show_record(
                build_record(self.state["agenda"], [ballot.body for ballot in ballots])
            )

    def show_record(self, record: Transcript) -> None:
        self.outcome["transcript"] = record.canonical()
        self.outcome["transcript_hash"] = record.hash()
        self.outcome["status"] = record.result["status"]

    def show_question(self, hand: Hand, **changes: Any) -> None:
        """Another agenda, signed."""
        body = canonical_json({**json.loads(self.state["agenda"]), **changes})
        self.state["agenda"] = body
        self.state["agenda_digest"] = digest(AGENDA_TYPE, body)
        self.state["signed_agenda"] = hand and hand.sign(AGENDA_TYPE, body).text


def owner_of(ballot: Signed) -> str:
    return json.loads(ballot.body)["owner"]


def row_of(ballot: Signed, *former: str) -> list[Any]:
    return [owner_of(ballot), ballot.key, ballot.digest, list(former)]


# The record, the answers and the people


@cheat
def swapped_winner(shown: Shown) -> None:
    record = Transcript.from_dict(json.loads(shown.outcome["transcript"]))
    winner = record.result["decision"]
    other = next(entry["option"] for entry in record.entries if entry["option"] != winner)
    record.finalize("agreed", other)
    shown.show_record(record)


@cheat
def another_hash(shown: Shown) -> None:
    shown.outcome["transcript_hash"] = "0" * 64


@cheat
def edited_verdict(shown: Shown) -> None:
    """Another person's answers changed under their signature."""
    (bob,) = shown.others()
    body = {**json.loads(bob.body), "answers": json.loads(shown.invented("Bob").body)["answers"]}
    edited = Signed(BALLOT_TYPE, canonical_json(body), bob.key, bob.sig)
    shown.show_round([shown.ballot_of(shown.me["owner"]), edited])


@cheat
def own_row_signed_anew(shown: Shown) -> None:
    shown.show_round([*shown.others(), shown.invented(shown.me["owner"])])


@cheat
def other_row_signed_anew(shown: Shown) -> None:
    """The same as above, told to the other person: the row is Bob's whoever looks."""
    shown.show_round([shown.ballot_of("Ana"), shown.invented("Bob")])


@cheat
def dropped(shown: Shown) -> None:
    """The person who looks is left out, and a stranger stands in for them."""
    shown.show_round([*shown.others(), shown.invented("Eve")])


@cheat
def invented(shown: Shown) -> None:
    shown.show_round([*shown.ballots, shown.invented("Eve")])


@cheat
def one_key_for_two(shown: Shown) -> None:
    ana, bob = shown.ballots
    shown.show_round([ana, bob], [row_of(ana), [owner_of(bob), ana.key, bob.digest, []]])


@cheat
def server_as_person(shown: Shown) -> None:
    shown.show_round([shown.ballot_of("Ana"), shown.invented("Bob", shown.coordinator)])


@cheat
def older_ballot(shown: Shown) -> None:
    """The answers that the person had replaced: the server kept them in `older`."""
    older = Signed(**json.loads((settings.VAR_DIR / "older").read_text()))
    shown.show_round([older, *shown.others()])


@cheat
def ballot_from_elsewhere(shown: Shown) -> None:
    """Answers that were given to the question of another decision."""
    elsewhere = canonical_json({**json.loads(shown.state["agenda"]), "decision": "ab" * 16})
    body = {**json.loads(shown.invented("Bob").body), "agenda": digest(AGENDA_TYPE, elsewhere)}
    bob = Hand("Bob").sign(BALLOT_TYPE, canonical_json(body))
    shown.show_round([shown.ballot_of("Ana"), bob])


@cheat
def replaced_key(shown: Shown) -> None:
    """After the answers the person is said to have started with a new key."""
    mine = shown.invented(shown.me["owner"])
    (bob,) = shown.others()
    before = shown.me["key"]
    shown.me["key"], shown.me["ballot"], shown.me["digest"] = mine.key, mine.text, mine.digest
    shown.show_round([mine, bob], [row_of(mine, before), row_of(bob)])


@cheat
def roster_by_another(shown: Shown) -> None:
    roster = Signed(**json.loads(shown.outcome["roster"]))
    shown.outcome["roster"] = Hand("another").sign(ROSTER_TYPE, roster.body).text


# The question


@cheat
def another_title(shown: Shown) -> None:
    shown.show_question(shown.coordinator, title="Which flat do we buy?")


@cheat
def another_option(shown: Shown) -> None:
    options = json.loads(shown.state["agenda"])["options"]
    dearer = [{**options[0], "rent": options[0]["rent"] + 1}, *options[1:]]
    shown.show_question(shown.coordinator, options=dearer)


@cheat
def another_coordinator(shown: Shown) -> None:
    hand = Hand("another coordinator")
    shown.show_question(hand, coordinator=hand.key)


@cheat
def without_signatures(shown: Shown) -> None:
    """A signed decision is shown as an unsigned one."""
    shown.show_question(None, coordinator=None)
    shown.me["key"] = shown.me["ballot"] = None
    if shown.outcome:
        shown.outcome.update(roster=None, ballots=None, closings=None)


@cheat
def answering_again(shown: Shown) -> None:
    shown.state.update(state="open", outcome=None)


# What people are said to have given


@cheat
def says_agreed(shown: Shown) -> None:
    shown.state["state"] = "agreed"


@cheat
def says_declined(shown: Shown) -> None:
    shown.state["state"] = "declined"


@cheat
def says_you_accepted(shown: Shown) -> None:
    shown.me["closing"] = "accepted"


@cheat
def says_bob_accepted(shown: Shown) -> None:
    for seat in shown.state["seats"]:
        if seat["owner"] == "Bob":
            seat["status"] = "accepted"


@cheat
def turned_round(shown: Shown) -> None:
    """Shows what was signed, and says the opposite of it."""
    given(shown)
    shown.me["closing"] = "declined"


@cheat
def cancelled_after_all(shown: Shown) -> None:
    given(shown)
    shown.state["state"] = "cancelled"
    shown.me["closing"] = "accepted"


@cheat
def void_after_all(shown: Shown) -> None:
    cancelled_after_all(shown)
    shown.state["state"] = "void"


def given(shown: Shown) -> None:
    """What people signed, from the file `given`."""
    shown.outcome["closings"] = json.loads((settings.VAR_DIR / "given").read_text())
