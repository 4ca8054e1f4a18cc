"""What a pasted rule says about options. Only rules of our own are run here."""

import json

import pytest

from parley.rule_run import call, run_rule

OPTIONS = [{"flat": "Garden", "rent": 700}, {"flat": "Tower", "rent": 900}, {"flat": "Quay"}]


def run(code, options=OPTIONS):
    return run_rule(code, json.dumps(options))


def results(code, options=OPTIONS):
    return run(code, options)["results"]


def error(code):
    (text,) = set(run(code)["errors"])
    return text


def test_an_expression_is_asked_of_every_option():
    assert run("option['rent'] <= 700") == {
        "results": ["passed", "crossed", "error"],
        "errors": [None, None, "KeyError: 'rent' (line 1)"],
        "gave": [None, None, None],
    }


def test_a_function_is_asked_of_every_option():
    code = """
        def cheap(option):
            return option["rent"] <= 700

        def acceptable(option):
            return "rent" not in option or cheap(option)
    """
    assert results(code) == ["passed", "crossed", "passed"]


def test_a_function_may_import_what_comes_with_python():
    code = "def acceptable(option):\n    import math\n    return math.isfinite(1.0)"
    assert results(code) == ["passed"] * 3


@pytest.mark.parametrize(
    "value", ["1", "'True'", "[True]", "None", "0", "'no'", "(lambda: True)", "object()"]
)
def test_only_the_literal_true_passes(value):
    assert results(value) == ["crossed"] * 3
    assert results("True") == ["passed"] * 3


def test_without_options_there_are_no_results():
    assert run("True", []) == {"results": [], "errors": [], "gave": []}
    assert run("(", []) == {"results": [], "errors": [], "gave": []}


@pytest.mark.parametrize(
    "code", ["", "x = True", "import math", "def other(option):\n    return True", "True; True"]
)
def test_what_is_no_rule_says_what_a_rule_is(code):
    assert error(code) == "RuleShapeError: write one expression, or define acceptable(option)"


def test_an_error_names_its_kind_its_words_and_its_line():
    assert (
        error("def acceptable(option):\n    return option['x' * 3]") == "KeyError: 'xxx' (line 2)"
    )
    assert error("assert False") == error("x = True")
    assert error("option[").startswith("SyntaxError: ")
    # A ValueError before Python 3.11.4.
    assert error("\x00").endswith("cannot contain null bytes")
    assert error("exit()").startswith(("SystemExit", "NameError"))
    assert error("(_ for _ in ()).throw(KeyboardInterrupt)") == "KeyboardInterrupt (line 1)"
    assert error("(lambda f: f(f))(lambda f: f(f))").startswith("RecursionError: ")


def test_a_module_that_is_not_there_is_named():
    code = "import flats_and_rents\ndef acceptable(option):\n    return True"
    assert error(code) == "ModuleNotFoundError: there is no module flats_and_rents here (line 1)"


def test_an_error_is_short_and_hides_nothing():
    assert error("{}['a' * 100000]").endswith("more characters) (line 1)")
    assert len(error("{}['a' * 100000]")) < 300
    said = error("(_ for _ in ()).throw(ValueError('a\\u202eb\\x07'))")
    assert said == "ValueError: a<U+202E>b<U+0007> (line 1)"


def test_an_error_that_cannot_be_shown_is_still_an_error():
    code = """
class Odd(Exception):
    def __str__(self):
        raise SystemExit

def acceptable(option):
    raise Odd
"""
    assert run(code) == {"results": ["error"] * 3, "errors": ["Odd"] * 3, "gave": [None] * 3}


def test_no_option_hangs_on_those_before_it():
    code = """
seen = []

def acceptable(option):
    seen.append(option["flat"])
    option["flat"] = "changed"
    return len(seen) == 1 and seen[0] != "changed"
"""
    assert results(code) == ["passed"] * 3


def test_values_arrive_as_the_engine_reads_them():
    options = [{"a": 1, "b": 1.5, "c": "2027-01-01", "d": True, "e": 2**53 - 1}]
    code = "option == {'a': 1, 'b': 1.5, 'c': '2027-01-01', 'd': True, 'e': 2**53 - 1}"
    assert results(code, options) == ["passed"]
    assert results("type(option['a']) is int and option['d'] is True", options) == ["passed"]


def test_the_page_asks_with_text():
    before = call("run", json.dumps({"code": "True", "options": "[{}]"}))
    assert before == "at 0"
    ok = {"results": ["passed"], "errors": [None], "gave": [None]}
    assert json.loads(call("next", "")) == {"ok": ok}
    assert json.loads(call("preview", "{}"))["error"]["code"] == "unknown-call"


def test_the_page_hears_of_an_option_before_the_rule_is_asked_about_it():
    code = "def acceptable(option):\n    option['seen'].append(1)\n    return 1 / 0"
    asked = {"code": code, "options": '[{"seen": []}, {}]'}
    assert [call("run", json.dumps(asked)), call("next", "")] == ["at 0", "at 1"]
    assert json.loads(call("next", ""))["ok"]["results"] == ["error", "error"]


def test_of_a_very_long_list_the_page_hears_the_beginning_and_the_answer():
    said = [call("run", json.dumps({"code": "True", "options": json.dumps([{}] * 1200)}))]
    while said[-1].startswith("at "):
        said.append(call("next", ""))
    assert len(said) == 1001
    assert json.loads(said[-1])["ok"]["results"] == ["passed"] * 1200


def test_a_value_that_is_neither_true_nor_false_is_named_by_its_type():
    assert run("lambda option: True")["gave"] == ["function"] * 3
    assert run("option.get('rent')")["gave"] == ["int", "int", "NoneType"]
    assert run("option['rent'] > 800")["gave"] == [None] * 3
    assert run("type('a\u202e' * 500, (), {})()")["gave"][0].startswith("a<U+202E>")
    assert len(run("type('a' * 5000, (), {})()")["gave"][0]) < 200
