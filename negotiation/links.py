"""The secrets that links carry. The server keeps only what tells whether one is right."""

import hashlib
import hmac
import re
import secrets

_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
# 32 bytes in base64url without padding, as `new_secret` makes them.
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def new_id() -> str:
    """A public name for a decision or a seat: 32 random lower-case hex digits."""
    return secrets.token_hex(16)


def is_id(value: str) -> bool:
    """Whether `value` has the form of a public name. Some databases fail on other texts."""
    return _ID.fullmatch(value) is not None


def new_secret() -> str:
    """256 random bits as 43 characters of base64url."""
    return secrets.token_urlsafe(32)


def secret_hash(secret: str) -> str:
    """SHA-256 of a secret, 64 hex digits. Needs no salt: nobody can guess 256 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def fits(secret: object, kept_hash: str) -> bool:
    """Whether `secret` is the one whose hash was kept, in time that tells nothing about it."""
    return is_secret(secret) and hmac.compare_digest(secret_hash(secret), kept_hash)


def is_secret(value: object) -> bool:
    """Whether `value` has a secret's form."""
    return isinstance(value, str) and _SECRET.fullmatch(value) is not None
