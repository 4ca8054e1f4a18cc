"""Rules in Python on a private sheet: their shape, and what came of running them.

    {"name": "not too far", "code": "option['commute'] <= 30", "on": true}

Nothing here runs any of it. Code that somebody pasted runs in an isolation of its own
(`parley.rule_run`); the engine is only told what came out, and counts everything but `"passed"` as
a crossed line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MAX_RULES = 20
MAX_RULE_NAME_LENGTH = 80
MAX_CODE_BYTES = 4 * 1024

PASSED, CROSSED, ERROR = RESULTS = ("passed", "crossed", "error")

_FIELDS = frozenset({"name", "code", "on"})


class RuleResultsError(ValueError):
    """Results that do not fit the rules that are switched on.

    `code` is `"python-results-missing"` (a rule that is switched on has none: without them nothing
    can be called acceptable) or `"python-results"` (they are not one list per switched-on rule of
    one result per option).
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class PythonRule:
    """One rule. `name` is for its owner (0 to 80 characters), `code` the source, at most 4 KiB.

    A rule that is not `on` does not count and is never run.
    """

    name: str
    code: str
    on: bool


def read_rule(rule: Any) -> PythonRule | None:
    """Return the rule that one entry of a sheet's `python` is, or None where it is malformed."""
    return PythonRule(**rule) if _is_rule(rule) else None


def _is_rule(rule: Any) -> bool:
    return (
        isinstance(rule, dict)
        and rule.keys() == _FIELDS
        and isinstance(rule["name"], str)
        and len(rule["name"]) <= MAX_RULE_NAME_LENGTH
        and isinstance(rule["code"], str)
        and len(rule["code"].encode()) <= MAX_CODE_BYTES
        and isinstance(rule["on"], bool)
    )


def crossed_by_option(
    rules: Sequence[PythonRule], results: Any, option_count: int
) -> list[tuple[int, ...]]:
    """Return for each option the indexes in `rules` of the switched-on rules that it crosses.

    `results` has one list per switched-on rule, in their order, of one result per option:
    `"passed"`, `"crossed"` or `"error"` (it raised, or was stopped). None stands for no results.
    Raises `RuleResultsError`.
    """
    on = [index for index, rule in enumerate(rules) if rule.on]
    if on and not results:
        raise RuleResultsError(
            "python-results-missing", "A rule in Python is switched on and was not run."
        )
    if not _fit(results or [], len(on), option_count):
        raise RuleResultsError(
            "python-results", "The results are not those of the rules that are switched on."
        )
    return [
        tuple(index for index, row in zip(on, results or [], strict=True) if row[option] != PASSED)
        for option in range(option_count)
    ]


def _fit(results: Any, rule_count: int, option_count: int) -> bool:
    return (
        isinstance(results, list)
        and len(results) == rule_count
        and all(
            isinstance(row, list)
            and len(row) == option_count
            and all(isinstance(result, str) and result in RESULTS for result in row)
            for row in results
        )
    )
