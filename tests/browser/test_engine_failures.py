"""The engine never leaves a page waiting: every failure has a reason, and a way to try again."""

from __future__ import annotations

from parleysite.engine_files import WORKER_POLICY
from tests.browser.engine_page import WORKER, EnginePage, with_other_worker

ECHO = """
import json

def call(name, text):
    if name == "spin":
        while True:
            pass
    if name == "mumble":
        return "not what a bridge says"
    if name == "raise":
        raise ValueError("unheard of")
    if name == "refuse":
        return json.dumps({"error": {"code": "refused", "message": "No."}})
    return json.dumps({"ok": json.loads(text)})
"""

LONG = 60_000


def test_calls_made_before_the_engine_is_ready_are_answered_in_their_order(new_person):
    engine = EnginePage(new_person(), python={"bridge": ECHO})
    answers = engine.ask_at_once(["echo", 1], ["refuse", {}], ["echo", {"name": "Zoë 🙂"}])
    assert answers == [
        {"result": 1},
        {"error": "refused", "kind": "EngineError"},
        {"result": {"name": "Zoë 🙂"}},
    ]
    assert engine.events == ["ready"]


def test_a_file_that_cannot_be_fetched_is_a_network_failure(new_person):
    ana = new_person(may_have_errors=True)
    ana.page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    engine = EnginePage(ana)
    assert engine.ask("preview")["error"] == "network"
    assert engine.events == ["network"]
    engine.wait_until_no_worker_runs()


def test_after_a_network_failure_trying_again_is_enough(new_person):
    bob = new_person(may_have_errors=True)
    bob.page.route("**/pyodide.mjs", lambda route: route.fulfill(status=503))
    engine = EnginePage(bob, python={"bridge": ECHO})
    assert engine.ask("echo", 1)["error"] == "network"
    assert engine.ask("echo", 1)["error"] == "network"
    bob.page.unroute("**/pyodide.mjs")
    engine.restart()
    assert engine.ask("echo", 1) == {"result": 1}
    assert engine.events == ["network", "ready"]


def test_a_worker_script_that_is_missing_is_a_network_failure(new_person):
    cara = new_person(may_have_errors=True)
    cara.page.route(WORKER, lambda route: route.fulfill(status=404))
    engine = EnginePage(cara)
    assert engine.ask("preview")["error"] == "network"


def test_a_browser_that_compiles_no_webassembly_is_unsupported(new_person):
    ana = new_person(may_have_errors=True)
    policy = WORKER_POLICY.replace(" 'wasm-unsafe-eval'", "")
    with_other_worker(ana.page, policy=policy)
    engine = EnginePage(ana)
    assert engine.ask("preview")["error"] == "unsupported"
    assert engine.events == ["unsupported"]


def test_a_damaged_file_is_a_crash_and_not_a_wait_for_ever(new_person):
    bob = new_person(may_have_errors=True)

    def damage(route):
        content = bytearray(route.fetch().body())
        content[1000:2000] = bytes(1000)
        route.fulfill(body=bytes(content), content_type="application/wasm")

    bob.page.route("**/pyodide.asm.wasm", damage)
    engine = EnginePage(bob, startTimeout=LONG)
    assert engine.ask("preview")["error"] == "crash"


def test_a_start_without_any_progress_is_a_hang(new_person):
    cara = new_person()
    with_other_worker(cara.page, body="")
    engine = EnginePage(cara, startTimeout=1000)
    assert engine.ask("preview")["error"] == "hang"
    assert engine.events == ["hang"]
    engine.wait_until_no_worker_runs()


def test_a_call_that_takes_too_long_is_stopped_and_the_engine_starts_again(new_person):
    ana = new_person()
    engine = EnginePage(ana, python={"bridge": ECHO}, startTimeout=LONG, callTimeout=5000)
    answers = engine.ask_at_once(["echo", 1], ["spin", {}], ["echo", 2])
    hang = {"error": "hang", "kind": "EngineError"}
    assert answers == [{"result": 1}, hang, hang]
    engine.wait_until_no_worker_runs()
    engine.restart()
    assert engine.ask("echo", 3) == {"result": 3}
    assert engine.events == ["ready", "hang", "ready"]


def test_an_answer_in_another_form_is_a_crash(new_person):
    engine = EnginePage(new_person(), python={"bridge": ECHO})
    assert engine.ask("mumble")["error"] == "crash"


def test_an_exception_of_the_bridge_is_a_crash_that_tells_nothing(new_person):
    bob = new_person()
    engine = EnginePage(bob, python={"bridge": ECHO})
    assert engine.ask("raise") == {"error": "crash", "kind": "EngineError"}
    assert engine.events == ["ready", "crash"]


def test_starting_again_in_the_middle_of_a_start_answers_what_was_asked_before(new_person):
    cara = new_person()
    engine = EnginePage(cara, python={"bridge": ECHO})
    cara.page.evaluate("() => { window.test.early = window.test.engine.call('echo', 'early'); }")
    engine.restart()
    assert cara.page.evaluate("() => window.test.early") == "early"
    assert engine.events == ["ready"]
