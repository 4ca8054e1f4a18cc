"""Ed25519 keys of owners, and what they sign (RFC 8032, with libsodium's stricter answers).

PyNaCl is imported only when a key is made or a signature is checked; everything else works without.
"""

from __future__ import annotations

import functools
import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from parley.canonical import text_within, utf_8
from parley.ratify import Acceptance, acceptance_payload
from parley.transcript import Transcript

PROTOCOL = "parley/0.1"
VERDICT_TYPE = "verdict/0.1"

SignatureCheck = Callable[[str, bytes, str], bool]
"""A way to check a signature: (pubkey_hex, message, sig_hex) -> whether it is valid."""

_KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


def verdict_payload(option: Any, owner: str, acceptable: bool, score: float, reason: str) -> bytes:
    """Return the bytes that a verdict's signature covers: canonical JSON of the five and `"type":
    "verdict/0.1"`, UTF-8. Raises `TypeError` like `canonical_json`.

    Not covered: the decision it belongs to. A signed verdict can be replayed into another one over
    the same option.
    """
    return _payload(text_within(option, 1), owner, acceptable, score, reason)


def _payload(option_text: str, owner: str, acceptable: bool, score: float, reason: str) -> bytes:
    # Written out, so that the text of an option is made once for all verdicts on it.
    return utf_8(
        f'{{"acceptable": {text_within(acceptable, 1)}, "option": {option_text}, '
        f'"owner": {text_within(owner, 1)}, "reason": {text_within(reason, 1)}, '
        f'"score": {text_within(score, 1)}, "type": "{VERDICT_TYPE}"}}'
    )


def can_check_signatures() -> bool:
    """Return whether PyNaCl is installed here."""
    try:
        return importlib.util.find_spec("nacl.signing") is not None
    except (ImportError, ValueError):
        return False


def is_well_formed(pubkey_hex: Any, sig_hex: Any) -> bool:
    """Return whether both are lower-case hex of the right length: 64 and 128 digits."""
    return (
        isinstance(pubkey_hex, str)
        and isinstance(sig_hex, str)
        and _KEY.fullmatch(pubkey_hex) is not None
        and _SIGNATURE.fullmatch(sig_hex) is not None
    )


def check_signature(pubkey_hex: Any, message: Any, sig_hex: Any) -> bool:
    """Return whether `sig_hex` is that key's signature over `message` (bytes), as libsodium
    answers.

    False, never an exception, for anything malformed. Raises `ImportError` only where PyNaCl is
    missing. Not guaranteed: who holds the key.
    """
    if not is_well_formed(pubkey_hex, sig_hex) or not isinstance(message, bytes):
        return False
    verify, refusals = _verifier(pubkey_hex)
    try:
        verify(message, bytes.fromhex(sig_hex))
    except refusals:
        return False
    return True


# A receipt has many signatures by few keys.
@functools.lru_cache(maxsize=256)
def _verifier(pubkey_hex: str) -> tuple[Callable[[bytes, bytes], bytes], tuple[type, ...]]:
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    return VerifyKey(bytes.fromhex(pubkey_hex)).verify, (CryptoError, ValueError, TypeError)


@dataclass(frozen=True)
class AgentCard:
    """The public half of an identity. The name on it is what its holder says."""

    owner: str
    pubkey_hex: str
    protocol: str = PROTOCOL

    def verify(self, message: bytes, sig_hex: str) -> bool:
        """Return whether this card's key signed `message`; see `check_signature`."""
        return check_signature(self.pubkey_hex, message, sig_hex)


