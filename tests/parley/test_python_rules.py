"""Rules in Python as the engine sees them: never run, only told what came out."""

import json
import subprocess
import sys

import pytest

from parley.agenda import read_agenda
from parley.ballot import read_ballot
from parley.bridge import call
from parley.preferences import PreferenceSheet
from parley.python_rules import RuleResultsError
from parley.sheet import SheetError, read_sheet
from tests.parley.flat import AGENDA, AGREEING, OPTIONS, decide
from tests.test_import_map import ROOT, imported_names

COUNT = len(OPTIONS)
PASSED = ["passed"] * COUNT


def rule(code="option['rent'] < 1500", on=True, name="rent"):
    return {"name": name, "code": code, "on": on}


def ana(*rules, **changes):
    return json.dumps({**json.loads(AGREEING["Ana"]), "python": list(rules), **changes})


def all_but(*crossed, as_="crossed"):
    return [as_ if index in crossed else "passed" for index in range(COUNT)]


def ask(name, **fields):
    return json.loads(call(name, json.dumps(fields)))


def preview(sheet, **more):
    return ask("preview", agenda=AGENDA, sheet=sheet, owner="Ana", nonce="0" * 64, **more)


def code_of(answer):
    return answer["error"]["code"]


def outcome(sheet, **more):
    decided = decide(AGREEING)
    answer = ask(
        "check_outcome",
        agenda=AGENDA,
        transcript=decided.record.canonical(),
        transcript_hash=decided.record.hash(),
        participants=["Ana", "Bob", "Cara"],
        owner="Ana",
        ballot=decided.ballots["Ana"],
        sheet=sheet,
        **more,
    )
    return answer["ok"]["checks"][3]


def closing(sheet, **more):
    record = decide(AGREEING).record
    accept = {"owner": "Ana", "accept": True, **more}
    return ask("close", sheet=sheet, transcript=record.canonical(), **accept)


# Orchard Road 8, which the three agree on.
PICK = 2


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        "option['rent'] < 5",
        {},
        {"name": "a", "code": "True"},
        {**rule(), "result": "passed"},
        rule(name=None),
        rule(name="x" * 81),
        rule(code=None),
        rule(code="x" * 4097),
        rule(code="é" * 2049),
        rule(on=1),
        rule(on="true"),
    ],
)
def test_a_malformed_rule_is_refused_with_its_place(malformed):
    with pytest.raises(SheetError) as caught:
        read_sheet(ana(rule(), malformed))
    assert (caught.value.code, caught.value.path) == ("python-rule", "python.1")


def test_a_rule_may_be_as_long_as_it_says_and_need_not_be_python():
    sheet = read_sheet(
        ana(*[rule("#" * 4096, name="x" * 80)] * 10, *[rule("no python", False)] * 10)
    )
    assert len(sheet.python) == 20


def test_a_rule_that_is_off_changes_nothing():
    plain, off = ana(), ana(rule(on=False))
    for more in ({}, {"python_results": []}, {"python_results": None}):
        assert preview(off, **more) == preview(plain)
        assert outcome(off, **more) == outcome(plain)
        assert closing(off, **more) == closing(plain)


def test_nothing_is_said_about_any_option_before_a_switched_on_rule_was_run():
    sheet = ana(rule())
    for more in ({}, {"python_results": []}, {"python_results": None}):
        assert code_of(preview(sheet, **more)) == "python-results-missing"
        assert code_of(closing(sheet, agenda=AGENDA, **more)) == "python-results-missing"
        check = outcome(sheet, **more)
        assert (check["passed"], check["code"]) == (None, "python-results-missing")
    with pytest.raises(RuleResultsError):
        read_sheet(sheet).answer(OPTIONS[0])
    with pytest.raises(RuleResultsError):
        read_sheet(sheet).preference_sheet(OPTIONS).evaluate(OPTIONS[0])


@pytest.mark.parametrize("result", ["crossed", "error"])
def test_only_what_passed_is_not_crossed(result):
    sheet = ana(rule(on=False), rule(), red_lines=[], wishes=[])
    answers = preview(sheet, python_results=[all_but(1, as_=result)])["ok"]["answers"]
    assert [answer["acceptable"] for answer in answers] == [i != 1 for i in range(COUNT)]
    assert answers[1] == {
        "acceptable": False,
        "score": 0,
        "crossed": [{"kind": "python", "index": 1}],
    }


