"""The shared flat, its agenda, and the private sheets of Ana, Bob and Cara."""

import json
from types import SimpleNamespace

from parley import templates
from parley.agenda import build_agenda
from parley.ballot import build_ballot
from parley.options import option_digest
from parley.record import build_record
from parley.sheet import FORMAT, read_sheet

NONCES = {"Ana": "a" * 64, "Bob": "b" * 64, "Cara": "c" * 64}

_TEMPLATE = templates.load("shared-flat")
OPTIONS = _TEMPLATE["options"]
BY_NAME = {option["flat"]: option for option in OPTIONS}
AGENDA = build_agenda(
    decision="0123456789abcdef" * 2,
    round=1,
    **{field: value for field, value in _TEMPLATE.items() if field != "name"},
)


def write_sheet(owner, *, red_lines=(), wishes=(), options=None, anything=False):
    """The text of a sheet; a red line is (attribute, operator, value)."""
    return json.dumps(
        {
            "format": FORMAT,
            "owner": owner,
            "anything": anything,
            "red_lines": [{"attr": a, "op": op, "value": value} for a, op, value in red_lines],
            "wishes": list(wishes),
            "options": options or {},
            "python": [],
        }
    )


def lower_is_better(attr, lo, hi, weight=1):
    return {"attr": attr, "weight": weight, "direction": "lower", "lo": lo, "hi": hi}


# They leave Orchard Road 8 and Canal Walk 15 to all three, and the first is better.
AGREEING = {
    "Ana": write_sheet(
        "Ana",
        red_lines=[("rent", "<=", 1600)],
        wishes=[lower_is_better("rent", 1200, 1900, weight=2)],
    ),
    "Bob": write_sheet(
        "Bob",
        red_lines=[("commute", "<=", 30), ("area", "!=", "Station")],
        wishes=[
            lower_is_better("commute", 5, 45),
            {"attr": "balcony", "weight": 1, "prefer": True},
        ],
    ),
    "Cara": write_sheet(
        "Cara",
        red_lines=[("free from", ">=", "2027-02-01")],
        wishes=[lower_is_better("free from", "2027-02-01", "2027-04-02")],
        options={option_digest(BY_NAME["Canal Walk 15"]): {"rating": 20}},
    ),
}

DEADLOCKED = {
    **AGREEING,
    "Cara": write_sheet("Cara", red_lines=[("free from", "<", "2027-02-01")]),
}


def decide(sheets):
    """From sheets by owner to ballots by owner and the record."""
    ballots = {}
    for owner, text in sheets.items():
        answers = read_sheet(text).answers(json.loads(AGENDA))
        pairs = [(answer.acceptable, answer.score_1024) for answer in answers]
        ballots[owner] = build_ballot(AGENDA, owner, NONCES[owner], pairs)
    return SimpleNamespace(ballots=ballots, record=build_record(AGENDA, list(ballots.values())))
