"""Comparison codes as people paste them."""

from __future__ import annotations

import re

_DASHES_AND_BLANKS = re.compile(r"[\s\u00ad\u200b\u2010-\u2015\u2212\ufeff_-]+")
_CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{32}", re.ASCII)
# Crockford's base 32 reads letters that look like digits as those.
_AS_DIGITS = str.maketrans("OIL", "011")

MAX_PASTED = 400


def same_code(pasted: str, code: str) -> bool | None:
    """Say whether a pasted text is this code, whole; None when it is no code at all.

    Case, blanks, line ends and dashes do not matter, and O, I and L count as 0 and 1 (Crockford's
    base 32). `code` is as `parley.dsse.code` gives it. A part of a code is none: a few letters that
    agree are cheap to find.
    """
    letters = _letters(pasted)
    return letters == _letters(code) if letters else None


def is_code(pasted: str) -> bool:
    """Say whether a pasted text is a whole code, of whatever."""
    return _letters(pasted) is not None


def _letters(text: str) -> str | None:
    if not isinstance(text, str) or len(text) > MAX_PASTED:
        return None
    letters = _DASHES_AND_BLANKS.sub("", text).upper().translate(_AS_DIGITS)
    return letters if _CODE.fullmatch(letters) else None
