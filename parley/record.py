"""The record of a round: computed from the agenda and the ballots, the same for everyone."""

from collections.abc import Sequence
from typing import Any

from parley.agenda import agenda_digest, read_agenda
from parley.agent import REASON_OK, REASON_RED_LINE, Verdict
from parley.ballot import read_ballot_for
from parley.consensus import AGREED, DEADLOCK, pick
from parley.names import owner_key
from parley.scoring import BEST_SCORE
from parley.transcript import Transcript


class RecordError(ValueError):
    """Ballots that make no record together.

    `code` is one of `"too-few"` (fewer than two), `"too-many"` (more than the agenda's people) and
    `"same-owner"`. The message is a plain sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def build_record(agenda_text: str, ballots: Sequence[str]) -> Transcript:
    """Return the finalized transcript of a round.

    Options stand in agenda order and verdicts in code-point order of owner, whatever the order of
    the ballots; scores are 1024ths, exact as floats; rejected options score 0.0. The result is the
    option that `parley.consensus.pick` picks, or a deadlock without decision.

    Raises `RecordError`, `BallotError` for one of the ballots, `AgendaError`. Not guaranteed: that
    everybody who should answer has; that is for whoever knows the seats.
    """
    agenda = read_agenda(agenda_text)
    digest = agenda_digest(agenda_text)
    if len(ballots) < 2:
        raise RecordError("too-few", "A record needs the answers of at least two people.")
    if len(ballots) > agenda["people"]:
        raise RecordError("too-many", "There are more ballots than people.")
    read = [read_ballot_for(text, agenda, digest) for text in ballots]
    if len({owner_key(ballot["owner"]) for ballot in read}) != len(read):
        raise RecordError("same-owner", "Two ballots are by the same person.")
    read.sort(key=lambda ballot: ballot["owner"])

    transcript = Transcript()
    for index, option in enumerate(agenda["options"]):
        transcript.record(
            option, [verdict_of(ballot["owner"], *ballot["answers"][index]) for ballot in read]
        )
    winner = pick([[tuple(answer) for answer in row] for row in _rows(read)])
    if winner is None:
        transcript.finalize(DEADLOCK, None)
    else:
        transcript.finalize(AGREED, agenda["options"][winner])
    return transcript


def verdict_of(owner: str, acceptable: bool, score: int) -> Verdict:
    """Return the verdict that one answer of a ballot becomes in the record."""
    reason = REASON_OK if acceptable else REASON_RED_LINE
    return Verdict(owner, acceptable, score / BEST_SCORE, reason)


def _rows(ballots: list[dict[str, Any]]) -> zip:
    return zip(*(ballot["answers"] for ballot in ballots), strict=True)
