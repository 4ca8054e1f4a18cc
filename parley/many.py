"""One sheet's answers about many options at once: those that `Agent.consider` gives one by one.

A sheet of plain rules is asked column by column: what it says about an option depends on the values
of single attributes alone, so that a rule can go through all values of its attribute in one call
that runs in C. A sheet with code of its own has to be asked one option at a time.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from itertools import repeat
from typing import Any

from parley.agent import REASON_OK, REASON_RED_LINE, Agent, Verdict
from parley.plain_rules import ORDERINGS, Constraint, UtilityTerm, WeightedAverage
from parley.preferences import NEUTRAL_SCORE, HardConstraint, PreferenceSheet
from parley.verdicts import verdict_to_dict

_COMPARISONS = {**ORDERINGS, "==": operator.eq, "!=": operator.ne}
_AGENT_FIELDS = frozenset({"owner", "sheet"})
_SHEET_FIELDS = frozenset({"owner", "hard", "utility"})


class _Missing:
    """What stands in a column where an option lacks the attribute."""


_MISSING = _Missing()
_NUMBERS = frozenset({int, float})
_TEXTS = frozenset({str})
_SCALARS = frozenset({str, int, float, bool, type(None), _Missing})


class Column:
    """The values of one attribute over all options, and of which kinds they are."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.kinds = set(map(type, values))
        self.is_numbers = self.kinds <= _NUMBERS and _all_finite(values)
        self.is_texts = self.kinds <= _TEXTS

    def is_distinct(self) -> bool:
        """Return whether no two values are equal, and so no two have one canonical text."""
        return self.kinds <= _SCALARS and len(set(self.values)) == len(self.values)

    def each(self, judge: Any) -> list[Any]:
        """Return `judge(value)` for each value, asked once for values that are the same."""
        if not self.kinds <= _SCALARS:
            return list(map(judge, self.values))
        # With their types: 1, 1.0 and True would be one key.
        pairs = list(zip(self.values, map(type, self.values), strict=True))
        answers = {pair: judge(pair[0]) for pair in set(pairs)}
        return list(map(answers.__getitem__, pairs))


class Table:
    """Options, column by column. Nothing is guaranteed once an option is changed."""

    def __init__(self, options: Sequence[Any]) -> None:
        self.options = options
        self.is_plain = all(type(option) is dict for option in options)
        self._columns: dict[str, Column] = {}

    def column(self, attr: str) -> Column:
        """Return the values of an attribute."""
        if attr not in self._columns:
            self._columns[attr] = Column([option.get(attr, _MISSING) for option in self.options])
        return self._columns[attr]

    def tells_apart(self) -> bool:
        """Return whether no two options can have one canonical text, as far as that is quickly
        seen: they differ in every value of an attribute of the first one."""
        return bool(self.options and self.is_plain) and any(
            self.column(attr).is_distinct() for attr in self.options[0]
        )


def recorded_answers(agent: Any, table: Table) -> list[dict[str, Any]] | None:
    """Return the verdicts of `agent` on every option, as they are recorded: what
    `parley.transcript.verdict_to_dict` makes of those that `agent.consider` gives. None for an
    agent that has to be asked one option at a time."""
    if not table.is_plain or not _is_plain(agent):
        return None
    lines = [line.predicate.__self__ for line in agent.sheet.hard]
    holding = [_holding(line, table.column(line.attr)) for line in lines]
    acceptable = map(all, zip(*holding, strict=True)) if lines else [True] * len(table.options)
    accepted = verdict_to_dict(Verdict(agent.owner, True, NEUTRAL_SCORE, REASON_OK))
    rejected = verdict_to_dict(Verdict(agent.owner, False, 0.0, REASON_RED_LINE))
    verdicts = []
    for score, is_acceptable in zip(_scores(agent.sheet.utility, table), acceptable, strict=True):
        verdict = (accepted if is_acceptable else rejected).copy()
        if is_acceptable:
            verdict["score"] = score
        verdicts.append(verdict)
    return verdicts


def _is_plain(agent: Any) -> bool:
    # Exact types without anything added: what overrides or replaces a method has to be asked.
    if type(agent) is not Agent or vars(agent).keys() != _AGENT_FIELDS:
        return False
    sheet = agent.sheet
    if type(sheet) is not PreferenceSheet or vars(sheet).keys() != _SHEET_FIELDS:
        return False
    utility = sheet.utility
    return all(map(_is_plain_line, sheet.hard)) and (
        utility is None
        or (
            type(utility) is WeightedAverage
            and all(type(term) is UtilityTerm for term in utility.terms)
        )
    )


def _is_plain_line(line: Any) -> bool:
    if type(line) is not HardConstraint:
        return False
    predicate = line.predicate
    return (
        getattr(predicate, "__func__", None) is Constraint.check
        and type(predicate.__self__) is Constraint
    )


def _holding(line: Constraint, column: Column) -> list[bool]:
    if _is_like(line.value, column):
        compare = _COMPARISONS.get(line.op)
        if compare:
            return list(map(compare, column.values, repeat(line.value)))
    return column.each(lambda found: found is not _MISSING and line.holds_for(found))


def _is_like(value: Any, column: Column) -> bool:
    # Among finite numbers, and among texts, Python's operators mean what the rules mean.
    return (column.is_numbers and type(value) in _NUMBERS and _all_finite([value])) or (
        column.is_texts and type(value) is str
    )


def _scores(utility: WeightedAverage | None, table: Table) -> list[float]:
    if utility is None or not table.options:
        return [NEUTRAL_SCORE] * len(table.options)
    total = math.fsum(term.weight for term in utility.terms)
    if not total:
        return [NEUTRAL_SCORE] * len(table.options)
    parts = zip(
        *(_contributions(term, table.column(term.attr)) for term in utility.terms), strict=True
    )
    # No clamp: contributions are never negative, nor together above the weights.
    return [reached / total for reached in map(math.fsum, parts)]


def _contributions(term: UtilityTerm, column: Column) -> list[float]:
    nothing = term.weight * 0.0
    if column.is_numbers and term.prefer is None and None not in (term.direction, term.lo, term.hi):
        return _scaled(term, column.values)
    return column.each(lambda found: nothing if found is _MISSING else term.contribution_of(found))


def _scaled(term: UtilityTerm, values: list[float]) -> list[float]:
    # `UtilityTerm.contribution_of` written out, operation by operation: numbers with many
    # different values are what a large table is full of.
    weight, lo, hi = term.weight, term.lo, term.hi
    low, span = lo / 2, hi / 2 - lo / 2
    worst, best = (weight * 0.0, weight * 1.0)
    if lo == hi:
        return [worst if term.direction == "higher" else best] * len(values)
    if term.direction == "higher":
        return [
            worst if value <= lo else best if value >= hi else weight * ((value / 2 - low) / span)
            for value in values
        ]
    return [
        best if value <= lo else worst if value >= hi else weight * (1.0 - (value / 2 - low) / span)
        for value in values
    ]


def _all_finite(values: list[float]) -> bool:
    try:
        return all(map(math.isfinite, values))
    except OverflowError:
        # A whole number beyond every float, which only the rules themselves can judge.
        return False
