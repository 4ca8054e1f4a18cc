"""Tokens come from the environment or from a file, never from the command line, which every process
on a machine can read."""

from __future__ import annotations

import os
import re
from pathlib import Path

TOKEN = "PARLEY_AGENT_TOKEN"
MAX_TOKENS_BYTES = 64 * 1024

_TOKEN = re.compile(r"[\x21-\x7e]{16,500}")


class SecretError(ValueError):
    """No token, or none that can be used. The message is a plain sentence without it."""


def read_tokens(file: Path | None) -> list[str]:
    """Return the lines of `file`, or the one token of PARLEY_AGENT_TOKEN without a file. A token
    has 16 to 500 printable ASCII characters and no blank. Raises `SecretError`."""
    if file is None:
        lines = [os.environ.get(TOKEN, "")]
        if not lines[0]:
            raise SecretError(f"A token is needed: set {TOKEN}, or name a file.")
    else:
        try:
            with file.open("rb") as opened:
                lines = opened.read(MAX_TOKENS_BYTES).decode("ascii").split()
        except (OSError, ValueError):
            raise SecretError("The file of the token cannot be read.") from None
    if not lines or not all(map(_TOKEN.fullmatch, lines)):
        raise SecretError("A token has 16 to 500 printable ASCII characters.")
    return lines
