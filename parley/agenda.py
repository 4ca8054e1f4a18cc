"""The agenda: the question of one round, as exact text. It never changes once it is published."""

import datetime
import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from parley import __version__, dsse
from parley.body import is_hex, read_body
from parley.canonical import canonical_json
from parley.names import OwnerError, clean_owner, owner_key
from parley.options import (
    MAX_ATTRIBUTES,
    MAX_OPTIONS,
    MIN_OPTIONS,
    attribute_key,
    is_attribute,
    is_value,
)
from parley.text import TextError, clean_line, clean_paragraphs

AGENDA_TYPE = "parley/2/agenda"
RULE = "max-min/1024"
MODE = "server"
ENGINE = f"parley {__version__}"

MAX_AGENDA_BYTES = 256 * 1024
MAX_TITLE_LENGTH = 200
MAX_CONTEXT_LENGTH = 4000
MAX_ENGINE_LENGTH = 200
MIN_PEOPLE = 2
MAX_PEOPLE = 30
MAX_ROUND = 1000

_PLACE = frozenset({"coordinator", "decision", "round", "previous", "rule", "mode"})
_WORDS = frozenset({"title", "context", "engine", "deadline"})
_TABLE = frozenset({"people", "names", "attributes", "options"})
_FIELDS = _PLACE | _WORDS | _TABLE
_ENDS = frozenset({"deadlock", "declined", "void"})
_DEADLINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


