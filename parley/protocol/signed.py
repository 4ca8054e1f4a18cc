"""Signed texts: an exact body, the key that signed it, and the signature, as one text.

Source: DSSE, "Pre-Authentication Encoding" (secure-systems-lab/dsse, protocol.md), for the bytes
that are signed; Ed25519 as libsodium answers (RFC 8032, without small-order and mixed points).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parley import dsse, strict
from parley.body import is_hex
from parley.canonical import canonical_json

Question = tuple[str, str, str]
"""What Ed25519 is asked: key (64 hex digits), message (a text, signed as its UTF-8 bytes), and
signature (128 hex digits)."""

SignatureCheck = Callable[[str, bytes, str], bool]
"""A way to check a signature: (key hex, message bytes, signature hex) -> whether it is valid."""

Signer = Callable[[bytes], str]
"""A way to sign: message bytes -> signature, 128 lower-case hex digits."""

_FIELDS = frozenset({"type", "body", "key", "sig"})

# Around a body stand the names of the fields, a type, a key and a signature.
_AROUND = 1024


class SignedError(ValueError):
    """A text that is no signed text of the type that belongs in its place.

    `code` is `"not-text"`, `"too-large"`, `"not-json"`, `"fields"` (not exactly the four),
    `"not-canonical"` (another spelling of the four), `"type"`, `"body"`, `"key"`, `"sig"` or
    `"signature"` (well-formed, but not that key's signature over this body). The message is a plain
    sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Signed:
    """One signed text. `body` is the exact text that is signed together with `type`; `key` and
    `sig` are lower-case hex of 64 and 128 digits. Made by `read_signed` and `sign` only."""

    type: str
    body: str
    key: str
    sig: str

    @property
    def message(self) -> bytes:
        """The bytes that the signature covers."""
        return dsse.pae(self.type, self.body)

    @property
    def digest(self) -> str:
        """The SHA-256 of those bytes: of type and body, whoever signed them."""
        return dsse.digest(self.type, self.body)

    @property
    def text(self) -> str:
        """The one text of this signed text: canonical JSON of its four fields."""
        return canonical_json(self.to_dict())

    def to_dict(self) -> dict[str, str]:
        """Return the four fields."""
        return {"type": self.type, "body": self.body, "key": self.key, "sig": self.sig}

    def question(self) -> Question:
        """Return what Ed25519 has to be asked about it."""
        return self.key, self.message.decode(), self.sig

    def holds(self, check: SignatureCheck) -> bool:
        """Return whether `check` finds the signature valid."""
        return check(self.key, self.message, self.sig) is True


def read_signed(source: Any, type: str, max_body_bytes: int) -> Signed:
    """Return a signed text from its text, or from the object that stands for it in a receipt.

    A text must be canonical JSON of exactly `type`, `body`, `key` and `sig`, and of the `type` that
    its place requires; the body may have up to `max_body_bytes` of UTF-8. Raises `SignedError`.

    Not guaranteed: that the signature is valid (`Signed.holds`, `demand_signature`), or that the
    body means anything: whoever knows the type reads it.
    """
    value = _value(source, 2 * max_body_bytes + _AROUND) if isinstance(source, str) else source
    if not isinstance(value, dict) or value.keys() != _FIELDS:
        raise SignedError("fields", "A signed text has a type, a body, a key and a signature.")
    if value["type"] != type:
        raise SignedError("type", f"Here belongs a signed text of the type {type}.")
    body = value["body"]
    if not isinstance(body, str) or len(body) > max_body_bytes or _size(body) > max_body_bytes:
        raise SignedError("body", "The body is not a text of a size that it can have.")
    if not is_hex(value["key"], 64):
        raise SignedError("key", "A key is 64 lower-case hex digits.")
    if not is_hex(value["sig"], 128):
        raise SignedError("sig", "A signature is 128 lower-case hex digits.")
    signed = Signed(**value)
    if isinstance(source, str) and signed.text != source:
        raise SignedError("not-canonical", "This is not in canonical form.")
    return signed


def _value(source: str, max_bytes: int) -> Any:
    try:
        return strict.parse(source, max_bytes=max_bytes, max_depth=1)
    except strict.StrictError as fault:
        code = "too-large" if fault.code == "too-large" else "not-json"
        raise SignedError(code, str(fault)) from None


def _size(body: str) -> int:
    try:
        return len(body.encode())
    except UnicodeEncodeError:
        raise SignedError("body", "The body holds half of a surrogate pair.") from None


def sign(type: str, body: str, key: str, signer: Signer) -> Signed:
    """Return the signed text of a body; `signer(message) -> sig hex` holds the private half of
    `key`. Raises `SignedError` for a key or signature of a wrong shape. Not guaranteed: that the
    body is one of this type, or that `signer` has that key."""
    sig = signer(dsse.pae(type, body))
    return read_signed({"type": type, "body": body, "key": key, "sig": sig}, type, len(body) * 4)


def demand_signature(signed: Signed, check: SignatureCheck) -> None:
    """Raise `SignedError` with the code `"signature"` unless the signature is valid."""
    if not signed.holds(check):
        raise SignedError("signature", "The signature does not fit its key and content.")


def questions(texts: Iterable[Any]) -> list[Question | None]:
    """Return what Ed25519 has to be asked about each signed text (a text, or its object), in order;
    None where there is nothing to ask, for it is none. Never raises.

    The first of two steps where signatures are checked outside of Python: the answers to these
    questions, in this order, go to `answered`. Only shapes are looked at here.
    """
    return [_question(text) for text in texts]


def _question(source: Any) -> Question | None:
    value: Any = source
    if isinstance(source, str):
        try:
            value = strict.parse(source, max_depth=1)
        except strict.StrictError:
            return None
    if (
        isinstance(value, dict)
        and value.keys() == _FIELDS
        and isinstance(value["type"], str)
        and isinstance(value["body"], str)
        and is_hex(value["key"], 64)
        and is_hex(value["sig"], 128)
    ):
        try:
            return Signed(**value).question()
        except UnicodeEncodeError:
            return None
    return None


def answered(asked: Sequence[Question | None], answers: Sequence[Any]) -> SignatureCheck:
    """Return a check that knows the answers to these questions, and no others.

    The second of two steps: `answers` are as many as the questions, in their order, True for a
    valid signature. Anything else, and any question that was not asked, counts as not valid. Raises
    `ValueError` for another number of answers.
    """
    if len(asked) != len(answers):
        raise ValueError("there are not as many answers as questions")
    valid = {
        (key, message.encode(), sig)
        for (key, message, sig), answer in zip(
            (question or ("", "", "") for question in asked), answers, strict=True
        )
        if answer is True and key
    }
    return lambda key, message, sig: (key, message, sig) in valid
