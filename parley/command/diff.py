"""`parley diff OLD NEW [--json]`: does a receipt go on from an earlier one, or contradict it?"""

from __future__ import annotations

import argparse
import json
import textwrap

from parley.command.files import read_bounded
from parley.protocol.difference import Difference, difference
from parley.visible import visible

_SENTENCES = {
    "same": "The second receipt says what the first says.",
    "more-closings": "The second receipt extends the first: the same round, and more closings.",
    "next-round": (
        "The second receipt extends the first: it is the next round of the same decision, and "
        "tells truly how the first one ended."
    ),
    "two-agendas": (
        "The second receipt contradicts the first: they are of one round, and ask two questions."
    ),
    "two-rosters": (
        "The second receipt contradicts the first: they are of one round, and have two rosters."
    ),
    "previous-agenda": (
        "The second receipt contradicts the first: it names another question for the round of the "
        "first."
    ),
    "previous-roster": (
        "The second receipt contradicts the first: it names another roster for the round of the "
        "first, or none."
    ),
    "false-end": (
        "The second receipt contradicts the first: that round did not end as the second says."
    ),
    "end-against-closings": (
        "The second receipt contradicts the first: by the closings in the first, that round did "
        "not end as the second says. That proves nothing against anybody, for closings carry no "
        "time: one may have come when the round was over. But an acceptance by all is final."
    ),
    "two-closings": (
        "The second receipt contradicts the first: these people signed both yes and no on one "
        "record: {owners}."
    ),
    "closings-missing": (
        "The second receipt does not extend the first: the same round, but the closings of these "
        "people are missing: {owners}. Somebody left them out; the first receipt proves them."
    ),
    "proof-missing": (
        "The second receipt does not extend the first: the same record, stripped of its proof."
    ),
    "earlier-round": (
        "The second receipt is of an earlier round: the first one extends it. Compare them the "
        "other way round."
    ),
    "other-coordinator": (
        "The second receipt contradicts the first: one decision under two coordinators' keys. That "
        "proves nothing against either, for anybody can write a decision's number."
    ),
    "other-decision": "The second receipt is of another decision.",
    "rounds-apart": (
        "The second receipt is of a later round of the same decision. The rounds between are "
        "missing, so that these two say nothing about each other."
    ),
    "no-proof": "At least one receipt has no proof, and then nothing ties two receipts together.",
    "unreadable": "The {which} file cannot be read as a receipt.",
    "failed": "The {which} receipt fails its own check: see parley verify. Nothing was compared.",
    "unchecked": (
        "The signatures of the {which} receipt could not be checked: no Ed25519 library here. "
        'Nothing was compared. Install it with pip install "parley[crypto]".'
    ),
}


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "diff",
        help="compare two receipts of one decision",
        description="Say whether the second receipt extends the first, contradicts it, or is of "
        "another decision, and whose key proves it.",
        epilog="Exit code 0: it extends it, or says the same. 1: it contradicts it, or one of the "
        "two fails its own check. 2: one cannot be read as a receipt. 3: another decision, or "
        "nothing ties the two together.",
    )
    parser.add_argument("old", metavar="OLD", help="the earlier receipt")
    parser.add_argument("new", metavar="NEW", help="the later receipt")
    parser.add_argument(
        "--json", action="store_true", help="print the result, and the signed texts that prove it"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error)."""
    try:
        found = difference(read_bounded(options.old), read_bounded(options.new))
    except OSError as error:
        return 2, "", f"parley: {visible(str(error.filename))}: {error.strerror}\n"
    except ValueError:
        return 2, "", "parley: no such file\n"
    if options.json:
        return found.exit_code, json.dumps(found.to_dict(), indent=2) + "\n", ""
    return found.exit_code, _text(found), ""


def _text(found: Difference) -> str:
    owners = ", ".join(visible(owner, limit=60) for owner in found.owners)
    text = _SENTENCES[found.code].format(owners=owners, which=found.which)
    lines = textwrap.wrap(text, 98)
    if found.against:
        lines += ["", "Proof against:", *(f"  {key}" for key in found.against)]
        lines += textwrap.wrap(
            "Whoever holds this key signed texts that do not go together. Keep both files: --json "
            "gives the signed texts, which anyone can check.",
            98,
        )
    return "\n".join(lines) + "\n"
