"""The work that is compared between the server's Python and the one in a browser, by name."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.preview import Preview
from benchmarks.steps import Decision

OPTIONS = 1000
RUNS = 7


def works() -> dict[str, Callable[[], object]]:
    """Each ready to run, and run once."""
    decision, preview = Decision(OPTIONS), Preview()
    decision.decide()
    decision.fetch()
    decision.rebuild()
    decision.hash()
    found = {
        "decide": decision.decide,
        "rebuild": decision.rebuild,
        "hash": decision.hash,
        "verify": decision.verify,
        "preview": preview.run,
    }
    preview.run()
    return found
