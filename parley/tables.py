"""Any table in: a paste from a spreadsheet, a file, or a plain list, as columns and rows."""

from dataclasses import dataclass, replace
from typing import Any

from parley.options import MAX_ATTRIBUTES, MAX_CELL_LENGTH, MAX_OPTIONS
from parley.table_columns import Column, Remark, locale_of, read_column
from parley.table_head import guess_header, has_title, unique_names
from parley.table_text import (
    ENOUGH_ROWS,
    MAX_TABLE_BYTES,
    TableError,
    are_sentences,
    as_lines,
    decode,
    separate,
    too_long,
    without_list_marks,
)
from parley.table_units import split_name
from parley.text import TextError, clean_line

__all__ = ["MAX_TABLE_BYTES", "Table", "TableError", "read_table"]

Rows = list[list[str]]

_MESSAGES = {
    "legacy-encoding": "The file is in an old encoding. Look whether all letters are right.",
    "hidden-removed": "Characters that cannot be seen were left out.",
    "one-line": "The parts of this one line became one option each.",
    "list-marks": "The marks before the lines were left out.",
    "one-per-line": "Each line became one option, with the commas in it.",
    "title-left-out": "The title above the names of the columns was left out.",
    "header-guessed": "The first row was taken as the names of the columns.",
    "no-header": "The table has no names for its columns.",
    "unnamed-rows": "These rows have no name for their option in the first column.",
    "same-rows": "These rows say the same as one above.",
}


