"""A sheet file read in a decision: the same one, or another with some of its attributes."""

import json

from parley.bridge import call
from parley.options import option_digest
from tests.parley.flat import AGENDA, AGREEING, BY_NAME, write_sheet


def fit(sheet, agenda=AGENDA):
    return json.loads(call("read_sheet", json.dumps({"sheet": sheet, "agenda": agenda})))


def test_a_sheet_of_this_decision_comes_back_whole():
    for sheet in AGREEING.values():
        found = fit(sheet)["ok"]
        assert (found.pop("missing"), found.pop("other_options")) == ([], 0)
        assert {"format": "parley-sheet/1", **found} == json.loads(sheet)


def test_what_this_decision_has_not_is_said_by_name_and_left_out():
    garden = option_digest(BY_NAME["Canal Walk 15"])
    sheet = write_sheet(
        "Ana",
        red_lines=[("size", ">=", 50), ("rent", "<=", 1600), ("floor", "<=", 3)],
        wishes=[
            {"attr": "floor", "weight": 1, "prefer": 2},
            {"attr": "balcony", "weight": 1, "prefer": True},
        ],
        options={garden: {"rating": 20}, "a" * 64: {"red_line": True}},
    )
    found = fit(sheet)["ok"]
    assert found["missing"] == ["floor", "size"]
    assert found["other_options"] == 1
    assert found["red_lines"] == [{"attr": "rent", "op": "<=", "value": 1600}]
    assert [wish["attr"] for wish in found["wishes"]] == ["balcony"]
    assert found["options"] == {garden: {"rating": 20}}


def test_rules_in_python_come_along_as_they_are():
    rules = [{"name": "a", "code": "option['floor'] < 3", "on": True}]
    sheet = json.dumps({**json.loads(AGREEING["Ana"]), "python": rules})
    assert fit(sheet)["ok"]["python"] == rules


def test_what_is_no_sheet_is_refused():
    assert fit("{}")["error"]["code"] == "sheet-fields"
    assert fit("\ufeff" + AGREEING["Ana"])["error"]["code"] == "sheet-not-json"
    assert fit(AGREEING["Ana"], "{}")["error"]["code"] == "agenda-fields"