class Identity:
    """An owner's signing key. The key lives in memory only and appears in no `repr`."""

    def __init__(self, owner: str, signing_key: Any) -> None:
        self.owner = owner
        self._signing_key = signing_key

    @classmethod
    def generate(cls, owner: str) -> Identity:
        """Return an identity with a fresh random key. Raises `ImportError` without PyNaCl."""
        from nacl.signing import SigningKey

        return cls(owner, SigningKey.generate())

    def __repr__(self) -> str:
        return f"Identity(owner={self.owner!r})"

    def card(self) -> AgentCard:
        """Return the public half."""
        return AgentCard(self.owner, self._signing_key.verify_key.encode().hex())

    def sign(self, message: bytes) -> str:
        """Return the signature over `message` as 128 lower-case hex digits."""
        return self._signing_key.sign(message).signature.hex()

    def sign_verdict(self, option: Any, verdict: Any) -> str:
        """Return the signature over a verdict on `option`; the verdict's own `sig` is not read."""
        return self.sign(
            verdict_payload(
                option, verdict.owner, verdict.acceptable, verdict.score, verdict.reason
            )
        )

    def sign_acceptance(self, payload: bytes) -> tuple[str, str]:
        """Return (sig_hex, pubkey_hex) over `parley.ratify.acceptance_payload`: a `signer`."""
        return self.sign(payload), self.card().pubkey_hex


def verify_transcript(transcript: Transcript, require_signed: bool = False) -> bool:
    """Return whether every signature on a recorded verdict is valid for the key beside it.

    An unsigned verdict passes unless `require_signed`; one with a signature and no key, or the
    other way round, never does. Raises `ImportError` without PyNaCl when there is something to
    check.

    Not guaranteed: that a key belongs to the owner named, or one owner uses one key.
    """
    for entry in transcript.entries:
        for holds in verdict_signatures(entry["option"], entry["verdicts"], check_signature):
            if holds is False or (holds is None and require_signed):
                return False
    return True


def verify_acceptance(acceptance: Acceptance) -> bool:
    """Return whether an acceptance carries a valid signature by the key beside it; an unsigned one
    does not. Raises `ImportError` without PyNaCl when there is something to check."""
    return acceptance_signature_holds(acceptance, check_signature)


def verdict_signature_holds(option: Any, verdict: dict[str, Any], check: SignatureCheck) -> bool:
    """Return whether `check` finds the signature of a recorded verdict valid; False for malformed
    values, before `check` is asked, and for an unsigned verdict."""
    return next(verdict_signatures(option, [verdict], check)) is True


def verdict_signatures(
    option: Any, verdicts: Iterable[dict[str, Any]], check: SignatureCheck | None
) -> Iterator[bool | None]:
    """Yield for each recorded verdict on `option` whether `check` finds its signature valid; None
    where it has neither signature nor key. Malformed values are False before `check` is asked;
    without a `check`, what is well-formed is True."""
    try:
        option_text = text_within(option, 1)
    except TypeError:
        option_text = None
    for verdict in verdicts:
        key, sig = verdict["pubkey_hex"], verdict["sig"]
        if key is None and sig is None:
            yield None
        elif not is_well_formed(key, sig):
            yield False
        elif check is None:
            yield True
        else:
            yield option_text is not None and _holds(option_text, verdict, check)


def _holds(option_text: str, verdict: dict[str, Any], check: SignatureCheck) -> bool:
    try:
        payload = _payload(
            option_text,
            verdict["owner"],
            verdict["acceptable"],
            verdict["score"],
            verdict["reason"],
        )
    except TypeError:
        return False
    return check(verdict["pubkey_hex"], payload, verdict["sig"]) is True


def acceptance_signature_holds(acceptance: Acceptance, check: SignatureCheck) -> bool:
    """Return whether `check` finds the signature of an acceptance valid; False for malformed
    values, before `check` is asked."""
    if not is_well_formed(acceptance.pubkey_hex, acceptance.sig):
        return False
    try:
        payload = acceptance_payload(
            acceptance.owner,
            acceptance.decision,
            acceptance.transcript_hash,
            acceptance.accepted,
        )
    except TypeError:
        return False
    return check(acceptance.pubkey_hex, payload, acceptance.sig) is True
