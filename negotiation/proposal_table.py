"""The table of a new decision: its columns, and its rows as options."""

from typing import Any

from django.utils.translation import gettext as _

from negotiation.refusals import FieldError
from negotiation.wording import cell_message, text_message
from parley.canonical import canonical_json
from parley.options import (
    ATTRIBUTE_TYPES,
    MAX_ATTRIBUTES,
    MAX_CELL_LENGTH,
    MAX_NAME_LENGTH,
    MAX_OPTIONS,
    MAX_UNIT_LENGTH,
    MIN_OPTIONS,
    CellError,
    attribute_key,
    is_attribute,
    parse_cell,
)
from parley.text import TextError, clean_line, is_blank

# Nobody corrects more at once; more would only be work for the server and the page.
MOST_ERRORS = 50
# Counted with the empty rows, which a pasted table may have many of.
MOST_ROWS = 1000

Attribute = dict[str, Any]


def read_attributes(drafts: list[dict[str, Any]], errors: list[FieldError]) -> list[Attribute]:
    """The columns in their final form; what is wrong with them is added to `errors`.

    The result has a place for each draft, so that cells still find their column.
    """
    if not 1 <= len(drafts) <= MAX_ATTRIBUTES:
        message = _("A table has from 1 to %(most)d columns.") % {"most": MAX_ATTRIBUTES}
        errors.append(FieldError("attributes", message))
        return []
    attributes: list[Attribute] = []
    seen: set[str] = set()
    for index, draft in enumerate(drafts):
        field = f"attributes.{index}"
        before = len(errors)
        name = ""
        if not is_blank(draft["name"]):
            name = _line(f"{field}.name", draft["name"], MAX_NAME_LENGTH, errors)
        else:
            errors.append(FieldError(f"{field}.name", _("Give this column a name.")))
        unit = draft.get("unit") or ""
        has_unit = not is_blank(unit)
        unit = _line(f"{field}.unit", unit, MAX_UNIT_LENGTH, errors) if has_unit else None
        if draft["type"] not in ATTRIBUTE_TYPES:
            errors.append(FieldError(f"{field}.type", _("Choose what this column holds.")))
        attribute = {"name": name, "type": draft["type"], "unit": unit}
        if len(errors) == before and not is_attribute(attribute):
            errors.append(FieldError(f"{field}.name", _("A column cannot have this name.")))
        elif name and attribute_key(name) in seen:
            message = _("Two columns are called %(name)s. Rename one.") % {"name": name}
            errors.append(FieldError(f"{field}.name", message))
        seen.add(attribute_key(name))
        attributes.append(attribute)
    return attributes


def read_options(
    rows: list[list[str]], attributes: list[Attribute], errors: list[FieldError]
) -> list[dict[str, Any]]:
    """The rows as options; what is wrong with them is added to `errors`. Empty rows do not count.

    Not checked when there are no attributes, which is an error of its own. Ends at the row with
    which there are more than `MOST_ERRORS` errors.
    """
    if len(rows) > MOST_ROWS:
        message = _("There can be at most %(most)d rows, empty ones included.")
        errors.append(FieldError("rows", message % {"most": MOST_ROWS}))
        return []
    filled = [(index, row) for index, row in enumerate(rows) if not all(map(is_blank, row))]
    if len(filled) < MIN_OPTIONS:
        errors.append(FieldError("rows", _("Give at least two options.")))
    if len(filled) > MAX_OPTIONS:
        message = _("There can be at most %(most)d options.") % {"most": MAX_OPTIONS}
        errors.append(FieldError("rows", message))
        return []
    if not attributes:
        return []
    options: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for index, row in filled:
        if len(errors) > MOST_ERRORS:
            break
        before = len(errors)
        values = _values(index, row, attributes, errors)
        if len(errors) > before:
            continue
        # By column, because names may still be missing or given twice.
        text = canonical_json(values)
        if text in seen:
            message = _("This row says the same as row %(other)d. Change or remove one of them.")
            errors.append(FieldError(f"rows.{index}", message % {"other": seen[text] + 1}))
        seen.setdefault(text, index)
        named = zip(attributes, values, strict=True)
        options.append({column["name"]: value for column, value in named if value is not None})
    return options


def _values(
    index: int, row: list[str], attributes: list[Attribute], errors: list[FieldError]
) -> list[Any]:
    """One value for each column, None for an empty cell."""
    if not all(map(is_blank, row[len(attributes) :])):
        errors.append(FieldError(f"rows.{index}", _("This row has more cells than columns.")))
    values: list[Any] = []
    for column, attribute in enumerate(attributes):
        cell = row[column] if column < len(row) else ""
        field = f"rows.{index}.{column}"
        value = None
        if attribute["type"] in ATTRIBUTE_TYPES:
            try:
                value = parse_cell(cell, attribute["type"], attribute["unit"])
            except CellError as error:
                message = cell_message(error.code, MAX_CELL_LENGTH, attribute["unit"])
                errors.append(FieldError(field, message))
        if column == 0 and is_blank(cell):
            errors.append(FieldError(field, _("Every option needs a name in its first column.")))
        values.append(value)
    return values


def _line(field: str, text: str, limit: int, errors: list[FieldError]) -> str:
    try:
        return clean_line(text, limit)
    except TextError as error:
        errors.append(FieldError(field, text_message(error.code, limit)))
        return ""
