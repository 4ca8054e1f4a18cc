"""What a page asks the engine about signed texts; see `parley.bridge` for how calls cross.

A private key never comes here: the page signs `message`, encoded as UTF-8, and checks signatures
with its own library. Where signatures matter, a call takes `answers`: the page first fetches the
questions, asks Ed25519 about each, and hands the answers over in the same order, so that what is
judged is judged here, over the very texts.
"""

from __future__ import annotations

from typing import Any

from parley.agenda import AGENDA_TYPE, AgendaError
from parley.ballot import BALLOT_TYPE, BallotError, ballot_digest, read_ballot_for
from parley.body import is_hex
from parley.canonical import same
from parley.dsse import digest, pae
from parley.protocol.before_closing import (
    BeforeClosing,
    Remembered,
    Shown,
    check_before_closing,
    texts_to_check,
)
from parley.protocol.chain import acceptance_stands, link, two_agendas, two_rosters
from parley.protocol.closing import CLOSING_TYPE, ClosingError, build_closing, read_closing
from parley.protocol.comparison import same_code
from parley.protocol.receipt import outcome_of
from parley.protocol.roster import ROSTER_TYPE, RosterError
from parley.protocol.round import (
    BODY_BYTES,
    RoundError,
    SignedAgenda,
    read_round,
    read_signed_agenda,
    read_typed,
    take_closing,
)
from parley.protocol.signed import SignatureCheck, SignedError, answered, questions
from parley.python_rules import RuleResultsError


class CallError(ValueError):
    """A call that cannot be answered: `"bad-fields"`, `"bad-answers"`, `"check-failed"`,
    `"not-confirmed"`, `"no-sheet"`, `"previous-round"`, or `"signed-"`, `"agenda-"`, `"ballot-"`,
    `"roster-"`, `"closing-"` and the code that the error of that kind has."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """Answer the call `name`, a key of `CALLS`. Raises `CallError` and `RuleResultsError`."""
    try:
        return CALLS[name](**data)
    except (CallError, RuleResultsError):
        raise
    except SignedError as fault:
        raise CallError(f"signed-{fault.code}", str(fault)) from None
    except AgendaError as fault:
        raise CallError(f"agenda-{fault.code}", str(fault)) from None
    except BallotError as fault:
        raise CallError(f"ballot-{fault.code}", str(fault)) from None
    except RosterError as fault:
        raise CallError(f"roster-{fault.code}", str(fault)) from None
    except ClosingError as fault:
        raise CallError(f"closing-{fault.code}", str(fault)) from None
    except RoundError as fault:
        raise CallError(fault.code, str(fault)) from None


def signature_questions(texts: list[str]) -> dict[str, Any]:
    """`{"texts": [signed text, ...]}` gives `{"questions": [[key, message, sig] or null, ...]}`."""
    return {"questions": questions(texts)}


def open_agenda(agenda: str) -> dict[str, Any]:
    """`{"agenda": signed text}` gives `{"body", "digest", "code", "coordinator", "decision",
    "round", "previous", "people", "names", "mode"}`, all but the first as in the agenda. `body` is
    what `preview` and the other calls take as their agenda. Its signature is not checked."""
    opened = read_signed_agenda(agenda)
    names = ("coordinator", "decision", "round", "previous", "people", "names", "mode")
    return {
        "body": opened.signed.body,
        "digest": opened.digest,
        "code": opened.code,
        **{name: opened.fields[name] for name in names},
    }


def agenda_differences(agenda: str, typed: dict[str, Any]) -> dict[str, Any]:
    """`{"agenda": signed text, "typed": {field: value}}` gives `{"differs": [field, ...]}`: those
    fields of the agenda that are not, in canonical text, what the page expects of what was typed
    into it. A field that no agenda has differs."""
    fields = read_signed_agenda(agenda).fields
    return {
        "differs": [
            name
            for name, value in typed.items()
            if name not in fields or not same(fields[name], value)
        ]
    }


def ballot_to_sign(agenda: str, ballot: str) -> dict[str, Any]:
    """`{"agenda": signed text, "ballot": body}` gives `{"type", "body", "message", "digest"}`: the
    ballot was read again, for this agenda, and `message` is what the seat's key signs."""
    opened = read_signed_agenda(agenda)
    read_ballot_for(ballot, opened.fields, opened.digest)
    return {**_to_sign(BALLOT_TYPE, ballot), "digest": ballot_digest(ballot)}


def signed_text(type: str, body: str, key: str, sig: str) -> dict[str, Any]:
    """`{"type", "body", "key", "sig"}` gives `{"text", "digest"}`: the one text that is sent and
    kept. Only shapes are checked."""
    if type not in BODY_BYTES:
        raise SignedError("type", "There is no signed text of this type.")
    signed = read_typed({"type": type, "body": body, "key": key, "sig": sig}, type)
    return {"text": signed.text, "digest": signed.digest}


