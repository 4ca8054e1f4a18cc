"""What each cheating coordinator does to the record before anybody sees it."""

from django.apps import AppConfig

from parley.consensus import pick, recorded_pairs
from parley.transcript import Transcript


class Cheat(AppConfig):
    """Puts `tamper` between the honest record and everything that the server does with it."""

    name = "tests.browser.dishonest"

    def ready(self) -> None:
        from negotiation.services import answering

        honest = answering.build_record

        def build_record(agenda: str, ballots: list[str]) -> Transcript:
            record = honest(agenda, ballots)
            self.tamper(record)
            return record

        answering.build_record = build_record

    def tamper(self, record: Transcript) -> None:
        raise NotImplementedError


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
