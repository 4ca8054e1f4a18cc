import pytest

from parley.elicit import Elicitation, ElicitError
from parley.spec import Constraint, UtilityTerm

RENT = {"attr": "rent", "op": "<=", "value": 700, "source_prompt_id": "unacceptable"}
LOWER = {"attr": "rent", "op": "<=", "value": 650}
CHEAP = {"attr": "rent", "weight": 2, "direction": "lower", "lo": 500, "hi": 900}
UNCLEAR = {"question": "How far is too far?", "source_prompt_id": "priorities"}


class Case:
    """Ana's interview with a red line i1, a wish i2, a claim and an open question i3."""

    def __init__(self):
        proposal = {
            "claims": ["I work early."],
            "hard": [RENT],
            "utility": [CHEAP],
            "unclear": [UNCLEAR],
        }
        self.service = Elicitation(lambda answers: proposal)
        self.interview = self.service.start_interview("flat", "Ana")
        self.draft = self.service.draft_sheet(self.interview.interview_id)

    def revise(self, *ops, **more):
        request = {
            "participant_id": "Ana", "token": self.interview.token, "ops": list(ops), **more,
        }  # fmt: skip
        self.draft = self.service.revise_sheet(self.draft.draft_id, request)
        return self.draft


@pytest.fixture
def case():
    return Case()


def ids(items):
    return [item.item_id for item in items]


def test_items_are_added_and_removed_under_ids_that_never_come_back(case):
    draft = case.revise({"op": "add_hard", "constraint": LOWER}, {"op": "add_soft", "term": CHEAP})
    assert (ids(draft.hard), ids(draft.utility)) == (["i1", "i4"], ["i2", "i5"])
    draft = case.revise({"op": "remove", "item_id": "i4"}, {"op": "remove", "item_id": "i5"})
    draft = case.revise({"op": "add_hard", "constraint": LOWER})
    assert ids(draft.hard) == ["i1", "i6"]
    assert draft.version == 4


def test_claims_are_added_and_removed(case):
    draft = case.revise(
        {"op": "add_claim", "claim": "I cook."},
        {"op": "remove_claim", "claim": "I work early."},
        {"op": "add_claim", "claim": "I cook."},
    )
    assert draft.shared_claims == ["I cook."]


def test_an_item_is_set_within_its_kind(case):
    draft = case.revise(
        {"op": "set", "item_id": "i1", "constraint": LOWER},
        {"op": "set", "item_id": "i2", "term": {"attr": "area", "prefer": "Centre"}},
    )
    assert [(item.item_id, item.data) for item in draft.hard] == [
        ("i1", Constraint("rent", "<=", 650))
    ]
    assert draft.utility[0].data == UtilityTerm("area", prefer="Centre")
    assert draft.hard[0].source_prompt_id == "unacceptable"


def test_reclassifying_states_the_target(case):
    with pytest.raises(ElicitError, match="explicit 'term'"):
        case.revise({"op": "reclassify", "item_id": "i1"})
    with pytest.raises(ElicitError, match="explicit 'term'"):
        case.revise({"op": "reclassify", "item_id": "i1", "constraint": LOWER})
    with pytest.raises(ElicitError, match="explicit 'constraint'"):
        case.revise({"op": "reclassify", "item_id": "i2"})
    draft = case.revise(
        {"op": "reclassify", "item_id": "i1", "term": CHEAP},
        {"op": "reclassify", "item_id": "i2", "constraint": LOWER},
    )
    assert (ids(draft.hard), ids(draft.utility)) == (["i2"], ["i1"])


@pytest.mark.parametrize("way", [{"as_hard": LOWER}, {"as_soft": CHEAP}, {"drop": True}])
def test_a_question_is_resolved_in_one_of_three_ways(case, way):
    draft = case.revise({"op": "resolve", "item_id": "i3", **way})
    assert draft.needs_clarification == []
    assert ("i3" in ids(draft.hard)) == ("as_hard" in way)
    assert ("i3" in ids(draft.utility)) == ("as_soft" in way)


@pytest.mark.parametrize(
    "op",
    [
        {"op": "resolve", "item_id": "i3"},
        {"op": "resolve", "item_id": "i3", "drop": 1},
        {"op": "resolve", "item_id": "i3", "drop": False},
        {"op": "resolve", "item_id": "i3", "as_hard": LOWER, "drop": True},
        {"op": "resolve", "item_id": "i1", "drop": True},
        {"op": "resolve", "item_id": "i3", "as_hard": {"attr": "rent", "op": "<="}},
        {"op": "add_hard"},
        {"op": "add_hard", "constraint": "rent <= 1"},
        {"op": "add_hard", "constraint": {**RENT, "value": "cheap"}},
        {"op": "add_hard", "constraint": RENT, "force": True},
        {"op": "add_soft", "term": {**CHEAP, "lo": 1000}},
        {"op": "add_claim", "claim": 1},
        {"op": "remove_claim", "claim": "never said"},
        {"op": "remove", "item_id": "i9"},
        {"op": "remove", "item_id": ["i1"]},
        {"op": "remove", "item_id": "i3"},
        {"op": "set", "item_id": "i1", "term": CHEAP},
        {"op": "set", "item_id": "i1"},
        {"op": "explode"},
        {"op": ["remove"]},
        {},
        "remove",
        None,
    ],
)
def test_one_wrong_change_undoes_all_of_them(case, op):
    with pytest.raises(ElicitError):
        case.revise({"op": "add_hard", "constraint": LOWER}, op)
    draft = case.revise()
    assert (ids(draft.hard), ids(draft.utility), ids(draft.needs_clarification)) == (
        ["i1"],
        ["i2"],
        ["i3"],
    )
    assert draft.version == 2


def test_a_reason_is_said_and_no_value_repeated(case):
    with pytest.raises(ElicitError, match="inverted"):
        case.revise({"op": "add_soft", "term": {**CHEAP, "lo": 4321}})
    with pytest.raises(ElicitError, match="plain data") as caught:
        case.revise({"op": "add_hard", "constraint": {**RENT, "op": "==", "value": ("s3cret",)}})
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"participant_id": "Bob"}, "only the participant"),
        ({"token": "guess"}, "token"),
        ({"ops": None}, "list"),
        ({"ops": ({"op": "remove", "item_id": "i1"},)}, "list"),
    ],
)
def test_only_the_participant_changes_a_draft(case, more, words):
    with pytest.raises(ElicitError, match=words):
        case.revise(**more)
    assert case.draft.version == 1
