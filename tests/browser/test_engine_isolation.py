"""Code in the engine's worker reaches no server, no storage and no other page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parleysite.engine_files import WORKER_POLICY
from tests.browser.engine_page import EnginePage, with_other_worker
from tests.browser.listener import Listener
from tests.browser.people import Person

ATTACKS = Path(__file__).parent / "attacks"
WORKER_ATTACKS = (ATTACKS / "worker.js").read_text()
PYTHON_ATTACKS = (ATTACKS / "bridge.py").read_text()

RUN_WORKER_ATTACKS = """(host) => new Promise((done, failed) => {
    const worker = new Worker("/static/js/engine/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => failed(new Error("the worker did not start"));
    worker.postMessage(host);
})"""


class Secrets:
    """The addresses with a secret in them that the person's own server answered."""

    def __init__(self, person: Person) -> None:
        self.answered: list[str] = []
        person.context.on("response", lambda response: self.note(response.url))

    def note(self, address: str) -> None:
        if "secret" in address:
            self.answered.append(address)


def allow_this_machine(person: Person) -> None:
    """Without it Chromium itself stops a page from asking other servers of this machine."""
    person.context.grant_permissions(["local-network-access"])


def attack(person: Person, policy: str | None = None) -> tuple[dict[str, str], str, str]:
    """Runs the attacks of a script under a policy (None: the worker's own, "": none at all).

    Gives the outcome of each, what another server heard, and what the own server answered.
    """
    page = person.open("/")
    allow_this_machine(person)
    with_other_worker(page, body=WORKER_ATTACKS, policy=policy)
    secrets = Secrets(person)
    with Listener() as listener:
        outcomes = page.evaluate(RUN_WORKER_ATTACKS, listener.host)
        return outcomes, " ".join(listener.heard), " ".join(secrets.answered)


def test_no_script_in_the_worker_can_send_a_secret_anywhere(new_person):
    outcomes, heard, answered = attack(new_person(may_have_errors=True))
    assert heard == ""
    assert answered == ""
    # A script from a blob may run: it has no more ways out than the one that made it.
    assert len(outcomes) == 17
    assert {name for name, outcome in outcomes.items() if outcome == "done"} == set()


def test_the_same_script_sends_its_secrets_where_the_policy_is_missing(new_person):
    """Shows that the attacks work, so that the test above can fail."""
    outcomes, heard, answered = attack(new_person(may_have_errors=True), policy="")
    ways = ("fetch", "keepalive", "xhr", "socket", "events", "font", "import", "blob", "nested")
    for way in (*ways, "eval", "Function"):
        assert f"/{way}?secret" in heard, way
    for file in ("text.js", "pyodide.mjs", "icon.svg"):
        assert f"/{file}?secret" in answered, file
    assert outcomes["own worker"] == "done"


def test_a_policy_that_names_a_script_would_let_a_secret_out(new_person, server):
    """Why scripts come from blobs: a policy ignores what follows the question mark."""
    named = f"script-src {server.url}/static/vendor/pyodide-314.0.7/pyodide.mjs"
    policy = WORKER_POLICY.replace("script-src blob:", named)
    assert policy != WORKER_POLICY
    _, heard, answered = attack(new_person(may_have_errors=True), policy=policy)
    assert heard == ""
    assert "pyodide.mjs?secret" in answered


# Some exist in every browser, some in a few, some are only planned.
NETWORK_STORAGE_AND_PAGES = """
    fetch fetchLater Request Response Headers XMLHttpRequest WebSocket WebSocketStream WebTransport
    EventSource importScripts Worker SharedWorker ServiceWorker FontFace fonts Notification
    indexedDB IDBFactory caches CacheStorage navigator StorageManager FileSystemHandle cookieStore
    BroadcastChannel MessageChannel MessagePort postMessage Blob File FileReader URL location
    onmessage close reportError RTCDataChannel
""".split()


@pytest.fixture(params=[False, True], ids=["anew", "from a snapshot"])
def from_snapshot(request):
    return request.param


def test_the_started_worker_knows_neither_network_nor_storage_nor_other_pages(
    new_person, from_snapshot
):
    engine = EnginePage(new_person(), from_snapshot=from_snapshot)
    engine.ask("no such call")
    names = json.dumps(NETWORK_STORAGE_AND_PAGES)
    assert engine.in_worker(f"() => {names}.filter((name) => name in globalThis)") == []


def test_the_started_worker_still_obeys_its_policy(new_person, from_snapshot):
    ana = new_person(may_have_errors=True)
    engine = EnginePage(ana, from_snapshot=from_snapshot)
    engine.ask("no such call")
    secrets = Secrets(ana)
    script = f"import('{ana.base_url}/static/js/text.js?secret')"
    assert engine.in_worker(f"() => {script}.then(() => 'done', () => 'refused')") == "refused"
    assert secrets.answered == []


def test_no_python_in_the_worker_can_send_a_secret_anywhere(new_person, from_snapshot):
    bob = new_person(may_have_errors=True)
    allow_this_machine(bob)
    with Listener() as listener:
        # What the attacks hold of JavaScript afterwards cannot be in a snapshot.
        target = f"HOST = {listener.host!r}\nWHILE_STARTING = {not from_snapshot}"
        secrets = Secrets(bob)
        python = {"bridge": PYTHON_ATTACKS, "target": target}
        engine = EnginePage(bob, python=python, from_snapshot=from_snapshot)
        engine.ask("attack")
        # A socket that was opened knocks a little later.
        bob.page.wait_for_timeout(500)
        assert listener.heard == []
    assert secrets.answered == []
    outcomes = engine.ask("attack")["result"]
    # While Pyodide starts it still leads to JavaScript: nothing comes of it.
    early = outcomes["while starting"]
    if not from_snapshot:
        assert "pyodide.webloop.scheduleCallback" in early.pop("through_what_python_still_holds")
        assert early.pop("through_native_calls").isdigit()
        for way in ("to_js", "script"):
            early.pop(f"through_{way}")
    assert len(outcomes["when called"]) == 14
    for tried in outcomes.values():
        assert {way: result for way, result in tried.items() if result} == {}


@pytest.mark.parametrize(
    "message",
    [
        "null",
        '{ kind: "ready" }',
        '{ kind: "answer", id: 1, text: "{}" }',
        '{ kind: "progress", step: "constructor" }',
        '{ kind: "snapshot", bytes: "secret" }',
        '"secret"',
    ],
)
def test_a_message_that_the_worker_should_not_send_stops_the_engine(new_person, message):
    cara = new_person()
    ready = '{ kind: "ready" }'
    script = f"postMessage({ready}); onmessage = () => {{ postMessage({message}); }}"
    with_other_worker(cara.page, body=script)
    engine = EnginePage(cara)
    assert engine.ask("anything") == {"error": "crash", "kind": "EngineError"}
    assert engine.events == ["ready", "crash"]
