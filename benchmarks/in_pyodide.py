"""The work that is compared between the server's Python and the one in a browser, by name."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.preview import Preview
from benchmarks.proof import nobody, with_proof
from benchmarks.steps import Decision
from parley.receipt import verify
from parley.signature_list import answered, signature_list

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
    # No signature of this one holds, and every answer is that it does: Ed25519 is not measured.
    receipt = with_proof(200, 30, nobody)

    def check_as_a_page_does() -> None:
        signature_list(receipt)
        assert verify(receipt, check=answered(receipt, [])).exit_code == 0

    check_as_a_page_does()
    found["receipt with proof"] = check_as_a_page_does
    return found
