"""Reads what the environment says about this site, and keeps its two secrets."""

import base64
import os
import secrets
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def flag(name: str, default: bool = False) -> bool:
    """True for 1, true, yes, on; False for 0, false, no, off and an empty text."""
    text = os.environ.get(name, "").strip().lower()
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("0", "false", "no", "off"):
        return False
    if text == "":
        return default
    raise ImproperlyConfigured(f"{name} must be on or off.")


def words(name: str) -> list[str]:
    """The comma-separated words of a variable, without blanks and empty ones."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def origins(name: str) -> list[str]:
    """Full origins such as `https://parley.example.org`, in the form a browser sends them."""
    found = []
    for word in words(name):
        parts = urlsplit(word)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
            raise ImproperlyConfigured(
                f"{name} takes full origins, such as https://parley.example.org"
            )
        found.append(f"{parts.scheme}://{parts.netloc}".lower())
    return found


def database(url: str, sqlite_file: Path, test_file: Path) -> Mapping[str, object]:
    """Django's settings of the one database.

    `url` is empty for the SQLite file, or `postgresql://user:password@host:port/name`.
    """
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": sqlite_file,
            "CONN_MAX_AGE": 0,
            "OPTIONS": {
                # NORMAL may lose the last commits at a power cut, and a ballot is not sent twice.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
                # A step that reads and then writes must hold the write lock from its start.
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
            },
            # In memory, connections of several threads lock each other out at once.
            "TEST": {"NAME": test_file},
        }
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("PARLEY_DATABASE takes a postgresql:// address.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 8}},
    }


def kept_secret(path: Path) -> str:
    """The secret in `path`, readable by its owner alone; made at the first call."""
    return _kept_text(path, lambda: secrets.token_urlsafe(48))


def kept_key(name: str, path: Path) -> bytes:
    """32 secret bytes: what the variable `name` says in hex or base64, else what `path` says.

    The file is made at the first call, for its owner alone. Raises ImproperlyConfigured, which
    never repeats the key, for anything that is not 32 bytes, and for a file that others than its
    owner may read or write: what they could copy is no secret any more.
    """
    given = os.environ.get(name, "").strip()
    if given:
        key = _key(given)
        if key is None:
            raise ImproperlyConfigured(f"{name} must be 32 bytes, written in hex or in base64.")
        return key
    try:
        text = _kept_text(path, lambda: secrets.token_hex(32))
    except UnicodeDecodeError:
        text = ""
    # Windows has no such permissions to look at.
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ImproperlyConfigured(f"Only its owner may read {path}: set its mode to 0600.")
    key = _key(text.strip())
    if key is None:
        raise ImproperlyConfigured(f"{path} must hold 32 bytes, written in hex or in base64.")
    return key


def _key(text: str) -> bytes | None:
    # Both alphabets of base64, with or without the padding of 32 bytes.
    base_64 = text.rstrip("=").replace("-", "+").replace("_", "/") + "="
    try:
        key = bytes.fromhex(text) if len(text) == 64 else base64.b64decode(base_64, validate=True)
    except ValueError:
        return None
    return key if len(key) == 32 else None


def _kept_text(path: Path, make: Callable[[], str]) -> str:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600, exist_ok=False)
    with draft.open("w", encoding="ascii") as file:
        file.write(make())
    try:
        # Of two processes that start at once, only one gives its text the final name.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")
