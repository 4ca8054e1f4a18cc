"""`parley decide`: a real decision of several people at one keyboard.

    parley decide --options FILE|TEMPLATE [--title TITLE] [--participants Ana,Bob,Cara]
                  [--manual] [--sign] [--receipt OUT]

Without `--manual` a model drafts from six answers: PARLEY_MODEL_ENDPOINT (the address of an
OpenAI-compatible interface), PARLEY_MODEL and PARLEY_MODEL_KEY come from the environment.

Exit code 0: done, agreed or deadlocked, and the receipt is written. 1: stopped before the end.
2: the command line, the options or the terminal cannot be used.
"""

from __future__ import annotations

import argparse
from pathlib import Path

RECEIPT = "parley-receipt.json"
ENDPOINT, MODEL, KEY = "PARLEY_MODEL_ENDPOINT", "PARLEY_MODEL", "PARLEY_MODEL_KEY"


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "decide",
        help="decide together at one keyboard",
        description="Decide together at one keyboard: each person in private, in turn, with the "
        "screen cleared between. A receipt is written even for a deadlock.",
        epilog=f"Without --manual a model drafts the sheets: set {ENDPOINT}, and {MODEL} and {KEY} "
        "if it needs them. Exit code 0: done. 1: stopped before the end. 2: cannot start.",
    )
    parser.add_argument(
        "--options",
        required=True,
        metavar="FILE|TEMPLATE",
        help="a recipe (.json), a table, or the name of a template",
    )
    parser.add_argument("--title", help="what is decided, if the file does not say it")
    parser.add_argument("--participants", metavar="Ana,Bob,Cara", help="who takes part")
    parser.add_argument("--manual", action="store_true", help="write sheets without a model")
    parser.add_argument("--sign", action="store_true", help="sign acceptances with fresh keys")
    parser.add_argument("--receipt", metavar="OUT", type=Path, help=f"the receipt ({RECEIPT})")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error); the conversation in
    between goes to the terminal directly."""
    # Other commands start without all that this one needs.
    from parley.command.decide.start import start

    return start(options)
