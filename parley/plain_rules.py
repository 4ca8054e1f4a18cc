"""Red lines and wishes as plain data: each speaks about one attribute, and none of them is code."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parley.canonical import canonical_json
from parley.preferences import NEUTRAL_SCORE

ORDERINGS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPERATORS = ("==", "!=", *ORDERINGS, "in", "not_in")
DIRECTIONS = ("higher", "lower")
# The weights of many wishes together are still finite.
MAX_WEIGHT = 1e300


@dataclass(frozen=True)
class Constraint:
    """What must hold: option[`attr`] `op` `value`. Ops: `== != < <= > >= in not_in`.

    Raises `ValueError` when made with an unknown operator or an attribute that is no text.
    """

    attr: str
    op: str
    value: Any

    def __post_init__(self) -> None:
        _check_attribute(self.attr)
        if self.op not in OPERATORS:
            raise ValueError("unknown operator in a constraint")

    def check(self, option: Any) -> bool:
        """Return whether `option` satisfies the constraint; never raises for JSON values.

        A missing attribute fails, whatever the operator. An ordering between a number and a text,
        or anything else that has no order, is False. Membership in something that is no list is
        False for `in` and for `not_in`. `!=` between types is True. A boolean is not a number.
        """
        if not isinstance(option, dict) or self.attr not in option:
            return False
        return self.holds_for(option[self.attr])

    def holds_for(self, found: Any) -> bool:
        """Return what `check` returns for an option whose attribute has the value `found`."""
        if self.op == "==":
            return equal(found, self.value)
        if self.op == "!=":
            return not equal(found, self.value)
        if self.op in ORDERINGS:
            return _comparable(found, self.value) and ORDERINGS[self.op](found, self.value)
        if not isinstance(self.value, (list, tuple)):
            return False
        return any(equal(found, item) for item in self.value) == (self.op == "in")

    def describe(self) -> str:
        """Return the constraint as a short text, for its owner: `rent <= 700`."""
        return f"{self.attr} {self.op.replace('_', ' ')} {canonical_json(self.value)}"

    def to_dict(self) -> dict[str, Any]:
        """Return `{"attr", "op", "value"}`."""
        return {"attr": self.attr, "op": self.op, "value": self.value}

    @classmethod
    def from_dict(cls, data: Any) -> Constraint:
        """Build from the shape of `to_dict`; other keys are ignored. Raises `ValueError`."""
        return cls(*(field_of(data, key, "a constraint") for key in ("attr", "op", "value")))


@dataclass(frozen=True)
class UtilityTerm:
    """A wish about one attribute: a value to `prefer`, or a `direction` (`"higher"` or `"lower"` is
    better) over the range [`lo`, `hi`]; `prefer` counts where both are given.

    `weight` is how much it matters beside the other terms. Raises `ValueError` for a weight or
    range that is no finite number, a negative weight or one above 1e300, an unknown direction, or
    `lo` above `hi`.
    """

    attr: str
    weight: float = 1.0
    prefer: Any = None
    direction: str | None = None
    lo: float | None = None
    hi: float | None = None

    def __post_init__(self) -> None:
        _check_attribute(self.attr)
        if not is_number(self.weight) or not 0 <= self.weight <= MAX_WEIGHT:
            raise ValueError("the weight of a wish must be a number from 0 up, and not above 1e300")
        if self.direction is not None and self.direction not in DIRECTIONS:
            raise ValueError("the direction of a wish is 'higher' or 'lower'")
        if not all(bound is None or is_number(bound) for bound in (self.lo, self.hi)):
            raise ValueError("the range of a wish must be made of numbers")
        if self.lo is not None and self.hi is not None and self.lo > self.hi:
            raise ValueError(
                "the range of a wish is inverted: its lower end is above its upper end"
            )

    def score(self, option: Any) -> tuple[float, float]:
        """Return (contribution, weight), the contribution in [0, weight].

        A missing attribute or range, or a value that is no number, contributes 0 and keeps its
        weight. With `lo` equal to `hi`, `"higher"` contributes 0 and `"lower"` the full weight.
        """
        if not isinstance(option, dict) or self.attr not in option:
            return self.weight * 0.0, self.weight
        return self.contribution_of(option[self.attr]), self.weight

    def contribution_of(self, found: Any) -> float:
        """Return the contribution of an option whose attribute has the value `found`."""
        return self.weight * self._fraction(found)

    def _fraction(self, found: Any) -> float:
        if self.prefer is not None:
            return 1.0 if equal(found, self.prefer) else 0.0
        if self.direction is None or self.lo is None or self.hi is None or not is_number(found):
            return 0.0
        if found <= self.lo or self.lo == self.hi:
            reached = 0.0
        elif found >= self.hi:
            reached = 1.0
        else:
            # Halved, so that the widest of ranges does not overflow.
            reached = (found / 2 - self.lo / 2) / (self.hi / 2 - self.lo / 2)
        return reached if self.direction == "higher" else 1.0 - reached

    def to_dict(self) -> dict[str, Any]:
        """Return the term with only the fields that say something."""
        data: dict[str, Any] = {"attr": self.attr, "weight": self.weight}
        for key in ("prefer", "direction", "lo", "hi"):
            if getattr(self, key) is not None:
                data[key] = getattr(self, key)
        return data

    @classmethod
    def from_dict(cls, data: Any) -> UtilityTerm:
        """Build from the shape of `to_dict`; other keys are ignored. Raises `ValueError`."""
        return cls(
            field_of(data, "attr", "a wish"),
            data.get("weight", 1.0),
            data.get("prefer"),
            data.get("direction"),
            data.get("lo"),
            data.get("hi"),
        )


@dataclass(frozen=True)
class WeightedAverage:
    """A utility: the weighted average of what the terms say about an option, in [0, 1]; 0.5 when
    there are no terms, or none with a weight above 0."""

    terms: tuple[UtilityTerm, ...]

    def __call__(self, option: Any) -> float:
        scored = [term.score(option) for term in self.terms]
        total = math.fsum(weight for _, weight in scored)
        if not total:
            return NEUTRAL_SCORE
        return math.fsum(contribution for contribution, _ in scored) / total


def is_number(value: Any) -> bool:
    """Return whether a JSON value is a finite number; a boolean is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def equal(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: numbers by value (1 is 1.0), booleans never
    numbers, lists and objects item by item, and nothing across types."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def field_of(data: Any, key: str, what: str) -> Any:
    """Return one field of plain data; raises `ValueError`, calling the whole `what`."""
    if not isinstance(data, dict):
        raise ValueError(f"{what} must be an object")
    if key not in data:
        raise ValueError(f"{what} lacks {key!r}")
    return data[key]


def _comparable(one: Any, other: Any) -> bool:
    return (is_number(one) and is_number(other)) or (
        isinstance(one, str) and isinstance(other, str)
    )


def _check_attribute(attr: Any) -> None:
    if not isinstance(attr, str) or not attr:
        raise ValueError("an attribute needs a name")
