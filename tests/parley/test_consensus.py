import copy
import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Agent, Verdict
from parley.consensus import count_tied, pick, run_consensus, verify_outcome
from parley.preferences import HardConstraint, PreferenceSheet
from parley.transcript import Transcript

ALL = ["Ana", "Bob", "Cara"]

scores = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0, 0.1, 0.2, 0.3])


@st.composite
def tables(draw):
    people = draw(st.integers(1, 4))
    row = st.lists(st.tuples(st.booleans(), scores), min_size=people, max_size=people)
    return draw(st.lists(row, max_size=6))


def table_agents(table):
    """Agents who answer as the table says; options are {"id": row}."""
    people = len(table[0]) if table else 2

    def sheet(person):
        return PreferenceSheet(
            f"P{person}",
            [HardConstraint("line", lambda option: table[option["id"]][person][0])],
            lambda option: table[option["id"]][person][1],
        )

    return [Agent(f"P{person}", sheet(person)) for person in range(people)]


def plainly_best(table):
    """The winner by the shortest re-computation, in exact fractions."""
    candidates = [
        (min(score for _, score in row), sum(Fraction(score) for _, score in row), -index)
        for index, row in enumerate(table)
        if row and all(acceptable for acceptable, _ in row)
    ]
    return -max(candidates)[2] if candidates else None


def run_table(table):
    return run_consensus(table_agents(table), [{"id": index} for index in range(len(table))])


def test_the_quickstart_picks_the_garden(quickstart):
    result = run_consensus(*quickstart)
    assert (result.status, result.decision) == ("agreed", {"venue": "garden", "cost": 600})
    assert verify_outcome(result.transcript, expected_owners=ALL)


def test_the_highest_minimum_wins_over_a_higher_total():
    assert pick([[(True, 1.0), (True, 0.1)], [(True, 0.3), (True, 0.2)]]) == 1


def test_a_tie_goes_to_the_higher_total_and_then_to_the_first_listed():
    assert pick([[(True, 0.2), (True, 0.2)], [(True, 0.2), (True, 0.9)]]) == 1
    equal = [[(True, 0.2), (True, 0.9)], [(True, 0.9), (True, 0.2)]]
    assert pick(equal) == 0
    assert count_tied(equal) == 2
    assert count_tied([*equal, [(False, 0.9), (True, 0.2)]]) == 2


def test_totals_are_exact():
    # A running sum of the first row is 0.6000000000000001, which Python 3.12 rounds to 0.6.
    rising, falling = [0.1, 0.2, 0.3], [0.3, 0.2, 0.1]
    assert rising[0] + rising[1] + rising[2] != falling[0] + falling[1] + falling[2]
    rows = [[(True, score) for score in row] for row in (falling, rising)]
    assert pick(rows) == 0
    assert pick(rows[::-1]) == 0


def test_one_refusal_is_a_veto():
    assert pick([[(True, 1.0), (False, 1.0)], [(True, 0.0), (True, 0.0)]]) == 1
    assert pick([[(True, 1.0), (False, 1.0)]]) is None


def test_no_options_no_agents_or_no_common_ground_is_a_deadlock():
    ana = Agent("Ana", PreferenceSheet("Ana"))
    never = Agent("Bob", PreferenceSheet("Bob", [HardConstraint("never", lambda _: False)]))
    for agents, options in (([ana], []), ([], [{"id": 1}]), ([ana, never], [{"id": 1}])):
        result = run_consensus(agents, options)
        assert (result.status, result.decision) == ("deadlock", None)
        assert result.transcript.result == {"status": "deadlock", "decision": None}
        assert verify_outcome(result.transcript)


class Asked(Exception):
    pass


class NeverAsked:
    def __init__(self, owner):
        self.owner = owner

    def consider(self, option):
        raise Asked


@pytest.mark.parametrize(
    ("owners", "options", "rule"),
    [
        (["Ana", "Ana"], [1, 2], "egalitarian"),
        (["Ana", ""], [1, 2], "egalitarian"),
        (["Ana", 7], [1, 2], "egalitarian"),
        (["Ana", "Bob"], [1, 2], "majority"),
        (["Ana", "Bob"], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], "egalitarian"),
        (["Ana", "Bob"], [1, None], "egalitarian"),
    ],
)
def test_a_wrong_question_is_refused_before_anyone_is_asked(owners, options, rule):
    with pytest.raises(ValueError):
        run_consensus([NeverAsked(owner) for owner in owners], options, rule=rule)


def test_options_that_only_python_calls_equal_are_different_options():
    result = run_consensus([Agent("Ana", PreferenceSheet("Ana"))], [True, 1, 1.0])
    assert result.decision is True


