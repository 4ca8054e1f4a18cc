"""Pasted rules in Python reach nothing and nobody, and are not believed."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from parleysite.rules_frame import frame_policy
from tests.browser.listener import Listener
from tests.browser.rules_page import (
    FRAME,
    OPTIONS,
    WORKER,
    RulesPage,
    seated_for_rules,
    with_other_file,
)
from tests.browser.servers import ROOT
from tests.browser.steps import Participant

ATTACKS = Path(__file__).parent / "attacks"
OWN_WORKER = (ROOT / "static" / "js" / "engine" / "worker.js").read_text()


def attacking_rule(host: str) -> tuple[str, list[str]]:
    """One rule that tries the way out that an option names, and all the names."""
    source = (ATTACKS / "rules.py").read_text()
    defined = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    names = [name for name in defined if name.startswith("through_")]
    choose = "def acceptable(option):\n    return globals()[option['attack']](option)\n"
    return f"{source}\nHOST = {host!r}\n{choose}", names


@pytest.fixture
def ana(new_person, server):
    return seated_for_rules(new_person, server)


@pytest.fixture
def rules(ana):
    return RulesPage(ana.page)


@pytest.fixture
def patient_rules(ana):
    """Rules with all the time they need for their attacks."""
    return RulesPage(ana.page, milliseconds=20_000)


# What a rule finds out.

SEARCH = """
def acceptable(option):
    import gc, sys

    wanted, seen, waiting = {wanted!r}[::-1], set(), [gc.get_objects(), sys.modules, option]
    frame = sys._getframe()
    while frame:
        waiting.append(dict(frame.f_locals))
        frame = frame.f_back
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if thing is not wanted and isinstance(thing, str) and wanted in thing:
            return True
        waiting.extend(gc.get_referents(thing))
    return False
"""


def searching(wanted: str) -> str:
    """A rule that looks for a text in all that Python holds, without holding it itself."""
    return SEARCH.format(wanted=wanted[::-1])


def test_a_rule_knows_the_options_and_neither_secret_nor_sheet_nor_name_nor_other_rules(
    ana, patient_rules
):
    ana.cannot_accept("rent", "above", 1739264)
    secret = ana.return_link().partition("seat=")[2][:43]
    assert len(secret) == 43
    earlier = "def acceptable(option):\n    'MarkerOfAnEarlierRule'\n    return True"
    wanted = ("Garden", secret, "1739264", "MarkerOfAnEarlierRule", "Quixworth")
    searches = [searching(text) for text in wanted]
    results = patient_rules.results(earlier, *searches, options=OPTIONS[:1])
    assert results == [["passed"], ["passed"], *[["crossed"]] * 4]


def test_no_rule_leaves_anything_behind_for_the_next(rules):
    first = """
def acceptable(option):
    import builtins, json, sys
    json.loads = lambda text: [{}]
    builtins.left = sys.left = True
    open("/left", "w").close()
    return True
"""
    second = """
def acceptable(option):
    import builtins, os, sys
    return hasattr(builtins, "left") or hasattr(sys, "left") or os.path.exists("/left")
