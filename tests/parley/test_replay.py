"""Was I betrayed? Ana, Bob and Cara hold their sheets against the receipt of their flat."""

import json

import pytest

from parley.python_rules import RuleResultsError
from parley.ratify import Acceptance
from parley.receipt import build_receipt, receipt_text
from parley.replay import ReplayError, replay
from parley.sheet import SheetError
from parley.summary import described
from parley.transcript import Transcript
from tests.parley.flat import AGREEING, DEADLOCKED, OPTIONS, decide, lower_is_better, write_sheet

PEOPLE = ["Ana", "Bob", "Cara"]


def receipt_of(record, acceptances=()):
    return receipt_text(build_receipt("Flat", record, acceptances, PEOPLE))


def edited(change):
    """The receipt of the agreeing three after `change(entries by flat, result)`."""
    data = decide(AGREEING).record.to_dict()
    change({entry["option"]["flat"]: entry for entry in data["entries"]}, data["result"])
    return receipt_of(Transcript.from_dict(data))


def verdict(entry, owner):
    return next(one for one in entry["verdicts"] if one["owner"] == owner)


@pytest.mark.parametrize("owner", PEOPLE)
def test_each_sheet_gives_exactly_the_recorded_answers(owner):
    found = replay(receipt_of(decide(AGREEING).record), AGREEING[owner])
    assert found == {
        "owner": owner,
        "owner_in_record": True,
        "decision": "holds",
        "crossed": [],
        "said": "nothing",
        "answers_match": True,
        "options": len(OPTIONS),
        "differing": 0,
        "differences": [],
        "python": None,
    }


def test_a_deadlock_forces_nothing_on_anyone():
    found = replay(receipt_of(decide(DEADLOCKED).record), DEADLOCKED["Cara"])
    assert (found["decision"], found["crossed"], found["answers_match"]) == ("deadlock", [], True)


def test_a_decision_that_crosses_a_red_line_is_named_with_its_line():
    harder = write_sheet(
        "Ana",
        red_lines=[("rent", "<=", 100)],
        wishes=[lower_is_better("rent", 1200, 1900, weight=2)],
    )
    found = replay(receipt_of(decide(AGREEING).record), harder)
    assert found["decision"] == "crossed"
    assert found["crossed"] == [
        {
            "kind": "attribute",
            "index": 0,
            "line": {"attr": "rent", "op": "<=", "value": 100},
        }
    ]
    decided = [one for one in found["differences"] if one["is_decision"]]
    assert [one["kind"] for one in decided] == ["recorded-yes"]
    assert found["answers_match"] is False


def test_an_answer_changed_by_the_coordinator_shows():
    def change(entries, result):
        verdict(entries["Orchard Road 8"], "Bob")["score"] = 1 / 1024
        verdict(entries["Canal Walk 15"], "Bob").update(
            acceptable=False, score=0.0, reason="red-line"
        )

    found = replay(edited(change), AGREEING["Bob"])
    assert {one["kind"]: one["recorded"] for one in found["differences"]} == {
        "score": {"acceptable": True, "score": 1},
        "recorded-no": {"acceptable": False, "score": 0},
    }
    assert (found["differing"], found["answers_match"]) == (2, False)
    assert replay(edited(change), AGREEING["Ana"])["answers_match"] is True


def test_a_score_between_two_1024ths_is_no_match():
    def change(entries, result):
        verdict(entries["Orchard Road 8"], "Bob")["score"] += 2**-20

    [one] = replay(edited(change), AGREEING["Bob"])["differences"]
    assert one["kind"] == "score"
    assert one["recorded"]["score"] == one["sheet"]["score"] + 2**-10


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["verdicts"].append(dict(verdict(entry, "Bob"))),
        lambda entry: entry["verdicts"].remove(verdict(entry, "Bob")),
        lambda entry: verdict(entry, "Bob").update(score="high"),
        lambda entry: verdict(entry, "Bob").update(owner=7),
    ],
    ids=["twice", "missing", "no score", "no name"],
)
def test_an_option_without_one_sound_verdict_of_mine_differs(change):
    found = replay(edited(lambda entries, _: change(entries["Orchard Road 8"])), AGREEING["Bob"])
    [one] = found["differences"]
    assert (one["kind"], one["recorded"]) == ("malformed", None)


def test_a_sheet_of_somebody_else_is_not_compared_but_replayed_on_the_decision():
    stranger = write_sheet("Dora", red_lines=[("rent", "<=", 100)])
    found = replay(receipt_of(decide(AGREEING).record), stranger)
    assert (found["owner_in_record"], found["answers_match"]) == (False, None)
    assert found["decision"] == "crossed"
    assert found["differences"] == []


def test_a_decision_that_nobody_was_asked_about_crosses_even_a_sheet_that_takes_anything():
    def change(entries, result):
        result["decision"] = {"flat": "Elsewhere"}

    found = replay(edited(change), write_sheet("Ana", anything=True))
    assert (found["decision"], found["crossed"]) == ("crossed", [{"kind": "unknown-option"}])


def with_rules(*rules, owner="Ana"):
    """The sheet of the agreeing three with these rules in Python: name, code, whether it is on."""
    data = json.loads(AGREEING[owner])
    data["python"] = [dict(zip(("name", "code", "on"), rule, strict=True)) for rule in rules]
    return json.dumps(data)


NEAR = ("near", "option['commute'] <= 10", True)
OFF = ("off", "False", False)


def test_a_rule_in_python_that_was_not_run_leaves_decision_and_answers_open():
    found = replay(receipt_of(decide(AGREEING).record), with_rules(OFF, NEAR))
    assert (found["decision"], found["answers_match"], found["differences"]) == (
        "unchecked",
        None,
        [],
    )
    python = found["python"]
    assert python["rules"] == [{"index": 1, "name": "near", "code": NEAR[1]}]
    assert (json.loads(python["options"]), python["run"]) == (OPTIONS, False)
    assert python["described"] == [described(option) for option in json.loads(python["options"])]