class Says:
    def __init__(self, owner, verdict):
        self.owner, self.verdict = owner, verdict

    def consider(self, option):
        return self.verdict


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict("Bob", True, 0.5, "ok"),
        Verdict("Ana", True, 1.5, "ok"),
        Verdict("Ana", True, float("nan"), "ok"),
        Verdict("Ana", 1, 0.5, "ok"),
        Verdict("Ana", True, 0.5, "red-line"),
    ],
)
def test_an_answer_that_no_record_can_hold_is_refused(verdict):
    with pytest.raises(ValueError):
        run_consensus([Says("Ana", verdict)], [1])


def test_an_agent_that_changes_the_option_is_caught():
    def tampering(option):
        option["price"] = 0
        return True

    ana = Agent("Ana", PreferenceSheet("Ana", [HardConstraint("x", tampering)]))
    with pytest.raises(ValueError, match="changed"):
        run_consensus([ana], [{"price": 900}])


def test_what_an_agent_raises_passes_through():
    with pytest.raises(Asked):
        run_consensus([NeverAsked("Ana")], [1])


@given(tables())
def test_the_winner_is_that_of_a_plain_recomputation(table):
    masked = [[(accepts, score if accepts else 0.0) for accepts, score in row] for row in table]
    assert pick(table) == pick(masked) == plainly_best(table)
    result = run_table(table)
    expected = plainly_best(table)
    assert result.decision == (None if expected is None else {"id": expected})


@given(tables())
def test_an_option_that_crosses_a_red_line_never_wins(table):
    result = run_table(table)
    if result.status == "agreed":
        assert all(accepts for accepts, _ in table[result.decision["id"]])
    else:
        assert not any(all(accepts for accepts, _ in row) for row in table)


@given(tables())
def test_no_accepted_option_makes_the_least_happy_person_happier(table):
    index = pick(table)
    if index is not None:
        worst = min(score for _, score in table[index])
        for row in table:
            if all(accepts for accepts, _ in row):
                assert min(score for _, score in row) <= worst


@given(tables(), st.randoms())
def test_the_order_of_the_people_does_not_matter(table, random):
    order = list(range(len(table[0]) if table else 0))
    random.shuffle(order)
    assert pick([[row[person] for person in order] for row in table]) == pick(table)


@given(tables())
def test_an_honest_run_verifies_and_any_other_decision_does_not(table):
    result = run_table(table)
    transcript = result.transcript
    assert verify_outcome(transcript)
    for index in range(len(table)):
        if {"id": index} != result.decision:
            transcript.finalize("agreed", {"id": index})
            assert not verify_outcome(transcript)
    if result.status == "agreed":
        transcript.finalize("deadlock", None)
        assert not verify_outcome(transcript)


class TestVerifyOutcome:
    @pytest.fixture
    def transcript(self, quickstart):
        return run_consensus(*quickstart).transcript

    def test_an_unfinished_record_does_not_verify(self, transcript):
        transcript.result = None
        assert not verify_outcome(transcript)

    def test_the_expected_owners_must_be_exactly_those(self, transcript):
        assert verify_outcome(transcript, expected_owners=["Cara", "Bob", "Ana"])
        for owners in (["Ana", "Bob"], [*ALL, "Dan"], [], [*ALL, "Ana"], [["Ana"], "Bob", "Cara"]):
            assert not verify_outcome(transcript, expected_owners=owners)

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda verdicts: verdicts.pop(),
            lambda verdicts: verdicts.append(dict(verdicts[0])),
            lambda verdicts: verdicts[0].update(owner="Bob"),
            lambda verdicts: verdicts[0].update(owner="Dan"),
            lambda verdicts: verdicts[0].update(owner=["Ana"]),
            lambda verdicts: verdicts[0].update(score=2),
            lambda verdicts: verdicts[0].update(score=True),
            lambda verdicts: verdicts[0].update(score=math.nan),
            lambda verdicts: verdicts[0].update(score="0.4"),
            lambda verdicts: verdicts[0].update(acceptable=1),
            lambda verdicts: verdicts[0].update(reason="red-line"),
            lambda verdicts: verdicts[0].update(reason=["ok"]),
            lambda verdicts: verdicts[0].update(sig="00"),
        ],
    )
    def test_a_faulty_entry_does_not_verify(self, transcript, spoil):
        for index in range(3):
            spoilt = Transcript.from_dict(copy.deepcopy(transcript.to_dict()))
            spoil(spoilt.entries[index]["verdicts"])
            assert verify_outcome(spoilt) is False

    @pytest.mark.parametrize(
        ("status", "decision"),
        [
            ("agreed", {"venue": "rooftop", "cost": 900}),
            ("agreed", {"venue": "garden", "cost": 600.0}),
            ("agreed", None),
            ("agreed", {"__tuple__": []}),
            ("deadlock", None),
            ("Agreed", {"venue": "garden", "cost": 600}),
        ],
    )
    def test_another_result_does_not_verify(self, transcript, status, decision):
        transcript.finalize(status, decision)
        assert not verify_outcome(transcript)


def test_cost_does_not_explode_with_ties():
    rows = [[(True, 0.5)] * 3 for _ in itertools.repeat(None, 2000)]
    assert pick(rows) == 0
    assert count_tied(rows) == 2000
