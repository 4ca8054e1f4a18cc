"""What the cells of one column are: their type, their unit, how their marks are to be read.

A column is read as a whole, so that `1,50` below `1.234,50` is one and a half. Where even the whole
column could mean two things, the likelier one is taken and a remark gives the other.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parley.cells import CellError, parse_cell
from parley.days import iso_day
from parley.table_numbers import Amount, decisive_marks, read_amount, values_of
from parley.table_units import currency_of, unit_of

Remark = dict[str, Any]

_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_DAY_FIRST, _MONTH_FIRST = "day", "month"

_LEADING_ZERO = re.compile(r"0\d")
# What `parse_cell` would take for thousands.
_LIKE_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}\.\d{3}", re.ASCII)

_PLACEHOLDERS = frozenset({"-", "--", "–", "—", "?", "??", "...", "…", "n/a", "n.a.", "tbd"})
# Words of two of these together are no yes and no: `✓` beside `x` could be its opposite.
_YES_NO_WORDS = (
    frozenset({"yes", "no", "y", "n"}),
    frozenset({"true", "false"}),
    frozenset({"wahr", "falsch"}),
    frozenset({"vrai", "faux"}),
    frozenset({"vero", "falso"}),
    frozenset({"verdadero", "falso"}),
    frozenset({"verdadeiro", "falso"}),
    frozenset({"ja", "nein"}),
    frozenset({"ja", "nee"}),
    frozenset({"ja", "nej"}),
    frozenset({"oui", "non"}),
    frozenset({"sí", "sì", "si", "no"}),
    frozenset({"sim", "não"}),
    frozenset({"tak", "nie"}),
    frozenset({"x"}),
    frozenset({"✓", "✔"}),
)


@dataclass(frozen=True)
class Locale:
    """How a table writes what can be written in two ways; None where it does not say."""

    decimal_mark: str | None = None
    date_order: str | None = None


@dataclass(frozen=True)
class Column:
    """A column that was read: `cells` are texts that `parse_cell` reads as `type`, or empty."""

    type: str
    unit: str | None
    cells: list[str]
    remarks: list[Remark]


def read_column(
    cells: Sequence[str],
    locale: Locale,
    *,
    default_mark: str = ".",
    is_first: bool = False,
    named_unit: tuple[str, bool] | None = None,
) -> Column:
    """Return the column with a guessed type; cells are in the form of `parley.text.clean_line`.

    The first column names the options: it can be numbers or dates, but has no unit other than a
    currency, no placeholders, and is never yes or no. `default_mark` is the decimal mark where
    neither the column nor the table says which one it is. `named_unit` is a unit from the column's
    name, and whether it is money; it counts where the cells themselves have none.
    """
    filled = [cell for cell in cells if cell]
    known = [cell for cell in filled if is_first or cell.casefold() not in _PLACEHOLDERS]
    column = None
    if known:
        emptied = [cell if cell in known else "" for cell in cells]
        column = _dates(emptied, locale) or (None if is_first else _yes_no(emptied))
        column = column or _numbers(emptied, locale, default_mark, is_first, named_unit)
    if column is None:
        return Column("text", None, list(cells), [])
    if len(known) < len(filled) and column.type != "text":
        remark = _remark(
            "placeholders-emptied", "Cells that only say that nothing is known are empty."
        )
        return Column(column.type, column.unit, column.cells, [*column.remarks, remark])
    if column.type == "text":
        return Column("text", None, list(cells), column.remarks)
    return column


def locale_of(columns: Iterable[Sequence[str]]) -> Locale:
    """Return how the table writes decimals and dates, as far as all cells that say so agree."""
    marks: set[str] = set()
    orders: set[str] = set()
    for cells in columns:
        amounts = [
            read_amount(cell) for cell in cells if cell and cell.casefold() not in _PLACEHOLDERS
        ]
        # Prose with a number in it says nothing about numbers.
        if all(amounts):
            marks |= decisive_marks(amount.body for amount in amounts if amount)
        orders |= _decisive_orders(cells)
    return Locale(_agreed(marks, None), _agreed(orders, None))


def _agreed(said: set[str], otherwise: str | None) -> str | None:
    """Return what all say, None when they differ, and `otherwise` when nobody says anything."""
    if not said:
        return otherwise
    return next(iter(said)) if len(said) == 1 else None


def cell_text(value: str | int | float | bool | None, type: str) -> str:
    """Return a value as a text that `parse_cell` reads back as the same value of this type."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    sign, digits = ("-" if value < 0 else ""), repr(abs(value))
    if "e-" in digits:
        mantissa, exponent = digits.split("e-")
        digits = "0." + "0" * (int(exponent) - 1) + mantissa.replace(".", "")
    text = sign + digits
    return f"{text}0" if type == "money" and _LIKE_THOUSANDS.fullmatch(text) else text


def _remark(code: str, message: str, **more: Any) -> Remark:
    return {"code": code, "message": message, **more}


def _parsed(cell: str, type: str) -> Any:
    try:
        return parse_cell(cell, type)
    except CellError:
        return None


