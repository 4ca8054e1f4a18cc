"""What a page asks the engine about signed texts; see `parley.bridge` for how calls cross.

A private key never comes here: the page signs `message`, encoded as UTF-8, and checks signatures
with its own library. Where signatures matter, a call takes `answers`: the page first fetches the
questions, asks Ed25519 about each, and hands the answers over in the same order, so that what is
judged is judged here, over the very texts.
"""

from __future__ import annotations

from typing import Any

from parley.agenda import AgendaError
from parley.ballot import BALLOT_TYPE, BallotError, ballot_digest, read_ballot_for
from parley.dsse import digest, pae
from parley.protocol.before_closing import BeforeClosing, check_before_closing, texts_to_check
from parley.protocol.call_fields import CallError, check_answered, remembered_of, shown_of
from parley.protocol.closing import CLOSING_TYPE
from parley.protocol.comparison import same_code
from parley.protocol.round import BODY_BYTES, read_signed_agenda, read_typed
from parley.protocol.signed import SignedError, questions


def answer(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """Answer the call `name`, a key of `CALLS`. Raises `CallError` and `RuleResultsError`."""
    try:
        return CALLS[name](**data)
    except SignedError as fault:
        raise CallError(f"signed-{fault.code}", str(fault)) from None
    except AgendaError as fault:
        raise CallError(f"agenda-{fault.code}", str(fault)) from None
    except BallotError as fault:
        raise CallError(f"ballot-{fault.code}", str(fault)) from None


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


def round_questions(shown: dict[str, Any], remembered: dict[str, Any]) -> dict[str, Any]:
    """`{"shown", "remembered"}`, as `check_round` takes them, gives `{"questions"}`."""
    return {"questions": questions(texts_to_check(shown_of(shown), remembered_of(remembered)))}


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
    body = found.to_sign["accepted" if accept else "declined"]
    return {**_to_sign(CLOSING_TYPE, body), "digest": digest(CLOSING_TYPE, body)}


def compare_code(pasted: str, code: str) -> dict[str, Any]:
    """`{"pasted", "code"}` gives `{"same": true, false, or null when it is no code}`."""
    return {"same": same_code(pasted, code)}


def _checked(
    shown: dict[str, Any], remembered: dict[str, Any], accept: bool, answers: list[Any]
) -> BeforeClosing:
    what, known = shown_of(shown), remembered_of(remembered)
    check = check_answered(texts_to_check(what, known), answers)
    return check_before_closing(what, known, check, accept=accept)


def _to_sign(type: str, body: str) -> dict[str, Any]:
    return {"type": type, "body": body, "message": pae(type, body).decode()}


CALLS = {
    "signature_questions": signature_questions,
    "open_agenda": open_agenda,
    "ballot_to_sign": ballot_to_sign,
    "signed_text": signed_text,
    "round_questions": round_questions,
    "check_round": check_round,
    "closing_to_sign": closing_to_sign,
    "compare_code": compare_code,
}
"""By the name that a page calls."""