def open_signed(type: str, text: str) -> dict[str, Any]:
    """`{"type", "text": signed text}` gives `{"body", "key", "digest"}`, and `accepted`, `owner`
    and `roster` of a closing. Its signature is not checked."""
    if type not in BODY_BYTES:
        raise SignedError("type", "There is no signed text of this type.")
    signed = read_typed(text, type)
    opened: dict[str, Any] = {"body": signed.body, "key": signed.key, "digest": signed.digest}
    if type == CLOSING_TYPE:
        closing = read_closing(signed.body)
        opened |= {
            "accepted": closing.accepted,
            "owner": closing.owner,
            "roster": closing.roster,
        }
    return opened


def round_questions(shown: dict[str, Any], remembered: dict[str, Any]) -> dict[str, Any]:
    """`{"shown", "remembered"}`, as `check_round` takes them, gives `{"questions"}`."""
    return {"questions": questions(texts_to_check(_shown(shown), _remembered(remembered)))}


def check_round(
    shown: dict[str, Any], remembered: dict[str, Any], accept: bool, answers: list[Any]
) -> dict[str, Any]:
    """`{"shown", "remembered", "accept", "answers"}` gives what
    `parley.protocol.before_closing.BeforeClosing.to_dict` does: the seven checks.

    `shown` and `remembered` are objects with the fields of `Shown` and `Remembered` there (those
    with a default may be left out); `answers` are those to `round_questions` of the same two.
    """
    return _checked(shown, remembered, accept, answers).to_dict()


def closing_to_sign(
    shown: dict[str, Any],
    remembered: dict[str, Any],
    accept: bool,
    answers: list[Any],
    confirmed: list[str] | None = None,
) -> dict[str, Any]:
    """As `check_round`, which is made once more, gives `{"type", "body", "message", "digest"}` of
    the closing: what the page shows, and the seat's key signs.

    Errors: `"check-failed"`; `"not-confirmed"` where a check that was not passed either
    (`"other-ballot"`, `"no-ballot"`, `"no-sheet"`, ...) has a code that is not in `confirmed`, the
    list of those about which the person was asked. A rule that was not run cannot be confirmed.
    """
    found = _checked(shown, remembered, accept, answers)
    if found.failed():
        raise CallError("check-failed", "A check failed, so nothing is signed.")
    for check in found.checks:
        code = check["code"]
        if check["passed"] is None and code != "declining" and code not in (confirmed or ()):
            raise CallError("not-confirmed", "Something was not checked, and not asked about.")
        if code == "python-results-missing":
            raise CallError("no-sheet", "A rule of the sheet was not run.")
    if found.outcome.is_deadlock and not accept:
        raise CallError("closing-declined-deadlock", "A deadlock can only be seen.")
    owner = remembered["owner"]
    body = build_closing(found.roster.digest, found.outcome.hash, owner, accept)
    return {**_to_sign(CLOSING_TYPE, body), "digest": digest(CLOSING_TYPE, body)}


def compare_code(pasted: str, code: str) -> dict[str, Any]:
    """`{"pasted", "code"}` gives `{"same": true, false, or null when it is no code}`."""
    return {"same": same_code(pasted, code)}


def next_round_texts(
    earlier: str,
    later: str,
    roster: str | None = None,
    ballots: list[str] | None = None,
    closings: list[str] | None = None,
) -> dict[str, Any]:
    """`check_next_round` without its last two fields gives `{"questions"}`."""
    return {"questions": questions(_next_texts(earlier, later, roster, ballots, closings))}


def check_next_round(
    earlier: str,
    later: str,
    answers: list[Any],
    roster: str | None = None,
    ballots: list[str] | None = None,
    closings: list[str] | None = None,
    mine: str | None = None,
) -> dict[str, Any]:
    """Before a later round is answered: does its agenda follow from the round before it, and does
    an acceptance of mine still stand there?

    `{"earlier", "later": signed agendas, "roster", "ballots", "closings": signed texts of the
    earlier round or null, "mine": the signed closing that this browser kept, or null, "answers":
    those to `next_round_questions`}` gives `{"code", "follows", "against_coordinator",
    "acceptance_stands"}`; `code` is one of `parley.protocol.chain.Link`, or `"unsigned"` (one of
    the coordinator's signatures does not hold). A closing whose signature does not hold says
    nothing.
    """
    check = _check(_next_texts(earlier, later, roster, ballots, closings), answers)
    before, after = read_signed_agenda(earlier), read_signed_agenda(later)
    if not before.signed.holds(check) or not after.signed.holds(check):
        return _next("unsigned", mine is not None and read_closing_of(mine).accepted)
    if roster is None:
        found = link(after, before)
        return _next(found.code, False, against=found.against_coordinator)
    round = read_round(earlier, roster, ballots or [])
    if not all(signed.holds(check) for signed in round.signed_texts):
        raise CallError("previous-round", "The earlier round is not signed by all of its people.")
    outcome = outcome_of(round)
    read = {}
    for text in closings or ():
        try:
            _, closing = take_closing(
                text, round.roster, outcome.hash, check, deadlock=outcome.is_deadlock
            )
        except (SignedError, ClosingError):
            continue
        read[closing.owner] = closing
    found = link(after, before, round.roster, outcome.status, list(read.values()))
    stands = acceptance_stands(
        read_closing_of(mine) if mine is not None else None,
        list(read.values()),
        deadlock=outcome.is_deadlock,
    )
    return _next(found.code, stands, against=found.against_coordinator)


