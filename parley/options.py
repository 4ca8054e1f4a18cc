"""Options and their typed attributes: which values they can have, their digests, and showing them.

An attribute is `{"name": text, "type": one of ATTRIBUTE_TYPES, "unit": text or None}`. An option is
an object `{attribute name: value}`; an empty cell is left out; the first attribute is what the
option is called and is always there.

| type | value |
|---|---|
| text | one line, 1 to 500 code points |
| whole | an integer |
| decimal, money | an integer, or a float that is no whole number |
| date | `YYYY-MM-DD` |
| yes-no | true or false |

Numbers lie within ±(2**53 - 1), where every JSON reader agrees about integers, and are 0 or at
least 1e-9 in size.
"""

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence

from parley.canonical import canonical_json
from parley.cells import (
    ATTRIBUTE_TYPES,
    MAX_CELL_LENGTH,
    NUMBER_TYPES,
    CellError,
    is_in_range,
    parse_cell,
)
from parley.days import iso_day
from parley.text import TextError, clean_line

__all__ = [
    "ATTRIBUTE_TYPES",
    "MAX_CELL_LENGTH",
    "NUMBER_TYPES",
    "CellError",
    "attribute_key",
    "format_value",
    "is_attribute",
    "is_date",
    "is_value",
    "option_digest",
    "option_name",
    "parse_cell",
]

MAX_ATTRIBUTES = 20
MIN_OPTIONS = 2
MAX_OPTIONS = 200
MAX_NAME_LENGTH = 80
MAX_UNIT_LENGTH = 20

# `canonical_json` keeps this key for tuples.
_RESERVED_NAME = "__tuple__"


def is_value(value: object, type: str) -> bool:
    """Say whether a value read from JSON is one that this type can have (the table above).

    A float that is a whole number is refused: `700` and `700.0` would be two options for one thing.
    """
    if type == "text":
        return _is_clean_line(value, MAX_CELL_LENGTH)
    if type == "date":
        return is_date(value)
    if type == "yes-no":
        return isinstance(value, bool)
    if isinstance(value, bool) or type not in NUMBER_TYPES:
        return False
    if isinstance(value, int):
        return is_in_range(value)
    return (
        isinstance(value, float)
        and type != "whole"
        and is_in_range(value)
        and not value.is_integer()
    )


def is_date(value: object) -> bool:
    """Say whether a value is the ISO text of a day that exists, from year 1 to 9999."""
    return isinstance(value, str) and iso_day(value) is not None


def is_attribute(value: object) -> bool:
    """Say whether a value read from JSON is exactly an attribute, name and unit in clean form."""
    return (
        isinstance(value, dict)
        and value.keys() == {"name", "type", "unit"}
        and _is_clean_line(value["name"], MAX_NAME_LENGTH)
        and value["name"] != _RESERVED_NAME
        and value["type"] in ATTRIBUTE_TYPES
        and (value["unit"] is None or _is_clean_line(value["unit"], MAX_UNIT_LENGTH))
    )


def attribute_key(name: str) -> str:
    """Return the text by which two attribute names count as the same: case does not matter."""
    return unicodedata.normalize("NFKC", name).casefold()


def option_digest(option: Mapping[str, object]) -> str:
    """Return the SHA-256 of the option's canonical JSON as 64 lower-case hex digits.

    Raises `TypeError` for what canonical JSON cannot hold.
    """
    return hashlib.sha256(canonical_json(option).encode()).hexdigest()


def option_name(option: Mapping[str, object], attributes: Sequence[Mapping[str, object]]) -> str:
    """Return what an option is called: its first attribute, as people read it."""
    return format_value(option.get(attributes[0]["name"]), attributes[0])


def format_value(value: object, attribute: Mapping[str, object]) -> str:
    """Return a value as people read it, in English; an empty text for None.

    Numbers from 10,000 on have commas, money that is not whole has two places at least, and the
    unit follows after a no-break space. For showing only: the result does not always read back.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if attribute["type"] not in NUMBER_TYPES or not isinstance(value, int | float):
        return str(value)
    grouping = "," if abs(value) >= 10_000 else ""
    text = f"{value:{grouping}}"
    if attribute["type"] == "money" and isinstance(value, float) and round(value, 2) == value:
        text = f"{value:{grouping}.2f}"
    return f"{text}\u00a0{attribute['unit']}" if attribute["unit"] else text


def _is_clean_line(value: object, limit: int) -> bool:
    if not isinstance(value, str):
        return False
    # Of plain letters and signs, blanks are all that cleaning could change.
    if value.isascii() and value.isprintable():
        return 0 < len(value) <= limit and "  " not in value and value.strip() == value
    try:
        return clean_line(value, limit) == value
    except TextError:
        return False
