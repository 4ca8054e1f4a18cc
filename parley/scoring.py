"""Scores in whole 1024ths by whole-number arithmetic: the same on every Python, in any order."""

from collections.abc import Mapping, Sequence
from typing import Any

from parley.days import iso_day
from parley.options import is_date
from parley.spec import equal, is_number

BEST_SCORE = 1024


def fulfilled(wish: Mapping[str, Any], option: Mapping[str, Any]) -> tuple[int, int]:
    """Return how far an option fulfils a wish, exactly: numerator and denominator, from 0 to 1.

    A wish is `{"attr", "prefer"}` (1 when equal, otherwise 0) or `{"attr", "direction", "lo",
    "hi"}` with `lo` up to `hi`, two numbers or two dates (ISO text, counted by day): 0 at the worse
    end and beyond, 1 at the better end and beyond. With `lo` equal to `hi`, `"higher"` gives 0 and
    `"lower"` 1. A missing attribute or a value of another kind gives 0.
    """
    found = option.get(wish["attr"])
    if "prefer" in wish:
        return (1 if equal(found, wish["prefer"]) else 0), 1
    lo, hi = wish["lo"], wish["hi"]
    if isinstance(lo, str):
        if not is_date(found):
            return 0, 1
        found, lo, hi = (iso_day(day).toordinal() for day in (found, lo, hi))
    elif not is_number(found):
        return 0, 1
    found, lo, hi = _in_one_unit(found, lo, hi)
    reached, span = (0, 1) if lo == hi else (min(max(found, lo), hi) - lo, hi - lo)
    return (reached if wish["direction"] == "higher" else span - reached), span


def average_1024(parts: Sequence[tuple[float, int, int]]) -> int:
    """Return the weighted average of (weight above 0, numerator, denominator), as a whole number of
    1024ths, rounded half to even; 512 for no parts. Nothing is rounded before the end."""
    if not parts:
        return BEST_SCORE // 2
    weights = _in_one_unit(*(weight for weight, _, _ in parts))
    total, scale = 0, 1
    for weight, (_, numerator, denominator) in zip(weights, parts, strict=True):
        total = total * denominator + weight * numerator * scale
        scale *= denominator
    return _divided_half_even(total * BEST_SCORE, scale * sum(weights))


def _in_one_unit(*numbers: float) -> list[int]:
    """Return whole numbers in exactly the proportions of the given ones.

    The denominator of a double is a power of two, so that the largest is common to all.
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    unit = max(denominator for _, denominator in ratios)
    return [numerator * (unit // denominator) for numerator, denominator in ratios]


def _divided_half_even(numerator: int, denominator: int) -> int:
    quotient, rest = divmod(numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and quotient % 2):
        quotient += 1
    return quotient
