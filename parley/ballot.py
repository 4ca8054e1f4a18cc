"""The ballot: one person's masked answers to one agenda, as exact text. It holds no reasons."""

from collections.abc import Sequence
from typing import Any

from parley import dsse
from parley.agenda import agenda_digest, read_agenda
from parley.body import is_hex, read_body
from parley.canonical import canonical_json
from parley.names import OwnerError, clean_owner
from parley.scoring import BEST_SCORE

BALLOT_TYPE = "parley/2/ballot"
MAX_BALLOT_BYTES = 16 * 1024

_FIELDS = frozenset({"agenda", "owner", "nonce", "answers"})


class BallotError(ValueError):
    """A text that is no ballot for this agenda, or values that make none.

    `code` is one of those of `parley.body.read_body` (`"not-text"`, `"too-large"`, `"not-json"`,
    `"fields"`, `"not-canonical"`), `"other-agenda"` (it answers another question), `"owner"`,
    `"not-on-list"` (the agenda names its people, and this is none of them), `"nonce"`, `"answers"`
    (no list, or not one per option) and `"answer"`. The message is a plain sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def build_ballot(agenda_text: str, owner: str, nonce: str, answers: Sequence[Sequence[Any]]) -> str:
    """Return the canonical text of a ballot.

    `owner` is a clean name (`parley.names`); `nonce` is 64 lower-case hex digits, new and random
    for every ballot; `answers` holds `[acceptable, score]` for each option in agenda order, the
    score a whole number from 0 (barely acceptable, and always when rejected) to 1024 (best).

    Raises `BallotError`, and `AgendaError` for the agenda.
    """
    body = {
        "agenda": agenda_digest(agenda_text),
        "owner": owner,
        "nonce": nonce,
        "answers": [list(answer) for answer in answers],
    }
    try:
        text = canonical_json(body)
    except TypeError:
        raise BallotError("not-json", "This holds a value that has no canonical form.") from None
    read_ballot(text, agenda_text)
    return text


def read_ballot(text: str, agenda_text: str) -> dict[str, Any]:
    """Return the fields of a ballot, checked against the agenda that it must answer.

    Raises `BallotError`, and `AgendaError` for the agenda. Not guaranteed: who wrote it, or that
    its nonce is new.
    """
    return read_ballot_for(text, read_agenda(agenda_text), agenda_digest(agenda_text))


def read_ballot_for(text: str, agenda: dict[str, Any], digest: str) -> dict[str, Any]:
    """As `read_ballot`, for an agenda that was read already, with its digest."""
    ballot = read_body(text, _FIELDS, max_bytes=MAX_BALLOT_BYTES, max_depth=3, error=BallotError)
    if ballot["agenda"] != digest:
        raise BallotError("other-agenda", "This ballot answers another agenda.")
    _check_owner(ballot["owner"], agenda["names"])
    if not is_hex(ballot["nonce"], 64):
        raise BallotError("nonce", "A nonce is 64 lower-case hex digits.")
    answers = ballot["answers"]
    if not isinstance(answers, list) or len(answers) != len(agenda["options"]):
        raise BallotError("answers", "A ballot has one answer for each option.")
    if not _are_answers(answers):
        raise BallotError(
            "answer",
            "An answer is yes or no with a whole score from 0 to 1024, 0 where rejected.",
        )
    return ballot


def ballot_digest(text: str) -> str:
    """Return the digest of a ballot's text, 64 lower-case hex digits. Checks nothing."""
    return dsse.digest(BALLOT_TYPE, text)


def _check_owner(owner: Any, names: list[str] | None) -> None:
    try:
        if clean_owner(owner) != owner:
            raise BallotError("owner", "This name is not in clean form.")
    except OwnerError as fault:
        raise BallotError("owner", str(fault)) from None
    if names is not None and owner not in names:
        raise BallotError("not-on-list", "This name is not among the people of this decision.")


def _are_answers(answers: list[Any]) -> bool:
    # A plain loop: there is one for each option and person.
    for answer in answers:
        if not isinstance(answer, list) or len(answer) != 2:
            return False
        acceptable, score = answer
        if type(acceptable) is not bool or type(score) is not int:
            return False
        if not 0 <= score <= (BEST_SCORE if acceptable else 0):
            return False
    return True
