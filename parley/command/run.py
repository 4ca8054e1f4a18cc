"""`parley run RECIPE.json [--receipt OUT] [--json]`: decide a whole recipe at once.

A recipe (`parley.spec.DecisionSpec`) holds everybody's limits in one file, so there are no secrets
between its parties. Each party ratifies what its own sheet accepts.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from parley.agenda import MAX_TITLE_LENGTH
from parley.command.files import write_whole
from parley.command.outcome import outcome_lines
from parley.ratify import RatifyError, ratify
from parley.receipt import build_receipt, receipt_text
from parley.spec import DecisionSpec
from parley.text import TextError, clean_line
from parley.transcript import Transcript
from parley.visible import visible


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "run",
        help="decide a recipe: options and everybody's limits in one file",
        description="Decide a recipe, let each party replay its sheet and ratify, and print what "
        "came of it.",
        epilog="Exit code 0: decided, agreed or deadlocked. 2: the recipe cannot be used, or the "
        "receipt not be written.",
    )
    parser.add_argument("recipe", metavar="RECIPE.json", help="title, options and parties")
    parser.add_argument("--receipt", metavar="OUT", type=Path, help="write a receipt to this file")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error)."""
    try:
        spec = DecisionSpec.load(options.recipe)
        title = clean_line(spec.title, MAX_TITLE_LENGTH)
        transcript = spec.run().transcript
        receipt = _receipt(title, spec, transcript)
    except TextError as error:
        return _refused(f"the title of the recipe cannot be used: {error}")
    except OSError as error:
        return _refused(f"{visible(options.recipe)} cannot be opened: {error.strerror}.")
    except RatifyError as error:
        return _refused(f"{error}.")
    except (ValueError, TypeError) as error:
        return _refused(f"{visible(options.recipe)} cannot be decided: {visible(str(error))}")
    if options.receipt is not None:
        try:
            write_whole(options.receipt, receipt_text(receipt))
        except (OSError, ValueError):
            return _refused("the receipt cannot be written there.")
    return 0, _printed(title, spec, transcript, receipt, options), ""


def _receipt(title: str, spec: DecisionSpec, transcript: Transcript) -> dict[str, Any]:
    acceptances = [ratify(party.to_sheet(), transcript, True) for party in spec.parties]
    return build_receipt(title, transcript, acceptances, [party.owner for party in spec.parties])


def _printed(
    title: str,
    spec: DecisionSpec,
    transcript: Transcript,
    receipt: dict[str, Any],
    options: argparse.Namespace,
) -> str:
    decision = transcript.result["decision"]
    held = {
        party.owner: transcript.verify_non_betrayal(party.to_sheet(), decision)
        for party in spec.parties
    }
    if options.json:
        outcome = {
            "title": title,
            "status": receipt["status"],
            "decision": decision,
            "transcript_hash": receipt["transcript_hash"],
            "red_lines_held": held,
            "receipt": None if options.receipt is None else str(options.receipt),
        }
        return json.dumps(outcome, indent=2) + "\n"
    lines = [visible(title), *outcome_lines(transcript)]
    lines += [
        f"{visible(owner)}: {'every red line holds' if kept else 'A RED LINE IS CROSSED'}"
        for owner, kept in held.items()
    ]
    lines.append(f"Fingerprint of the record: {receipt['transcript_hash']}")
    if options.receipt is not None:
        lines.append(f"The receipt is {visible(str(options.receipt))}.")
    return "\n".join(lines) + "\n"


def _refused(reason: str) -> tuple[int, str, str]:
    return 2, "", f"parley: {reason}\n"