def _yes_no(cells: list[str]) -> Column | None:
    words = {cell.casefold() for cell in cells if cell}
    if not any(words <= family for family in _YES_NO_WORDS):
        return None
    texts = [cell_text(_parsed(cell, "yes-no"), "yes-no") for cell in cells]
    remarks = []
    if set(texts) == {"yes", ""}:
        remarks = [
            _remark(
                "blank-or-no",
                "Only yes is written here. Empty cells may mean no.",
                instead={"type": "yes-no", "unit": None, "cells": [text or "no" for text in texts]},
            )
        ]
    return Column("yes-no", None, texts, remarks)


def _dates(cells: list[str], locale: Locale) -> Column | None:
    readings = [_days(cell) for cell in cells]
    if not all(days for cell, days in zip(cells, readings, strict=True) if cell):
        return None
    orders = _decisive_orders(cells)
    said = _agreed(orders, locale.date_order)
    order = said or _DAY_FIRST
    texts = [_in_order(days, order) for days in readings]
    doubtful = [
        cell for cell, days in zip(cells, readings, strict=True) if len(set(days.values())) > 1
    ]
    if said or not doubtful:
        return Column("date", None, texts, [])
    others = [_in_order(days, _MONTH_FIRST) for days in readings]
    remark = _remark(
        "ambiguous-dates",
        "Day and month could be swapped here.",
        example=doubtful[0],
        readings=[_in_order(_days(doubtful[0]), o) for o in (_DAY_FIRST, _MONTH_FIRST)],
        instead={"type": "date", "unit": None, "cells": others},
    )
    return Column("date", None, texts, [remark])


def _days(cell: str) -> dict[str, str]:
    """Return the ISO days that a cell can mean, by the order of day and month."""
    if match := _SLASHED.fullmatch(cell):
        first, second, year = (text.zfill(2) for text in match.groups())
        texts = {_DAY_FIRST: f"{year}-{second}-{first}", _MONTH_FIRST: f"{year}-{first}-{second}"}
        return {order: text for order, text in texts.items() if iso_day(text)}
    day = _parsed(cell, "date") if cell else None
    return {_DAY_FIRST: day, _MONTH_FIRST: day} if day else {}


def _in_order(days: dict[str, str], order: str) -> str:
    return days.get(order) or next(iter(days.values()), "")


def _decisive_orders(cells: Iterable[str]) -> set[str]:
    return {next(iter(days)) for cell in cells if len(days := _days(cell)) == 1}


def _numbers(
    cells: list[str],
    locale: Locale,
    default_mark: str,
    is_first: bool,
    named_unit: tuple[str, bool] | None,
) -> Column | None:
    amounts = [read_amount(cell) if cell else None for cell in cells]
    given = [amount for amount in amounts if amount]
    if len(given) < sum(map(bool, cells)) or any(_LEADING_ZERO.match(one.body) for one in given):
        return None
    # Brackets around every number are footnotes, counts or marks as likely as losses.
    if all("(" in cell for cell in cells if cell):
        return None
    units = {_unit(amount, is_first) for amount in given if amount.mark}
    if None in units or not all(values_of(amount) for amount in given):
        return None
    if len(units) > 1:
        if not all(is_money for _, is_money in units):
            return None
        message = "Several currencies stand here, so the amounts are kept as texts."
        return Column("text", None, cells, [_remark("several-currencies", message)])
    unit, is_money = units.pop() if units else named_unit or (None, False)
    decisive = decisive_marks(amount.body for amount in given)
    said = _agreed(decisive, locale.decimal_mark)
    doubtful = [amount for amount in given if len(set(values_of(amount).values())) > 1]
    mark = said or default_mark
    column = _column_of(amounts, mark, unit, is_money, is_sure=said is not None)
    if len(decisive) > 1:
        message = "Both a point and a comma are decimal marks here."
        column.remarks.append(_remark("mixed-marks", message))
    # No price has exactly three places, so that in money such a mark stands for thousands.
    if doubtful and said is None and not is_money:
        other = "," if mark == "." else "."
        instead = _column_of(amounts, other, unit, is_money, is_sure=True)
        shown = amounts.index(doubtful[0])
        column.remarks.append(
            _remark(
                "ambiguous-numbers",
                "A mark here could stand for thousands or before decimals.",
                example=cells[shown],
                readings=[column.cells[shown], instead.cells[shown]],
                instead={"type": instead.type, "unit": unit, "cells": instead.cells},
            )
        )
    return column


def _column_of(
    amounts: list[Amount | None], mark: str, unit: str | None, is_money: bool, *, is_sure: bool
) -> Column:
    values: list[Any] = []
    has_places = False
    for amount in amounts:
        if amount is None:
            values.append(None)
            continue
        readings = values_of(amount)
        if is_money and not is_sure and len(readings) > 1:
            values.append(max(readings.values(), key=abs))
            continue
        value = readings.get(mark, next(iter(readings.values())))
        values.append(value)
        has_places |= (mark if mark in readings else next(iter(readings))) in amount.body
    if is_money:
        type = "money"
    else:
        is_whole = not has_places and all(isinstance(value, int | None) for value in values)
        type = "whole" if is_whole else "decimal"
    return Column(type, unit, [cell_text(value, type) for value in values], [])


def _unit(amount: Amount, is_first: bool) -> tuple[str, bool] | None:
    """Return the unit and whether it is money; None when the mark is neither."""
    if (currency := currency_of(amount.mark)) is not None:
        return currency, True
    if amount.is_before or is_first:
        return None
    unit = unit_of(amount.mark, is_apart=amount.is_apart)
    return None if unit is None else (unit, False)
