"""The live preview of a large table: what a page asks with every change of a sheet."""

from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.workload import AREAS
from parley import bridge
from parley.agenda import build_agenda

TYPES = ("text", "whole", "decimal", "money", "date", "yes-no")


class Preview:
    """200 options with 20 attributes, ten red lines and ten wishes."""

    def __init__(self) -> None:
        chance = random.Random(2024)
        types = ["text", *(TYPES[number % len(TYPES)] for number in range(19))]
        attributes = [
            {"name": f"Attribute {number}", "type": type, "unit": None}
            for number, type in enumerate(types)
        ]
        options = [
            {attr["name"]: _value(chance, attr["type"]) for attr in attributes}
            | {attributes[0]["name"]: f"Größere Wohnung {number}"}
            for number in range(200)
        ]
        spoken_of = [attr for attr in attributes[1:] if attr["type"] != "yes-no"][:10]
        sheet = {
            "format": "parley-sheet/1",
            "owner": "Ana",
            "anything": False,
            "red_lines": [_red_line(attr) for attr in spoken_of],
            "wishes": [_wish(attr) for attr in spoken_of],
            "options": {},
            "python": [],
        }
        agenda = build_agenda(
            decision="0" * 32,
            round=1,
            title="Which flat?",
            context="",
            attributes=attributes,
            options=options,
            people=3,
        )
        call = {"agenda": agenda, "sheet": json.dumps(sheet), "owner": "Ana", "nonce": "a" * 64}
        self.call = json.dumps(call)

    def run(self) -> None:
        assert "ok" in json.loads(bridge.call("preview", self.call))


def _value(chance: random.Random, type: str) -> Any:
    return {
        "text": chance.choice(AREAS),
        "whole": chance.randint(0, 2000),
        "decimal": chance.randint(0, 2000) + 0.5,
        "money": chance.randint(0, 2000),
        "date": f"2027-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
        "yes-no": chance.random() < 0.5,
    }[type]


def _red_line(attr: dict[str, Any]) -> dict[str, Any]:
    op, value = {"text": ("!=", "Nowhere"), "date": ("<=", "2027-12-20")}.get(
        attr["type"], ("<=", 1990)
    )
    return {"attr": attr["name"], "op": op, "value": value}


def _wish(attr: dict[str, Any]) -> dict[str, Any]:
    if attr["type"] == "text":
        return {"attr": attr["name"], "weight": 1.5, "prefer": AREAS[0]}
    lo, hi = ("2027-01-01", "2027-12-31") if attr["type"] == "date" else (100, 1900)
    return {"attr": attr["name"], "weight": 1, "direction": "lower", "lo": lo, "hi": hi}
