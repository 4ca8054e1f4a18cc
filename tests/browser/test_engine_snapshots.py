"""A later start takes the memory of an earlier one: the same engine, and nothing else of it."""

from __future__ import annotations

import pytest

from tests.browser.engine_page import EnginePage, with_other_worker

# `made` is computed when the memory that a snapshot holds is made, everything else when called.
BRIDGE = """
import json
import os
import random

made = os.urandom(8).hex()
KNOWN = "known from the " + "start"

def call(name, text):
    if name == "spin":
        while True:
            pass
    if name == "mumble":
        return "not what a bridge says"
    # What secrets gives comes from os.urandom(), too.
    drawn = [random.random(), random.SystemRandom().random(), os.urandom(8).hex()]
    return json.dumps({"ok": {"made": made, "drawn": drawn, "hash": str(hash(text)), "text": text}})
"""
PYTHON = {"bridge": BRIDGE}

FIND = """async (words) => {
    const cache = await caches.open("parley-engine");
    const found = [];
    for (const request of await cache.keys()) {
        const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
        const text = new TextDecoder("latin1").decode(bytes);
        found.push(...words.filter((word) => text.includes(word)));
    }
    return found;
}"""

# Puts something else where the one snapshot is kept; CHANGE works on `bytes` and `headers`.
REPLACE = """async (newDigest) => {
    const cache = await caches.open("parley-engine");
    const [request] = await cache.keys();
    const found = await cache.match(request);
    const headers = Object.fromEntries(found.headers);
    let bytes = new Uint8Array(await found.arrayBuffer());
    CHANGE;
    if (newDigest) {
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        headers.digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    await cache.put(request, new Response(bytes, { headers }));
}"""


def visited(person, **options) -> None:
    """Somebody has been here, and the engine has left its snapshot."""
    engine = EnginePage(person, python=PYTHON, **options)
    engine.ask("anything")
    engine.wait_until_a_snapshot_is_kept()


def replace(person, change: str, *, new_digest: bool) -> None:
    person.page.evaluate(REPLACE.replace("CHANGE", change), new_digest)


def test_a_later_visit_starts_from_what_the_first_one_left(new_person):
    ana = new_person()
    first = EnginePage(ana, python=PYTHON)
    made = first.ask("anything")["result"]["made"]
    assert first.snapshot == "make"
    first.wait_until_a_snapshot_is_kept()
    later = EnginePage(ana, python=PYTHON)
    assert later.ask("anything")["result"]["made"] == made
    assert later.snapshot == "load"


def test_the_real_engine_answers_the_same_from_a_snapshot(new_person):
    ana = new_person()
    tampered = {"base64": "e30="}
    anew = EnginePage(ana).ask("verify", tampered)
    later = EnginePage(new_person(), from_snapshot=True).ask("verify", tampered)
    assert "result" in later
    assert later == anew


def test_what_must_be_drawn_anew_is_drawn_anew(new_person):
    bob = new_person()
    visited(bob)
    starts = [
        EnginePage(bob, python=PYTHON).ask("anything", "text")["result"] for _visit in range(2)
    ]
    assert starts[0]["made"] == starts[1]["made"]
    for first, second in zip(starts[0]["drawn"], starts[1]["drawn"], strict=True):
        assert first != second
    # Where Python hides strings in its tables is drawn once for a snapshot, not for each start.
    assert starts[0]["hash"] == starts[1]["hash"]


def test_after_a_runaway_the_engine_starts_from_the_snapshot(new_person):
    cara = new_person()
    visited(cara, callTimeout=2000)
    engine = EnginePage(cara, python=PYTHON, callTimeout=2000)
    engine.ask("anything")
    assert engine.ask("spin")["error"] == "hang"
    engine.restart()
    assert "result" in engine.ask("anything")
    assert engine.snapshot == "load"


def test_nothing_that_the_engine_was_asked_is_in_the_snapshot(new_person):
    ana = new_person()
    engine = EnginePage(ana, python=PYTHON)
    # Asked before the engine is ready, and so as early as anything can be asked.
    answers = engine.ask_at_once(*[["echo", f"limit 1613.370{n}"] for n in range(5)])
    assert answers[0]["result"]["text"] == '"limit 1613.3700"'
    engine.wait_until_a_snapshot_is_kept()
    found = ana.page.evaluate(FIND, ["known from the start", "limit 1613", "1613.370"])
    assert found == ["known from the start"]