def test_several_rules_and_red_lines_cross_side_by_side():
    sheet = ana(rule(), rule(on=False), rule())
    results = [all_but(0, 3), all_but(0)]
    answers = preview(sheet, python_results=results)["ok"]["answers"]
    assert answers[0]["crossed"] == [
        {"kind": "attribute", "index": 0},
        {"kind": "python", "index": 0},
        {"kind": "python", "index": 2},
    ]
    assert answers[3]["crossed"] == [{"kind": "python", "index": 0}]


def test_the_ballot_says_nothing_of_the_rule():
    sheet = ana(rule("option['rent'] < 98765", name="Marker"))
    ballot = preview(sheet, python_results=[all_but(3)])["ok"]["ballot"]
    assert read_ballot(ballot, AGENDA)["answers"][3] == [False, 0]
    assert "Marker" not in ballot and "98765" not in ballot


def test_with_anything_no_rule_is_asked():
    sheet = ana(rule(), anything=True)
    answers = preview(sheet)["ok"]["answers"]
    assert all(answer == {"acceptable": True, "score": 1024, "crossed": []} for answer in answers)
    assert outcome(sheet)["code"] == "sheet-holds"
    assert "ok" in closing(sheet)


@pytest.mark.parametrize(
    "results",
    [
        [PASSED, PASSED],
        [PASSED[1:]],
        [[*PASSED, "passed"]],
        [[*PASSED[1:], True]],
        [[*PASSED[1:], "maybe"]],
        [[*PASSED[1:], ["passed"]]],
        ["passed"],
        [None],
        ["passed" * COUNT],
    ],
)
def test_results_of_another_shape_are_refused(results):
    sheet = ana(rule())
    assert code_of(preview(sheet, python_results=results)) == "python-results"
    assert code_of(closing(sheet, agenda=AGENDA, python_results=results)) == "python-results"
    assert code_of(preview(ana(), python_results=results)) == "python-results"
    assert code_of(preview(sheet, python_results={"0": PASSED})) == "bad-fields"


def test_the_outcome_is_held_against_the_rules():
    sheet = ana(rule())
    assert outcome(sheet, python_results=[PASSED])["code"] == "sheet-holds"
    check = outcome(sheet, python_results=[all_but(PICK)])
    assert (check["passed"], check["code"]) == (False, "sheet-rejects")
    assert check["detail"] == {"crossed": [{"kind": "python", "index": 0}]}


def test_accepting_needs_every_rule_to_pass_on_the_pick():
    sheet = ana(rule())
    good = {"agenda": AGENDA, "python_results": [all_but(0, 1)]}
    assert json.loads(closing(sheet, **good)["ok"]["acceptance"])["accepted"] is True
    bad = {"agenda": AGENDA, "python_results": [all_but(PICK)]}
    assert code_of(closing(sheet, **bad)) == "sheet-rejects"
    declined = closing(sheet, accept=False)
    assert json.loads(declined["ok"]["acceptance"])["accepted"] is False


def test_results_belong_to_the_options_of_the_question_whatever_the_order_of_a_record():
    sheet = read_sheet(ana(rule())).with_python_results(OPTIONS, [all_but(PICK)])
    rules = sheet.preference_sheet(list(reversed(OPTIONS)))
    assert not rules.evaluate(OPTIONS[PICK]).feasible
    assert code_of(closing(ana(rule()), python_results=[PASSED])) == "python-results"


def test_an_option_that_nothing_was_run_on_is_not_accepted():
    sheet = read_sheet(ana(rule())).with_python_results(OPTIONS, [PASSED])
    other = {**OPTIONS[PICK], "rent": 1}
    rules = sheet.preference_sheet(OPTIONS)
    assert isinstance(rules, PreferenceSheet) and not rules.evaluate(other).feasible
    with pytest.raises(RuleResultsError):
        sheet.answer(other)


def test_the_rules_are_given_the_options_of_the_question():
    text = ask("python_options", agenda=AGENDA)["ok"]["options"]
    assert json.loads(text) == read_agenda(AGENDA)["options"]


def test_the_engine_never_brings_in_what_runs_rules():
    script = "import parley.bridge, sys; print('parley.rule_run' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.strip() == "False", run.stderr
    for path in (ROOT / "parley").rglob("*.py"):
        package = ".".join(path.relative_to(ROOT).parent.parts)
        names = set(imported_names(path.read_text(encoding="utf-8"), package))
        assert "parley.rule_run" not in names, path
