"""What a person types about the options, as a red line or a wish."""

from __future__ import annotations

import re
from typing import Any

from parley.cells import CellError, parse_cell
from parley.command.question import Question
from parley.options import attribute_key
from parley.sheet import MAX_WEIGHT, MIN_WEIGHT
from parley.spec import Constraint, is_number

HELP = """\
Say what must hold for you, one red line each:
  rent <= 1600          area is not Station       area in Centre, Harbour
Say what you wish for, as much as you like:
  wish rent lower       wish area = Centre x3     wish size higher 20 to 60 x2
Other words: drop ID removes an entry, list shows all of it, anything means that you are fine with
every option. When it is right: confirm, with the ids of all your red lines.
"""

_OPERATORS = {
    "<=": "<=", "≤": "<=", "at most": "<=", ">=": ">=", "≥": ">=", "at least": ">=",
    "!=": "!=", "≠": "!=", "is not": "!=", "==": "==", "=": "==", "is": "==",
    "<": "<", "below": "<", "under": "<", "before": "<",
    ">": ">", "above": ">", "over": ">", "after": ">", "not in": "not_in", "in": "in",
}  # fmt: skip
_OPERATOR = re.compile(
    "|".join(
        re.escape(word) + (r"(?=\s)" if word[0].isalpha() else "")
        for word in sorted(_OPERATORS, key=len, reverse=True)
    ),
    re.IGNORECASE,
)
_WEIGHT = re.compile(r"\s+[x×*]\s*(\d{1,4}(?:\.\d{1,3})?)$", re.IGNORECASE)
_RANGE = re.compile(r"(higher|lower)(?:\s+(.+?)\s+to\s+(.+))?", re.IGNORECASE)


class LineError(ValueError):
    """A line that cannot be understood. The message is a plain sentence."""


def read_line(text: str, question: Question) -> Constraint | dict[str, Any]:
    """Return what a line says: a red line, or a wish in the form of `parley.sheet`.

    Attributes are found whatever their case, and so are texts that stand in an option. A wish
    without a range gets the one of the options. Raises `LineError`.
    """
    if re.match(r"wish\s", text, re.IGNORECASE):
        return _wish(text[5:].strip(), question)
    attribute, rest = _attribute(text, question)
    found = _OPERATOR.match(rest)
    if not found:
        raise LineError("After the attribute comes what must hold, as in: rent <= 1600")
    op, rest = _OPERATORS[found[0].lower()], rest[found.end() :].strip()
    if op in ("in", "not_in"):
        values = [_value(part, attribute, question) for part in rest.split(",") if part.strip()]
        if not values:
            raise LineError("After in comes a list, as in: area in Centre, Harbour")
        return Constraint(attribute["name"], op, values)
    value = _value(rest, attribute, question)
    if op not in ("==", "!=") and attribute["type"] in ("text", "yes-no"):
        raise LineError("Only numbers and dates can be more or less.")
    return Constraint(attribute["name"], op, value)


def column_range(attr: str, question: Question) -> tuple[Any, Any] | None:
    """Return the least and the greatest number, or date, of an attribute; None without two kinds of
    comparable values."""
    kinds = {one["name"]: one["type"] for one in question.attributes}
    values = [option[attr] for option in question.options if attr in option]
    if kinds.get(attr) != "date" and not (values and all(map(is_number, values))):
        return None
    return (min(values), max(values)) if values else None


def _wish(text: str, question: Question) -> dict[str, Any]:
    weight: float = 1
    if found := _WEIGHT.search(text):
        weight = float(found[1]) if "." in found[1] else int(found[1])
        text = text[: found.start()]
        if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
            raise LineError(f"A weight is from {MIN_WEIGHT} to {MAX_WEIGHT}.")
    attribute, rest = _attribute(text, question)
    wish: dict[str, Any] = {"attr": attribute["name"], "weight": weight}
    if found := re.match(r"(?:==?|is(?=\s))\s*", rest, re.IGNORECASE):
        return {**wish, "prefer": _value(rest[found.end() :], attribute, question)}
    found = _RANGE.fullmatch(rest)
    if not found:
        raise LineError("A wish is as in: wish rent lower, or: wish area = Centre")
    ends = column_range(attribute["name"], question)
    if attribute["type"] in ("text", "yes-no") or ends is None:
        raise LineError("Only numbers and dates can be higher or lower.")
    if found[2]:
        ends = tuple(_value(end, attribute, question) for end in found.groups()[1:])
        if ends[0] > ends[1]:
            raise LineError("The range is inverted: its lower end is above its upper end.")
    return {**wish, "direction": found[1].lower(), "lo": ends[0], "hi": ends[1]}


def _attribute(text: str, question: Question) -> tuple[dict[str, Any], str]:
    for attribute in sorted(question.attributes, key=lambda one: -len(one["name"])):
        size = len(attribute["name"])
        if attribute_key(text[:size]) == attribute_key(attribute["name"]):
            rest = text[size:]
            if not rest or not rest[0].isalnum():
                return attribute, rest.strip()
    raise LineError("A line starts with an attribute: the first line of the table has them.")


def _value(text: str, attribute: dict[str, Any], question: Question) -> Any:
    try:
        value = parse_cell(text, attribute["type"], attribute["unit"])
    except CellError as error:
        raise LineError(str(error)) from None
    if value is None:
        raise LineError("A value is missing at the end.")
    if isinstance(value, str):
        for option in question.options:
            known = option.get(attribute["name"])
            if isinstance(known, str) and known.casefold() == value.casefold():
                return known
    return value