DAMAGED = {
    "damaged": "bytes[bytes.length >> 1] ^= 1",
    "cut off": "bytes = bytes.subarray(0, bytes.length >> 1)",
    "too old": 'headers["made-at"] = String(Date.now() - 31 * 24 * 3600 * 1000)',
    "from the future": 'headers["made-at"] = String(Date.now() + 3600 * 1000)',
    "without a date": 'delete headers["made-at"]',
}
FOREIGN = {
    "empty": "bytes = new Uint8Array()",
    "too long to be true": "bytes = new Uint8Array(16).fill(255)",
    "noise": "bytes = bytes.map((byte, index) => index % 251)",
    "without its memory": "bytes.fill(0, 65536)",
}


@pytest.mark.parametrize("change", DAMAGED)
def test_a_snapshot_that_may_not_be_used_is_replaced_by_a_new_one(new_person, change):
    bob = new_person()
    visited(bob)
    replace(bob, DAMAGED[change], new_digest=False)
    engine = EnginePage(bob, python=PYTHON)
    assert "result" in engine.ask("anything")
    assert engine.snapshot == "make"
    assert engine.events == ["ready"]


@pytest.mark.parametrize("change", FOREIGN)
def test_the_engine_starts_by_itself_where_a_snapshot_fails(new_person, change):
    bob = new_person(may_have_errors=True)
    visited(bob)
    replace(bob, FOREIGN[change], new_digest=True)
    engine = EnginePage(bob, python=PYTHON, startTimeout=5000)
    assert "result" in engine.ask("anything")
    assert engine.snapshot == "none"
    assert engine.events == ["ready"]
    assert engine.kept_snapshots == []


def test_an_engine_that_crashes_after_a_start_from_a_snapshot_starts_anew(new_person):
    cara = new_person()
    visited(cara)
    engine = EnginePage(cara, python=PYTHON)
    assert engine.ask("mumble")["error"] == "crash"
    engine.restart()
    assert "result" in engine.ask("anything")
    assert engine.snapshot == "none"
    assert engine.kept_snapshots == []


def test_an_engine_from_a_snapshot_cannot_leave_the_next(new_person):
    ana = new_person()
    visited(ana)
    script = """postMessage({ kind: "ready" });
        onmessage = ({ data }) => {
            if (data.kind === "call") postMessage({ kind: "snapshot", bytes: new Uint8Array(8) });
        };"""
    with_other_worker(ana.page, body=script)
    engine = EnginePage(ana, python=PYTHON)
    ana.page.wait_for_timeout(500)
    assert engine.ask("anything")["error"] == "crash"
    assert engine.kept_snapshots == []


def test_a_snapshot_of_other_files_is_not_used_and_goes_when_a_new_one_is_kept(new_person):
    bob = new_person()
    visited(bob)
    engine = EnginePage(bob, python={"bridge": BRIDGE + "\n# Another release."})
    old = engine.kept_snapshots
    assert "result" in engine.ask("anything")
    assert engine.snapshot == "make"
    for _ in range(400):
        if engine.kept_snapshots not in ([], old):
            break
        bob.page.wait_for_timeout(50)
    assert len(engine.kept_snapshots) == 1
    assert engine.kept_snapshots != old


@pytest.mark.parametrize(
    "storage",
    [
        "delete globalThis.caches",
        "CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'))",
        "Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))",
    ],
)
def test_without_storage_the_engine_starts_as_ever(new_person, storage):
    cara = new_person()
    cara.page.add_init_script(storage)
    for _visit in range(2):
        engine = EnginePage(cara, python=PYTHON)
        assert "result" in engine.ask("anything")
        assert engine.events == ["ready"]
        cara.page.wait_for_timeout(1500)


@pytest.mark.parametrize(
    "reason",
    [
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
        "StorageManager.prototype.estimate = async () => ({ quota: 1e8, usage: 5e7 })",
    ],
    ids=["saving data", "little room"],
)
def test_no_snapshot_is_kept_where_it_would_cost_something(new_person, reason):
    ana = new_person()
    ana.page.add_init_script(reason)
    engine = EnginePage(ana, python=PYTHON)
    engine.ask("anything")
    ana.page.wait_for_timeout(3000)
    assert engine.kept_snapshots == []