"""
    assert rules.results(first, second, "option['rent'] <= 800")[1:] == [
        ["crossed", "crossed"],
        ["passed", "crossed"],
    ]


# What a rule may try.


LISTEN = """() => {
    window.testHeard = [];
    new BroadcastChannel("test").onmessage = ({ data }) => window.testHeard.push(data);
    addEventListener("message", ({ data }) => window.testHeard.push(data));
}"""


def attack(ana: Participant, rules: RulesPage) -> tuple[dict[str, str], str, list[str]]:
    """Tries every way out: the result of each, what was heard elsewhere and in the page."""
    ana.page.evaluate(LISTEN)
    with Listener() as listener:
        code, names = attacking_rule(listener.host)
        (outcome,) = rules.run(code, options=[{"attack": name} for name in names])
        # A socket that was opened knocks a little later.
        ana.page.wait_for_timeout(500)
        heard = " ".join(listener.heard)
    assert not outcome["stopped"]
    ways = [name.removeprefix("through_") for name in names]
    results = dict(zip(ways, outcome["results"], strict=True))
    return results, heard, ana.page.evaluate("() => window.testHeard")


def test_no_pasted_rule_gets_out(ana, patient_rules):
    secret_answers = []
    ana.page.context.on(
        "response",
        lambda answer: secret_answers.append(answer.url) if "secret" in answer.url else 0,
    )
    ana.wait_for_answers()
    kept, address = ana.page.evaluate("() => JSON.stringify(localStorage)"), ana.page.url
    results, heard, heard_in_page = attack(ana, patient_rules)
    assert len(results) == 33
    assert {name for name, result in results.items() if result == "passed"} == set()
    assert heard == ""
    assert heard_in_page == []
    assert secret_answers == []
    assert ana.page.evaluate("() => JSON.stringify(localStorage)") == kept
    assert ana.page.url == address
    assert len(ana.page.context.pages) == 1


DOORS = ("      closeTheDoors();\n", "  forgetJavaScript(pyodide);\n")
ANSWERS = 'post({ kind: "answer"'
# It answers a while later, so that a request that was started leaves.
OPEN_WORKER = OWN_WORKER.replace(ANSWERS, f"setTimeout(post, 500, {ANSWERS[5:]}")
for door in DOORS:
    OPEN_WORKER = OPEN_WORKER.replace(door, "")
# The other ways lack a module that the trimmed library has not, or something that workers have not.
OPEN_WAYS = """
    js_fetch xhr websocket events packages function eval constructors webloop package_loader to_js
    nested scripts font
