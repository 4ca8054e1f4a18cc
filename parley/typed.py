"""A question as somebody typed it, held against the agenda that a server made of it."""

from __future__ import annotations

from typing import Any

from parley.agenda import MAX_CONTEXT_LENGTH, MAX_TITLE_LENGTH
from parley.canonical import same
from parley.cells import parse_cell
from parley.names import clean_owner
from parley.options import MAX_NAME_LENGTH, MAX_UNIT_LENGTH
from parley.text import clean_line, clean_paragraphs, is_blank


def fields_of_typed(typed: dict[str, Any]) -> dict[str, Any]:
    """Return the agenda's fields that follow from what was typed into the page for a new decision.

    `typed` has `title` and `context` (texts), `people` (a number) or `names` (a list, empty ones do
    not count), `attributes` (`{"name", "type", "unit"}`) and `rows` (lists of cell texts, empty
    ones do not count). Raises `ValueError`, as its subclasses `TextError`, `CellError` and
    `OwnerError`, where something cannot be a part of a question, and `TypeError` or `LookupError`
    for another shape.
    """
    names = typed["names"]
    if names is not None:
        names = sorted(clean_owner(name) for name in names if not is_blank(name))
    attributes = [
        {
            "name": clean_line(draft["name"], MAX_NAME_LENGTH),
            "type": draft["type"],
            "unit": None
            if is_blank(draft["unit"] or "")
            else clean_line(draft["unit"], MAX_UNIT_LENGTH),
        }
        for draft in typed["attributes"]
    ]
    return {
        "title": clean_line(typed["title"], MAX_TITLE_LENGTH),
        "context": clean_paragraphs(typed["context"], MAX_CONTEXT_LENGTH),
        "people": typed["people"] if names is None else len(names),
        "names": names,
        "attributes": attributes,
        "options": [
            _option(row, attributes) for row in typed["rows"] if not all(map(is_blank, row))
        ],
    }


def _option(row: list[str], attributes: list[dict[str, Any]]) -> dict[str, Any]:
    pairs = [
        (attribute["name"], parse_cell(cell, attribute["type"], attribute["unit"]))
        for cell, attribute in zip(row, attributes, strict=False)
    ]
    return {name: value for name, value in pairs if value is not None}


def differences(agenda: dict[str, Any], typed: dict[str, Any]) -> list[str]:
    """Return the names of the agenda's fields that are not what was typed, by canonical text.

    `agenda` is one that `read_agenda` returned. Of what nobody types only `previous` and `deadline`
    are looked at, which a first question has none of. Raises as `fields_of_typed` does.
    """
    expected = {**fields_of_typed(typed), "previous": None, "deadline": None, "round": 1}
    return [name for name, value in expected.items() if not same(agenda[name], value)]
