"""The terminal command `parley`."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from parley import __version__
from parley.command import agent, decide, diff, room, run, verify

COMMANDS = (verify, diff, decide, run, agent, room)

# As a shell has it: 128 and the number of the signal.
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `parley` with `arguments` (those of the process by default) and return its exit code.

    A reader that goes away early (`parley verify FILE | head -1`) changes nothing about the code;
    output that cannot be written for another reason makes it 2. Ctrl-C makes it 130, unless the
    command has its own meaning for it. A wrong command line ends, as everywhere with argparse, in
    `SystemExit(2)`.
    """
    parser = argparse.ArgumentParser(
        prog="parley",
        description="A group decision with private limits, and receipts that anyone can check.",
    )
    parser.add_argument("--version", action="version", version=f"parley {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    try:
        options = parser.parse_args(arguments)
        _write_any_character()
        code, output, errors = options.run(options)
        return _write(output, errors, code)
    except KeyboardInterrupt:
        return _write("", "parley: stopped.\n", INTERRUPTED)


def _write(output: str, errors: str, code: int) -> int:
    """Write to standard output and standard error; return `code`, or 2 if the output did not get
    out, or an error of what ended well: of a closed terminal, the code says enough."""
    if (reason := _not_written(sys.stdout, output)) is not None:
        code, errors = 2, f"{errors}parley: the output cannot be written: {reason}.\n"
    return code if _not_written(sys.stderr, errors) is None else code or 2


def _not_written(stream: TextIO | None, text: str) -> str | None:
    """Write and flush `text`; return why that failed. A reader that went away is no failure."""
    # A process that was started without this stream.
    if stream is None:
        return os.strerror(errno.EBADF) if text else None
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # Python would flush once more at its end and complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return None if isinstance(error, BrokenPipeError) or not text else error.strerror
    return None


def _write_any_character() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