""".split()


def test_the_policy_alone_keeps_every_rule_in(ana, patient_rules):
    """As if Python still knew JavaScript."""
    assert all(part in OWN_WORKER for part in (*DOORS, ANSWERS))
    with_other_file(ana.page, WORKER, body=OPEN_WORKER)
    results, heard, heard_in_page = attack(ana, patient_rules)
    # What starts without waiting counts as passed before it was refused.
    assert heard == ""
    assert heard_in_page == []
    for way in ("database", "storage", "cookies", "parent", "top", "window", "xhr", "memory"):
        assert results[way] != "passed", way


# Everything on this machine is allowed. Without any policy Pyodide would look for its own files.
LENIENT = (
    "default-src 'unsafe-inline' blob: http: ws:; "
    "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: http:"
)


def test_the_same_rules_get_out_where_nothing_keeps_them_in(ana, patient_rules):
    """Shows that the attacks work, so that the tests above can fail."""
    with_other_file(ana.page, WORKER, body=OPEN_WORKER)
    with_other_file(ana.page, FRAME, policy=LENIENT)
    results, heard, _ = attack(ana, patient_rules)
    assert [way for way in OPEN_WAYS if f"/{way}?secret" not in heard] == []
    assert "GET / HTTP" in heard, "a socket opens a websocket"
    assert results["function"] == results["eval"] == "passed"
    assert results["native_calls"] == results["native_calls_anew"] == "passed"


def test_a_script_in_the_worker_gets_nowhere_either(ana, rules):
    """Were there a way from Python to JavaScript, it would lead to this."""
    body = (ATTACKS / "worker.js").read_text()
    # The frame passes on texts only.
    body = body.replace("({ data: host }) =>", "({ data: { text: host } }) =>")
    body = body.replace("postMessage(outcomes)", "postMessage({ text: JSON.stringify(outcomes) })")
    with_other_file(ana.page, WORKER, body=body)
    with Listener() as listener:
        outcomes = rules.ask_worker(listener.host)
        assert " ".join(listener.heard) == ""
    assert len(outcomes) == 17
    assert {name for name, outcome in outcomes.items() if outcome == "done"} == set()


def attack_from_frame(ana: Participant, rules: RulesPage, policy: str | None = None):
    """Runs the attacks of a script in the frame itself: the outcome of each, and what was heard."""
    body = (ATTACKS / "frame.js").read_text()
    policy = frame_policy(body) if policy is None else policy
    with_other_file(ana.page, FRAME, body=f"<!doctype html><script>{body}</script>", policy=policy)
    ana.page.evaluate(LISTEN)
    with Listener() as listener:
        outcomes = rules.ask_frame(listener.host)
        ana.page.wait_for_timeout(500)
        return outcomes, " ".join(listener.heard)


def test_a_script_in_the_frame_reaches_neither_the_page_nor_a_server(ana, rules):
    """Nothing pasted ever runs there; it is one more wall around what does."""
    ana.wait_for_answers()
    kept, address = ana.page.evaluate("() => JSON.stringify(localStorage)"), ana.page.url
    outcomes, heard = attack_from_frame(ana, rules)
    assert heard == ""
    assert len(outcomes) == 16
    done = {name for name, outcome in outcomes.items() if outcome == "done"}
    # These do not say whether they were refused: what was heard, and where the page is, does.
    assert done <= {"beacon", "form", "frame", "top's place"}, outcomes
    assert ana.page.evaluate("() => window.testHeard") == []
    assert ana.page.evaluate("() => JSON.stringify(localStorage)") == kept
    assert ana.page.url == address
    assert len(ana.page.context.pages) == 1


# What a worker may say.

PUPPET = """
postMessage({ kind: "alive" });
onmessage = ({ data }) => {
    if (data.kind === "start") postMessage({ kind: "ready" });
    if (data.kind !== "call") return;
    const { code } = JSON.parse(data.text);
    // The test writes what is said in place of the rule.
    for (const said of (0, JSON.parse)(code)) postMessage(said);
};
"""


def says(*messages: object) -> str:
    return json.dumps(messages)


def answer(*results: object, errors: object = None, id: object = 1) -> dict:
    nothing = [None] * len(results)
    ok = {"results": results, "errors": nothing if errors is None else errors, "gave": nothing}
    return {"kind": "answer", "id": id, "text": json.dumps({"ok": ok})}


FORGED = [
    [None],
    ["passed"],
    [{"kind": "ready"}],
    [{"kind": "answer", "id": 1, "text": "{}"}],
    [{"kind": "answer", "id": 1, "text": '{"ok": {}}'}],
    [{"kind": "answer", "id": 1, "text": '{"ok": null}'}],
    [{"kind": "answer", "id": 1, "text": 5}],
    [{"kind": "answer", "id": 1, "text": "x" * 2_000_000}],
    [answer("passed", "passed", id=2)],
    [answer("passed")],
    [answer("passed", "passed", "passed")],
    [answer("passed", "maybe")],
    [answer("passed", True)],
    [answer("passed", ["passed"])],
    [answer("passed", "passed", errors=[])],
    [answer("passed", "passed", errors=[None, "x"])],
    [answer("passed", "error", errors=[None, None])],
    [answer("passed", "error", errors=[None, "x" * 2000])],
    [{"kind": "failed", "reason": "unsupported"}],
    [{"kind": "terminate"}],
]


def test_a_forged_message_makes_the_rule_fail_and_no_other(puppets):
    honest = says(answer("passed", "crossed"))
    codes = [code for messages in FORGED for code in (says(*messages), honest)]
    results = puppets.results(*codes)
    assert results[1::2] == [["passed", "crossed"]] * len(FORGED)
    for messages, result in zip(FORGED, results[::2], strict=True):
        assert result == ["error", "error"], str(messages)[:100]


@pytest.fixture
def puppets(ana):
    """Rules whose workers say what a test lets them say."""
    with_other_file(ana.page, WORKER, body=PUPPET)
    return RulesPage(ana.page)


def test_a_rule_that_goes_on_talking_is_not_heard(puppets):
    talkative = says(
        answer("crossed", "crossed"), *[answer("passed", "passed", id=n) for n in (1, 2)]
    )
    first, second = puppets.run(talkative, says(answer("crossed", "passed")))
    assert first["results"] == ["crossed", "crossed"]
    assert second["results"] == ["crossed", "passed"]


def test_an_isolation_that_does_not_start_gives_no_results(ana, rules):
    with_other_file(ana.page, WORKER, body="throw new Error('broken');")
    assert rules.run("True") in ("network", "crash")
