"""`parley verify FILE|- [--json]`: check a receipt and print what holds and what that proves."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from parley.receipt import verify
from parley.report import Report, render, unreadable
from parley.strict import MAX_BYTES


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "verify",
        help="check a receipt",
        description="Check a receipt from the file alone, and say what that does not prove.",
        epilog="Exit code 0: every check passed. 1: one failed, or a signature could not be "
        "checked. 2: this cannot be read as a receipt.",
    )
    parser.add_argument("file", metavar="FILE", help="the receipt, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error).

    A report goes to standard output, the one reason why there is none to standard error; with
    `--json` both are JSON on standard output.
    """
    report = _check(options.file)
    if options.json:
        return report.exit_code, json.dumps(report.to_dict(), indent=2) + "\n", ""
    if report.exit_code == 2:
        return report.exit_code, "", f"parley: {render(report)}"
    return report.exit_code, render(report), ""


def _check(file: str) -> Report:
    try:
        return verify(_read(file))
    except KeyboardInterrupt:
        return unreadable("file-unreadable", path=file, reason="stopped while reading")
    except (OSError, ValueError) as error:
        # ValueError: a path with a zero byte in it.
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        return unreadable("file-unreadable", path=file, reason=reason)


def _read(file: str) -> bytes:
    # One byte more than may be read tells that there is more.
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)
