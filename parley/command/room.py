"""`parley room --options FILE|TEMPLATE AGENT... [--tokens FILE] [--participants Ana,Bob]
[--receipt OUT] [--json]`: decide over several agents and write a signed receipt."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from parley.command.tokens import TOKEN, SecretError, read_tokens
from parley.visible import visible

if TYPE_CHECKING:
    from parley.command.question import Question
    from parley.net.room import RoomOutcome

RECEIPT = "parley-receipt.json"


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "room",
        help="decide over several agents",
        description="Ask every owner's agent about all options, pick, let each agent check the "
        "record and sign its acceptance, and write the signed receipt.",
        epilog=f"The agents' bearer token comes from {TOKEN}, or one each, in their order, from "
        "--tokens. Exit code 0: decided, and every agent ratified. 1: an agent failed or did not "
        "ratify. 2: it cannot start.",
    )
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="an agent's address")
    parser.add_argument(
        "--options",
        required=True,
        metavar="FILE|TEMPLATE",
        help="a recipe (.json), a table, or the name of a template",
    )
    parser.add_argument("--title", help="what is decided, if the file does not say it")
    parser.add_argument("--tokens", metavar="FILE", type=Path, help="a token per agent, in lines")
    parser.add_argument("--participants", metavar="Ana,Bob", help="whose agents must be there")
    parser.add_argument("--receipt", metavar="OUT", type=Path, default=Path(RECEIPT))
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.set_defaults(run=run)


class _CannotStartError(ValueError):
    """What keeps a room from opening. The message is a plain sentence."""


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Return (exit code, text for standard output, text for standard error)."""
    from parley.command.files import write_whole
    from parley.command.question import QuestionError, read_question
    from parley.net.http import HttpError
    from parley.net.identity import can_check_signatures
    from parley.net.remote_agent import RemoteAgent
    from parley.net.room import RoomError, hold_room
    from parley.receipt import build_receipt, receipt_text

    if not can_check_signatures():
        return 2, "", 'parley: a room needs PyNaCl: pip install "parley[agents]".\n'
    try:
        _check_start(options)
        question = read_question(options.options, options.title)
        tokens = _tokens(options)
        agents = [
            RemoteAgent(address, token)
            for address, token in zip(options.agents, tokens, strict=True)
        ]
    except (_CannotStartError, QuestionError, SecretError, HttpError) as error:
        return 2, "", f"parley: {error}\n"
    expected = None
    if options.participants is not None:
        expected = [name.strip() for name in options.participants.split(",")]
    try:
        outcome = hold_room(agents, question.options, expected=expected)
        receipt = build_receipt(
            question.title, outcome.transcript, outcome.acceptances, outcome.owners
        )
        write_whole(options.receipt, receipt_text(receipt))
    except RoomError as error:
        return 1, "", f"parley: {visible(str(error))}\n"
    except (OSError, ValueError):
        return 1, "", "parley: the receipt cannot be written there.\n"
    code = 1 if outcome.refusals else 0
    printed = _json if options.json else _text
    return code, printed(question, outcome, options.receipt), ""


def _check_start(options: argparse.Namespace) -> None:
    from parley.agenda import MIN_PEOPLE
    from parley.command.files import can_be_written

    if len(options.agents) < MIN_PEOPLE:
        raise _CannotStartError(f"A room needs at least {MIN_PEOPLE} agents.")
    if not can_be_written(options.receipt):
        raise _CannotStartError("The receipt cannot be written there.")


def _tokens(options: argparse.Namespace) -> list[str]:
    tokens = read_tokens(options.tokens)
    if options.tokens is None:
        return tokens * len(options.agents)
    if len(tokens) != len(options.agents):
        raise SecretError("The file of tokens must have one for each agent.")
    return tokens


def _json(question: Question, outcome: RoomOutcome, receipt: Path) -> str:
    result = outcome.transcript.result
    return (
        json.dumps(
            {
                "title": question.title,
                "status": result["status"],
                "decision": result["decision"],
                "transcript_hash": outcome.transcript.hash(),
                "participants": outcome.owners,
                "accepted": [one.owner for one in outcome.acceptances if one.accepted],
                "refused": outcome.refusals,
                "receipt": str(receipt),
            },
            indent=2,
        )
        + "\n"
    )


def _text(question: Question, outcome: RoomOutcome, receipt: Path) -> str:
    from parley.command.outcome import outcome_lines

    lines = [visible(question.title), *outcome_lines(outcome.transcript, question.name)]
    for acceptance in outcome.acceptances:
        lines.append(f"{acceptance.owner}: {'accepted' if acceptance.accepted else 'declined'}")
    lines += [f"{owner}: did not ratify ({code})" for owner, code in outcome.refusals.items()]
    lines.append(f"Fingerprint of the record: {outcome.transcript.hash()}")
    lines.append(f"The receipt is {visible(str(receipt))}.")
    return "\n".join(lines) + "\n"
