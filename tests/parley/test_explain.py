import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Verdict
from parley.consensus import run_consensus
from parley.explain import ExplainError, explain
from parley.transcript import Transcript


def verdict(owner, score):
    if score is None:
        return Verdict(owner, False, 0.0, "red-line")
    return Verdict(owner, True, score, "ok")


def record(*rows, owners=("Ana", "Bob", "Cara"), decision=None):
    """A finalized record: one row of scores per option, None where an owner rejects it."""

    class Person:
        def __init__(self, column):
            self.owner, self.column = owners[column], column

        def consider(self, option):
            return verdict(self.owner, rows[option["n"]][self.column])

    people = [Person(column) for column in range(len(rows[0]))]
    transcript = run_consensus(people, [{"n": n} for n in range(len(rows))]).transcript
    if decision is not None:
        transcript.finalize("agreed", decision)
    return transcript


def test_the_rows_say_who_rejects_and_who_is_least_happy():
    story = explain(record([0.5, 0.25, 1.0], [0.75, None, None], [0.25, 0.25, 0.5]))
    first, second, third = story["rows"]
    assert story["status"] == "agreed"
    assert first == {
        "option_index": 0,
        "option": {"n": 0},
        "acceptable_to_all": True,
        "rejected_by": [],
        "minimum": 0.25,
        "total": 1.75,
        "least_happy": ["Bob"],
        "answers": [
            {"owner": "Ana", "acceptable": True, "score": 0.5},
            {"owner": "Bob", "acceptable": True, "score": 0.25},
            {"owner": "Cara", "acceptable": True, "score": 1.0},
        ],
        "is_pick": True,
    }
    assert second["acceptable_to_all"] is False and second["rejected_by"] == ["Bob", "Cara"]
    assert second["least_happy"] == [] and second["is_pick"] is False
    assert third["least_happy"] == ["Ana", "Bob"]


def test_the_order_is_best_first_and_rejected_options_last():
    story = explain(
        record([None, None, 1.0], [0.5, 0.5, 0.5], [0.5, 0.5, 0.75], [1.0, None, 1.0], [0.9] * 3)
    )
    assert story["order"] == [4, 2, 1, 3, 0]


def test_without_a_tie_there_is_none():
    assert explain(record([0.5, 0.5], [0.25, 1.0]))["tie"] is None


def test_a_tie_of_minimums_is_broken_by_the_total():
    story = explain(record([0.5, 0.5], [0.5, 0.75], [0.5, None], [0.5, 0.625]))
    assert story["winner"] == 1
    assert story["tie"] == {"with": [0, 3], "broken_by": "total"}


def test_a_tie_of_totals_is_broken_by_the_order():
    story = explain(record([0.5, 0.625], [0.5, 0.75], [0.75, 0.5]))
    assert story["winner"] == 1
    assert story["tie"] == {"with": [2], "broken_by": "order"}


def test_a_deadlock_has_no_pick_no_winner_and_no_tie():
    story = explain(record([0.5, None], [None, 0.5]))
    assert story["status"] == "deadlock"
    assert story["winner"] is story["tie"] is None
    assert not any(row["is_pick"] for row in story["rows"])
    assert story["order"] == [0, 1]


def test_a_swapped_winner_shows_beside_the_recomputed_one():
    story = explain(record([0.5, 0.5], [0.25, 1.0], decision={"n": 1}))
    assert [row["is_pick"] for row in story["rows"]] == [False, True]
    assert story["winner"] == 0


def test_a_record_that_is_none_cannot_be_explained():
    unfinished = record([0.5, 0.5])
    unfinished.result = None
    broken = record([0.5, 0.5])
    broken.entries[0]["verdicts"][0]["score"] = "high"
    uneven = record([0.5, 0.5], [0.5, 0.5])
    uneven.entries[0]["verdicts"].pop()
    tagged = record([0.5, 0.5])
    tagged.entries[0]["option"] = {"__tuple__": []}
    for transcript in (unfinished, broken, uneven, tagged):
        with pytest.raises(ExplainError):
            explain(transcript)
    assert explain(_empty())["rows"] == []


def _empty():
    transcript = Transcript()
    transcript.finalize("deadlock", None)
    return transcript


score = st.none() | st.integers(0, 8).map(lambda eighths: eighths / 8)


@given(st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[score] * n), min_size=1)))
def test_the_first_of_the_order_is_the_pick(rows):
    story = explain(record(*rows))
    assert sorted(story["order"]) == list(range(len(rows)))
    first = story["rows"][story["order"][0]]
    assert first["is_pick"] is first["acceptable_to_all"]
    for row, scores in zip(story["rows"], rows, strict=True):
        assert row["acceptable_to_all"] is (None not in scores)
        assert row["total"] == math.fsum(value or 0 for value in scores)
