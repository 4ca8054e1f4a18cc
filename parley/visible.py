"""Showing text from strangers: nothing in it hides, turns the reading direction, or passes for
something else without a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Drawn as nothing, although Unicode counts them as letters, marks, symbols or blanks.
_HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# Letters of other scripts that look like a Latin one, in small letters, as far as names need it.
# Chosen by eye; Unicode Technical Standard 39 describes the idea and lists many more.
_LOOKS_LIKE = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j",
        "к": "k", "ӏ": "l", "м": "m", "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "т": "t", "ѵ": "v",
        "ԝ": "w", "х": "x", "у": "y", "ү": "y", "з": "3",
        # Greek
        "α": "a", "β": "b", "ϲ": "c", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "m", "ν": "v",
        "ο": "o", "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ζ": "z",
        # Armenian, and Latin letters that fold to no plain one
        "օ": "o", "ո": "n", "հ": "h", "ս": "u", "ց": "g", "յ": "j", "զ": "q",
        "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ɑ": "a", "ɡ": "g", "ʟ": "l",
        # Digits and signs that pass for letters
        "0": "o", "1": "l", "|": "l", "’": "'", "‐": "-", "–": "-",
    }
)  # fmt: skip


def visible(text: str, limit: int = 200) -> str:
    """Return `text` with every control, direction, invisible or unassigned character, and every
    blank but the plain one, written as `<U+200B>`; longer than `limit` characters, it is cut with a
    word about how many follow.

    Emoji keep their joiners and presentation marks. Not guaranteed: that two different results look
    different (`look_alike` is for that), or that the text can be recovered from the result.
    """
    cut = text[:limit]
    if not (cut.isascii() and cut.isprintable()):
        cut = "".join(_shown(cut, position) for position in range(len(cut)))
    if len(text) > limit:
        cut += f"... ({len(text) - limit} more characters)"
    return cut


def code_points(text: str) -> str:
    """Return the characters of `text` as `U+0041 U+006E U+0061`."""
    return " ".join(f"U+{ord(character):04X}" for character in text)


def skeleton(text: str) -> str:
    """Return a text that is the same for names which a person may take for each other: small
    letters without accents and invisible characters, look-alike letters of other scripts as Latin
    ones.

    For comparison only. Not guaranteed: that every pair that looks alike is found.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = (
        character
        for character in folded
        if character not in _HIDDEN
        and unicodedata.category(character) not in _HIDDEN_CATEGORIES
        and not unicodedata.combining(character)
    )
    return " ".join("".join(kept).translate(_LOOKS_LIKE).split())


def look_alike(names: Iterable[str]) -> list[list[str]]:
    """Return the groups of different names with one skeleton, in the order of the names."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(skeleton(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _shown(text: str, position: int) -> str:
    character = text[position]
    category = unicodedata.category(character)
    if category in _HIDDEN_CATEGORIES or character in _HIDDEN:
        if not _holds_emoji_together(text, position):
            return f"<U+{ord(character):04X}>"
    elif category == "Zs" and character != " ":
        return f"<U+{ord(character):04X}>"
    return character


def _holds_emoji_together(text: str, position: int) -> bool:
    before = text[position - 1] if position else " "
    if text[position] == _EMOJI_STYLE:
        return unicodedata.category(before) == "So"
    if text[position] == _JOINER:
        after = text[position + 1 : position + 2] or " "
        return unicodedata.category(after) == "So" and (
            before == _EMOJI_STYLE or before in _SKIN_TONES or unicodedata.category(before) == "So"
        )
    return False
