"""Measures how long the verify page takes for a receipt with proof, and prints a line.

    make bench

The engine is ready before the clock starts. Every round checks another file, so that nothing is
known from before.
"""

from __future__ import annotations

import base64
import statistics
import tempfile
from pathlib import Path

from benchmarks.proof import with_proof
from scripts.measure_start import load
from tests.browser.chromium import chromium
from tests.browser.listener import Listener
from tests.browser.people import Person
from tests.browser.servers import Server

ROUNDS = 7
OPTIONS, PEOPLE = 200, 30
TARGET = 0.5

CHECK = """async (base64) => {
    const { checked } = await import("/static/js/verify/checked.js");
    const started = performance.now();
    const { result } = await checked(base64);
    if (result !== "VERIFIED") throw new Error(result);
    return (performance.now() - started) / 1000;
}"""


def main() -> None:
    files = [base64.b64encode(with_proof(OPTIONS, PEOPLE)).decode() for _ in range(ROUNDS + 1)]
    with tempfile.TemporaryDirectory() as folder, Listener() as outside:
        server = Server(Path(folder) / "var").start()
        try:
            with chromium(outside) as browser:
                person = Person.arrive(browser, server.url)
                person.context.set_default_timeout(120_000)
                page = person.open("/verify")
                # The first one waits for the engine and for the library that checks signatures.
                seconds = [page.evaluate(CHECK, file) for file in files][1:]
                person.leave()
        finally:
            server.stop()
    print(f"Load: {load()}")
    print(
        f"verify page, {OPTIONS} options × {PEOPLE} people, with proof: median "
        f"{statistics.median(seconds):.2f} s (from {min(seconds):.2f} to {max(seconds):.2f}, "
        f"target {TARGET})"
    )


if __name__ == "__main__":
    main()
