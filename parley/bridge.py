"""The border between a page and the engine: JSON text in, JSON text out, and never an exception.

Only text crosses, so that nothing which is hashed is ever written again by JavaScript. Every
answer is `{"ok": ...}` or `{"error": {"code", "message"}}`; the page translates by code. Inputs and
answers of `preview`, `check_outcome`, `close` and `replay` are private: they hold a sheet or what
it says.
"""

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any

from parley import strict
from parley.agenda import AgendaError, read_agenda
from parley.ballot import BallotError, ballot_digest, build_ballot
from parley.canonical import canonical_json
from parley.consensus import AGREED, verify_outcome
from parley.options import option_digest
from parley.outcome import check_outcome, read_record
from parley.preferences import PreferenceSheet
from parley.python_rules import RuleResultsError
from parley.ratify import RatifyError, ratify
from parley.sheet import Sheet, SheetError, read_sheet
from parley.transcript import Transcript

# A receipt of the largest size, in base 64, and a little around it.
MAX_CALL_BYTES = 23 * 1024 * 1024
MAX_PARTICIPANTS = 1000


class BridgeError(ValueError):
    """A call that cannot be answered.

    Of the bridge itself: `"unknown-call"`, `"bad-json"`, `"bad-fields"`, `"bad-base64"`,
    `"other-owner"` (the sheet is somebody else's), `"record-malformed"`, `"not-in-record"`,
    `"winner-differs"`, `"no-sheet"`, `"sheet-rejects"`, `"not-ratifiable"`,
    `"python-results-missing"`, `"python-results"` (see `RuleResultsError`), `"receipt-unreadable"`
    (there is no record to replay a sheet on), `"internal"` (a fault of ours). From what was handed
    in: `"agenda-"`, `"sheet-"`, `"ballot-"`, `"table-"` or `"recipe-"` and the code that
    `AgendaError`, `SheetError`, `BallotError`, `TableError` or `RecipeError` has. Calls about
    signed texts have those of `parley.protocol.calls.CallError`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def call(name: str, text: str) -> str:
    """Answer one call of the page; `name` is a key of `CALLS`, `text` a JSON object.

    Never raises an `Exception`, whatever comes in, and never repeats any of it in a message.
    """
    try:
        return json.dumps({"ok": _answer(name, text)}, allow_nan=False)
    except BridgeError as error:
        return _error(error.code, str(error))
    except AgendaError as error:
        return _error(f"agenda-{error.code}", str(error))
    except SheetError as error:
        return _error(f"sheet-{error.code}", str(error))
    except BallotError as error:
        return _error(f"ballot-{error.code}", str(error))
    except RuleResultsError as error:
        return _error(error.code, str(error))
    except Exception:
        return _error("internal", "The engine met something that it cannot handle.")


def _error(code: str, message: str) -> str:
    return json.dumps({"error": {"code": code, "message": message}})


def _answer(name: str, text: str) -> dict[str, Any]:
    if not isinstance(name, str) or name not in CALLS:
        raise BridgeError("unknown-call", "The engine does not know this call.")
    if not isinstance(text, str):
        raise BridgeError("bad-json", "A call must be JSON text.")
    try:
        data = strict.parse(text, max_bytes=MAX_CALL_BYTES)
    except strict.StrictError as fault:
        raise BridgeError("bad-json", str(fault)) from None
    function, fields = CALLS[name]
    _check_fields(data, fields, _OPTIONAL.get(name, frozenset()))
    return function(**data)


def _check_fields(
    data: Any, fields: dict[str, Callable[[Any], bool]], optional: frozenset[str]
) -> None:
    if not isinstance(data, dict):
        raise BridgeError("bad-fields", "A call must be a JSON object.")
    for field, fits in fields.items():
        if field in data and not fits(data[field]):
            raise BridgeError("bad-fields", f"The field {field} has a value of a wrong kind.")
        if field not in data and field not in optional:
            raise BridgeError("bad-fields", f"The field {field} is missing.")
    if not data.keys() <= fields.keys():
        raise BridgeError("bad-fields", "The call has a field that is unknown.")


def _preview(
    agenda: str,
    sheet: str,
    owner: str,
    nonce: str,
    python_results: list[list[str]] | None = None,
) -> dict[str, Any]:
    fields = read_agenda(agenda)
    mine = _own_sheet(sheet, owner).with_python_results(fields["options"], python_results)
    answers = mine.answers(fields)
    ballot = build_ballot(
        agenda, owner, nonce, [(answer.acceptable, answer.score_1024) for answer in answers]
    )
    acceptable = sum(answer.acceptable for answer in answers)
    return {
        "answers": [
            {
                "acceptable": answer.acceptable,
                "score": answer.score_1024,
                "crossed": list(answer.crossed),
            }
            for answer in answers
        ],
        "ballot": ballot,
        "digest": ballot_digest(ballot),
        "acceptable": acceptable,
        "rejected": len(answers) - acceptable,
    }


def _close(
    transcript: str,
    owner: str,
    accept: bool,
    sheet: str | None = None,
    without_sheet: bool = False,
    agenda: str | None = None,
    python_results: list[list[str]] | None = None,
) -> dict[str, Any]:
    record = read_record(transcript)
    if record is None:
        raise BridgeError("record-malformed", "The record is malformed.")
    owners = {verdict["owner"] for entry in record.entries for verdict in entry["verdicts"]}
    if owner not in owners:
        raise BridgeError("not-in-record", "This name is not in the record.")
    if accept and not verify_outcome(record):
        raise BridgeError("winner-differs", "The outcome does not follow from the answers.")
    rules = PreferenceSheet(owner)
    # Declining needs no reason, and a deadlock forces nothing: a damaged sheet is not in the way.
    if accept and record.result["status"] == AGREED:
        if sheet is not None:
            rules = _accepting_rules(record, _own_sheet(sheet, owner), agenda, python_results)
        elif not without_sheet:
            raise BridgeError("no-sheet", "Without your sheet nothing was checked for you.")
    try:
        acceptance = ratify(rules, record, accept)
    except RatifyError as fault:
        raise BridgeError("not-ratifiable", f"{str(fault).capitalize()}.") from None
    return {"acceptance": canonical_json(acceptance.to_dict())}


def _accepting_rules(
    record: Transcript,
    sheet: Sheet,
    agenda: str | None,
    python_results: list[list[str]] | None,
) -> PreferenceSheet:
    options = [entry["option"] for entry in record.entries]
    # The order of the results is that of the question; the record's is only what a server says.
    questions = read_agenda(agenda)["options"] if agenda is not None else []
    sheet = sheet.with_python_results(questions, python_results)
    rules = sheet.preference_sheet(options)
    if not record.verify_non_betrayal(rules, record.result["decision"]):
        raise BridgeError("sheet-rejects", "Your own sheet rejects this outcome.")
    return rules


def _own_sheet(text: str, owner: str) -> Sheet:
    sheet = read_sheet(text)
    if sheet.owner != owner:
        raise BridgeError("other-owner", "This sheet belongs to another name.")
    return sheet


# Receipts are checked on one page and tables read on another; the rest starts faster without.
# `invalid` are places in the list that `signatures` gave: the texts themselves may be longer than a
# call.
def _verify(invalid: list[int] | None = None, **data: str) -> dict[str, Any]:
    from parley import receipt
    from parley.signature_list import answered, signature_list
    from parley.summary import summary

    source = _bytes(data["base64"])
    check = None
    if invalid is not None:
        asked = signature_list(source)
        if not all(0 <= place < len(asked) for place in invalid):
            raise BridgeError("bad-fields", "There is no signature at one of these places.")
        check = answered(source, (asked[place] for place in invalid))
    report = receipt.verify(source, check=check)
    return {**report.to_dict(), "summary": summary(report)}


def _signatures(**data: str) -> dict[str, Any]:
    from parley.signature_list import signature_list

    return {"signatures": signature_list(_bytes(data["base64"]))}


def _about_signed_texts(name: str) -> Callable[..., dict[str, Any]]:
    def run(**data: Any) -> dict[str, Any]:
        from parley.protocol.calls import CallError, answer

        try:
            return answer(name, data)
        except CallError as fault:
            raise BridgeError(fault.code, str(fault)) from None

    return run


def _replay(
    sheet: str, python_results: list[list[str]] | None = None, **data: str
) -> dict[str, Any]:
    from parley.replay import ReplayError, replay

    try:
        return replay(_bytes(data["base64"]), sheet, python_results)
    except ReplayError as fault:
        raise BridgeError(fault.code, str(fault)) from None


def _read_table(
    has_header: bool | None = None, is_list: bool | None = None, **content: str
) -> dict[str, Any]:
    from parley.tables import TableError, read_table

    try:
        data = _text_or_bytes(content)
        return read_table(data, has_header=has_header, is_list=is_list).to_dict()
    except TableError as fault:
        raise BridgeError(f"table-{fault.code}", str(fault)) from None


def _misfits(cells: list[str], type: str, unit: str | None) -> dict[str, Any]:
    from parley.cells import misfits

    return {"rows": misfits(cells, type, unit)}


def _read_recipe(**content: str) -> dict[str, Any]:
    from parley.recipe import RecipeError, read_recipe

    try:
        return read_recipe(_text_or_bytes(content))
    except RecipeError as fault:
        raise BridgeError(f"recipe-{fault.code}", str(fault)) from None


def _text_or_bytes(content: dict[str, str]) -> str | bytes:
    if len(content) != 1:
        raise BridgeError("bad-fields", "The call needs one of the fields text and base64.")
    return content["text"] if "text" in content else _bytes(content["base64"])


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BridgeError("bad-base64", "The file did not arrive whole.") from None


def _typed_differences(agenda: str, typed: dict[str, Any]) -> dict[str, Any]:
    from parley.typed import differences

    fields = read_agenda(agenda)
    try:
        return {"differs": differences(fields, typed)}
    except (ValueError, TypeError, LookupError):
        raise BridgeError("bad-fields", "This is not what a question is typed as.") from None


def _read_sheet(sheet: str, agenda: str) -> dict[str, Any]:
    from parley.sheet_fit import fit_sheet

    return fit_sheet(read_sheet(sheet), read_agenda(agenda))


def _python_options(agenda: str) -> dict[str, Any]:
    return {"options": canonical_json(read_agenda(agenda)["options"])}


def _option_digests(agenda: str) -> dict[str, Any]:
    return {"digests": [option_digest(option) for option in read_agenda(agenda)["options"]]}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_flag_or_null(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _is_list_or_null(value: Any) -> bool:
    return value is None or isinstance(value, list)


def _is_places(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_texts_or_null(value: Any) -> bool:
    return value is None or _is_texts(value)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MAX_PARTICIPANTS and all(map(_is_text, value))


_OPTIONAL = {
    "preview": frozenset({"python_results"}),
    "check_outcome": frozenset({"python_results"}),
    "close": frozenset({"without_sheet", "agenda", "python_results"}),
    "verify": frozenset({"invalid"}),
    "replay": frozenset({"python_results"}),
    "closing_to_sign": frozenset({"confirmed"}),
    "read_table": frozenset({"text", "base64", "has_header", "is_list"}),
    "read_recipe": frozenset({"text", "base64"}),
}

_ROUND = {"shown": _is_object, "remembered": _is_object}
_CHECKED_ROUND = {**_ROUND, "accept": _is_flag, "answers": _is_list}

# See parley/protocol/calls.py for what each of them takes and gives.
_SIGNED_TEXTS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "signature_questions": {"texts": _is_texts},
    "open_agenda": {"agenda": _is_text},
    "ballot_to_sign": {"agenda": _is_text, "ballot": _is_text},
    "signed_text": dict.fromkeys(("type", "body", "key", "sig"), _is_text),
    "round_questions": _ROUND,
    "check_round": _CHECKED_ROUND,
    "closing_to_sign": {**_CHECKED_ROUND, "confirmed": _is_texts_or_null},
    "compare_code": {"pasted": _is_text, "code": _is_text},
}

CALLS: dict[str, tuple[Callable[..., dict[str, Any]], dict[str, Callable[[Any], bool]]]] = {
    "preview": (
        _preview,
        {
            "agenda": _is_text,
            "sheet": _is_text,
            "owner": _is_text,
            "nonce": _is_text,
            "python_results": _is_list_or_null,
        },
    ),
    "check_outcome": (
        check_outcome,
        {
            "agenda": _is_text,
            "transcript": _is_text,
            "transcript_hash": _is_text,
            "participants": _is_names,
            "owner": _is_text,
            "ballot": _is_text_or_null,
            "sheet": _is_text_or_null,
            "python_results": _is_list_or_null,
        },
    ),
    "close": (
        _close,
        {
            "sheet": _is_text_or_null,
            "transcript": _is_text,
            "owner": _is_text,
            "accept": _is_flag,
            "without_sheet": _is_flag,
            "agenda": _is_text_or_null,
            "python_results": _is_list_or_null,
        },
    ),
    "verify": (_verify, {"base64": _is_text, "invalid": _is_places}),
    "signatures": (_signatures, {"base64": _is_text}),
    "replay": (
        _replay,
        {"base64": _is_text, "sheet": _is_text, "python_results": _is_list_or_null},
    ),
    "option_digests": (_option_digests, {"agenda": _is_text}),
    "python_options": (_python_options, {"agenda": _is_text}),
    "typed_differences": (_typed_differences, {"agenda": _is_text, "typed": _is_object}),
    "read_sheet": (_read_sheet, {"sheet": _is_text, "agenda": _is_text}),
    "read_table": (
        _read_table,
        {
            "text": _is_text,
            "base64": _is_text,
            "has_header": _is_flag_or_null,
            "is_list": _is_flag_or_null,
        },
    ),
    "misfits": (_misfits, {"cells": _is_texts, "type": _is_text, "unit": _is_text_or_null}),
    "read_recipe": (_read_recipe, {"text": _is_text, "base64": _is_text}),
    **{name: (_about_signed_texts(name), fields) for name, fields in _SIGNED_TEXTS.items()},
}
