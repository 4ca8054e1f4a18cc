"""Amounts: a number with its marks and its currency or unit, and what the marks can stand for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from parley.cells import CellError, parse_cell, plain_signs

_AMOUNT = re.compile(
    r"([+-]?) ?(?:([^\d.,' +-][^\d.,'+-]*?) ?)?([+-]?) ?"
    r"(\d(?:[\d.,' ]*\d)?)(?:( ?)([^\d.,' +-].*))?",
    re.ASCII,
)
# A dash for no cents at all: `900,-`.
_NO_CENTS = re.compile(r"(?<=\d)[.,][-–—]{1,2}(?=\s|$)")
_GROUPED = re.compile(
    r"[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:[ ']\d{3})+"
    r"|[1-9]\d?(?:,\d\d)+,\d{3}"
)


@dataclass(frozen=True)
class Amount:
    """One number as it was written: `mark` stands before or behind it, apart by a blank or not."""

    sign: str
    mark: str
    is_before: bool
    is_apart: bool
    body: str


def read_amount(cell: str) -> Amount | None:
    """Return the parts of a cell that holds one number, else None."""
    match = _AMOUNT.fullmatch(plain_signs(_NO_CENTS.sub("", cell)))
    if match is None:
        return None
    sign, before, inner_sign, body, gap, after = (group or "" for group in match.groups())
    if (sign and inner_sign) or (before and after):
        return None
    return Amount(sign or inner_sign, before or after, bool(before), bool(gap), body)


def values_of(amount: Amount) -> dict[str, int | float]:
    """Return what an amount can be, by the decimal mark."""
    values = {}
    for mark in ".,":
        digits = _digits(amount.body, mark)
        if digits is not None:
            sign = "-" if amount.sign == "-" else ""
            try:
                values[mark] = parse_cell(sign + digits, "decimal")
            except CellError:
                continue
    return values


def _digits(body: str, mark: str) -> str | None:
    """Return plain digits with a point for the decimal mark, or None when `mark` cannot be it."""
    whole, found, fraction = body.partition(mark)
    if (found and not fraction.isdigit()) or not (whole.isdigit() or _GROUPED.fullmatch(whole)):
        return None
    plain = "".join(filter(str.isdigit, whole))
    # One more place, so that three of them are never taken for thousands.
    return f"{plain}.{fraction}0" if found else plain


def decisive_marks(bodies: Iterable[str]) -> set[str]:
    """Return the decimal marks that bodies show which can be read with one of them alone."""
    found = set()
    for body in bodies:
        possible = [mark for mark in ".," if _digits(body, mark) is not None]
        if len(possible) == 1:
            found.add(possible[0])
    return found
