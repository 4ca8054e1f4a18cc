"""`parley verify FILE|- [--expect-…] [--json]`: check a receipt and print what holds and what that
proves."""

from __future__ import annotations

import argparse
import json

from parley.command.files import read_bounded
from parley.expected import (
    Expected,
    ExpectedError,
    is_agenda_reference,
    read_expected_agenda,
    read_expected_roster,
)
from parley.protocol.comparison import is_code
from parley.receipt import verify
from parley.report import Report, unreadable
from parley.report_text import render
from parley.visible import visible


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "verify",
        help="check a receipt",
        description="Check a receipt from the file alone, and say what that does not prove.",
        epilog="Exit code 0: every check passed, and with a proof everybody's closing is there. 1: "
        "one failed, a signature could not be checked, closings are missing, or something was "
        "expected of a receipt without proof. 2: this, or what is expected, cannot be read.",
    )
    parser.add_argument("file", metavar="FILE", help="the receipt, or - for standard input")
    parser.add_argument(
        "--expect-code", metavar="CODE", help="the comparison code that it must have"
    )
    parser.add_argument(
        "--expect-roster",
        metavar="FILE",
        help="the names and keys that it must have: a JSON object of keys by name, or a receipt",
    )
    parser.add_argument(
        "--expect-agenda",
        metavar="AGENDA",
        help="the question that it must answer: its digest, its code, or a file that holds it",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error).

    A report goes to standard output, the one reason why there is none to standard error; with
    `--json` both are JSON on standard output.
    """
    try:
        expected = _expected(options)
    except ExpectedError as error:
        if not options.json:
            return 2, "", f"parley: {error}\n"
        report = unreadable("expected-unusable", str(error))
    else:
        report = _check(options.file, expected)
    if options.json:
        return report.exit_code, json.dumps(report.to_dict(), indent=2) + "\n", ""
    if report.exit_code == 2:
        return report.exit_code, "", f"parley: {render(report)}"
    return report.exit_code, render(report), ""


def _expected(options: argparse.Namespace) -> Expected:
    code, roster, agenda = options.expect_code, options.expect_roster, options.expect_agenda
    if code is not None and not is_code(code):
        raise ExpectedError("A comparison code is eight groups of four letters and digits.")
    if agenda is not None and not is_agenda_reference(agenda):
        agenda = read_expected_agenda(_content(agenda))
    return Expected(
        code=code,
        roster=None if roster is None else read_expected_roster(_content(roster)),
        agenda=agenda,
    )


def _content(file: str) -> bytes:
    try:
        return read_bounded(file)
    except (OSError, ValueError) as error:
        raise ExpectedError(f"{visible(file)}: {_reason(error)}.") from None


def _check(file: str, expected: Expected) -> Report:
    try:
        return verify(read_bounded(file), expected=expected)
    except (OSError, ValueError) as error:
        return unreadable("file-unreadable", path=file, reason=_reason(error))
    except MemoryError:
        return unreadable("file-unreadable", path=file, reason="there is not enough memory for it")


def _reason(error: Exception) -> str:
    # A ValueError: a path with a zero byte in it.
    return error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
