"""The key of a decision's coordinator: made for it alone, kept encrypted, used to sign.

At rest it is encrypted with NaCl's secretbox under `settings.COORDINATOR_KEY`, which is not in the
database. Nothing here puts a key into a message, a log or a `repr`.
"""

from dataclasses import dataclass, field

from django.conf import settings
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.signing import SigningKey

from negotiation.refusals import Refusal
from parley.protocol.signed import Signer


@dataclass(frozen=True)
class CoordinatorKey:
    """A key pair: the public half as 64 lower-case hex digits, the secret half encrypted."""

    public: str
    sealed: bytes = field(repr=False)


def new_coordinator_key() -> CoordinatorKey:
    """A fresh random Ed25519 key."""
    key = SigningKey.generate()
    return CoordinatorKey(_public(key), bytes(_box().encrypt(bytes(key))))


def signer(key: CoordinatorKey) -> Signer:
    """What signs with this key.

    Raises Refusal `key-unreadable` where the server's own key is another one than when this one
    was made, or where the public half does not belong to the secret one.
    """
    try:
        secret = SigningKey(_box().decrypt(key.sealed))
    except (CryptoError, ValueError, TypeError):
        raise Refusal("key-unreadable") from None
    if _public(secret) != key.public:
        raise Refusal("key-unreadable")
    return lambda message: secret.sign(message).signature.hex()


def _box() -> SecretBox:
    return SecretBox(settings.COORDINATOR_KEY)


def _public(key: SigningKey) -> str:
    return bytes(key.verify_key).hex()
