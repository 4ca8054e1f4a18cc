"""Checks one receipt in a process of its own: its bytes on standard input, JSON on standard output.

    python -m receipts.isolated < parley-receipt.json

A file of the largest size, made for it, takes minutes and gigabytes to check. Here that ends with
this process alone: it holds itself to a share of both before it reads anything. Prints nothing but
the summary (`parley.summary`), and nothing at all when it was stopped.
"""

import contextlib
import json
import os
import resource
import sys

MOST_SECONDS = 15
MOST_MEMORY = 768 * 1024 * 1024

TOO_COSTLY = 3
"""The exit code when the memory did not suffice. A signal ends it when the time did not."""


def main() -> int:
    hold_itself_back()
    from parley.receipt import verify
    from parley.strict import MAX_BYTES
    from parley.summary import summary

    try:
        found = summary(verify(sys.stdin.buffer.read(MAX_BYTES + 1)))
    except MemoryError:
        return TOO_COSTLY
    json.dump(found, sys.stdout)
    return 0


def hold_itself_back() -> None:
    """Sets the limits of this process, for good."""
    # Whoever is in a room meanwhile comes first.
    os.nice(10)
    _limit(resource.RLIMIT_CPU, MOST_SECONDS)
    _limit(resource.RLIMIT_AS, MOST_MEMORY)
    # An image of a process that ended holds what it was reading.
    _limit(resource.RLIMIT_CORE, 0)


def _limit(what: int, most: int) -> None:
    # Some systems know a limit only by name; the caller's clock still ends the process there.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main())
