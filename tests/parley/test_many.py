import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Agent
from parley.consensus import run_consensus
from parley.many import Table, recorded_answers
from parley.preferences import HardConstraint, PreferenceSheet
from parley.spec import OPERATORS, Constraint, DecisionSpec, PartySpec, UtilityTerm
from parley.transcript import verdict_to_dict

ATTRIBUTES = ("rent", "area")

# Few enough that rules hit values, and those that Python calls equal though they are not.
values = (
    st.sampled_from([0, 1, 0.0, -0.0, 1.0, True, False, None, "", "1", "Centre", 2**53 + 1, 0.1])
    | st.integers(-3, 3)
    | st.floats(-3, 3)
    | st.text(max_size=2)
    | st.lists(st.integers(0, 1), max_size=2)
)
numbers = st.integers(-3, 3) | st.floats(-3, 3) | st.sampled_from([0.1, 1e308, -1.7e308, 1.7e308])
# A column of one kind, as tables have them, or of any.
columns = st.sampled_from(
    [
        st.integers(-3, 3),
        st.floats(-3, 3),
        numbers,
        st.booleans(),
        st.sampled_from(["Centre", "North", ""]),
        values,
    ]
)


@st.composite
def option_lists(draw):
    kinds = {attr: draw(columns) for attr in ATTRIBUTES}
    always = {attr: kind for attr, kind in kinds.items() if draw(st.booleans())}
    sometimes = {attr: kind for attr, kind in kinds.items() if attr not in always}
    shapes = st.fixed_dictionaries(always, optional=sometimes)
    return draw(st.lists(shapes, max_size=8))


constraints = st.builds(
    Constraint,
    st.sampled_from(ATTRIBUTES),
    st.sampled_from(OPERATORS),
    values | st.lists(values, max_size=3),
)


@st.composite
def terms(draw):
    lo, hi = sorted(draw(st.tuples(numbers, numbers)))
    return UtilityTerm(
        draw(st.sampled_from(ATTRIBUTES)),
        draw(st.integers(0, 3) | st.floats(0, 3)),
        draw(st.none() | values),
        draw(st.sampled_from([None, "higher", "lower"])),
        draw(st.none() | st.just(lo)),
        draw(st.none() | st.just(hi)),
    )


parties = st.builds(
    PartySpec,
    st.just("Ana"),
    st.lists(constraints, max_size=3),
    st.lists(terms(), max_size=3),
)


def one_by_one(agent, options):
    return [verdict_to_dict(agent.consider(option)) for option in options]


def exactly(verdicts):
    """Texts that tell 0.0 from -0.0, and a boolean from a number."""
    return [repr(sorted(verdict.items())) for verdict in verdicts]


@given(parties, option_lists())
def test_many_answers_at_once_are_those_given_one_by_one(party, options):
    agent = Agent(party.owner, party.to_sheet())
    answers = recorded_answers(agent, Table(options))
    assert exactly(answers) == exactly(one_by_one(agent, options))


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("value", [1, 1.0, True, "1", None, [1], [True, "1"], [1.0, None], []])
def test_values_that_python_calls_equal_are_judged_each_by_its_kind(op, value):
    found = [True, 1, 1.0, False, 0, -0.0, None, "1", math.nan]
    options = [{"rent": value} for value in found] + [{}]
    party = PartySpec("Ana", [Constraint("rent", op, value)], [UtilityTerm("rent", prefer=value)])
    agent = Agent("Ana", party.to_sheet())
    assert exactly(recorded_answers(agent, Table(options))) == exactly(one_by_one(agent, options))


def test_a_whole_number_beyond_every_float_is_left_to_the_rules():
    options = [{"rent": 10**400}, {"rent": 1}]
    same = Agent("Ana", PartySpec("Ana", [Constraint("rent", "==", 10**400)]).to_sheet())
    assert recorded_answers(same, Table(options)) == one_by_one(same, options)
    below = Agent("Ana", PartySpec("Ana", [Constraint("rent", "<", 5)]).to_sheet())
    for ask in (recorded_answers, lambda agent, table: one_by_one(agent, table.options)):
        with pytest.raises(OverflowError):
            ask(below, Table(options))


@pytest.mark.parametrize("direction", ["higher", "lower"])
def test_a_column_of_numbers_is_scaled_as_each_of_them(direction):
    options = [{"rent": number / 7} for number in range(-7, 30)] + [{"rent": 3}, {"rent": -0.0}]
    terms = [UtilityTerm("rent", 0.3, None, direction, lo, hi) for lo, hi in ((0, 3), (1.5, 2.1))]
    agent = Agent("Ana", PartySpec("Ana", utility=terms).to_sheet())
    assert exactly(recorded_answers(agent, Table(options))) == exactly(one_by_one(agent, options))


