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
from parley.verdicts import verdict_to_dict


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
    # Too many are refused before anyone's answers are read.
    _check_count(len(ballots), agenda)
    return record_of(agenda, [read_ballot_for(text, agenda, digest) for text in ballots])


def record_of(agenda: dict[str, Any], ballots: Sequence[dict[str, Any]]) -> Transcript:
    """As `build_record`, for an agenda and ballots that were read already (`read_agenda`,
    `read_ballot`). Raises `RecordError`."""
    _check_count(len(ballots), agenda)
    if len({owner_key(ballot["owner"]) for ballot in ballots}) != len(ballots):
        raise RecordError("same-owner", "Two ballots are by the same person.")
    read = sorted(ballots, key=lambda ballot: ballot["owner"])
    columns = [_recorded(ballot["owner"], ballot["answers"]) for ballot in read]

    transcript = Transcript()
    for option, *verdicts in zip(agenda["options"], *columns, strict=True):
        transcript.record_dicts(option, verdicts)
    winner = pick(zip(*(ballot["answers"] for ballot in read), strict=True))
    if winner is None:
        transcript.finalize(DEADLOCK, None)
    else:
        transcript.finalize(AGREED, agenda["options"][winner])
    return transcript


def verdict_of(owner: str, acceptable: bool, score: int) -> Verdict:
    """Return the verdict that one answer of a ballot becomes in the record."""
    reason = REASON_OK if acceptable else REASON_RED_LINE
    return Verdict(owner, acceptable, score / BEST_SCORE, reason)


def _recorded(owner: str, answers: list[list[Any]]) -> list[dict[str, Any]]:
    # A verdict is sooner copied than made, and differs from the others in its score alone.
    accepted = verdict_to_dict(verdict_of(owner, True, 0))
    rejected = verdict_to_dict(verdict_of(owner, False, 0))
    verdicts = []
    for acceptable, score in answers:
        if acceptable:
            verdict = accepted.copy()
            verdict["score"] = score / BEST_SCORE
        else:
            verdict = rejected.copy()
        verdicts.append(verdict)
    return verdicts


def _check_count(count: int, agenda: dict[str, Any]) -> None:
    if count < 2:
        raise RecordError("too-few", "A record needs the answers of at least two people.")
    if count > agenda["people"]:
        raise RecordError("too-many", "There are more ballots than people.")