class AgendaError(ValueError):
    """A text that is no agenda, or values that make none.

    `code` is one of those of `parley.body.read_body` (`"not-text"`, `"too-large"`, `"not-json"`,
    `"fields"`, `"not-canonical"`), the name of the wrong field (`"coordinator"`, `"decision"`,
    `"round"`, `"previous"`, `"title"`, `"context"`, `"attributes"`, `"options"`, `"rule"`,
    `"mode"`, `"names"`, `"people"`, `"deadline"`, `"engine"`), or, for the table, `"attribute"`,
    `"attribute-twice"`, `"too-few-options"`, `"too-many-options"`, `"option"` (no object, or an
    attribute that there is not), `"option-name"` (the first attribute is missing),
    `"option-value"`, `"same-options"`.

    `path` says where, with indexes from 0 (`"attributes.1"`, `"options.3"`, `"options.3.rent"`,
    `"names.0"`), or is None for the text as a whole. The message is a plain sentence.
    """

    def __init__(self, code: str, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


def build_agenda(
    *,
    decision: str,
    round: int,
    title: str,
    context: str,
    attributes: Sequence[Mapping[str, Any]],
    options: Sequence[Mapping[str, Any]],
    people: int,
    names: Sequence[str] | None = None,
    previous: Mapping[str, Any] | None = None,
    deadline: str | None = None,
    coordinator: str | None = None,
    engine: str | None = ENGINE,
) -> str:
    """Return the canonical text of an agenda.

    `decision` is 32 lower-case hex digits; `round` counts from 1; `title` (1 to 200 code points)
    and `context` (up to 4000) are cleaned first; `people` is 2 to 30; `names` are as many clean
    names, in any order (None: whoever joins); `previous` is `{"agenda", "roster", "end"}` in every
    round after the first; `deadline` is `YYYY-MM-DDTHH:MM:SSZ`; `coordinator` is the public key of
    the server, None in the unsigned tier. Attributes and options are those of `parley.options`.

    Raises `AgendaError` for everything that `read_agenda` would refuse.
    """
    if names is not None and not all(isinstance(name, str) for name in names):
        raise _wrong("names", "A name must be text.")
    body = {
        "coordinator": coordinator,
        "decision": decision,
        "round": round,
        "previous": previous,
        "title": _cleaned("title", clean_line, title, MAX_TITLE_LENGTH),
        "context": _cleaned("context", clean_paragraphs, context, MAX_CONTEXT_LENGTH),
        "attributes": list(attributes),
        "options": list(options),
        "rule": RULE,
        "mode": MODE,
        "names": sorted(names) if names is not None else None,
        "people": people,
        "deadline": deadline,
        "engine": engine,
    }
    try:
        text = canonical_json(body)
    except TypeError:
        raise AgendaError("not-json", "This holds a value that has no canonical form.") from None
    read_agenda(text)
    return text


def read_agenda(text: str) -> dict[str, Any]:
    """Return the fields of an agenda, every one of them checked.

    Raises `AgendaError`. Not guaranteed: who wrote it, that the previous agenda exists, or that
    `engine` says anything true.
    """
    agenda = _read_once(text)[0]
    # The caller's own, all of it.
    return {name: _copied(value) for name, value in agenda.items()}


def option_texts(text: str) -> tuple[str, ...]:
    """Return the canonical text of each option of an agenda, in order. Raises `AgendaError`."""
    return _read_once(text)[1]


def _read_once(text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    return _read(text) if type(text) is str else _read.__wrapped__(text)


# The same question is read again with every keystroke of a preview, and several times in one call.
@functools.lru_cache(maxsize=4)
def _read(text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    agenda = read_body(text, _FIELDS, max_bytes=MAX_AGENDA_BYTES, max_depth=4, error=AgendaError)
    _check_place(agenda)
    _check_words(agenda)
    _check_people(agenda)
    _check_attributes(agenda["attributes"])
    return agenda, _check_options(agenda["options"], agenda["attributes"])


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_copied, value))
    # The objects in an agenda hold plain values alone.
    return value.copy() if isinstance(value, dict) else value


def agenda_digest(text: str) -> str:
    """Return the digest of an agenda's text, 64 lower-case hex digits. Checks nothing."""
    return dsse.digest(AGENDA_TYPE, text)


def _check_place(agenda: dict[str, Any]) -> None:
    if agenda["coordinator"] is not None and not is_hex(agenda["coordinator"], 64):
        raise _wrong("coordinator", "The coordinator's key is 64 lower-case hex digits, or null.")
    if not is_hex(agenda["decision"], 32):
        raise _wrong("decision", "A decision's id is 32 lower-case hex digits.")
    if type(agenda["round"]) is not int or not 1 <= agenda["round"] <= MAX_ROUND:
        raise _wrong("round", "Rounds are whole numbers and count from 1.")
    if not _is_previous(agenda["previous"], agenda["round"]):
        raise _wrong("previous", "Every round but the first names the one before it.")
    if agenda["rule"] != RULE:
        raise _wrong("rule", f"The only rule is {RULE}.")
    if agenda["mode"] != MODE:
        raise _wrong("mode", f"The only mode is {MODE}.")


def _is_previous(previous: object, round: int) -> bool:
    if round == 1:
        return previous is None
    return (
        isinstance(previous, dict)
        and previous.keys() == {"agenda", "roster", "end"}
        and dsse.is_digest(previous["agenda"])
        and (previous["roster"] is None or dsse.is_digest(previous["roster"]))
        and isinstance(previous["end"], str)
        and previous["end"] in _ENDS
    )


def _check_words(agenda: dict[str, Any]) -> None:
    if agenda["title"] != _cleaned("title", clean_line, agenda["title"], MAX_TITLE_LENGTH):
        raise _wrong("title", "The title is not in clean form.")
    context = agenda["context"]
    if context != _cleaned("context", clean_paragraphs, context, MAX_CONTEXT_LENGTH):
        raise _wrong("context", "The context is not in clean form.")
    engine = agenda["engine"]
    if engine is not None and engine != _cleaned("engine", clean_line, engine, MAX_ENGINE_LENGTH):
        raise _wrong("engine", "The engine's name is not in clean form.")
    if agenda["deadline"] is not None and not _is_time(agenda["deadline"]):
        raise _wrong("deadline", "A deadline is written as 2026-12-31T18:00:00Z, or null.")


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not _DEADLINE.fullmatch(value):
        return False
    try:
        datetime.datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _check_people(agenda: dict[str, Any]) -> None:
    people, names = agenda["people"], agenda["names"]
    if type(people) is not int or not MIN_PEOPLE <= people <= MAX_PEOPLE:
        raise _wrong("people", f"{MIN_PEOPLE} to {MAX_PEOPLE} people take part.")
    if names is None:
        return
    if not isinstance(names, list) or len(names) != people:
        raise _wrong("names", "There must be as many names as people.")
    keys = set()
    for index, name in enumerate(names):
        path = f"names.{index}"
        try:
            if clean_owner(name) != name:
                raise AgendaError("names", "This name is not in clean form.", path)
        except OwnerError as fault:
            raise AgendaError("names", str(fault), path) from None
        keys.add(owner_key(name))
        if len(keys) != index + 1:
            raise AgendaError("names", "Two people have the same name.", path)
    if names != sorted(names):
        raise _wrong("names", "The names are not in order.")


def _check_attributes(attributes: object) -> None:
    if not isinstance(attributes, list) or not 1 <= len(attributes) <= MAX_ATTRIBUTES:
        raise _wrong("attributes", f"Options have 1 to {MAX_ATTRIBUTES} attributes.")
    keys = set()
    for index, attribute in enumerate(attributes):
        path = f"attributes.{index}"
        if not is_attribute(attribute):
            raise AgendaError("attribute", "An attribute has a name, a type and a unit.", path)
        keys.add(attribute_key(attribute["name"]))
        if len(keys) != index + 1:
            raise AgendaError("attribute-twice", "Two attributes have the same name.", path)


def _check_options(options: object, attributes: list[dict[str, Any]]) -> tuple[str, ...]:
    if not isinstance(options, list):
        raise _wrong("options", "The options must be a list.")
    if len(options) < MIN_OPTIONS:
        raise AgendaError(
            "too-few-options", f"There must be at least {MIN_OPTIONS} options.", "options"
        )
    if len(options) > MAX_OPTIONS:
        raise AgendaError(
            "too-many-options", f"There can be at most {MAX_OPTIONS} options.", "options"
        )
    types = {attribute["name"]: attribute["type"] for attribute in attributes}
    seen: dict[str, int] = {}
    for index, option in enumerate(options):
        path = f"options.{index}"
        _check_option(option, types, attributes[0]["name"], path)
        first = seen.setdefault(canonical_json(option), index)
        if first != index:
            raise AgendaError(
                "same-options", f"Options {first + 1} and {index + 1} are identical.", path
            )
    return tuple(seen)


def _check_option(option: object, types: dict[str, str], name: str, path: str) -> None:
    if not isinstance(option, dict) or not option.keys() <= types.keys():
        raise AgendaError("option", "An option has no other attributes than those listed.", path)
    if name not in option:
        raise AgendaError("option-name", "Every option needs its first attribute.", path)
    for attribute, value in option.items():
        if not is_value(value, types[attribute]):
            raise AgendaError(
                "option-value",
                "This value does not fit the type of its attribute.",
                f"{path}.{attribute}",
            )


def _cleaned(field: str, clean: Any, text: Any, limit: int) -> str:
    try:
        return clean(text, limit)
    except TextError as fault:
        raise _wrong(field, str(fault)) from None


def _wrong(field: str, message: str) -> AgendaError:
    return AgendaError(field, message, field)