@dataclass(frozen=True)
class Table:
    """A table that was read.

    `attributes` are `{"name", "type", "unit"}` (`parley.options`). `rows` have one text for each of
    them, in a form that `parse_cell` reads as the attribute's type without its unit; empty where
    nothing is known. `has_header` says whether the first row was taken as names. `is_list` says
    whether each line was taken as one option although commas could part it; None where nothing but
    a list, or nothing but a table, makes sense.

    `remarks` are `{"code", "message"}`, with `"column"` (from 0) or `"rows"` (from 0, without the
    header) where they are about some. Codes: `"legacy-encoding"`, `"hidden-removed"`, `"one-line"`,
    `"list-marks"`, `"one-per-line"`, `"title-left-out"`, `"header-guessed"`, `"no-header"`,
    `"column-named"`, `"column-renamed"`, `"column-alike"` (another column's name but for capitals
    or the width of letters), `"name-shortened"`, `"unnamed-rows"`, `"same-rows"`,
    `"several-currencies"`, `"mixed-marks"`, `"placeholders-emptied"`. Three ask something, and
    carry in `"instead"` (`{"type", "unit", "cells"}`) what the whole column is if the answer is the
    other one: `"ambiguous-numbers"` and `"ambiguous-dates"`, with an `"example"` and its two
    `"readings"`, the one taken first; and `"blank-or-no"`.

    Not guaranteed: that a decision can be made of it. There may be too few rows, rows without a
    name, or two that say the same.
    """

    attributes: list[dict[str, Any]]
    rows: list[list[str]]
    remarks: list[Remark]
    has_header: bool
    is_list: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return `{"attributes", "rows", "remarks", "has_header", "is_list"}`, ready for JSON."""
        return {
            "attributes": self.attributes,
            "rows": self.rows,
            "remarks": self.remarks,
            "has_header": self.has_header,
            "is_list": self.is_list,
        }


def read_table(
    data: bytes | str, *, has_header: bool | None = None, is_list: bool | None = None
) -> Table:
    """Read a pasted text or the bytes of a file: cells apart by tabs, commas or semicolons, or a
    plain list of lines.

    `has_header` says whether the first row names the columns, and `is_list` whether each line is
    one option where commas could part it; None guesses. A title above the names is left out unless
    `has_header` is false. Empty rows and wholly empty columns are left out, short rows filled,
    names made unique. Bounds: 2 MiB, 20 columns, 200 rows, 500 characters in a cell.

    Raises `TableError` and nothing else.
    """
    text, codes = decode(data)
    rows, separator = separate(text)
    lines = as_lines(text, rows, separator)
    takes_lines = bool(lines) and (are_sentences(lines) if is_list is None else is_list)
    if lines and takes_lines:
        rows, separator = lines, ""
        codes.append("one-per-line")
    if not has_header and len(rows) == 1 and len(rows[0]) > 1 and separator in (",", ";"):
        rows = [[cell] for cell in rows[0] if not cell.isspace()][:ENOUGH_ROWS]
        codes.append("one-line")
    rows = _compact(rows)
    if (unmarked := _without_marks(rows)) is not None:
        rows = _compact(unmarked)
        codes.append("list-marks")
    _check_size(rows)
    rows = _compact([[_clean(cell) for cell in row] for row in rows])
    if not rows:
        raise TableError("empty", "There is nothing in this table.")
    remarks = [_remark(code) for code in codes]
    if has_header is not False and has_title(rows):
        del rows[0]
        rows = _compact(rows)
        remarks.append(_remark("title-left-out"))
    if has_header is None:
        has_header = guess_header(rows)
        remarks.append(_remark("header-guessed" if has_header else "no-header"))
    names = rows.pop(0) if has_header else None
    if len(rows) > MAX_OPTIONS:
        raise _too_many_rows()
    table = _typed(names, rows, remarks, "," if separator == ";" else ".")
    are_texts = all(each["type"] == "text" for each in table.attributes)
    # What was said can be taken back.
    if lines and (takes_lines or are_texts or is_list is not None):
        return replace(table, is_list=takes_lines)
    return table


def _typed(names: list[str] | None, rows: Rows, remarks: list[Remark], mark: str) -> Table:
    width = len(names or rows[0])
    columns = [[row[index] for row in rows] for index in range(width)]
    locale = locale_of(columns)
    read: list[Column] = []
    short_names = []
    for index, cells in enumerate(columns):
        given = names[index].removesuffix(":").rstrip() if names else ""
        name, unit = split_name(given)
        column = read_column(cells, locale, default_mark=mark, is_first=index == 0, named_unit=unit)
        read.append(column)
        short_names.append(name if unit and column.unit == unit[0] else given)
        remarks += [{**remark, "column": index} for remark in column.remarks]
    final_names, name_remarks = unique_names(short_names)
    attributes = [
        {"name": name, "type": column.type, "unit": column.unit}
        for name, column in zip(final_names, read, strict=True)
    ]
    final = [list(row) for row in zip(*(column.cells for column in read), strict=True)]
    said = [*remarks, *(name_remarks if names else []), *_row_remarks(final)]
    return Table(attributes, final, said, names is not None)


def _compact(rows: Rows) -> Rows:
    """Return the rows filled to one length, without rows and columns in which nothing stands."""
    filled = [row for row in rows if any(cell and not cell.isspace() for cell in row)]
    used: set[int] = set()
    for row in filled:
        used.update(index for index, cell in enumerate(row) if cell and not cell.isspace())
    # Wide tables are refused later; here they must not grow to their full rectangle.
    kept = sorted(used)[: MAX_ATTRIBUTES + 1]
    return [[row[index] if index < len(row) else "" for index in kept] for row in filled]


def _without_marks(rows: Rows) -> Rows | None:
    """Return the rows without list marks in their first column; None when it has none. One line
    above that ends with a colon may stand over the list."""
    cells = [row[0].strip() for row in rows]
    for start in (0, 1):
        if start and not (cells and cells[0].endswith(":")):
            continue
        unmarked = without_list_marks(cells[start:])
        if unmarked is not None:
            firsts = cells[:start] + unmarked
            return [[first, *row[1:]] for first, row in zip(firsts, rows, strict=True)]
    return None


def _check_size(rows: Rows) -> None:
    if rows and len(rows[0]) > MAX_ATTRIBUTES:
        message = f"A table can have at most {MAX_ATTRIBUTES} columns."
        raise TableError("too-many-columns", message)
    if len(rows) > MAX_OPTIONS + 1:
        raise _too_many_rows()


def _too_many_rows() -> TableError:
    return TableError("too-many-rows", f"A table can have at most {MAX_OPTIONS} rows.")


def _clean(cell: str) -> str:
    try:
        return clean_line(cell, MAX_CELL_LENGTH)
    except TextError as error:
        if error.code == "too-long":
            raise too_long() from None
        return ""


def _remark(code: str, **more: Any) -> Remark:
    return {"code": code, "message": _MESSAGES[code], **more}


def _row_remarks(rows: Rows) -> list[Remark]:
    remarks = []
    if unnamed := [index for index, row in enumerate(rows) if not row[0]]:
        remarks.append(_remark("unnamed-rows", rows=unnamed))
    seen: set[tuple[str, ...]] = set()
    again = []
    for index, row in enumerate(rows):
        if tuple(row) in seen:
            again.append(index)
        seen.add(tuple(row))
    if again:
        remarks.append(_remark("same-rows", rows=again))
    return remarks