@given(st.lists(parties, min_size=1, max_size=3), option_lists())
def test_a_recipe_decides_as_agents_do_who_are_asked(drafts, options):
    options = [{**option, "number": number} for number, option in enumerate(options)]
    named = [dataclasses.replace(party, owner=f"P{i}") for i, party in enumerate(drafts)]

    class Asked(Agent):
        """Not exactly an `Agent`, so that it has to be asked."""

    spec = DecisionSpec("Which?", options, named)
    asked = run_consensus([Asked(party.owner, party.to_sheet()) for party in named], options)
    for result in (
        spec.run(),
        # Some of both kinds.
        run_consensus([Asked(named[0].owner, named[0].to_sheet()), *spec.to_agents()[1:]], options),
    ):
        assert result.transcript.hash() == asked.transcript.hash()
        assert (result.status, result.decision) == (asked.status, asked.decision)


def add_a_line_of_code(agent):
    agent.sheet.hard.append(HardConstraint("never", lambda option: False))


def wish_in_code(agent):
    agent.sheet.utility = lambda option: 0.25


def replace_the_answer(agent):
    agent.consider = lambda option: dataclasses.replace(
        Agent.consider(agent, option), acceptable=False, score=0.0, reason="red-line"
    )


def replace_the_evaluation(agent):
    whole = agent.sheet.evaluate
    agent.sheet.evaluate = lambda option: dataclasses.replace(whole(option), feasible=False)


@pytest.mark.parametrize(
    "change", [add_a_line_of_code, wish_in_code, replace_the_answer, replace_the_evaluation]
)
def test_an_agent_with_code_of_its_own_is_asked(change):
    options = [{"rent": 1}, {"rent": 2}]
    agent = Agent("Ana", PartySpec("Ana", [Constraint("rent", "<", 9)]).to_sheet())
    change(agent)
    assert recorded_answers(agent, Table(options)) is None
    recorded = run_consensus([agent], options).transcript.entries
    assert [entry["verdicts"] for entry in recorded] == [
        [verdict] for verdict in one_by_one(agent, options)
    ]
    assert recorded[0]["verdicts"][0]["score"] != 0.5


def test_a_sheet_of_another_class_is_asked():
    class Picky(PreferenceSheet):
        def evaluate(self, option):
            return dataclasses.replace(super().evaluate(option), feasible=False)

    assert run_consensus([Agent("Ana", Picky("Ana"))], [{"rent": 1}]).status == "deadlock"


def test_options_that_are_no_objects_are_judged_too():
    agent = Agent("Ana", PartySpec("Ana", [Constraint("rent", "<", 9)]).to_sheet())
    assert run_consensus([agent], ["a", "b", 3, {"rent": 1}]).decision == {"rent": 1}


def test_verdicts_of_one_agent_are_not_one_object():
    party = PartySpec("Ana", [Constraint("rent", "<", 9)])
    transcript = DecisionSpec("Which?", [{"rent": 1}, {"rent": 2}, {"rent": 10}], [party]).run()
    entries = transcript.transcript.entries
    entries[0]["verdicts"][0]["score"] = 0.9
    assert [entry["verdicts"][0]["score"] for entry in entries] == [0.9, 0.5, 0.0]


@pytest.mark.parametrize(
    "options",
    [
        [{"a": 1, "b": 2}, {"b": 2, "a": 1}],
        [{"a": 1}, {"a": 2}, {"a": 1}],
        [{"a": [1]}, {"a": [1]}],
        [[1], [1]],
    ],
)
def test_identical_options_are_refused(options):
    with pytest.raises(ValueError, match="identical"):
        run_consensus([], options)


@pytest.mark.parametrize(
    "options",
    [
        [{"a": 1}, {"a": 1.0}],
        [{"a": True}, {"a": 1}],
        [{"a": 0.0}, {"a": -0.0}],
        [{"a": 1}, {"b": 1}],
        [{"a": None}, {}],
        [{"a": [1]}, {"a": [1.0]}],
    ],
)
def test_options_that_differ_as_text_are_two(options):
    assert run_consensus([], options).status == "deadlock"


@pytest.mark.parametrize("value", [math.nan, math.inf, "\ud800", {1}, {"__tuple__": 1}])
def test_an_option_without_a_text_is_refused_before_anyone_is_asked(value):
    with pytest.raises(TypeError):
        run_consensus([], [{"a": 1}, {"a": value}])
