"""The inputs of every measurement: the same for both sides, the same on every machine.

Imports the standard library alone, so that either package can be measured with it.
"""

from __future__ import annotations

import random
from typing import Any

AREAS = ("Centre", "North", "South", "East", "West", "Harbour", "Old town", "Hill")


def recipe(options: int, parties: int) -> dict[str, Any]:
    """A decision over so many options by so many parties, each with five red lines and five wishes
    about values of every kind: few and many different ones, whole and fractional, text, yes and no.
    """
    chance = random.Random(2024)
    return {
        "title": "Which flat?",
        "options": [_flat(chance, number) for number in range(options)],
        "parties": [_party(chance, number) for number in range(parties)],
    }


def _flat(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "name": f"Flat {number}",
        "rent": chance.randint(400, 1500),
        "size": round(chance.uniform(15, 120), 1),
        "commute": chance.randint(5, 90),
        "deposit": chance.uniform(0, 3000),
        "area": chance.choice(AREAS),
        "balcony": chance.random() < 0.6,
    }


def _party(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "owner": f"Person {number}",
        "hard": [
            {"attr": "rent", "op": "<=", "value": chance.randint(1350, 1500)},
            {"attr": "commute", "op": "<", "value": chance.randint(80, 95)},
            {"attr": "size", "op": ">=", "value": chance.uniform(15, 25)},
            {"attr": "deposit", "op": "<=", "value": chance.uniform(2700, 3000)},
            {"attr": "area", "op": "not_in", "value": [chance.choice(AREAS)]},
        ],
        "utility": [
            {"attr": "rent", "weight": 3, "direction": "lower", "lo": 500, "hi": 1200},
            {"attr": "commute", "weight": 2, "direction": "lower", "lo": 10, "hi": 60},
            {"attr": "deposit", "weight": 0.7, "direction": "lower", "lo": 100.5, "hi": 2000.5},
            {"attr": "area", "weight": chance.uniform(0.5, 2), "prefer": chance.choice(AREAS)},
            {"attr": "balcony", "weight": 1, "prefer": True},
        ],
    }
