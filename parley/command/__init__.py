"""The terminal command `parley`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from parley import __version__
from parley.command import agent, decide, diff, room, run, verify

COMMANDS = (verify, diff, decide, run, agent, room)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `parley` with `arguments` (those of the process by default) and return its exit code.

    A reader that goes away early (`parley verify FILE | head -1`) changes nothing about the code. A
    wrong command line ends, as everywhere with argparse, in `SystemExit(2)`.
    """
    parser = argparse.ArgumentParser(
        prog="parley",
        description="A group decision with private limits, and receipts that anyone can check.",
    )
    parser.add_argument("--version", action="version", version=f"parley {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    options = parser.parse_args(arguments)
    _write_any_character()
    code, output, errors = options.run(options)
    try:
        sys.stdout.write(output)
        sys.stdout.flush()
        sys.stderr.write(errors)
        sys.stderr.flush()
    except BrokenPipeError:
        # Python would flush once more at its end and complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _write_any_character() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
