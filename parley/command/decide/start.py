"""Starting a decision at one keyboard: everything is looked at before anybody is asked anything."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from urllib.parse import urlsplit

from parley.agenda import MAX_PEOPLE, MIN_PEOPLE
from parley.command.decide import ENDPOINT, KEY, MODEL, RECEIPT
from parley.command.decide.kept import Kept, KeptError, can_seal
from parley.command.decide.session import Left, Session, shown_path
from parley.command.decide.terminal import Closed, Terminal, TerminalError
from parley.command.decide.writing import Drafter
from parley.command.files import can_be_written
from parley.command.question import Question, QuestionError, read_question
from parley.elicit import ElicitError, http_elicitor
from parley.elicit.model import DEFAULT_MODEL
from parley.names import OwnerError, clean_owner, confusable
from parley.net.http import HttpError, check_address
from parley.net.identity import can_check_signatures
from parley.visible import visible


class DecideError(ValueError):
    """What keeps a decision from starting. The message is a plain sentence."""


def start(options: argparse.Namespace) -> tuple[int, str, str]:
    """Run a session with the options of the command line, and return (exit code, text for standard
    output, text for standard error)."""
    try:
        question = read_question(options.options, options.title)
        if options.sign and not can_check_signatures():
            raise DecideError('Signing needs PyNaCl: pip install "parley[crypto]".')
        drafter = None if options.manual else _drafter(question)
        receipt = _receipt_path(options.receipt)
        terminal = Terminal.of_process()
        with terminal.guarded():
            owners = _participants(options.participants, terminal)
            kept = Kept(question, owners, options.sign)
            session = Session(
                terminal,
                question,
                owners,
                drafter=drafter,
                sign=options.sign,
                receipt=receipt,
                kept=kept,
            )
            _introduce(terminal, question, session)
            return 0, session.run(), ""
    except Left as left:
        return 1, "", f"parley: stopped before the end.\n{left}\n"
    except KeyboardInterrupt:
        return 1, "", "parley: stopped before the end.\n"
    except Closed:
        # There is nobody left to read a word about it.
        return 1, "", ""
    except OSError as error:
        return 1, "", f"parley: the receipt cannot be written: {error.strerror}.\n"
    except (QuestionError, DecideError, TerminalError, KeptError, OwnerError, ElicitError) as error:
        return 2, "", f"parley: {error}\n"


def _introduce(terminal: Terminal, question: Question, session: Session) -> None:
    kept = session.kept
    terminal.say(f"\n{question.title}\n{question.context}\n")
    terminal.write(question.table())
    for remark in question.remarks:
        terminal.say(remark)
    if kept.load():
        terminal.say(f"\n{_resumed(session)}")
    if not can_seal():
        terminal.say(
            "\nPyNaCl is not installed: confirmed sheets are in memory only, and a closed terminal "
            'loses them. pip install "parley[crypto]"'
        )
    elif kept.path is None:
        terminal.say(
            "\nNo file can be kept for this account: confirmed sheets are in memory only, and a "
            "closed terminal loses them."
        )
    terminal.ask("\nIs this what you decide about? Enter goes on, Ctrl-C stops. ")


def _resumed(session: Session) -> str:
    kept, owners = session.kept, session.owners
    sealed = [owner for owner in owners if kept.has(owner)]
    again = [owner for owner in owners if not kept.has(owner)]
    given = [owner for owner in owners if owner in {one.owner for one in kept.acceptances()}]
    lines = ["This decision was interrupted."]
    if sealed:
        lines.append(f"Kept sealed, the sheets of: {', '.join(sealed)}.")
    if again:
        lines.append(f"Not kept, and to be written again, the sheets of: {', '.join(again)}.")
    if given:
        lines.append(f"Kept, and taken if the same record comes out: what {', '.join(given)} said.")
    lines.append(f"The receipt will be {shown_path(session.receipt)}.")
    return "\n".join(lines)


def _participants(given: str | None, terminal: Terminal) -> list[str]:
    if given is None:
        given = terminal.ask("Who takes part? Names with commas between them: ")
    owners = [clean_owner(name) for name in given.split(",")]
    _check_people(owners)
    return owners


def _check_people(owners: Sequence[str]) -> None:
    if not MIN_PEOPLE <= len(owners) <= MAX_PEOPLE:
        raise DecideError(f"{MIN_PEOPLE} to {MAX_PEOPLE} people take part.")
    for one, other in combinations(owners, 2):
        if confusable(one, other):
            raise DecideError("Two names are the same, or look the same.")


def _drafter(question: Question) -> Drafter:
    endpoint = os.environ.get(ENDPOINT, "")
    if not endpoint:
        raise DecideError(f"Set {ENDPOINT} for a model to draft sheets, or use --manual.")
    try:
        check_address(endpoint)
    except HttpError as error:
        raise DecideError(f"{ENDPOINT}: {error}") from None
    elicitor = http_elicitor(
        os.environ.get(KEY) or None,
        os.environ.get(MODEL) or DEFAULT_MODEL,
        endpoint=endpoint,
        attributes=_facts(question),
    )
    host = visible(urlsplit(endpoint).hostname or "")
    return Drafter(elicitor, f"What you write here is sent to the model at {host}.")


def _facts(question: Question) -> list[dict[str, object]]:
    """What a model may know of the options: public, and short."""
    facts = []
    for attribute in question.attributes:
        values = {str(option.get(attribute["name"], "")) for option in question.options}
        facts.append({**attribute, "values": sorted(values)[:20]})
    return facts


def _receipt_path(given: Path | None) -> Path:
    path = given if given is not None else Path(RECEIPT)
    number = 1
    # Only a name that nobody asked for steps aside for a file that is there.
    while given is None and path.exists():
        number += 1
        path = Path(RECEIPT.replace(".json", f"-{number}.json"))
    if not can_be_written(path):
        raise DecideError("The receipt cannot be written there.")
    return path
