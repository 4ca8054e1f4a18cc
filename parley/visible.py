"""Showing text from strangers: nothing in it hides, turns the reading direction, or passes for
something else without a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from parley.joiners import shapes
from parley.lookalikes import HIDDEN, HIDDEN_CATEGORIES, skeleton


def visible(text: str, limit: int = 200) -> str:
    """Return `text` with every control, direction, invisible or unassigned character, and every
    blank but the plain one, written as `<U+200B>`; longer than `limit` characters, it is cut with a
    word about how many follow.

    What shapes an emoji or a letter beside it stays (`parley.joiners`). Not guaranteed: that two
    different results look different (`look_alike` is for that), or that the text can be recovered
    from the result.
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


def look_alike(names: Iterable[str]) -> list[list[str]]:
    """Return the groups of different names with one skeleton, in the order of the names."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(skeleton(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _shown(text: str, position: int) -> str:
    character = text[position]
    category = unicodedata.category(character)
    if category in HIDDEN_CATEGORIES or character in HIDDEN:
        if not shapes(text, position):
            return f"<U+{ord(character):04X}>"
    elif category == "Zs" and character != " ":
        return f"<U+{ord(character):04X}>"
    return character
