"""What a person types or pastes into a cell, read as its column's type."""

import re
from collections.abc import Sequence

from parley.days import days_of
from parley.table_units import can_mean
from parley.text import TextError, clean_line

ATTRIBUTE_TYPES = ("text", "whole", "decimal", "money", "date", "yes-no")
NUMBER_TYPES = frozenset({"whole", "decimal", "money"})

MAX_CELL_LENGTH = 500
MAX_NUMBER = 2**53 - 1
# Much finer numbers mean nothing in a decision, and make exact arithmetic on many of them slow.
FINEST_NUMBER = 1e-9

_YES = frozenset(
    "yes y true 1 x ✓ ✔ ja oui sí si sì sim tak wahr vrai vero verdadero verdadeiro".split()
)
_NO = frozenset("no n false 0 nein nee nej non não nie falsch faux falso".split())

# Sign, currency or unit, sign, digits with marks, currency or unit.
_NUMBER = re.compile(
    r"([+-]?) ?(?:([^\d.,' +-][^\d.,'+-]*?) ?)?([+-]?) ?(\d(?:[\d.,' ]*\d)?)(?: ?([^\d.,' +-].*))?",
    re.ASCII,
)
_GROUPED = re.compile(r"\d{1,3}(?:[ '.,]\d{3})+", re.ASCII)
_GROUPED_IN_INDIA = re.compile(r"\d{1,2}(?:,\d\d)+,\d{3}", re.ASCII)
# How accountants write what is below zero.
_BRACKETED = re.compile(r"([^()]*)\(([^()+-]*\d[^()+-]*)\)([^()]*)")
_LONE_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
_CURRENCY_SIGN = re.compile(r"[$\u00a2-\u00a5\u0e3f\u20a0-\u20cf]")
_CURRENCY_CODE = re.compile(r"[A-Z]{3}", re.ASCII)


class CellError(ValueError):
    """A cell that cannot be read as its attribute's type.

    `code` is one of `"unknown-type"`, `"not-text"`, `"too-long"`, `"control"`, `"number"`,
    `"not-whole"`, `"out-of-range"`, `"date"`, `"ambiguous-date"`, `"yes-no"` and `"other-unit"`;
    the message is a plain sentence that never repeats the cell.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse_cell(text: str, type: str, unit: str | None = None) -> str | int | float | bool | None:
    """Read what a person typed or pasted into a cell; None for an empty cell.

    Numbers: `1234.5`, `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`, `12,34,567`, with a sign or
    in brackets (`(500)` is below zero), and with the attribute's `unit` before or after; for money
    also with a currency sign or a three-letter code (not those of another currency than `unit`).
    Where both marks occur, the last one is the decimal mark. One mark alone, followed by exactly
    three digits, could be either: `1,234` is always read as 1234, and `1.234` as 1234 for whole
    numbers and money, as 1.234 for decimals (`0,234` and `0.234` cannot be thousands). Decimals
    that are whole become integers.

    Dates are those of `parley.days` where only one reading is a date; they become ISO text. Yes or
    no: yes, y, true, 1, x, ✓; no, n, false, 0; and the words for both in other languages.

    Raises `CellError`.
    """
    if type not in ATTRIBUTE_TYPES:
        raise CellError("unknown-type", "This is no type of attribute.")
    try:
        cell = clean_line(text, MAX_CELL_LENGTH)
    except TextError as error:
        if error.code == "empty":
            return None
        raise CellError(error.code, str(error)) from None
    if type == "date":
        return _parse_date(cell)
    if type == "yes-no":
        return _parse_yes_no(cell)
    if type in NUMBER_TYPES:
        return _parse_number(cell, type, unit)
    return cell


def misfits(cells: Sequence[str], type: str, unit: str | None = None) -> list[int]:
    """Return which of the cells, counted from 0, `parse_cell` refuses as this type and unit; of a
    type that does not exist, all."""
    found = []
    for position, cell in enumerate(cells):
        try:
            parse_cell(cell, type, unit)
        except CellError:
            found.append(position)
    return found


def _parse_yes_no(cell: str) -> bool:
    word = cell.casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise CellError("yes-no", "Write yes or no.")


def is_in_range(number: int | float) -> bool:
    """Say whether a number is 0, or from `FINEST_NUMBER` to `MAX_NUMBER` in size; NaN is not."""
    return number == 0 or FINEST_NUMBER <= abs(number) <= MAX_NUMBER


def _parse_date(cell: str) -> str:
    days = days_of(cell)
    if not days:
        raise CellError("date", "This is no date. Write it as 2026-12-31.")
    if len(days) > 1:
        raise CellError("ambiguous-date", "Day and month could be swapped. Write it as 2026-12-31.")
    return days.pop().isoformat()


def plain_signs(cell: str) -> str:
    """Return the text of a number with `-` for other minus signs and for brackets (`(500)`), and
    `'` for other apostrophes."""
    plain = cell.replace("\u2212", "-").replace("\u2019", "'")
    match = _BRACKETED.fullmatch(plain)
    return f"{match[1]}-{match[2].strip()}{match[3]}" if match else plain


def _parse_number(cell: str, type: str, unit: str | None) -> int | float:
    match = _NUMBER.fullmatch(plain_signs(cell))
    if match is None:
        raise _no_number()
    sign, before, inner_sign, body, after = (group or "" for group in match.groups())
    if (sign and inner_sign) or (before and after):
        raise _no_number()
    _check_affix(before or after, type, unit)
    whole, fraction = _split(body, type)
    if not fraction.strip("0"):
        number: int | float = int(whole)
    elif type == "whole":
        raise CellError("not-whole", "This must be a whole number.")
    else:
        number = float(f"{whole}.{fraction}")
        # Digits beyond a double's precision can leave a whole number after all.
        number = int(number) if number.is_integer() else number
    if not is_in_range(number):
        raise CellError("out-of-range", "This number is too large or too small.")
    return -number if "-" in (sign, inner_sign) else number


def _check_affix(affix: str, type: str, unit: str | None) -> None:
    if not affix or (unit is not None and affix.casefold() == unit.casefold()):
        return
    if type != "money" or not (_CURRENCY_SIGN.fullmatch(affix) or _CURRENCY_CODE.fullmatch(affix)):
        raise _no_number()
    if unit is None or not _CURRENCY_CODE.fullmatch(unit) or can_mean(affix, unit):
        return
    raise CellError("other-unit", "This cell is in another currency than its column.")


def _split(body: str, type: str) -> tuple[str, str]:
    """Split digits and marks into the digits before and behind the decimal mark."""
    last = max(body.rfind("."), body.rfind(","))
    mark = body[last] if last >= 0 else ""
    if mark and body.count(mark) == 1 and not _is_thousands(body, mark, type):
        whole, fraction = body[:last], body[last + 1 :]
    else:
        whole, fraction = body, ""
    if fraction and not fraction.isdigit():
        raise _no_number()
    return _without_grouping(whole, forbidden=mark if fraction else ""), fraction


def _is_thousands(body: str, mark: str, type: str) -> bool:
    return _LONE_THOUSANDS.fullmatch(body) is not None and (mark == "," or type != "decimal")


def _without_grouping(digits: str, forbidden: str) -> str:
    marks = set(digits) - set("0123456789")
    if not marks and digits:
        return digits
    is_grouped = _GROUPED.fullmatch(digits) or _GROUPED_IN_INDIA.fullmatch(digits)
    if len(marks) != 1 or forbidden in marks or not is_grouped:
        raise _no_number()
    return digits.replace(marks.pop(), "")


def _no_number() -> CellError:
    return CellError("number", "This is no number.")
