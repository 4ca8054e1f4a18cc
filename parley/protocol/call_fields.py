"""What calls of a page share: their errors, answers about signatures, and two large fields."""

from __future__ import annotations

from typing import Any

from parley.body import is_hex
from parley.protocol.before_closing import Remembered, Shown
from parley.protocol.signed import SignatureCheck, answered, questions


class CallError(ValueError):
    """A call that cannot be answered: `"bad-fields"`, `"bad-answers"`, `"check-failed"`,
    `"not-confirmed"`, `"no-sheet"`, or `"signed-"`, `"agenda-"`, `"ballot-"`, `"closing-"` and the
    code that the error of that kind has."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def check_answered(texts: list[str], answers: list[Any]) -> SignatureCheck:
    """Return a check that knows the page's answers about these texts. Raises `CallError`."""
    try:
        return answered(questions(texts), answers)
    except ValueError:
        raise CallError("bad-answers", "There is not one answer for each question.") from None


def shown_of(data: dict[str, Any]) -> Shown:
    """Return what a server shows from the field of a call. Raises `CallError`."""
    return _made(Shown, data, {"agenda", "roster"}, {"transcript_hash"}, {"ballots", "closings"})


def remembered_of(data: dict[str, Any]) -> Remembered:
    """Return what a browser remembers from the field of a call. Raises `CallError`."""
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
