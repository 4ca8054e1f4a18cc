"""What is to be decided, read for a terminal: from a recipe, any table, or a template's name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parley import templates
from parley.agenda import MAX_TITLE_LENGTH
from parley.canonical import canonical_json
from parley.cells import CellError, parse_cell
from parley.options import MIN_OPTIONS, format_value
from parley.recipe import RecipeError, read_recipe
from parley.tables import MAX_TABLE_BYTES, TableError, read_table
from parley.text import TextError, clean_line
from parley.visible import visible


class QuestionError(ValueError):
    """Options that cannot be read. The message is a plain sentence."""


@dataclass(frozen=True)
class Question:
    """The public part of a decision: `options` are objects over `attributes` (`parley.options`).
    `remarks` are sentences about how a table was read."""

    title: str
    context: str
    attributes: list[dict[str, Any]]
    options: list[dict[str, Any]]
    remarks: tuple[str, ...] = ()

    def table(self) -> str:
        """Return the options as lines of columns, every character in them visible."""
        rows = [[_heading(attribute) for attribute in self.attributes]]
        for option in self.options:
            rows.append(
                [
                    visible(format_value(option.get(one["name"]), {**one, "unit": None}), 40)
                    for one in self.attributes
                ]
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join(f"  {line}" for line in lines) + "\n"

    def name(self, option: dict[str, Any]) -> str:
        """Return what an option is called, every character in it visible."""
        return visible(format_value(option[self.attributes[0]["name"]], self.attributes[0]))


def read_question(source: str, title: str | None = None) -> Question:
    """Return the question in the file `source` (a recipe when it ends in `.json`, otherwise a
    table), or in the template of that name where there is no such file.

    A pipe, or whatever else can be read, is a file too, read up to a bound; its content tells
    whether it is a recipe. A recipe's parties are not looked at. `title` replaces the one that
    comes with it; a table without one is called like its file. Raises `QuestionError`.
    """
    try:
        path = Path(source)
        if path.exists() and not path.is_dir():
            read = _from_file(path)
        elif source in templates.names():
            template = templates.load(source)
            return Question(
                _title(title or template["title"]),
                template["context"],
                template["attributes"],
                template["options"],
            )
        else:
            known = ", ".join(templates.names())
            raise QuestionError(
                f"{visible(source)} is neither a file nor a template. Templates: {known}."
            )
        attributes = read["attributes"]
        return Question(
            _title(title or read["title"] or _name_of(path)),
            read["context"],
            attributes,
            _options(read["rows"], attributes),
            tuple(remark["message"] for remark in read["remarks"]),
        )
    except (RecipeError, TableError, TextError) as error:
        raise QuestionError(f"{visible(source)}: {error}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, QuestionError):
            raise
        raise QuestionError(f"{visible(source)} cannot be opened.") from None


def _from_file(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        data = file.read(MAX_TABLE_BYTES + 1)
    is_named = path.suffix.lower() == ".json"
    if is_named or (not path.is_file() and data.lstrip().startswith(b"{")):
        return read_recipe(data)
    return {"title": "", "context": "", **read_table(data).to_dict()}


def _name_of(path: Path) -> str:
    # What a shell calls a pipe says nothing: /dev/fd/63.
    return path.stem if path.is_file() else "Decision"


def _options(rows: list[list[str]], attributes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    options, seen = [], set()
    for number, row in enumerate(rows, 1):
        option = {}
        for cell, attribute in zip(row, attributes, strict=True):
            try:
                value = parse_cell(cell, attribute["type"], attribute["unit"])
            except CellError as error:
                name = visible(attribute["name"])
                raise QuestionError(f"Option {number}, {name}: {error}") from None
            if value is not None:
                option[attribute["name"]] = value
        if attributes[0]["name"] not in option:
            raise QuestionError(f"Option {number} has no name in the first column.")
        text = canonical_json(option)
        if text in seen:
            raise QuestionError(f"Option {number} says the same as one above.")
        seen.add(text)
        options.append(option)
    if len(options) < MIN_OPTIONS:
        raise QuestionError(f"A decision needs at least {MIN_OPTIONS} options.")
    return options


def _title(text: str) -> str:
    return clean_line(text, MAX_TITLE_LENGTH)


def _heading(attribute: dict[str, Any]) -> str:
    unit = f" ({attribute['unit']})" if attribute["unit"] else ""
    return visible(attribute["name"] + unit, 40)
