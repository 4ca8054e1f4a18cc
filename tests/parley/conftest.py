import json
from pathlib import Path

import pytest
from hypothesis import settings

from parley.agent import Agent
from parley.preferences import HardConstraint, PreferenceSheet

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

VECTORS = Path(__file__).parent.parent / "vectors"


@pytest.fixture
def quickstart():
    """Agents and options of the README's first example."""
    options = [
        {"venue": "rooftop", "cost": 900},
        {"venue": "garden", "cost": 600},
        {"venue": "diner", "cost": 300},
    ]
    ana = PreferenceSheet("Ana", utility=lambda o: 1.0 if o["venue"] == "rooftop" else 0.4)
    bob = PreferenceSheet(
        "Bob",
        hard=[HardConstraint("budget", lambda o: o["cost"] <= 700)],
        utility=lambda o: 1 - o["cost"] / 1000,
    )
    cara = PreferenceSheet("Cara", utility=lambda o: 0.9 if o["venue"] == "garden" else 0.5)
    return [Agent(sheet.owner, sheet) for sheet in (ana, bob, cara)], options


@pytest.fixture
def vector():
    """Reads a file of tests/vectors/, as a dict or as its bytes."""

    def read(name, *, raw=False):
        content = (VECTORS / name).read_bytes()
        return content if raw else json.loads(content)

    return read
