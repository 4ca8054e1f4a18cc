"""The exact bytes that a signature or a digest covers, and the code people compare.

Source: DSSE, "Pre-Authentication Encoding" (secure-systems-lab/dsse, protocol.md), and Crockford's
base 32.
"""

import hashlib
import re

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


def pae(type: str, body: str) -> bytes:
    """Return `DSSEv1 <len> <type> <len> <body>`: both texts in UTF-8, lengths in bytes.

    Two different pairs of type and body never give the same bytes. A lone surrogate raises
    `UnicodeEncodeError` (a `ValueError`).
    """
    type_bytes, body_bytes = type.encode(), body.encode()
    return b"DSSEv1 %d %b %d %b" % (len(type_bytes), type_bytes, len(body_bytes), body_bytes)


def digest(type: str, body: str) -> str:
    """Return the SHA-256 of `pae(type, body)` as 64 lower-case hex digits."""
    return hashlib.sha256(pae(type, body)).hexdigest()


def is_digest(value: object) -> bool:
    """Say whether the value has the shape of a digest: 64 lower-case hex digits, as text."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def code(digest: str) -> str:
    """Return the first 160 bits of a digest as eight groups of four, joined by `-`.

    The alphabet has no I, L, O and U. Raises `ValueError` for anything but 64 lower-case hex
    digits. Not guaranteed: two records with one code cost about 2**80 hashes to find, not 2**128.
    """
    if not is_digest(digest):
        raise ValueError("A digest is 64 lower-case hex digits.")
    bits = int(digest[:40], 16)
    letters = "".join(_CROCKFORD[(bits >> shift) & 31] for shift in range(155, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, 32, 4))
