"""What an elicitor may hand over: plain JSON values, and no object that only looks like one."""

from __future__ import annotations

import math
from typing import Any

from parley.canonical import canonical_json
from parley.strict import MAX_WHOLE

MAX_DEPTH = 8
MAX_VALUES = 500
MAX_TEXT = 2000


def is_plain(value: Any) -> bool:
    """Return whether a value is made of exactly dict, list, str, int, float, bool and None.

    Subclasses are refused: they can answer differently the second time they are asked. Whole
    numbers lie within ±(2**53 - 1), other numbers are finite, depth is at most 8, there are at most
    500 values and texts of at most 2000 characters. Nothing of the value is called.
    """
    left = [MAX_VALUES]
    if not _is_plain(value, MAX_DEPTH, left):
        return False
    try:
        canonical_json(value)
    except (TypeError, ValueError):
        return False
    return True


def is_finite_number(value: Any) -> bool:
    """Return whether a value is exactly an int or float, finite; a boolean is neither."""
    if type(value) is int:
        return abs(value) <= MAX_WHOLE
    return type(value) is float and math.isfinite(value)


def is_text(value: Any, limit: int = MAX_TEXT) -> bool:
    """Return whether a value is a text with something in it, of at most `limit` characters."""
    return type(value) is str and is_plain(value) and len(value) <= limit and bool(value.strip())


def _is_plain(value: Any, depth: int, left: list[int]) -> bool:
    left[0] -= 1
    if left[0] < 0 or depth < 0:
        return False
    kind = type(value)
    if value is None or kind is bool:
        return True
    if kind is str:
        return len(value) <= MAX_TEXT
    if kind is int or kind is float:
        return is_finite_number(value)
    if kind is list:
        return all(_is_plain(item, depth - 1, left) for item in value)
    if kind is dict:
        return all(
            type(key) is str and len(key) <= MAX_TEXT and _is_plain(item, depth - 1, left)
            for key, item in value.items()
        )
    return False
