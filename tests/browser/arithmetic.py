"""What a sheet answers, worked out by hand for the tests: it shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction

from parley.templates import load

FLATS = load("shared-flat")["options"]

Fulfilment = Callable[[dict], Fraction]


def better(attribute: str, *, lower: bool) -> Fulfilment:
    """How well a flat fulfils "lower (or higher) is better": 1 for the best, 0 for the worst."""
    values = [measure(flat[attribute]) for flat in FLATS]
    least, most = min(values), max(values)

    def fulfilment(flat: dict) -> Fraction:
        share = (measure(flat[attribute]) - least) / (most - least)
        return 1 - share if lower else share

    return fulfilment


def preferred(attribute: str, value: object) -> Fulfilment:
    return lambda flat: Fraction(flat[attribute] == value)


def measure(value: object) -> Fraction:
    if isinstance(value, str):
        return Fraction(date.fromisoformat(value).toordinal())
    return Fraction(value)


def answers(
    *,
    refused: Callable[[dict], bool] = lambda flat: False,
    wishes: list[tuple[int, Fulfilment]] = (),
    ratings: dict[str, int] | None = None,
) -> list[list]:
    """[acceptable, score in 1024ths] for each flat. A rating weighs 2; no wish at all is a half."""
    out = []
    for flat in FLATS:
        parts = [(weight, fulfilment(flat)) for weight, fulfilment in wishes]
        if flat["flat"] in (ratings or {}):
            parts.append((2, Fraction(ratings[flat["flat"]], 100)))
        total = sum(weight for weight, _ in parts)
        score = sum(weight * part for weight, part in parts) / total if parts else Fraction(1, 2)
        out.append([False, 0] if refused(flat) else [True, round(score * 1024)])
    return out
