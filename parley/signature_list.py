"""The signatures in a receipt as a list, for a place where Python has no Ed25519 of its own.

In the page libsodium checks them, outside of the worker that runs Python: `signature_list` gives
what there is to check, and `answered` turns what came of it into a check for `receipt.verify`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from parley import receipt
from parley.net.identity import SignatureCheck, is_well_formed

Signature = tuple[str, str, str]
"""Public key in hex, the text that was signed (its UTF-8 bytes are), signature in hex."""


def signature_list(source: bytes | str) -> list[Signature]:
    """Return every signature whose answer decides about a receipt, each once, in their order.

    `source` is the file's content. The list is empty for a file that cannot be read. Signatures and
    keys that are not lower-case hex of the right length are left out: they fail without being asked
    about.
    """
    return list(_collected(source))


# Asked about twice for each file: what there is to check, and then what came of it.
@functools.lru_cache(maxsize=1)
def _collected(source: bytes | str) -> tuple[Signature, ...]:
    found: dict[Signature, None] = {}

    def collect(pubkey_hex: str, message: bytes, sig_hex: str) -> bool:
        if is_well_formed(pubkey_hex, sig_hex):
            found[pubkey_hex, message.decode("utf-8"), sig_hex] = None
        return True

    receipt.verify(source, check=collect)
    return tuple(found)


def answered(source: bytes | str, invalid: Iterable[Signature]) -> SignatureCheck:
    """Return a check for `receipt.verify(source)`: true for what `signature_list(source)` holds,
    except for the `invalid` ones.

    Not guaranteed: that anybody looked at the others.
    """
    valid = set(_collected(source)).difference(invalid)

    def check(pubkey_hex: str, message: bytes, sig_hex: str) -> bool:
        return (pubkey_hex, message.decode("utf-8"), sig_hex) in valid

    return check