def test_what_no_rule_in_python_could_explain_is_said_before_any_is_run():
    data = json.loads(with_rules(NEAR))
    data["red_lines"] = [{"attr": "rent", "op": "<=", "value": 100}]
    found = replay(receipt_of(decide(AGREEING).record), json.dumps(data))
    assert (found["decision"], found["answers_match"]) == ("crossed", False)
    assert {one["kind"] for one in found["differences"]} == {"recorded-yes"}


def test_a_decision_that_crosses_a_rule_in_python_is_named_with_the_rule():
    record = decide(AGREEING).record
    results = [["passed" if option["commute"] <= 10 else "crossed" for option in OPTIONS]]
    found = replay(receipt_of(record), with_rules(OFF, NEAR), results)
    assert found["decision"] == "crossed"
    assert found["crossed"] == [{"kind": "python", "index": 1, "name": "near"}]
    assert found["answers_match"] is False
    assert {one["kind"] for one in found["differences"] if one["is_decision"]} == {"recorded-yes"}
    assert found["python"]["run"] is True


@pytest.mark.parametrize("fault", ["error", "crossed"])
def test_only_a_rule_that_passes_holds(fault):
    receipt = receipt_of(decide(AGREEING).record)
    passed = ["passed"] * len(OPTIONS)
    found = replay(receipt, with_rules(NEAR), [passed])
    assert (found["decision"], found["answers_match"]) == ("holds", True)
    assert replay(receipt, with_rules(NEAR), [[fault] * len(OPTIONS)])["decision"] == "crossed"


def test_results_are_those_of_the_record_s_own_order_of_options():
    data = decide(AGREEING).record.to_dict()
    data["entries"].reverse()
    receipt = receipt_of(Transcript.from_dict(data))
    asked = json.loads(replay(receipt, with_rules(NEAR))["python"]["options"])
    assert asked == OPTIONS[::-1]
    results = [
        ["passed" if option == data["result"]["decision"] else "crossed" for option in asked]
    ]
    assert replay(receipt, with_rules(NEAR), results)["decision"] == "holds"
    assert replay(receipt, with_rules(NEAR), [results[0][::-1]])["decision"] == "crossed"


def test_an_option_that_is_recorded_twice_is_asked_about_once():
    data = decide(AGREEING).record.to_dict()
    data["entries"].append(data["entries"][0])
    receipt = receipt_of(Transcript.from_dict(data))
    assert json.loads(replay(receipt, with_rules(NEAR))["python"]["options"]) == OPTIONS


def test_a_decision_that_nobody_was_asked_about_is_named_whatever_the_rules_said():
    def change(entries, result):
        result["decision"] = {"flat": "Elsewhere"}

    passed = [["passed"] * len(OPTIONS)]
    for results in (None, passed):
        found = replay(edited(change), with_rules(NEAR), results)
        assert found["decision"] == "crossed"
        assert {"kind": "unknown-option"} in found["crossed"]


@pytest.mark.parametrize(
    "results",
    [
        [],
        [["passed"]],
        [["passed"] * len(OPTIONS)] * 2,
        [["passed"] * (len(OPTIONS) + 1)],
        [["maybe"] * len(OPTIONS)],
        [[True] * len(OPTIONS)],
        [{}],
        ["passed"],
        {"0": "passed"},
    ],
)
def test_results_of_another_shape_are_refused(results):
    with pytest.raises(RuleResultsError):
        replay(receipt_of(decide(AGREEING).record), with_rules(NEAR), results)


def test_a_sheet_without_rules_that_are_on_takes_no_results():
    receipt = receipt_of(decide(AGREEING).record)
    assert replay(receipt, with_rules(OFF))["python"] is None
    with pytest.raises(RuleResultsError):
        replay(receipt, with_rules(OFF), [["passed"] * len(OPTIONS)])


@pytest.mark.parametrize(
    ("accepted", "hash", "said"),
    [(True, None, "accepted"), (False, None, "declined"), (True, "0" * 64, "unclear")],
)
def test_what_the_receipt_says_of_my_acceptance(accepted, hash, said):
    record = decide(AGREEING).record
    mine = Acceptance("Ana", record.result["decision"], hash or record.hash(), accepted)
    assert replay(receipt_of(record, [mine]), AGREEING["Ana"])["said"] == said
    assert replay(receipt_of(record, [mine]), AGREEING["Bob"])["said"] == "nothing"
    assert replay(receipt_of(record, [mine, mine]), AGREEING["Ana"])["said"] == "unclear"


@pytest.mark.parametrize(
    ("receipt", "code"),
    [
        ("", "receipt-unreadable"),
        ("[]", "receipt-unreadable"),
        ("{}", "receipt-unreadable"),
        ('{"acceptances": [], "transcript": {}}', "record-malformed"),
        ('{"acceptances": [], "transcript": {"entries": [], "result": null}}', "record-malformed"),
    ],
)
def test_without_a_record_nothing_can_be_replayed(receipt, code):
    with pytest.raises(ReplayError) as caught:
        replay(receipt, AGREEING["Ana"])
    assert caught.value.code == code


def test_a_file_that_is_no_sheet_is_refused():
    with pytest.raises(SheetError):
        replay(receipt_of(decide(AGREEING).record), "{}")


def test_the_hostile_receipts_break_nothing(vector):
    for name in vector("hostile-receipts/expected.json"):
        try:
            found = replay(vector(f"hostile-receipts/{name}", raw=True), write_sheet("Ana"))
        except ReplayError:
            continue
        json.dumps(found, allow_nan=False)
