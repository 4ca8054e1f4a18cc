"""Measures how fast the engine starts in a browser, and prints a table.

    make bench

Every time is from the moment a page asks for the engine to its first answer: the median of
several runs, in seconds. The targets are those of two free cores.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.engine_page import EnginePage
from tests.browser.listener import Listener
from tests.browser.people import SLOW, Network, Person
from tests.browser.servers import Server

RUNS = 5

FIRST_ANSWER = """async () => {
    const { engine } = window.test;
    const started = performance.now();
    await engine.call("no such call", {}).catch(() => {});
    if (engine.status !== "ready") throw new Error(`The engine is ${engine.status}`);
    return (performance.now() - started) / 1000;
}"""


def first_answer(person: Person) -> float:
    return EnginePage(person).page.evaluate(FIRST_ANSWER)


def first_visit(browser: Browser, url: str, network: Network | None = None) -> float:
    person = Person.arrive(browser, url, network=network)
    person.context.set_default_timeout(120_000)
    seconds = first_answer(person)
    person.leave()
    return seconds


def later_visit(browser: Browser, url: str) -> float:
    person = Person.arrive(browser, url)
    first_answer(person)
    seconds = first_answer(person)
    person.leave()
    return seconds


def restart(browser: Browser, url: str) -> float:
    person = Person.arrive(browser, url)
    first_answer(person)
    engine_restarts = "() => window.test.engine.restart()"
    person.page.evaluate(engine_restarts)
    seconds = person.page.evaluate(FIRST_ANSWER)
    person.leave()
    return seconds


def median(measure: Callable[[], float]) -> tuple[float, float, float]:
    """Median, smallest and largest of several runs."""
    seconds = [measure() for _ in range(RUNS)]
    return statistics.median(seconds), min(seconds), max(seconds)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Listener() as outside:
        server = Server(Path(folder) / "var").start()
        try:
            with chromium(outside) as browser:
                rows = [
                    ("first visit", 1.7, lambda: first_visit(browser, server.url)),
                    ("later visit", 0.8, lambda: later_visit(browser, server.url)),
                    ("restart", 0.8, lambda: restart(browser, server.url)),
                    (
                        "first visit, 10 Mbit/s and 40 ms",
                        4.5,
                        lambda: first_visit(browser, server.url, SLOW),
                    ),
                ]
                print(f"{'engine ready after':34}{'median':>8}{'from':>8}{'to':>8}{'target':>8}")
                for name, target, measure in rows:
                    middle, least, most = median(measure)
                    print(f"{name:34}{middle:8.2f}{least:8.2f}{most:8.2f}{target:8.1f}", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
