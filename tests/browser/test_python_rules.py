"""Pasted rules in Python: what they answer, and from which engine they start."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.browser.rules_page import RulesPage, seated_for_rules
from tests.browser.test_engine_snapshots import FIND, REPLACE


@pytest.fixture
def ana(new_person, server):
    return seated_for_rules(new_person, server)


@pytest.fixture
def rules(ana):
    return RulesPage(ana.page)


def test_an_expression_and_a_function_are_asked_of_every_option(rules):
    function = "def acceptable(option):\n    return 'rent' in option and option['rent'] > 800"
    assert rules.run("option['rent'] <= 800", function) == [
        {
            "id": "rule 0",
            "results": ["passed", "crossed"],
            "errors": [None, None],
            "stopped": False,
            "finished": True,
            "at": None,
            "gave": [None, None],
        },
        {
            "id": "rule 1",
            "results": ["crossed", "passed"],
            "errors": [None, None],
            "stopped": False,
            "finished": True,
            "at": None,
            "gave": [None, None],
        },
    ]


def test_a_rule_that_raises_says_so_for_the_option(rules):
    (outcome,) = rules.run("option['rent'] < 800 or option['nothing']")
    assert outcome["results"] == ["passed", "error"]
    assert outcome["errors"] == [None, "KeyError: 'nothing' (line 1)"]


COMPUTING = """
import array, bisect, cmath, collections, contextvars, datetime, fnmatch, functools, heapq
import itertools, json, math, operator, random, re, string, unicodedata, zlib

def acceptable(option):
    letters = collections.Counter(option["flat"].lower()).most_common(1)[0][0]
    early = datetime.datetime.strptime("2026-12-01", "%Y-%m-%d") < datetime.datetime(2027, 1, 1)
    fits = fnmatch.fnmatch(option["flat"], "*r*")
    return early and fits and letters in string.ascii_lowercase and math.isfinite(option["rent"])
"""


def test_a_rule_may_import_what_only_computes(ana):
    (outcome,) = RulesPage(ana.page, milliseconds=10_000).run(COMPUTING)
    assert (outcome["errors"], outcome["results"]) == ([None, None], ["passed", "passed"])


def test_every_module_that_is_served_can_be_imported(ana):
    """None of them lacks a module that is built into Python and was made in time."""
    page = RulesPage(ana.page, milliseconds=10_000)
    url = ana.page.request.get("/static/vendor/engine.json").json()["stdlib"]["url"]
    with zipfile.ZipFile(io.BytesIO(ana.page.request.get(url).body())) as archive:
        paths = [entry.filename.removesuffix(".pyc") for entry in archive.infolist()]
    names = [path.removesuffix("/__init__").replace("/", ".") for path in paths]
    names = [name for name in names if "pyodide" not in name and name != "asyncio"]
    assert len(names) > 50
    (outcome,) = page.run(f"all(__import__(name) for name in {names})")
    assert (outcome["errors"], outcome["results"]) == ([None, None], ["passed", "passed"])


@pytest.mark.parametrize("module", ["socket", "select", "asyncio", "numpy"])
def test_a_rule_that_imports_what_is_not_there_says_so(rules, module):
    (outcome,) = rules.run(f"import {module}\n\ndef acceptable(option):\n    return True")
    said = f"ModuleNotFoundError: there is no module {module} here (line 1)"
    assert outcome["errors"] == [said, said]


SLOW = """
def acceptable(option):
    import time
    end = time.monotonic() + %s
    while time.monotonic() < end:
        pass
    return True
"""


def test_a_rule_has_half_a_second(rules):
    # By the clock, so that a slow machine changes nothing about the second one.
    rules.run("True")
    assert rules.run(SLOW % 0.001)[0]["finished"]
    (outcome,) = rules.run(SLOW % 1.0)
    assert (outcome["stopped"], outcome["finished"], outcome["at"]) == (True, False, 0)


STUBBORN = """
def acceptable(option):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""


@pytest.mark.parametrize("endless", ["[0 for _ in iter(int, 1)]", STUBBORN, "9 ** 9 ** 9 ** 9"])
def test_a_rule_that_never_ends_is_stopped_and_the_next_one_runs(rules, endless):
    stopped, good = rules.run(endless, "option['rent'] <= 800")
    assert stopped["stopped"] and stopped["results"] == ["error", "error"]
    assert stopped["at"] in (0, None)
    assert good["results"] == ["passed", "crossed"] and not good["stopped"]


