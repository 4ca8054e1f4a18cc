"""What survives a closed terminal: confirmed sheets, each sealed under its owner's own word, and
the acceptances so far.

The file belongs to the account at the keyboard, which all the people share, so a sheet in it must
be unreadable to the next person: it is encrypted (libsodium's secret box, with a key that Argon2id
makes of the word; PyNaCl). Its length shows in steps of `STEP` bytes only, so that ordinary sheets
look alike from outside. Without PyNaCl, or without a word, a sheet is in memory only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parley import strict
from parley.canonical import canonical_json
from parley.command.files import can_be_written, write_whole
from parley.command.question import Question
from parley.ratify import Acceptance

FORMAT = "parley-decide/1"
SHORTEST_WORD = 6
STEP = 4096


class KeptError(ValueError):
    """A file that is there and cannot be used. The message is a plain sentence."""


def can_seal() -> bool:
    """Return whether PyNaCl is installed here."""
    try:
        return importlib.util.find_spec("nacl.pwhash") is not None
    except (ImportError, ValueError):
        return False


class Kept:
    """The file of one question and one group of people. It is made by the first `keep`. Without a
    `path` there can be none, and all is in memory only."""

    def __init__(self, question: Question, owners: Sequence[str], sign: bool) -> None:
        self._about = hashlib.sha256(
            canonical_json([question.title, question.options, list(owners), sign]).encode()
        ).hexdigest()
        folder = _folder()
        self.path = folder and folder / f"decide-{self._about[:16]}.json"
        self._sealed: dict[str, dict[str, str]] = {}
        self._acceptances: list[dict[str, Any]] = []

    def load(self) -> bool:
        """Read the file; return whether there is one. Where none can be read or made, there is no
        `path` from then on. Raises `KeptError` for one that holds something else."""
        if self.path is None:
            return False
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self.path.open("rb") as file:
                content = file.read(strict.MAX_BYTES + 1)
        except OSError as error:
            if not isinstance(error, FileNotFoundError) or not can_be_written(self.path):
                self.path = None
            return False
        try:
            self._take(strict.parse(content))
        except (ValueError, TypeError, LookupError, AttributeError):
            raise KeptError(
                f"What was kept of this decision cannot be read. Move {self.path} away."
            ) from None
        return True

    def _take(self, data: Any) -> None:
        if data["format"] != FORMAT or data["about"] != self._about:
            raise KeptError
        self._sealed = {
            owner: {"salt": str(one["salt"]), "box": str(one["box"])}
            for owner, one in data["sealed"].items()
        }
        self._acceptances = [Acceptance.from_dict(one).to_dict() for one in data["acceptances"]]

    def has(self, owner: str) -> bool:
        """Return whether this owner's sheet is in the file, and can be opened here."""
        return owner in self._sealed and can_seal()

    def keep_sheet(self, owner: str, sheet: str, word: str) -> None:
        """Seal a confirmed sheet under its owner's word. Raises `OSError`, and `MemoryError` where
        Argon2 gets no memory; a sheet that was sealed before then stays as it is.

        Not guaranteed: that the length tells nothing. It shows in steps of `STEP` bytes."""
        from nacl import pwhash, secret, utils

        salt = utils.random(pwhash.argon2id.SALTBYTES)
        box = secret.SecretBox(_key(word, salt)).encrypt(self._bound(owner, sheet))
        sealed = {**self._sealed, owner: {"salt": salt.hex(), "box": bytes(box).hex()}}
        self._write(sealed, self._acceptances)
        self._sealed = sealed

    def open_sheet(self, owner: str, word: str) -> str | None:
        """Return the owner's sheet, or None for a wrong word. Raises `MemoryError` where Argon2
        gets no memory: the word may be the right one."""
        from nacl import exceptions, secret

        try:
            one = self._sealed[owner]
            salt, box = bytes.fromhex(one["salt"]), bytes.fromhex(one["box"])
            about, found, sheet = json.loads(secret.SecretBox(_key(word, salt)).decrypt(box))
        except (exceptions.CryptoError, ValueError, TypeError):
            return None
        return sheet if (about, found) == (self._about, owner) else None

    def keep_acceptance(self, acceptance: Acceptance) -> None:
        """Keep an acceptance. It is public. Raises `OSError`."""
        acceptances = [*self._acceptances, acceptance.to_dict()]
        self._write(self._sealed, acceptances)
        self._acceptances = acceptances

    def acceptances(self) -> list[Acceptance]:
        """Return the acceptances in the file, whatever record they are about."""
        return [Acceptance.from_dict(one) for one in self._acceptances]

    def remove(self) -> None:
        """Remove the file. Raises `OSError`."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _bound(self, owner: str, sheet: str) -> bytes:
        text = json.dumps([self._about, owner, sheet]).encode()
        # White space after a JSON value means nothing, and the box is as long as what is in it.
        return text.ljust(-(-len(text) // STEP) * STEP)

    def _write(self, sealed: dict[str, dict[str, str]], acceptances: list[dict[str, Any]]) -> None:
        if self.path is None:
            return
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "about": self._about,
            "sealed": sealed,
            "acceptances": acceptances,
        }
        write_whole(self.path, json.dumps(content), private=True)


def _folder() -> Path | None:
    state = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(state) if state else Path.home() / ".local" / "state") / "parley"
    except RuntimeError:
        # An account without a home, as in some containers.
        return None


def _key(word: str, salt: bytes) -> bytes:
    from nacl import exceptions, pwhash, secret

    kind = pwhash.argon2id
    try:
        return kind.kdf(
            secret.SecretBox.KEY_SIZE,
            word.encode(),
            salt,
            opslimit=kind.OPSLIMIT_MODERATE,
            memlimit=kind.MEMLIMIT_MODERATE,
        )
    except exceptions.RuntimeError:
        # libsodium says no more than that it failed; with these limits memory is all it can lack.
        raise MemoryError from None
