import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.spec import Constraint, DecisionSpec, PartySpec, UtilityTerm

FLAT = {"rent": 700, "area": "Centre", "balcony": True, "tags": ["quiet"], "floor": 2.0}


@pytest.mark.parametrize(
    ("attr", "op", "value", "passes"),
    [
        ("rent", "<=", 700, True),
        ("rent", "<", 700, False),
        ("rent", ">=", 700.0, True),
        ("rent", ">", 699.5, True),
        ("rent", "==", 700.0, True),
        ("floor", "==", 2, True),
        ("area", "==", "Centre", True),
        ("area", "!=", "centre", True),
        ("area", "<", "D", True),
        ("area", "in", ["Centre", "North"], True),
        ("area", "in", ("Centre",), True),
        ("area", "not_in", ["North"], True),
        ("area", "not_in", ["Centre"], False),
        ("tags", "==", ["quiet"], True),
        ("balcony", "==", True, True),
        # A boolean is not a number.
        ("balcony", "==", 1, False),
        ("balcony", "!=", 1, True),
        ("balcony", ">=", 1, False),
        ("balcony", "in", [1], False),
        ("rent", ">", False, False),
        # Nothing is ordered across types.
        ("rent", "<=", "900", False),
        ("area", ">", 5, False),
        ("tags", "<", ["z"], False),
        ("rent", "!=", "700", True),
        # Membership needs a list; a part of a text is none.
        ("area", "in", "Centre of town", False),
        ("area", "not_in", "North", False),
        ("rent", "in", 700, False),
    ],
)
def test_what_a_constraint_lets_pass(attr, op, value, passes):
    assert Constraint(attr, op, value).check(FLAT) is passes


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">=", "in", "not_in"])
def test_a_missing_attribute_fails_closed(op):
    for option in ({}, {"other": 1}, None, "rent", ["rent"]):
        assert Constraint("rent", op, ["x"]).check(option) is False


@pytest.mark.parametrize("op", ["", "=", "=>", "not in", None, 1])
def test_an_unknown_operator_is_refused_when_made(op):
    with pytest.raises(ValueError):
        Constraint("rent", op, 1)


json_values = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text())
)


@given(
    json_values, json_values, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not_in"])
)
def test_checking_never_raises_and_always_gives_a_boolean(found, value, op):
    assert Constraint("a", op, value).check({"a": found}) in (True, False)


def test_a_constraint_describes_itself_and_round_trips():
    constraint = Constraint("area", "not_in", ["North"])
    assert constraint.describe() == 'area not in ["North"]'
    assert Constraint.from_dict(constraint.to_dict()) == constraint
    for wrong in (None, {"attr": "a", "op": "=="}, {"attr": 1, "op": "==", "value": 1}):
        with pytest.raises(ValueError):
            Constraint.from_dict(wrong)


@pytest.mark.parametrize(
    ("term", "contribution"),
    [
        (UtilityTerm("area", 2, prefer="Centre"), 2.0),
        (UtilityTerm("area", 2, prefer="North"), 0.0),
        (UtilityTerm("balcony", 1, prefer=1), 0.0),
        (UtilityTerm("rent", 1, direction="lower", lo=600, hi=1000), 0.75),
        (UtilityTerm("rent", 4, direction="higher", lo=600, hi=1000), 1.0),
        (UtilityTerm("rent", 1, direction="higher", lo=800, hi=900), 0.0),
        (UtilityTerm("rent", 1, direction="lower", lo=800, hi=900), 1.0),
        (UtilityTerm("rent", 1, direction="higher", lo=700, hi=700), 0.0),
        (UtilityTerm("rent", 1, direction="lower", lo=700, hi=700), 1.0),
        (UtilityTerm("rent", 1, direction="higher", lo=1, hi=1), 0.0),
        (UtilityTerm("rent", 1, direction="lower", lo=1, hi=1), 1.0),
        (UtilityTerm("rent", 1, direction="higher", lo=600), 0.0),
        (UtilityTerm("rent", 1, direction="lower"), 0.0),
        (UtilityTerm("rent"), 0.0),
        (UtilityTerm("area", 1, direction="lower", lo=0, hi=1), 0.0),
        (UtilityTerm("balcony", 1, direction="lower", lo=0, hi=1), 0.0),
        (UtilityTerm("garden", 1, direction="lower", lo=0, hi=1), 0.0),
        (UtilityTerm("rent", 1, direction="higher", lo=-1.7e308, hi=1.7e308), 0.5),
    ],
)
def test_what_a_wish_contributes(term, contribution):
    assert term.score(FLAT) == (contribution, term.weight)


