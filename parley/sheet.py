"""The private sheet file `parley-sheet/1`: what one person cannot accept and what they wish for.

    {"format": "parley-sheet/1", "owner": "Ana", "anything": false,
     "red_lines": [{"attr": "rent", "op": "<=", "value": 700}],
     "wishes": [{"attr": "rent", "weight": 2, "direction": "lower", "lo": 500, "hi": 900},
                {"attr": "area", "weight": 1, "prefer": "Centre"}],
     "options": {"<option digest>": {"red_line": true, "rating": 80}},
     "python": [{"name": "not too far", "code": "option['commute'] <= 30", "on": true}]}

A red line says what must hold; what crosses one scores 0 (`parley.scoring` has the arithmetic).
Rules in Python are red lines too. They are not run here: a sheet is told what came of running them
(`with_python_results`), and says nothing at all about an option before it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from parley import strict
from parley.cells import MAX_CELL_LENGTH, is_in_range
from parley.dsse import is_digest
from parley.names import OwnerError, clean_owner
from parley.options import MAX_NAME_LENGTH, is_date, option_digest
from parley.preferences import HardConstraint, PreferenceSheet
from parley.python_rules import (
    MAX_RULES,
    PythonRule,
    RuleResultsError,
    crossed_by_option,
    read_rule,
)
from parley.scoring import BEST_SCORE, average_1024, fulfilled
from parley.spec import DIRECTIONS, OPERATORS, ORDERINGS, Constraint, is_number

FORMAT = "parley-sheet/1"
MAX_SHEET_BYTES = 64 * 1024
MAX_ENTRIES = 200
MIN_WEIGHT = 0.001
MAX_WEIGHT = 1000
RATING_WEIGHT = 2

_FIELDS = frozenset({"format", "owner", "anything", "red_lines", "wishes", "options", "python"})
_RED_LINE_FIELDS = frozenset({"attr", "op", "value"})
_SCALE_FIELDS = frozenset({"attr", "weight", "direction", "lo", "hi"})
_PREFER_FIELDS = frozenset({"attr", "weight", "prefer"})
_RULE_FIELDS = frozenset({"red_line", "rating"})


class SheetError(ValueError):
    """A text that is no sheet.

    `code` is one of `"not-text"`, `"too-large"` (over 64 KiB), `"not-json"`, `"fields"`,
    `"format"`, `"owner"`, `"anything"`, `"red-lines"`, `"wishes"`, `"options"` (no list or object,
    or more than 200 entries), `"python"` (no list, or more than 20), `"red-line"`, `"wish"`,
    `"option"` and `"python-rule"` (one entry is malformed). `path` says where, with indexes from 0
    (`"red_lines.2"`, `"wishes.0"`, `"python.1"`, `"options"`), or is None. The message is a plain
    sentence that repeats nothing of the sheet.
    """

    def __init__(self, code: str, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


@dataclass(frozen=True)
class Answer:
    """What a sheet says about one option.

    `acceptable` and `score_1024` (0 to 1024, 0 when rejected) are what leaves the browser.
    `crossed` is private, for the owner's page alone: `{"kind": "attribute", "index": i}` for red
    line i of the sheet, `{"kind": "option"}` for the option's own red line, `{"kind": "python",
    "index": i}` for rule i of its `python`.
    """

    acceptable: bool
    score_1024: int
    crossed: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Sheet:
    """A sheet that was read and checked. Private: it never leaves the owner's side.

    `anything` means that every option is acceptable with the best score; the other entries are then
    kept but do not count.
    """

    owner: str
    anything: bool
    red_lines: tuple[Constraint, ...]
    wishes: tuple[dict[str, Any], ...]
    options: dict[str, dict[str, Any]]
    python: tuple[PythonRule, ...] = ()
    # By option digest: the rules of `python` that it crosses. What is not in it was not run.
    crossed_python: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def with_python_results(
        self, options: Sequence[dict[str, Any]], results: list[list[str]] | None
    ) -> "Sheet":
        """Return this sheet knowing what its rules in Python said about one decision's options.

        `results` has one list per switched-on rule, in their order, of one result per option:
        `"passed"`, `"crossed"` or `"error"`; anything but `"passed"` crosses the line. None fits a
        sheet without such rules. Raises `RuleResultsError`.
        """
        if self.anything:
            return self
        crossed = crossed_by_option(self.python, results, len(options))
        digests = map(option_digest, options) if self._runs_python() else ()
        return replace(self, crossed_python=dict(zip(digests, crossed, strict=False)))

    def answers(self, agenda: Mapping[str, Any]) -> list[Answer]:
        """Return one answer for each option of an agenda (as `read_agenda` gives it), in order.

        Raises `RuleResultsError` as `answer` does.
        """
        return [self.answer(option) for option in agenda["options"]]

    def answer(self, option: dict[str, Any]) -> Answer:
        """Return what the sheet says about one option.

        The score is the weighted average of all wishes that speak about the option, in 1024ths,
        rounded half to even: every wish of `wishes`, from 0 to 1 each, and a rating as a wish of
        weight 2 about this option alone. Without any it is 512.

        A wish about a missing attribute, or a value of another kind, gives 0 and keeps its weight.
        A red line about one is crossed, whatever its operator. What is no object is rejected.

        Raises `RuleResultsError` when a rule in Python is switched on and this sheet was not told
        what it says about this option.
        """
        if not isinstance(option, dict):
            return Answer(False, 0, ())
        if self.anything:
            return Answer(True, BEST_SCORE, ())
        digest = option_digest(option) if self.options or self._runs_python() else ""
        rule = self.options.get(digest, {})
        crossed = tuple(self._crossed(option, digest, rule))
        return Answer(not crossed, 0 if crossed else self._score(option, rule), crossed)

    def preference_sheet(self, options: Iterable[dict[str, Any]]) -> PreferenceSheet:
        """Return the same rules for `parley.ratify` and `verify_non_betrayal`, over one decision's
        options: an outcome that is none of them is rejected, even with `anything`.

        Evaluating it raises `RuleResultsError` as `answer` does.
        """
        known = {option_digest(option) for option in options}

        def answer(option: Any) -> Answer:
            return self.answer(option) if option_digest(option) in known else Answer(False, 0, ())

        return PreferenceSheet(
            self.owner,
            hard=[HardConstraint("the sheet", lambda option: answer(option).acceptable)],
            utility=lambda option: answer(option).score_1024 / BEST_SCORE,
        )

    def _runs_python(self) -> bool:
        return any(rule.on for rule in self.python)

    def _crossed(
        self, option: dict[str, Any], digest: str, rule: dict[str, Any]
    ) -> Iterable[dict[str, Any]]:
        for index, line in enumerate(self.red_lines):
            if not _holds(line, option):
                yield {"kind": "attribute", "index": index}
        if rule.get("red_line"):
            yield {"kind": "option"}
        if self._runs_python():
            for index in self._python_crossed(digest):
                yield {"kind": "python", "index": index}

    def _python_crossed(self, digest: str) -> tuple[int, ...]:
        if digest not in self.crossed_python:
            raise RuleResultsError(
                "python-results-missing", "A rule in Python was not run on this option."
            )
        return self.crossed_python[digest]

    def _score(self, option: dict[str, Any], rule: dict[str, Any]) -> int:
        parts = [(wish["weight"], *fulfilled(wish, option)) for wish in self.wishes]
        rating = rule.get("rating")
        if rating is not None:
            parts.append((RATING_WEIGHT, rating, 100))
        return average_1024(parts)


def read_sheet(text: str) -> Sheet:
    """Return the sheet that a text holds, every entry checked; raises `SheetError`.

    The text need not be canonical. Not guaranteed: that the attributes it speaks about exist; a red
    line about one that does not is crossed by every option.
    """
    if not isinstance(text, str):
        raise SheetError("not-text", "A sheet must be text.")
    try:
        data = strict.parse(text, max_bytes=MAX_SHEET_BYTES, max_depth=8)
    except strict.StrictError as fault:
        code = "too-large" if fault.code == "too-large" else "not-json"
        raise SheetError(code, str(fault)) from None
    if not isinstance(data, dict) or data.keys() != _FIELDS:
        raise SheetError("fields", "A sheet has exactly the fields of its format.")
    if data["format"] != FORMAT:
        raise SheetError("format", f"The format of a sheet is {FORMAT}.", "format")
    if not isinstance(data["anything"], bool):
        raise SheetError("anything", "`anything` is true or false.", "anything")
    _check_list(data, "red_lines", "red-lines")
    _check_list(data, "wishes", "wishes")
    _check_list(data, "python", "python", MAX_RULES)
    return Sheet(
        owner=_owner(data["owner"]),
        anything=data["anything"],
        red_lines=tuple(_red_line(line, i) for i, line in enumerate(data["red_lines"])),
        wishes=tuple(_wish(wish, i) for i, wish in enumerate(data["wishes"])),
        options=_option_rules(data["options"]),
        python=tuple(_python_rule(rule, i) for i, rule in enumerate(data["python"])),
    )


def _owner(value: Any) -> str:
    try:
        if clean_owner(value) == value:
            return value
    except OwnerError as fault:
        raise SheetError("owner", str(fault), "owner") from None
    raise SheetError("owner", "The name is not in clean form.", "owner")


def _check_list(data: dict[str, Any], field: str, code: str, most: int = MAX_ENTRIES) -> None:
    if not isinstance(data[field], list) or len(data[field]) > most:
        raise SheetError(code, f"This is a list of at most {most} entries.", field)


def _red_line(line: Any, index: int) -> Constraint:
    fault = SheetError("red-line", "This red line is malformed.", f"red_lines.{index}")
    if not isinstance(line, dict) or line.keys() != _RED_LINE_FIELDS or not _is_attr(line["attr"]):
        raise fault
    op, value = line["op"], line["value"]
    if not isinstance(op, str) or op not in OPERATORS:
        raise fault
    if op in ORDERINGS:
        sound = _is_measure(value)
    elif op in ("in", "not_in"):
        # An empty list would forbid everything or nothing, which nobody means to write.
        sound = isinstance(value, list) and 1 <= len(value) <= MAX_ENTRIES
        sound = sound and all(map(_is_plain, value))
    else:
        sound = _is_plain(value)
    if not sound:
        raise fault
    return Constraint(line["attr"], op, value)


def _wish(wish: Any, index: int) -> dict[str, Any]:
    fault = SheetError("wish", "This wish is malformed.", f"wishes.{index}")
    if not isinstance(wish, dict) or wish.keys() not in (_SCALE_FIELDS, _PREFER_FIELDS):
        raise fault
    weight = wish["weight"]
    if (
        not _is_attr(wish["attr"])
        or not is_number(weight)
        or not MIN_WEIGHT <= weight <= MAX_WEIGHT
    ):
        raise fault
    if "prefer" in wish:
        sound = _is_plain(wish["prefer"])
    else:
        lo, hi = wish["lo"], wish["hi"]
        sound = _is_measure(lo) and _is_measure(hi) and _kind(lo) == _kind(hi) and lo <= hi
        sound = sound and isinstance(wish["direction"], str) and wish["direction"] in DIRECTIONS
    if not sound:
        raise fault
    return wish


def _option_rules(rules: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(rules, dict) or len(rules) > MAX_ENTRIES:
        raise SheetError(
            "options", f"This is an object of at most {MAX_ENTRIES} entries.", "options"
        )
    for digest, rule in rules.items():
        if not is_digest(digest) or not isinstance(rule, dict) or not rule.keys() <= _RULE_FIELDS:
            raise SheetError("option", "A rule about one option is malformed.", "options")
        red_line, rating = rule.get("red_line", False), rule.get("rating", 0)
        if not isinstance(red_line, bool) or type(rating) is not int or not 0 <= rating <= 100:
            raise SheetError("option", "A rule about one option is malformed.", "options")
    return rules


def _python_rule(value: Any, index: int) -> PythonRule:
    rule = read_rule(value)
    if rule is None:
        raise SheetError("python-rule", "This rule in Python is malformed.", f"python.{index}")
    return rule


def _is_attr(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= MAX_NAME_LENGTH


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_CELL_LENGTH
    return isinstance(value, bool) or (is_number(value) and is_in_range(value))


def _is_measure(value: Any) -> bool:
    """Say whether a value can be more or less than another: a number or a date."""
    return is_date(value) or (is_number(value) and is_in_range(value))


def _holds(line: Constraint, option: dict[str, Any]) -> bool:
    # A value of another kind than the option's never equals it, so that "not 5" would hold for
    # every text: a line that cannot mean what it says must stop things, not let them through.
    found = option.get(line.attr)
    expected = line.value if line.op in ("in", "not_in") else [line.value]
    if not all(_kind(found) == _kind(value) for value in expected):
        return line.op == "in" and line.check(option)
    if line.op in ORDERINGS and not _is_measure(found):
        return False
    return line.check(option)


def _kind(value: Any) -> str:
    return "number" if is_number(value) else type(value).__name__
