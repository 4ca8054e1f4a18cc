"""Measures the engine beside the published package, and prints tables in Markdown.

    make bench-engine

The package is installed into an environment of its own and used through its public interface. Each
measurement is a process of its own, the two sides in turns, and what is printed are medians. The
ratios are those of processor time, which other work on the machine disturbs least.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks import proof, receipts

ROOT = Path(__file__).resolve().parent.parent
SIDE = ROOT / "benchmarks" / "side.py"
OPTIONS = 10_000
RECEIPT_OPTIONS = 1_000
ROUNDS = 5
GROWTH = (1_000, 10_000, 100_000)

Times = dict[str, tuple[float, float]]


def main(their_python: str) -> None:
    theirs = (their_python, _packages_of(their_python))
    ours = (sys.executable, str(ROOT))
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, ", end="")
    print(f"load {os.getloadavg()[0]:.1f} before\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        receipts.write(Path(folder), RECEIPT_OPTIONS)
        for_both = (str(OPTIONS), folder)
        pairs = [
            (_ask(*ours, "times", *for_both), _ask(*theirs, "times", *for_both))
            for _ in range(ROUNDS)
        ]
        _print_times([pair[0] for pair in pairs], [pair[1] for pair in pairs])
        _print_memory(*(_ask(*side, "memory", *for_both) for side in (ours, theirs)))
    proof.print_table()
    _print_growth(_growth(ours))
    _print_pyodide()
    print(f"load {os.getloadavg()[0]:.1f} after")


def _packages_of(python: str) -> str:
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return _run([python, "-I", "-c", ask]).strip()


def _ask(python: str, library: str, *what: str) -> Any:
    return json.loads(_run([python, "-I", str(SIDE), library, str(ROOT), *what]))


def _run(command: list[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _median(rounds: list[Times], *names: str, clock: int = 0) -> float:
    return statistics.median(sum(found[name][clock] for name in names) for found in rounds)


def _print_times(ours: list[Times], theirs: list[Times]) -> None:
    rows = []
    for title, names, goal in (
        ("decide", ["decide"], "0.5"),
        ("rebuild", ["rebuild"], ""),
        ("hash", ["hash"], ""),
        ("verify", ["verify"], ""),
        ("rebuild, hash and verify", ["rebuild", "hash", "verify"], "0.5"),
        ("check a signed receipt", ["receipt"], ""),
    ):
        mine, other = _median(ours, *names), _median(theirs, *names)
        rows.append((title, f"{mine:.3f}", f"{other:.3f}", f"{mine / other:.2f}", goal))
    _print_table("processor seconds | Parley | 0.2.1 | ratio | goal", rows)

    bare_hash = _ratio(ours, "hash", "bare hash")
    receipt = _ratio(ours, "receipt", "bare signatures")
    by_the_clock = _ratio(ours, "receipt", "bare signatures", clock=1)
    of_theirs = _ratio(theirs, "receipt", "bare signatures")
    _print_table(
        "to what it cannot do without | ratio | goal",
        [
            ("hash : `json.dumps` and SHA-256 of the same text", f"{bare_hash:.2f}", "1"),
            ("receipt : its signatures alone, processor time", f"{receipt:.2f}", "1.1"),
            ("receipt : its signatures alone, by the clock", f"{by_the_clock:.2f}", "1.1"),
            ("the same of 0.2.1, processor time", f"{of_theirs:.2f}", ""),
        ],
    )


def _ratio(rounds: list[Times], name: str, bare: str, clock: int = 0) -> float:
    # Within one process and one round, where both met the same machine.
    return statistics.median(found[name][clock] / found[bare][clock] for found in rounds)


def _print_memory(ours: dict[str, int], theirs: dict[str, int]) -> None:
    rows = []
    for step, title in (
        ("decide", "decide"),
        ("record", "rebuild, hash and verify"),
        ("receipt", "check a signed receipt"),
    ):
        mine, other = ours[step] / 1e6, theirs[step] / 1e6
        rows.append((title, f"{mine:.1f}", f"{other:.1f}", f"{mine / other:.2f}", "0.7"))
    _print_table("most memory, MB above the inputs | Parley | 0.2.1 | ratio | goal", rows)


def _growth(ours: tuple[str, str]) -> dict[int, list[Times]]:
    """The rounds of each number of options. All numbers in turns, so that each met the machine
    as the others did."""
    found: dict[int, list[Times]] = {options: [] for options in GROWTH}
    for _ in range(ROUNDS):
        for options, rounds in found.items():
            rounds.append(_ask(*ours, "times", str(options)))
    return found


def _print_growth(found: dict[int, list[Times]]) -> None:
    steps = ("decide", "rebuild", "hash", "verify")
    each = {
        options: [_median(rounds, step) / options * 1e6 for step in steps]
        for options, rounds in found.items()
    }
    rows = [(f"{options:,}", *(f"{time:.1f}" for time in times)) for options, times in each.items()]
    growth = [last / first for first, last in zip(each[GROWTH[0]], each[GROWTH[-1]], strict=True)]
    rows.append(("last : first", *(f"{ratio:.2f}" for ratio in growth)))
    _print_table(f"microseconds for each option | {' | '.join(steps)}", rows)


def _print_pyodide() -> None:
    from benchmarks.in_pyodide import RUNS, works

    script, pyodide = ROOT / "benchmarks" / "pyodide.mjs", ROOT / "node_modules" / "pyodide"
    there = json.loads(_run(["node", str(script), str(pyodide), str(ROOT)]))
    rows = []
    for name, work in works().items():
        here = statistics.median(_seconds(work) for _ in range(RUNS))
        browser = statistics.median(there[name])
        rows.append((name, f"{here * 1e3:.0f}", f"{browser * 1e3:.0f}", f"{browser / here:.1f}"))
    _print_table("milliseconds | CPython | Pyodide | ratio", rows)


def _seconds(work: Any) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _print_table(head: str, rows: Iterable[tuple[str, ...]]) -> None:
    print(f"| {head} |")
    print("|---|" + "---:|" * head.count("|"))
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
