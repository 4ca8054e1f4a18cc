"""Positions as plain data: recipes that can be stored and shown, and are never run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from parley import strict
from parley.agent import Agent
from parley.consensus import RULE, ConsensusResult, run_consensus
from parley.plain_rules import (
    DIRECTIONS,
    OPERATORS,
    ORDERINGS,
    Constraint,
    UtilityTerm,
    WeightedAverage,
    equal,
    field_of,
    is_number,
)
from parley.preferences import HardConstraint, PreferenceSheet

__all__ = [
    "DIRECTIONS",
    "OPERATORS",
    "ORDERINGS",
    "Constraint",
    "DecisionSpec",
    "PartySpec",
    "UtilityTerm",
    "equal",
    "is_number",
]


@dataclass(frozen=True)
class PartySpec:
    """One party of a recipe: red lines (`hard`) and wishes (`utility`)."""

    owner: str
    hard: list[Constraint] = field(default_factory=list)
    utility: list[UtilityTerm] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not isinstance(self.owner, str) or not self.owner:
            raise ValueError("a party needs an owner with a name")

    def to_sheet(self) -> PreferenceSheet:
        """Return the private sheet that this party describes."""
        return PreferenceSheet(
            self.owner,
            hard=[HardConstraint(line.describe(), line.check) for line in self.hard],
            utility=WeightedAverage(tuple(self.utility)) if self.utility else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return `{"owner", "hard", "utility"}`."""
        return {
            "owner": self.owner,
            "hard": [line.to_dict() for line in self.hard],
            "utility": [term.to_dict() for term in self.utility],
        }

    @classmethod
    def from_dict(cls, data: Any) -> PartySpec:
        """Build from the shape of `to_dict`; `hard` and `utility` may be absent, other keys are
        ignored. Raises `ValueError`."""
        return cls(
            field_of(data, "owner", "a party"),
            [Constraint.from_dict(item) for item in _items(data, "hard", "a party")],
            [UtilityTerm.from_dict(item) for item in _items(data, "utility", "a party")],
        )


@dataclass(frozen=True)
class DecisionSpec:
    """A whole decision as plain data: a recipe. All sheets lie in one hand, so it keeps no secrets
    between its parties."""

    title: str
    options: list[Any]
    parties: list[PartySpec]

    def to_agents(self) -> list[Agent]:
        """Return one agent per party, in the order of the recipe."""
        return [Agent(party.owner, party.to_sheet()) for party in self.parties]

    def run(self, rule: str = RULE) -> ConsensusResult:
        """Decide; see `parley.consensus.run_consensus`."""
        return run_consensus(self.to_agents(), self.options, rule=rule)

    def to_dict(self) -> dict[str, Any]:
        """Return `{"title", "options", "parties"}`."""
        return {
            "title": self.title,
            "options": list(self.options),
            "parties": [party.to_dict() for party in self.parties],
        }

    @classmethod
    def from_dict(cls, data: Any) -> DecisionSpec:
        """Build from the shape of `to_dict`; other keys, such as `presentation`, are ignored.
        Raises `ValueError`."""
        title = field_of(data, "title", "a recipe")
        if not isinstance(title, str):
            raise ValueError("the title of a recipe must be a text")
        for key in ("options", "parties"):
            field_of(data, key, "a recipe")
        parties = [PartySpec.from_dict(party) for party in _items(data, "parties", "a recipe")]
        return cls(title, list(_items(data, "options", "a recipe")), parties)

    @classmethod
    def from_json(cls, text: str | bytes) -> DecisionSpec:
        """Build from a recipe's text, read strictly. Raises `ValueError` (`StrictError` is one)."""
        return cls.from_dict(strict.parse(text))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DecisionSpec:
        """Build from a recipe file. Raises `ValueError` for its content, `OSError` for the file."""
        # Importing `pathlib` would be a part of every start of the engine in a browser.
        with open(path, "rb") as file:  # noqa: PTH123
            return cls.from_json(file.read(strict.MAX_BYTES + 1))


def _items(data: dict[str, Any], key: str, what: str) -> list[Any]:
    items = data.get(key, [])
    if not isinstance(items, list):
        raise ValueError(f"{key!r} of {what} must be a list")
    return items
