"""One process of one side: measures, and prints one JSON object.

    python -I side.py LIBRARY REPOSITORY times OPTIONS [RECEIPT_FOLDER]
    python -I side.py LIBRARY REPOSITORY memory OPTIONS [RECEIPT_FOLDER]

LIBRARY is the folder that holds the `parley` to measure. `times` prints for each step the seconds
of processor time and of the clock. `memory` prints the bytes that deciding, checking a record and
checking a receipt need at most above what was there before: their inputs and the interpreter.
"""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.steps import Decision, SignedReceipt


def main(library: str, repository: str, what: str, options: str, folder: str = "") -> None:
    # The repository has a `parley` too: only its benchmarks are wanted from there.
    sys.path[:0] = [library, repository]
    import parley

    if Path(parley.__file__).resolve().parent.parent != Path(library).resolve():
        raise SystemExit(f"measured {parley.__file__}, which is not in {library}")
    from benchmarks.steps import Decision, SignedReceipt

    run_all(Decision(100))
    decision = Decision(int(options))
    receipt = SignedReceipt(Path(folder)) if folder else None
    if receipt:
        receipt.check()
    print(json.dumps({"times": times, "memory": memory}[what](decision, receipt)))


def run_all(decision: Decision) -> None:
    for _, run in decision.steps():
        run()


def times(decision: Decision, receipt: SignedReceipt | None) -> dict[str, tuple[float, float]]:
    found = {}
    for name, run in [*decision.steps(), *(receipt.steps() if receipt else [])]:
        if name == "rebuild":
            decision.fetch()
        before = time.process_time(), time.perf_counter()
        run()
        found[name] = time.process_time() - before[0], time.perf_counter() - before[1]
    return found


def memory(decision: Decision, receipt: SignedReceipt | None) -> dict[str, int]:
    found = {"decide": peak(decision.decide)}
    decision.fetch()
    found["record"] = peak(lambda: (decision.rebuild(), decision.hash(), decision.verify()))
    if receipt:
        found["receipt"] = peak(receipt.check)
    return found


def peak(run) -> int:
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


if __name__ == "__main__":
    main(*sys.argv[1:])
