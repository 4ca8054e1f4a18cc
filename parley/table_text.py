"""A pasted text or a file's bytes as rows of raw cells: which letters, which separator."""

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable

# Named here so that a Python with a trimmed library, as in the browser, keeps it.
from encodings import cp1252 as _cp1252  # noqa: F401

from parley.cells import MAX_CELL_LENGTH, CellError, parse_cell
from parley.options import MAX_OPTIONS

MAX_TABLE_BYTES = 2 * 1024 * 1024

_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF_8_MARK, _UTF_16_LITTLE, _UTF_16_BIG = b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"

# Control characters, half surrogates and direction overrides: `parley.text` refuses each of them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff]"
)
# One more than a table can have, header included: enough to know that there are too many.
ENOUGH_ROWS = MAX_OPTIONS + 2

# No text that was cleaned of the above holds it.
_NO_SEPARATOR = "\x1f"

_SEPARATOR_LINE = re.compile(r"sep=([\t,;])\n", re.IGNORECASE)
_PROSE_COMMA = re.compile(r",(?=\s)")
_MARK = re.compile(
    r"""(?: [-*+•‣◦▪·–—] | (?P<number>\d{1,3})[.)] | \((?P<inner>\d{1,3})\) | [A-Za-z]\) )(?:\s+|$)
        (?: \[[ xX✓]?\] (?:\s+|$) )?
      | \[[ xX✓]?\] (?:\s+|$)
      | [☐☑☒] \s*""",
    re.VERBOSE | re.ASCII,
)