def test_a_rule_that_was_stopped_names_the_option_on_which_it_hung(rules):
    hangs = "option['rent'] <= 800 or [0 for _ in iter(int, 1)]"
    (stopped,) = rules.run(hangs)
    assert (stopped["stopped"], stopped["at"]) == (True, 1)


def test_a_rule_that_gives_no_truth_says_what_it_gave(rules):
    (outcome,) = rules.run("lambda option: True")
    assert outcome["results"] == ["crossed", "crossed"]
    assert outcome["gave"] == ["function", "function"]


KEPT = """async () => {
    const cache = await caches.open("parley-engine");
    const kept = [];
    for (const request of await cache.keys()) {
        const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        kept.push([request.url, Array.from(hash).join(" ")]);
    }
    return kept;
}"""
START = "() => window.testRunner.prepare().snapshot"


def wait_for_snapshot(page) -> list[str]:
    """The engine of the page leaves one a while after its first answer."""
    for _ in range(1200):
        if kept := page.evaluate(KEPT):
            return kept
        page.wait_for_timeout(50)
    raise AssertionError("No snapshot is kept")


HOSTILE = """
def acceptable(option):
    import builtins, json, os, sys
    import parley.rule_run
    parley.rule_run.run_rule = json.loads = lambda *given: []
    builtins.left = sys.left = "MarkerOfAHostileRule"
    for module in list(sys.modules.values()):
        if module is not None:
            vars(module)["left"] = "MarkerOfAHostileRule"
    os.replace("/lib/parley.zip", "/lib/other.zip")
    while True:
        pass
"""


def test_after_a_runaway_rules_start_from_the_snapshot_which_no_rule_changes(ana, rules):
    ana.cannot_accept("rent", "above", 1739264)
    ana.wait_for_answers()
    kept = wait_for_snapshot(ana.page)
    hostile, good = rules.run(HOSTILE, "option['rent'] <= 800 and 'left' not in globals()")
    assert hostile["stopped"]
    assert ana.page.evaluate(START) == "load"
    assert good["results"] == ["passed", "crossed"]
    assert ana.page.evaluate(KEPT) == kept
    private = ["1739264", "Quixworth", "MarkerOfAHostileRule"]
    known = "Runs one rule in Python that somebody pasted"
    assert ana.page.evaluate(FIND, [*private, "parley.bridge", known]) == ["parley.bridge"]


def test_rules_from_a_snapshot_draw_other_numbers_each_time(ana, rules):
    wait_for_snapshot(ana.page)
    draw = "def acceptable(option):\n    import random\n    raise ValueError(random.random())"
    first, second = (outcome["errors"][0] for outcome in rules.run(draw, draw))
    assert ana.page.evaluate(START) == "load"
    assert first.startswith("ValueError: 0.") and first != second


def test_rules_leave_no_snapshot_and_take_none_away(ana, rules):
    """A snapshot that does not start anything makes the rules start without."""
    wait_for_snapshot(ana.page)
    ana.page.evaluate(REPLACE.replace("CHANGE", "bytes = new Uint8Array()"), True)
    kept = ana.page.evaluate(KEPT)
    assert rules.results("option['rent'] <= 800") == [["passed", "crossed"]]
    assert ana.page.evaluate(KEPT) == kept
    ana.page.evaluate("() => caches.delete('parley-engine')")
    assert rules.results("option['rent'] <= 800") == [["passed", "crossed"]]
    ana.page.wait_for_timeout(2000)
    assert ana.page.evaluate(KEPT) == []


def test_a_rule_that_brings_python_down_harms_no_other(rules):
    deep = """
def acceptable(option):
    import sys

    sys.setrecursionlimit(10**9)
    return acceptable(option)
"""
    fallen, good = rules.run(deep, "option['rent'] <= 800")
    assert fallen["results"] == ["error", "error"]
    assert good["results"] == ["passed", "crossed"]


def test_nothing_is_loaded_before_a_rule_is_there(ana):
    asked = [request.url for request in ana.person.requests]
    assert [url for url in asked if "/rules/" in url] == []
    RulesPage(ana.page).run("True")
    assert any(url.endswith("/rules/frame") for url in (r.url for r in ana.person.requests))
