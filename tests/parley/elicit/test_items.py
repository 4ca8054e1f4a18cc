import math

import pytest

from parley.elicit import Elicitation


class SlyDict(dict):
    pass


class SlyList(list):
    pass


class SlyText(str):
    pass


RENT = {"attr": "rent", "op": "<=", "value": 700}
CHEAP = {"attr": "rent", "weight": 2, "direction": "lower", "lo": 500, "hi": 900}
NESTED = [[]]
for _ in range(50):
    NESTED = [NESTED]
LOOP = []
LOOP.append(LOOP)


def draft(**proposal):
    service = Elicitation(lambda answers: proposal)
    return service.draft_sheet(service.start_interview("flat", "Ana").interview_id)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("rent <= 700", "plain data"),
        (None, "plain data"),
        (SlyDict(RENT), "plain data"),
        ({**RENT, "value": SlyDict()}, "plain data"),
        ({**RENT, "op": "in", "value": SlyList(["a"])}, "plain data"),
        ({**RENT, "op": "in", "value": ["a", SlyText("b")]}, "plain data"),
        ({**RENT, "op": "==", "value": math.nan}, "plain data"),
        ({**RENT, "op": "in", "value": [math.inf]}, "plain data"),
        ({**RENT, "op": "==", "value": {"__tuple__": []}}, "plain data"),
        ({**RENT, "op": "==", "value": "\ud800"}, "plain data"),
        ({**RENT, "op": "==", "value": {1: 2}}, "plain data"),
        ({**RENT, "op": "==", "value": NESTED}, "plain data"),
        ({**RENT, "op": "==", "value": LOOP}, "plain data"),
        ({**RENT, "op": "==", "value": (1, 2)}, "plain data"),
        ({**RENT, "op": "==", "value": object()}, "plain data"),
        ({**RENT, "value": 10**400}, "plain data"),
        ({**RENT, "op": "==", "value": lambda option: True}, "plain data"),
        ({**RENT, "op": "~"}, "operator"),
        ({**RENT, "op": ["<="]}, "operator"),
        ({**RENT, "attr": ""}, "attribute"),
        ({**RENT, "attr": 1}, "attribute"),
        ({**RENT, "predicate": "lambda o: True"}, "unknown key"),
        ({**RENT, "source_prompt_id": 1}, "source_prompt_id"),
        ({"attr": "rent", "value": 1}, "missing"),
        ({"op": "<=", "value": 1}, "missing"),
    ],
)  # fmt: skip
def test_a_malformed_red_line_is_refused_with_its_reason(raw, reason):
    made = draft(hard=[raw, RENT])
    assert [item.data.attr for item in made.hard] == ["rent"]
    assert len(made.hard) == 1
    assert made.needs_clarification == []
    [(found, kept)] = made.rejected
    assert reason in found
    assert kept is raw
    assert "left out" in made.review()


@pytest.mark.parametrize(
    "raw",
    [
        {"attr": "rent", "op": "<="},
        {"attr": "rent", "op": "==", "value": None},
        {"attr": "rent", "op": "<=", "value": "cheap"},
        {"attr": "rent", "op": ">", "value": True},
        {"attr": "rent", "op": "<", "value": math.inf},
        {"attr": "rent", "op": "<", "value": math.nan},
        {"attr": "rent", "op": ">=", "value": [700]},
        {"attr": "rent", "op": "in", "value": "Centre"},
        {"attr": "rent", "op": "not_in", "value": {"Centre": 1}},
    ],
)
def test_an_unfinished_red_line_becomes_a_question_that_names_its_attribute(raw):
    made = draft(hard=[{**raw, "source_prompt_id": "priorities"}])
    assert (made.hard, made.rejected) == ([], [])
    [question] = made.needs_clarification
    assert "rent" in question.question
    assert (question.attr, question.source_prompt_id) == ("rent", "priorities")
    assert question.question in made.review()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ([], "plain data"),
        (SlyDict(CHEAP), "plain data"),
        ({**CHEAP, "prefer": SlyList()}, "plain data"),
        ({**CHEAP, "weight": 0}, "weight"),
        ({**CHEAP, "weight": -1}, "weight"),
        ({**CHEAP, "weight": True}, "weight"),
        ({**CHEAP, "weight": "2"}, "weight"),
        ({**CHEAP, "weight": None}, "weight"),
        ({**CHEAP, "weight": math.inf}, "plain data"),
        ({**CHEAP, "lo": 901}, "inverted"),
        ({**CHEAP, "lo": False}, "range"),
        ({**CHEAP, "hi": "900"}, "range"),
        ({**CHEAP, "direction": "down"}, "direction"),
        ({**CHEAP, "direction": ["lower"]}, "direction"),
        ({**CHEAP, "attr": " "}, "attribute"),
        ({**CHEAP, "op": "<="}, "unknown key"),
        ({"weight": 1}, "missing"),
    ],
)
def test_a_malformed_wish_is_refused_with_its_reason(raw, reason):
    made = draft(utility=[raw, CHEAP])
    assert len(made.utility) == 1
    assert reason in made.rejected[0].reason


@pytest.mark.parametrize("bucket", ["claims", "hard", "utility", "unclear"])
@pytest.mark.parametrize("whole", [None, RENT, "text", (RENT,), SlyList([RENT])])
def test_a_part_that_is_no_list_is_refused_whole(bucket, whole):
    made = draft(**{bucket: whole})
    assert not (made.hard or made.utility or made.shared_claims or made.needs_clarification)
    assert len(made.rejected) == 1


def test_unknown_parts_claims_and_questions_are_checked_too():
    made = draft(
        claims=["yes", 1, "", None, SlyText("no"), "yes"],
        unclear=[{"question": "How?"}, {"question": 1}, {}, "How?", {"question": "x", "a": "y"}],
        hard_constraints=[RENT],
    )
    assert made.shared_claims == ["yes"]
    assert [one.question for one in made.needs_clarification] == ["How?"]
    assert len(made.rejected) == 4 + 4 + 1
    assert made.hard == []


def test_too_many_items_are_cut_with_a_word():
    made = draft(hard=[RENT] * 300)
    assert len(made.hard) == 50
    assert "first 50" in made.rejected[0].reason


def test_an_invented_source_is_left_out():
    made = draft(hard=[{**RENT, "source_prompt_id": "made up"}])
    assert made.hard[0].source_prompt_id is None


def test_what_was_proposed_can_be_changed_later_without_changing_the_draft():
    raw = {"attr": "area", "op": "in", "value": ["Centre"]}
    made = draft(hard=[raw])
    raw["value"].append("Anywhere")
    assert made.hard[0].data.value == ["Centre"]


def test_the_review_has_its_three_parts_and_hides_nothing():
    made = draft(
        hard=[RENT, {"attr": "\x1b[2Jname", "op": "==", "value": "\u202e"}],
        utility=[CHEAP, {"attr": "area", "prefer": "Centre"}, {"attr": "view"}],
        unclear=[{"question": "really\x07?"}],
    )
    review = made.review()
    for part in ("must never be violated", "prefer", "not understood"):
        assert part in review
    assert made.hard[0].item_id in review
    assert "rent <= 700" in review
    assert "less is better, from 500 to 900" in review
    assert 'area = "Centre"' in review
    assert "says nothing" in review
    assert not set(review) & {"\x1b", "\x07", "\u202e"}