@pytest.mark.parametrize(
    "fields",
    [
        {"weight": -1},
        {"weight": True},
        {"weight": float("nan")},
        {"direction": "up"},
        {"direction": "higher", "lo": 2, "hi": 1},
        {"direction": "higher", "lo": "1", "hi": 2},
        {"direction": "higher", "lo": 0, "hi": float("inf")},
    ],
)
def test_a_wish_that_cannot_mean_anything_is_refused(fields):
    with pytest.raises(ValueError):
        UtilityTerm("rent", **fields)


def test_a_score_is_the_weighted_average():
    terms = [
        UtilityTerm("area", 3, prefer="Centre"),
        UtilityTerm("rent", 1, direction="lower", lo=600, hi=1000),
        UtilityTerm("garden", 1, prefer=True),
    ]
    sheet = PartySpec("Ana", utility=terms).to_sheet()
    assert sheet.evaluate(FLAT).score == (3 + 0.75 + 0) / 5
    assert PartySpec("Ana").to_sheet().evaluate(FLAT).score == 0.5
    nothing = PartySpec("Ana", utility=[UtilityTerm("area", 0, prefer="Centre")]).to_sheet()
    assert nothing.evaluate(FLAT).score == 0.5


def test_a_red_line_of_a_party_is_named_by_its_description():
    sheet = PartySpec("Bob", [Constraint("rent", "<=", 650)]).to_sheet()
    assert sheet.evaluate(FLAT).violated == ["rent <= 650"]


COMMITTEE = {
    "title": "Fund a grant proposal (committee vote)",
    "options": [
        {"id": "fund-literacy", "label": "Fund the literacy program", "impact": 6, "cost": 30,
         "novelty": 2, "reviewed": True},
        {"id": "fund-climate", "label": "Fund the climate initiative", "impact": 9, "cost": 90,
         "novelty": 5, "reviewed": True},
        {"id": "fund-biotech", "label": "Fund the diagnostics pilot", "impact": 5, "cost": 20,
         "novelty": 9, "reviewed": True},
        {"id": "rubber-stamp", "label": "Approve without review", "impact": 9, "cost": 5,
         "novelty": 8, "reviewed": False},
    ],
    "parties": [
        {"owner": "Impact",
         "utility": [{"attr": "impact", "direction": "higher", "lo": 0, "hi": 9}]},
        {"owner": "Budget", "hard": [{"attr": "reviewed", "op": "==", "value": True}],
         "utility": [{"attr": "cost", "direction": "lower", "lo": 0, "hi": 90}]},
        {"owner": "Novelty",
         "utility": [{"attr": "novelty", "direction": "higher", "lo": 0, "hi": 9}]},
    ],
    "presentation": {"colour": "green"},
}  # fmt: skip


def test_the_grant_committee_runs_from_a_recipe(tmp_path, vector):
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(COMMITTEE))
    spec = DecisionSpec.load(path)
    result = spec.run()
    expected = vector("committee-masked-scores.json")
    assert result.transcript.to_dict() == expected["transcript"]
    assert result.transcript.hash() == expected["transcript_hash"]
    assert DecisionSpec.from_dict(spec.to_dict()) == spec
    assert [agent.owner for agent in spec.to_agents()] == ["Impact", "Budget", "Novelty"]
    with pytest.raises(ValueError):
        spec.run(rule="majority")


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"title": 1, "options": [], "parties": []}',
        '{"title": "x", "options": {}, "parties": []}',
        '{"title": "x", "options": [], "parties": [{"hard": []}]}',
        '{"title": "x", "options": [], "parties": [{"owner": "Ana", "hard": {}}]}',
        '{"title": "x", "options": [], "options": [], "parties": []}',
        '{"title": "x", "options": [NaN], "parties": []}',
        "nonsense",
    ],
)
def test_a_faulty_recipe_is_a_value_error(text):
    with pytest.raises(ValueError):
        DecisionSpec.from_json(text)


def test_weights_whose_sum_would_not_be_finite_are_refused():
    with pytest.raises(ValueError, match="weight"):
        UtilityTerm("rent", 1e308, direction="lower", lo=0, hi=1)