def check_two_texts(
    one: str, other: str, answers: list[Any], agenda: str | None = None
) -> dict[str, Any]:
    """Whether two texts convict the coordinator: two agendas for one round, or, with its signed
    `agenda`, two rosters of it. `answers` are those to `signature_questions` of `[one, other]`.
    Gives `{"proof": true or false}`."""
    check = _check([one, other], answers)
    if agenda is None:
        first, second = read_signed_agenda(one), read_signed_agenda(other)
        differ = two_agendas(first, second)
        signed = (first.signed, second.signed)
    else:
        signed = (read_typed(one, ROSTER_TYPE), read_typed(other, ROSTER_TYPE))
        differ = two_rosters(read_signed_agenda(agenda), *signed)
    return {"proof": differ and all(text.holds(check) for text in signed)}


def read_closing_of(text: str) -> Any:
    """Return the closing in a signed text."""
    return read_closing(read_typed(text, CLOSING_TYPE).body)


def _next(code: str, stands: bool, *, against: bool = False) -> dict[str, Any]:
    return {
        "code": code,
        "follows": code == "follows",
        "against_coordinator": against,
        "acceptance_stands": stands,
    }


def _next_texts(
    earlier: str,
    later: str,
    roster: str | None,
    ballots: list[str] | None,
    closings: list[str] | None,
) -> list[str]:
    texts = [earlier, later]
    if roster is not None:
        texts += [roster, *(ballots or []), *(closings or [])]
    return texts


def _checked(
    shown: dict[str, Any], remembered: dict[str, Any], accept: bool, answers: list[Any]
) -> BeforeClosing:
    what, known = _shown(shown), _remembered(remembered)
    check = _check(texts_to_check(what, known), answers)
    return check_before_closing(what, known, check, accept=accept)


def _check(texts: list[str], answers: list[Any]) -> SignatureCheck:
    try:
        return answered(questions(texts), answers)
    except ValueError:
        raise CallError("bad-answers", "There is not one answer for each question.") from None


def _to_sign(type: str, body: str) -> dict[str, Any]:
    return {"type": type, "body": body, "message": pae(type, body).decode()}


def _shown(data: dict[str, Any]) -> Shown:
    return _made(Shown, data, {"agenda", "roster"}, {"transcript_hash"}, {"ballots", "closings"})


def _remembered(data: dict[str, Any]) -> Remembered:
    return _made(
        Remembered,
        {name: value for name, value in data.items() if name not in ("known", "python_results")},
        {"owner"},
        {"ballot", "coordinator", "link_code", "sheet"},
        {"replaced_ballots", "agendas_seen", "rosters_seen", "earlier_agendas"},
        hex_keys={"key"},
        known=_known(data.get("known")),
        python_results=_results(data.get("python_results")),
    )


def _made(
    kind: Any,
    data: dict[str, Any],
    texts: set[str],
    texts_or_null: set[str],
    lists: set[str],
    hex_keys: set[str] = frozenset(),
    **more: Any,
) -> Any:
    required = texts | hex_keys | ({"ballots"} & lists)
    fits = required <= data.keys() <= texts | texts_or_null | lists | hex_keys
    for name, value in data.items():
        fits = fits and (
            (name in texts and isinstance(value, str))
            or (name in hex_keys and is_hex(value, 64))
            or (name in texts_or_null and (value is None or isinstance(value, str)))
            or (name in lists and _is_texts(value))
        )
    if not fits:
        raise CallError("bad-fields", "What is shown or remembered has a wrong field.")
    return kind(**data, **more)


def _is_texts(value: Any) -> bool:
    # More rounds, people or ballots than there can be are nobody's.
    return (
        isinstance(value, list)
        and len(value) <= 1000
        and all(isinstance(item, str) for item in value)
    )


def _known(value: Any) -> dict[str, str] | None:
    if value is None or (
        isinstance(value, dict) and all(isinstance(key, str) for key in value.values())
    ):
        return value
    raise CallError("bad-fields", "What is remembered of keys is no object of texts.")


def _results(value: Any) -> list[list[str]] | None:
    if value is None or isinstance(value, list):
        return value
    raise CallError("bad-fields", "The results of rules are no list.")


CALLS = {
    "signature_questions": signature_questions,
    "open_agenda": open_agenda,
    "open_signed": open_signed,
    "agenda_differences": agenda_differences,
    "ballot_to_sign": ballot_to_sign,
    "signed_text": signed_text,
    "round_questions": round_questions,
    "check_round": check_round,
    "closing_to_sign": closing_to_sign,
    "compare_code": compare_code,
    "next_round_questions": next_round_texts,
    "check_next_round": check_next_round,
    "check_two_texts": check_two_texts,
}
"""By the name that a page calls."""

__all__ = ["AGENDA_TYPE", "CALLS", "CallError", "SignedAgenda", "answer"]
