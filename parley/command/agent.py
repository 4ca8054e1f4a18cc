"""`parley agent SHEET [--host HOST] [--port PORT] [--token-file FILE] [--rate RATE]`: one owner's
agent as a process of its own, which a room asks over HTTP."""

from __future__ import annotations

import argparse
import contextlib
import signal
import socket
import sys
from pathlib import Path

from parley.command.streams import cannot_be_written, not_written
from parley.command.tokens import TOKEN, SecretError, read_tokens
from parley.visible import visible


class AgentError(ValueError):
    """What keeps an agent from starting. The message is a plain sentence."""


def add_to(commands: argparse._SubParsersAction) -> None:
    """Add this command to the parser of `parley`."""
    parser = commands.add_parser(
        "agent",
        help="answer for one owner over HTTP",
        description="Answer for one owner over HTTP from a private sheet that never leaves this "
        "process. The key is fresh with every start. Plain HTTP: for other machines, put a TLS "
        "proxy before it.",
        epilog=f"The bearer token comes from {TOKEN} or from --token-file. Exit code 0: it "
        "listened, and was told to stop (Ctrl-C, SIGTERM). 2: it cannot start.",
    )
    parser.add_argument("sheet", metavar="SHEET", help="a parley-sheet/1 file, or a recipe's party")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, help="the port; 0 takes a free one")
    parser.add_argument("--token-file", metavar="FILE", type=Path, help="a file with the token")
    parser.add_argument("--rate", default="60/minute", help="how often it may be asked (60/minute)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> tuple[int, str, str]:
    """Serve until told to stop; return (exit code, text for standard output, text for standard
    error). The address is printed as soon as it listens."""
    from parley.command.owner_sheet import OwnerSheetError, read_owner_sheet
    from parley.net.agent_server import make_application, serve
    from parley.net.identity import Identity
    from parley.net.owner_agent import OwnerAgent

    try:
        [token] = read_tokens(options.token_file)[:1]
        sheet = read_owner_sheet(options.sheet)
        identity = Identity.generate(sheet.owner)
        try:
            application = make_application(OwnerAgent(sheet, identity), token, rate=options.rate)
        except ValueError:
            raise AgentError("A rate is a number from 1 on and a time: 60/minute.") from None
        listening = _listen(options.host, options.port)
    except ImportError:
        return 2, "", 'parley: an agent needs more packages: pip install "parley[agents]".\n'
    except (SecretError, OwnerSheetError, AgentError) as error:
        return 2, "", f"parley: {error}\n"
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    where = (
        f"{visible(sheet.owner)}'s agent listens at http://{shown}:{port}\n"
        f"Its key is {identity.card().pubkey_hex}\n"
    )
    with contextlib.suppress(KeyboardInterrupt):
        # First, for whoever reads where it listens may stop it from then on.
        _heed_stopping()
        if (reason := not_written(sys.stdout, where)) is not None:
            listening.close()
            return 2, "", cannot_be_written(reason)
        serve(application, listening)
    return 0, "", ""


def _heed_stopping() -> None:
    def stop(_number: int, _frame: object) -> None:
        # Once is enough: whoever asks again while it ends changes nothing about how.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _listen(host: str, port: int) -> socket.socket:
    # For Python no host is every address of this machine.
    if not host:
        raise AgentError("A host is needed: --host is empty.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    # A TypeError: a host that is no text, as any bytes on a command line.
    except (OSError, OverflowError, ValueError, TypeError):
        raise AgentError("It cannot listen there: another program does, or may not.") from None
