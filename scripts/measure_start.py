"""Measures how fast the engine starts in a browser, and prints a table.

    make bench

Every time is from the moment a page asks for the engine to its first answer, in seconds: the
median of several rounds, the shortest and the longest. The targets are those of two free cores.
Each round measures every row once, so that a machine that is busy for a while is as busy for all
of them, and rows can be compared even where their times cannot: `of shipped` divides by what
Pyodide needs as it comes from its package, without our engine, in the same round.
"""

from __future__ import annotations

import functools
import http.server
import os
import statistics
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.engine_page import EnginePage
from tests.browser.listener import Listener
from tests.browser.people import SLOW, Network, Person
from tests.browser.servers import ROOT, Server

ROUNDS = 5
SHIPPED = "Pyodide as shipped"
CARRIED_ROW = "what the slow line carried, in Mbit/s"

TARGETS = {
    "first visit": 1.7,
    "later visit": 0.8,
    "restart": 0.8,
    "first visit, 10 Mbit/s and 40 ms": 4.5,
}

FIRST_ANSWER = """async () => {
    const { engine } = window.test;
    const started = performance.now();
    await engine.call("no such call", {}).catch(() => {});
    if (engine.status !== "ready") throw new Error(`The engine is ${engine.status}`);
    return (performance.now() - started) / 1000;
}"""

# What the emulated line gave: Chromium hands out 1,500 bytes at a time, and is late with some.
CARRIED = """() => {
    const all = performance.getEntriesByType("resource");
    const files = all.filter(({ name }) => name.includes("/vendor/"));
    const bytes = files.reduce((sum, file) => sum + file.encodedBodySize, 0);
    const from = Math.min(...files.map((file) => file.requestStart));
    const to = Math.max(...files.map((file) => file.responseEnd));
    return 8 * bytes / (to - from) / 1000;
}"""

SHIPPED_ANSWER = """async () => {
    const started = performance.now();
    const { loadPyodide } = await import("/pyodide.mjs");
    const pyodide = await loadPyodide({ packageBaseUrl: location.href });
    if (pyodide.runPython("6 * 7") !== 42) throw new Error("Python cannot count");
    return (performance.now() - started) / 1000;
}"""


class Package(http.server.SimpleHTTPRequestHandler):
    """Pyodide's package as it is, and a page to load it from."""

    def do_GET(self) -> None:
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html>")
        return None

    def log_message(self, *ignored: object) -> None:
        pass


def as_shipped(browser: Browser) -> Iterator[tuple[str, float]]:
    """A first visit of somebody new to a page that loads Pyodide, and a later one."""
    handler = functools.partial(Package, directory=str(ROOT / "node_modules" / "pyodide"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        person = Person.arrive(browser, f"http://127.0.0.1:{server.server_address[1]}")
        person.context.set_default_timeout(120_000)
        for visit in ("first visit", "later visit"):
            yield f"{SHIPPED}, {visit}", person.open("/").evaluate(SHIPPED_ANSWER)
        person.leave()
        server.shutdown()


def one_round(browser: Browser, url: str) -> Iterator[tuple[str, float]]:
    """Each row's name with its seconds, in one browser after the other; once in Mbit/s."""
    yield from as_shipped(browser)
    yield from visits(browser, url, "")
    yield from visits(browser, url, ", without snapshot", snapshots=False)
    yield from visits(browser, url, ", 10 Mbit/s and 40 ms", network=SLOW)


def visits(
    browser: Browser,
    url: str,
    suffix: str,
    *,
    network: Network | None = None,
    snapshots: bool = True,
) -> Iterator[tuple[str, float]]:
    """A first visit of somebody new, a later one, and a restart in that."""
    person = Person.arrive(browser, url, network=network)
    person.context.set_default_timeout(120_000)
    first = EnginePage(person, snapshots=snapshots)
    yield f"first visit{suffix}", first.page.evaluate(FIRST_ANSWER)
    if network:
        yield CARRIED_ROW, first.page.evaluate(CARRIED)
    if snapshots:
        first.wait_until_a_snapshot_is_kept()
    later = EnginePage(person, snapshots=snapshots)
    yield f"later visit{suffix}", later.page.evaluate(FIRST_ANSWER)
    later.restart()
    yield f"restart{suffix}", later.page.evaluate(FIRST_ANSWER)
    person.leave()


def load() -> str:
    """How many tasks wanted a core at a time, over the last minute."""
    return f"{os.getloadavg()[0]:.1f} tasks on {os.cpu_count()} cores"


def main() -> None:
    seconds: dict[str, list[float]] = defaultdict(list)
    before = load()
    with tempfile.TemporaryDirectory() as folder, Listener() as outside:
        server = Server(Path(folder) / "var").start()
        try:
            with chromium(outside) as browser:
                for number in range(ROUNDS):
                    print(f"Round {number + 1} of {ROUNDS} ...", flush=True)
                    for row, measured in one_round(browser, server.url):
                        seconds[row].append(measured)
        finally:
            server.stop()
    print(f"Load: {before} before, {load()} after")
    carried = statistics.median(seconds.pop(CARRIED_ROW))
    print(f"The line of 10 Mbit/s carried {carried:.1f}, from the first request to the last byte")
    head = f"{'median':>8}{'from':>8}{'to':>8}{'target':>8}{'of shipped':>12}"
    print(f"{'engine ready after':36}{head}")
    for row, measured in seconds.items():
        middle, target = statistics.median(measured), TARGETS.get(row, "")
        times = f"{middle:8.2f}{min(measured):8.2f}{max(measured):8.2f}{target:>8}"
        print(f"{row:36}{times}{statistics.median(ratios(seconds, row)):12.2f}")


def ratios(seconds: dict[str, list[float]], row: str) -> list[float]:
    """A row's times by those of Pyodide as shipped, round by round: a first visit by a first one,
    all else by a later one."""
    visit = "first visit" if "first visit" in row else "later visit"
    shipped = seconds[f"{SHIPPED}, {visit}"]
    return [mine / theirs for mine, theirs in zip(seconds[row], shipped, strict=True)]


if __name__ == "__main__":
    main()
