import pytest

from parley.agent import Agent, Verdict
from parley.preferences import Evaluation, HardConstraint, PreferenceSheet, UtilityError

budget = HardConstraint("budget", lambda option: option["price"] <= 700)


@pytest.mark.parametrize("answer", [1, "yes", [1], 1.0, object(), False, None, 0, ""])
def test_only_the_literal_true_passes_a_red_line(answer):
    sheet = PreferenceSheet("Bob", hard=[HardConstraint("line", lambda _: answer)])
    assert sheet.evaluate({}) == Evaluation(False, ["line"], 0.5)


def test_every_crossed_line_is_named_to_the_owner():
    sheet = PreferenceSheet("Bob", hard=[budget, HardConstraint("never", lambda _: False)])
    assert sheet.evaluate({"price": 900}).violated == ["budget", "never"]
    assert sheet.evaluate({"price": 500}).violated == ["never"]


@pytest.mark.parametrize(
    ("utility", "score"),
    [(-3, 0.0), (0.25, 0.25), (7, 1.0), (float("inf"), 1.0), (float("-inf"), 0.0), (10**400, 1.0)],
)
def test_a_utility_is_clamped_whether_or_not_the_option_is_feasible(utility, score):
    for hard in ([], [HardConstraint("never", lambda _: False)]):
        evaluation = PreferenceSheet("Ana", hard, lambda _: utility).evaluate({})
        assert evaluation.score == score
        assert type(evaluation.score) is float


def test_without_a_utility_the_score_is_neutral():
    assert PreferenceSheet("Ana").evaluate({}) == Evaluation(True, [], 0.5)


@pytest.mark.parametrize("utility", [float("nan"), "0.5", b"1", None, [1]])
def test_a_utility_that_is_no_number_is_a_fault_of_the_sheet(utility):
    with pytest.raises(UtilityError):
        PreferenceSheet("Ana", utility=lambda _: utility).evaluate({})
    assert issubclass(UtilityError, ValueError)


def test_an_exception_in_a_red_line_passes_through():
    with pytest.raises(KeyError):
        PreferenceSheet("Bob", hard=[budget]).evaluate({"cost": 1})


def test_a_sheet_keeps_its_own_list_of_red_lines():
    lines = [budget]
    sheet = PreferenceSheet("Bob", hard=lines)
    lines.clear()
    assert not sheet.evaluate({"price": 900}).feasible


def test_a_constraint_cannot_be_changed():
    with pytest.raises(AttributeError):
        budget.predicate = lambda _: True


def test_an_agent_says_ok_with_the_real_score():
    bob = Agent("Bob", PreferenceSheet("Bob", [budget], lambda option: 1 - option["price"] / 1000))
    assert bob.consider({"price": 500}) == Verdict("Bob", True, 0.5, "ok")


def test_crossing_one_line_or_three_gives_the_identical_verdict():
    def crossing(count, utility):
        hard = [HardConstraint(f"secret {n}", lambda _: False) for n in range(count)]
        return Agent("Bob", PreferenceSheet("Bob", hard, utility)).consider({"price": 900})

    one, three = crossing(1, lambda _: 0.9), crossing(3, None)
    assert one == three == Verdict("Bob", False, 0.0, "red-line")
    assert "secret" not in repr(one)


def test_a_verdict_has_no_other_reason():
    with pytest.raises(ValueError, match="reason"):
        Verdict("Bob", False, 0.0, "budget")
    with pytest.raises(AttributeError):
        Verdict("Bob", True, 0.5, "ok").score = 1.0
