"""A recipe file's question: its options as a table, and nothing at all of its parties.

A recipe (`parley.spec.DecisionSpec`) holds everybody's limits in one file. What is read here is
what everybody may see; the parties are counted and left where they are.
"""

from typing import Any

from parley import strict
from parley.agenda import MAX_CONTEXT_LENGTH, MAX_TITLE_LENGTH
from parley.cells import MAX_CELL_LENGTH, is_in_range
from parley.options import MAX_ATTRIBUTES, MAX_OPTIONS, is_date
from parley.table_columns import cell_text
from parley.table_head import FIRST_NAME, unique_names
from parley.text import TextError, clean_line, clean_paragraphs

MAX_RECIPE_BYTES = 2 * 1024 * 1024

# What an option is called, the likeliest first: an id is made for machines.
_NAMING = ("label", "name", "title", "option", "id")
_CELL_CODES = {"too-long": "cell-too-long", "control": "control"}
_BYTE_ORDER_MARK = "\ufeff"

Column = tuple[str, list[Any]]


class RecipeError(ValueError):
    """What cannot be read as a recipe.

    `code` is one of `"not-text"`, `"too-large"` (over 2 MiB), `"not-json"`, `"fields"` (no object
    with a list of options), `"title"`, `"context"`, `"empty"` (no options), `"too-many-rows"`,
    `"too-many-columns"`, `"option"` (neither an object nor a plain value, or both kinds beside each
    other), `"nested"` (a list or an object as a value), `"cell-too-long"`, `"control"` (control
    characters in a value) and `"number"` (too large or too fine). The message is a plain sentence
    that repeats nothing of the file.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read_recipe(data: bytes | str) -> dict[str, Any]:
    """Return `{"title", "context", "attributes", "rows", "remarks", "parties_ignored"}`.

    Title and context are empty where the recipe has none. Attributes are the keys of all options as
    they first appear, but the one that names the options comes first: `label`, `name`, `title`,
    `option` or `id`, else the first key with another text, or another number, for every option, or
    else a new "option" with "option 1" and so on. Types
    follow the JSON types: true and false are yes-no, whole numbers whole, others decimal, texts
    that are all ISO days dates, everything else text; null is an empty cell. Options that are plain
    values make one column. Rows and remarks are those of `parley.tables.Table`. `parties_ignored`
    counts the parties; nothing else of them is in the result.

    Raises `RecipeError` and nothing else.
    """
    recipe = _parsed(data)
    options = recipe["options"]
    if not options:
        raise RecipeError("empty", "This recipe has no options.")
    if len(options) > MAX_OPTIONS:
        raise RecipeError("too-many-rows", f"There can be at most {MAX_OPTIONS} options.")
    if not any(isinstance(option, dict) for option in options):
        options = [{FIRST_NAME: option} for option in options]
    if not all(isinstance(option, dict) for option in options):
        raise RecipeError("option", "Every option must be an object with named values.")
    keys = dict.fromkeys(key for option in options for key in option)
    columns = [(key, [_value(option.get(key)) for option in options]) for key in keys]
    columns = _named_first(columns, len(options))
    if len(columns) > MAX_ATTRIBUTES:
        message = f"Options can have at most {MAX_ATTRIBUTES} different attributes."
        raise RecipeError("too-many-columns", message)
    names, remarks = unique_names(key for key, _ in columns)
    types = [_type_of(values) for _, values in columns]
    cells = [
        [_cell(value, type) for value in values]
        for (_, values), type in zip(columns, types, strict=True)
    ]
    parties = recipe.get("parties")
    return {
        "title": _words(recipe, "title", MAX_TITLE_LENGTH, clean_line),
        "context": _words(recipe, "context", MAX_CONTEXT_LENGTH, clean_paragraphs),
        "attributes": [
            {"name": name, "type": type, "unit": None}
            for name, type in zip(names, types, strict=True)
        ],
        "rows": [list(row) for row in zip(*cells, strict=True)],
        "remarks": remarks,
        "parties_ignored": len(parties) if isinstance(parties, list) else 0,
    }


def _parsed(data: bytes | str) -> dict[str, Any]:
    if not isinstance(data, bytes | bytearray | str):
        raise RecipeError("not-text", "This is neither text nor a file.")
    # Some editors put a mark before every file, and it says nothing.
    mark = _BYTE_ORDER_MARK if isinstance(data, str) else _BYTE_ORDER_MARK.encode()
    try:
        recipe = strict.parse(data.removeprefix(mark), max_bytes=MAX_RECIPE_BYTES)
    except strict.StrictError as fault:
        code = "too-large" if fault.code == "too-large" else "not-json"
        raise RecipeError(code, str(fault)) from None
    if not isinstance(recipe, dict) or not isinstance(recipe.get("options"), list):
        raise RecipeError("fields", "A recipe is an object with a list of options.")
    return recipe


def _named_first(columns: list[Column], count: int) -> list[Column]:
    """Return the columns with the one that names the options first."""
    named = [column for column in columns if _names_each(column[1], str)]
    numbered = [column for column in columns if _names_each(column[1], int | float)]
    for naming in _NAMING:
        for column in [*named, *numbered]:
            if column[0].strip().casefold() == naming:
                return [column, *(other for other in columns if other is not column)]
    for column in [*named, *numbered]:
        return [column, *(other for other in columns if other is not column)]
    return [(FIRST_NAME, [f"{FIRST_NAME} {index + 1}" for index in range(count)]), *columns]


def _names_each(values: list[Any], kind: Any) -> bool:
    are_fit = all(isinstance(value, kind) and not isinstance(value, bool) for value in values)
    return are_fit and len(set(values)) == len(values)


def _value(value: Any) -> str | int | float | bool | None:
    """Return a plain value: texts in clean form, an empty one as None, whole floats as integers."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        try:
            return clean_line(value, MAX_CELL_LENGTH)
        except TextError as error:
            if error.code == "empty":
                return None
            raise RecipeError(_CELL_CODES[error.code], str(error)) from None
    if isinstance(value, int | float):
        if not is_in_range(value):
            raise RecipeError("number", "A number here is too large or too small.")
        return int(value) if float(value).is_integer() else value
    raise RecipeError("nested", "The values of an option must be plain: no lists, no objects.")


def _type_of(values: list[Any]) -> str:
    given = [value for value in values if value is not None]
    if given and all(isinstance(value, bool) for value in given):
        return "yes-no"
    if given and all(isinstance(value, int | float) for value in given):
        if any(isinstance(value, bool) for value in given):
            return "text"
        return "whole" if all(isinstance(value, int) for value in given) else "decimal"
    return "date" if given and all(map(is_date, given)) else "text"


def _cell(value: Any, type: str) -> str:
    if isinstance(value, str):
        return value
    return cell_text(value, "decimal" if type == "text" else type)


def _words(recipe: dict[str, Any], field: str, limit: int, clean: Any) -> str:
    text = recipe.get(field, "")
    try:
        return clean(text, limit)
    except TextError as error:
        if error.code == "empty":
            return ""
        message = (
            f"The {field} of this recipe cannot be used: {str(error)[0].lower()}{str(error)[1:]}"
        )
        raise RecipeError(field, message) from None
