"""The private side: red lines and wishes as code, and what they say about one option."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

NEUTRAL_SCORE = 0.5


class UtilityError(ValueError):
    """A utility gave something that is no number: a fault of the sheet, not of the option."""


@dataclass(frozen=True)
class HardConstraint:
    """A red line: `predicate(option)` must return the literal `True`; anything else crosses it.

    `name` is for the owner alone and leaves the sheet only inside an `Evaluation`.
    """

    name: str
    predicate: Callable[[Any], bool]


@dataclass(frozen=True)
class Evaluation:
    """What a sheet says about one option. Private: `violated` names the crossed red lines.

    `feasible` is true when no line is crossed; `score` is in [0, 1] and does not depend on it.
    """

    feasible: bool
    violated: list[str]
    score: float


class PreferenceSheet:
    """One owner's red lines (`hard`) and wishes (`utility`, option -> number, higher is better).

    The two are never mixed: no score buys an option across a red line.
    """

    def __init__(
        self,
        owner: str,
        hard: Iterable[HardConstraint] | None = None,
        utility: Callable[[Any], float] | None = None,
    ) -> None:
        self.owner = owner
        self.hard = list(hard or ())
        self.utility = utility

    def evaluate(self, option: Any) -> Evaluation:
        """Run every red line and the utility on `option`.

        The score is the utility clamped to [0, 1], exactly 0.5 without a utility, computed for
        rejected options too. Raises `UtilityError` when the utility is NaN or no number; whatever a
        predicate or the utility raises passes through, so that nothing is accepted in silence.

        Not guaranteed: that predicates are pure. One that changes the option, or answers
        differently the second time, is the owner's own fault to find.
        """
        violated = [line.name for line in self.hard if line.predicate(option) is not True]
        return Evaluation(not violated, violated, self._score(option))

    def _score(self, option: Any) -> float:
        if self.utility is None:
            return NEUTRAL_SCORE
        value = self.utility(option)
        if type(value) is not float:
            value = _number(value)
        if math.isnan(value):
            raise UtilityError("the utility is NaN for an option")
        return min(1.0, max(0.0, value))


def _number(value: Any) -> float:
    if isinstance(value, (str, bytes, bytearray)):
        raise UtilityError("the utility is a text for an option, not a number")
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        raise UtilityError("the utility is no number for an option") from None
