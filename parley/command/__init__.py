"""The terminal command `parley`."""

from __future__ import annotations

import argparse
import io
import signal
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout

from parley import __version__
from parley.command import agent, decide, diff, room, run, verify
from parley.command.streams import write, write_any_character

COMMANDS = (verify, diff, decide, run, agent, room)

# As a shell has it: 128 and the number of the signal.
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `parley` with `arguments` (those of the process by default) and return its exit code.

    A reader that goes away early (`parley verify FILE | head -1`) changes nothing about the code;
    output that cannot be written for another reason makes it 2, and so does a lack of memory.
    Ctrl-C makes it 130, unless the command has its own meaning for it. A wrong command line ends,
    as everywhere with argparse, in `SystemExit(2)`, and a help text in `SystemExit(0)`.
    """
    try:
        _heed_interruption()
        write_any_character()
        options = _options(arguments)
        code, output, errors = options.run(options)
        return write(output, errors, code)
    except KeyboardInterrupt:
        return write("", "parley: stopped.\n", INTERRUPTED)
    except MemoryError:
        return write("", "parley: there is not enough memory for this.\n", 2)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    # By itself argparse does not look whether a help text got out.
    output, errors = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(errors):
            return _parser().parse_args(arguments)
    except SystemExit as end:
        raise SystemExit(write(output.getvalue(), errors.getvalue(), end.code)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="parley",
        description="A group decision with private limits, and receipts that anyone can check.",
    )
    parser.add_argument("--version", action="version", version=f"parley {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def _heed_interruption() -> None:
    # Until here Ctrl-C ended the process at once (`parley.__main__`).
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
