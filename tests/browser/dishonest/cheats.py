"""What each cheating coordinator does to the record before anybody sees it."""

import json
from collections.abc import Callable

from django.apps import AppConfig

from parley.canonical import canonical_json
from parley.consensus import pick, recorded_pairs
from parley.transcript import Transcript


class Cheat(AppConfig):
    """Puts `tamper` between the honest record and everything that the server does with it."""

    name = "tests.browser.dishonest"
    tamper: Callable[..., None]

    def ready(self) -> None:
        from negotiation.services import answering

        honest = answering.build_record

        def build_record(agenda: str, ballots: list[str]) -> Transcript:
            record = honest(agenda, ballots)
            self.tamper(record)
            return record

        answering.build_record = build_record


class SwappedWinner(Cheat):
    """Announces the first option that is not the winner; verdicts and hash are right."""

    def tamper(self, record: Transcript) -> None:
        winner = record.result["decision"]
        other = next(entry["option"] for entry in record.entries if entry["option"] != winner)
        record.finalize("agreed", other)


class EditedVerdict(Cheat):
    """Turns Ana's answers round, then picks and hashes as the rule says."""

    def tamper(self, record: Transcript) -> None:
        for entry in record.entries:
            for verdict in entry["verdicts"]:
                if verdict["owner"] == "Ana":
                    score = 0.0 if verdict["acceptable"] else 1.0
                    verdict.update(acceptable=True, reason="ok", score=score)
        finalize_by_the_rule(record)


class DroppedPerson(Cheat):
    """Leaves Bob out of the record, then picks and hashes as the rule says."""

    def tamper(self, record: Transcript) -> None:
        for entry in record.entries:
            entry["verdicts"] = [
                verdict for verdict in entry["verdicts"] if verdict["owner"] != "Bob"
            ]
        finalize_by_the_rule(record)


class RewrittenOption(Cheat):
    """Changes the rent of every option after people have answered."""

    def tamper(self, record: Transcript) -> None:
        for entry in record.entries:
            entry["option"]["rent"] += 300
        finalize_by_the_rule(record)


def finalize_by_the_rule(record: Transcript) -> None:
    """Make the result follow from the verdicts as they stand now."""
    winner = pick(recorded_pairs(record))
    record.finalize("agreed", record.entries[winner]["option"])


class StoryTeller(AppConfig):
    """Keeps the record honest and shows one person's browser another state than there is."""

    name = "tests.browser.dishonest"
    twist: Callable[..., None]

    def ready(self) -> None:
        from negotiation.services import reading

        honest = reading.state_of

        def state_of(*given: object) -> dict:
            state = honest(*given)
            if state["me"] and state["me"]["owner"] == "Ana" and state["outcome"]:
                self.twist(state)
            return state

        reading.state_of = state_of


class OtherRound(StoryTeller):
    """Says that the answers are of a later round, so that the page finds nothing it sent."""

    def twist(self, state: dict) -> None:
        state["round"] = 2


class OtherSeat(StoryTeller):
    """Says that Ana has another seat, so that the page finds neither sheet nor answers."""

    def twist(self, state: dict) -> None:
        state["me"]["seat"] = "0" * 32


class OtherQuestion(StoryTeller):
    """Shows another title once everybody has answered."""

    def twist(self, state: dict) -> None:
        agenda = json.loads(state["agenda"])
        agenda["title"] = "Which flat do we buy?"
        state["agenda"] = canonical_json(agenda)


class FlippedClosing(StoryTeller):
    """Says that Ana accepted when she declined."""

    def twist(self, state: dict) -> None:
        if state["me"]["closing"] == "declined":
            state["me"]["closing"] = "accepted"


class ForgedClosing(StoryTeller):
    """Says that Ana accepted, and everyone else, before she said anything."""

    def twist(self, state: dict) -> None:
        if not state["me"]["closing"]:
            state["me"]["closing"] = "accepted"
            state["state"] = "agreed"


class MissingPerson(StoryTeller):
    """Leaves Bob out of the record and of the list of people, for Ana alone."""

    def twist(self, state: dict) -> None:
        record = Transcript.from_dict(json.loads(state["outcome"]["transcript"]))
        DroppedPerson.tamper(None, record)
        state["seats"] = [seat for seat in state["seats"] if seat["owner"] != "Bob"]
        state["outcome"].update(
            transcript=record.canonical(),
            transcript_hash=record.hash(),
            participants=[name for name in state["outcome"]["participants"] if name != "Bob"],
        )
