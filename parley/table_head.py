"""The names of a table's columns: whether the first row holds them, and one name for each."""

from collections.abc import Iterable, Sequence

from parley.options import MAX_NAME_LENGTH, attribute_key, is_attribute
from parley.table_columns import Locale, Remark, read_column
from parley.text import TextError, clean_line

FIRST_NAME = "option"

# The head of a plain list, which otherwise looks like any other line.
_LIST_HEADS = frozenset({"option", "options", "name", "names", "title", "choice", "choices"})

_MESSAGES = {
    "column-named": "This column had no name that could be used.",
    "column-renamed": "Another column has this name already.",
    "column-alike": "The name of another column looks the same.",
    "name-shortened": "The name of this column was too long.",
}


def guess_header(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether the first of the rows, all of one length, seems to name the columns.

    It does when it breaks the type of the columns below and fits none of them. Among texts alone it
    does when every column has a different name that does not come back below, and two rows remain.
    A list has a head only when it ends with a colon or is a word such as "options".
    """
    first, rest = rows[0], rows[1:]
    if not rest or any(len(cell) > MAX_NAME_LENGTH for cell in first):
        return False
    breaking, fitting = _votes(rows)
    if breaking or fitting:
        return breaking > fitting
    if len(first) == 1:
        return first[0].endswith(":") or first[0].casefold() in _LIST_HEADS
    names = [attribute_key(name) for name in first]
    return (
        len(rest) > 1
        and all(names[1:])
        and len(set(names)) == len(names)
        and not any(
            name and name == attribute_key(row[i]) for row in rest for i, name in enumerate(names)
        )
    )


def has_title(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether the first of the rows, all of one length, is a title above the names of the
    columns: one cell with nothing beside it, and a full row below that breaks the types further
    down. Texts alone do not say so, because an option with nothing but a name looks the same."""
    if len(rows) < 3 or len(rows[0]) < 2 or sum(map(bool, rows[0])) != 1 or not all(rows[1]):
        return False
    breaking, fitting = _votes(rows[1:])
    return breaking > fitting


def _votes(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return how many cells of the first row break the type of the cells below, and how many fit
    it; where that is text, they do neither."""
    breaking = fitting = 0
    for index, name in enumerate(rows[0]):
        below = [row[index] for row in rows[1:]]
        if not name or read_column(below, Locale(), is_first=index == 0).type == "text":
            continue
        whole = read_column([name, *below], Locale(), is_first=index == 0)
        breaking += whole.type == "text"
        fitting += whole.type != "text"
    return breaking, fitting


def unique_names(given: Iterable[str]) -> tuple[list[str], list[Remark]]:
    """Return a name for each column that an attribute can have, no two the same, with remarks
    about every one that had to be changed (`"column"` counts from 0).

    The first column without a name is called "option", others "column 3" by their place. Of names
    that are the same or look it, the first stays, and the others get the next number that makes a
    name which no column has: "rent 3" where another one is called "rent 2".
    """
    usable = [_usable(raw) for raw in given]
    # Whoever has a name first keeps it, also from a number that would make the same.
    owners: dict[str, int] = {}
    for index, (name, _) in enumerate(usable):
        if name:
            owners.setdefault(attribute_key(name), index)
    names: list[str] = []
    remarks: list[Remark] = []
    for index, (own, own_code) in enumerate(usable):
        name, code = own, own_code
        if not name:
            name, code = FIRST_NAME if index == 0 else f"column {index + 1}", "column-named"
        base, count = name, 1
        while (owner := owners.setdefault(attribute_key(name), index)) != index:
            if count == 1:
                code = code or ("column-renamed" if usable[owner][0] == own else "column-alike")
            count += 1
            ending = f" {count}"
            name = base[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
        names.append(name)
        if code:
            remarks.append(
                {"code": code, "message": _MESSAGES[code], "column": index, "name": name}
            )
    return names, remarks


def _usable(raw: str) -> tuple[str, str | None]:
    """Return a name that an attribute can have, or an empty text, and the code of a remark."""
    code = None
    if len(raw) > MAX_NAME_LENGTH:
        raw, code = raw[: MAX_NAME_LENGTH - 1].rstrip() + "\u2026", "name-shortened"
    try:
        name = clean_line(raw, MAX_NAME_LENGTH)
    except TextError:
        return "", None
    fits = is_attribute({"name": name, "type": "text", "unit": None})
    return (name, code) if fits else ("", None)