class TableError(ValueError):
    """What cannot be read as a table.

    `code` is one of `"not-text"` (neither text nor bytes, or a file that holds something else),
    `"spreadsheet-file"` (the own format of a spreadsheet program), `"too-large"`, `"empty"`,
    `"too-many-columns"`, `"too-many-rows"` and `"cell-too-long"`. The message is a plain sentence
    that never repeats a cell.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def decode(data: bytes | str) -> tuple[str, list[str]]:
    """Return the text, line ends as `\\n` and nothing hidden in it, and codes of remarks about it:
    `"legacy-encoding"` (neither UTF-8 nor UTF-16, so letters beyond ASCII are a guess) and
    `"hidden-removed"`.

    UTF-8, UTF-16 with a byte-order mark, or without one where every other byte is often zero, and
    else Windows-1252, or Latin-1 for what is not even that. Raises `TableError`.
    """
    if not isinstance(data, bytes | bytearray | str):
        raise TableError("not-text", "This is neither text nor a file.")
    remarks = []
    if isinstance(data, str):
        text = data
        size = len(data) if data.isascii() else len(data.encode("utf-8", "surrogatepass"))
    else:
        data, size = bytes(data), len(data)
        if data.startswith(_SPREADSHEETS):
            message = (
                "This is a spreadsheet program's own format. Save it as CSV, or copy the cells."
            )
            raise TableError("spreadsheet-file", message)
        text = ""
    if size > MAX_TABLE_BYTES:
        raise TableError("too-large", "A table can have at most 2 MiB.")
    if isinstance(data, bytes):
        text, is_legacy = _letters(data)
        if is_legacy:
            remarks.append("legacy-encoding")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, hidden = _HIDDEN.subn("", text)
    if hidden * 10 > len(text) + hidden and isinstance(data, bytes):
        raise TableError("not-text", "This file holds something else than text.")
    if hidden:
        remarks.append("hidden-removed")
    return text, remarks


def _letters(data: bytes) -> tuple[str, bool]:
    if data.startswith(_UTF_8_MARK):
        data = data[len(_UTF_8_MARK) :]
    elif mark := _utf_16_mark(data):
        # Half a character at the end of a file that was cut off shows as a replacement character.
        return (mark + data.removeprefix(mark)).decode("utf-16", "replace"), False
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), True


def _utf_16_mark(data: bytes) -> bytes | None:
    """Return the byte-order mark that the bytes have, or should have."""
    for mark in (_UTF_16_LITTLE, _UTF_16_BIG):
        if data.startswith(mark):
            return mark
    sample = data[:4096]
    high, low = sample[0::2].count(0), sample[1::2].count(0)
    # Tabs, blanks, digits and line ends are ASCII in every script, hence a zero byte each.
    enough = max(1, len(sample) // 40)
    if low >= enough and low > 5 * high:
        return _UTF_16_LITTLE
    if high >= enough and high > 5 * low:
        return _UTF_16_BIG
    return None


def separate(text: str) -> tuple[list[list[str]], str]:
    """Return the rows that are not blank, cells as they stand, and the separator: a tab, `;`, `,`,
    or an empty text for a list of lines. Of rows that are too many for a table, not all.

    The separator is the one that gives rows of the same length, with quotes respected (RFC 4180);
    where quotes are not in order, they are characters like others. A comma before a blank has to do
    so almost everywhere, because sentences have commas too. Raises `TableError`.
    """
    if match := _SEPARATOR_LINE.match(text):
        return _split(text[match.end() :], match[1])[0], match[1]
    lines = (line.strip() for line in text.split("\n"))
    lines = list(itertools.islice(filter(None, lines), ENOUGH_ROWS))
    is_marked = without_list_marks(lines) is not None
    best: tuple[tuple[bool, bool, float, int], list[list[str]], str] | None = None
    for separator in "\t;,":
        if separator not in text or (separator == "," and is_marked):
            continue
        rows, in_order = _split(text, separator)
        if not rows:
            return [], separator
        if (share := _share(rows, separator, text)) is not None:
            score = (in_order, separator == "\t", share, len(rows[0]))
            if best is None or score > best[0]:
                best = score, rows, separator
    if best is not None:
        return best[1], best[2]
    return _split(text, _NO_SEPARATOR)[0], ""


def as_lines(text: str, rows: list[list[str]], separator: str) -> list[list[str]] | None:
    """Return each line as one cell where what was separated could be a list of lines as well: two
    lines at least, apart by commas, without quotes; else None."""
    could_be = separator == "," and len(rows) > 1 and '"' not in text
    return None if not could_be or _SEPARATOR_LINE.match(text) else _split(text, _NO_SEPARATOR)[0]


def are_sentences(lines: list[list[str]]) -> bool:
    """Say whether lines, each one cell, read like sentences and not like rows of a table: one comma
    in each with a blank behind it, a capital at the start, and a small letter behind the comma in
    words that no other line has."""
    halves = [line[0].strip().split(", ") for line in lines]
    if any(
        line[0].count(",") != 1 or len(half) != 2 for line, half in zip(lines, halves, strict=True)
    ):
        return False
    ends = [end.strip() for _, end in halves]
    return (
        all(start[:1].isupper() for start, _ in halves)
        and all(end[:1].islower() for end in ends)
        and not all(_is_yes_or_no(end) for end in ends)
        and len({end.casefold() for end in ends}) == len(ends)
        and all(len(line[0]) <= MAX_CELL_LENGTH for line in lines)
    )


def _split(text: str, separator: str) -> tuple[list[list[str]], bool]:
    """Return the rows that are not blank, up to enough, and whether all quotes are in order."""
    style = {"delimiter": separator, "skipinitialspace": separator in ",;"}
    try:
        return _read(csv.reader(io.StringIO(text), strict=True, **style)), True
    except csv.Error:
        pass
    try:
        return _read(csv.reader(io.StringIO(text), quoting=csv.QUOTE_NONE, **style)), False
    except csv.Error:
        raise too_long() from None


def _read(lines: Iterable[list[str]]) -> list[list[str]]:
    rows = (row for row in lines if any(cell and not cell.isspace() for cell in row))
    return list(itertools.islice(rows, ENOUGH_ROWS))


def _share(rows: list[list[str]], separator: str, text: str) -> float | None:
    """Return how many of the rows have the most common length above 1, from 0 to 1; None when the
    separator does not make a table of them."""
    widths = [len(row) for row in rows]
    wide = [width for width in widths if width > 1]
    if not wide:
        return None
    share = Counter(wide).most_common(1)[0][1] / len(widths)
    if separator == "\t":
        return share if len(wide) * 2 >= len(widths) else None
    if separator == "," and text.count(",") == len(_PROSE_COMMA.findall(text)):
        return share if share >= 0.9 else None
    is_ragged = widths[0] == max(widths) and len(wide) >= 0.7 * len(widths)
    return share if share >= 0.7 or is_ragged else None


def without_list_marks(lines: list[str]) -> list[str] | None:
    """Return the lines without the list marks before them (`-`, `*`, `•`, `1.`, `1)`, `(1)`, `a)`,
    `[ ]`, `- [x]`); None when not every line has one.

    Numbers are marks only when they count up or stay the same; a date such as `1. 2. 2027` is none.
    """
    matches = [_MARK.match(line) for line in lines]
    if len(lines) < 2 or not all(matches) or all(map(_is_date, lines)):
        return None
    numbers = [int(digits) for match in matches if (digits := match["number"] or match["inner"])]
    steps = {after - before for before, after in itertools.pairwise(numbers)}
    if len(steps) > 1 or not steps <= {0, 1}:
        return None
    return [line[match.end() :] for line, match in zip(lines, matches, strict=True)]


def _is_date(line: str) -> bool:
    try:
        return parse_cell(line, "date") is not None
    except CellError as error:
        return error.code == "ambiguous-date"


def _is_yes_or_no(cell: str) -> bool:
    try:
        return parse_cell(cell, "yes-no") is not None
    except CellError:
        return False


def too_long() -> TableError:
    """Return the error about a cell that is too long."""
    return TableError("cell-too-long", "A cell can have at most 500 characters.")
