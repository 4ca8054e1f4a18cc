"""Characters that show nothing themselves, where they give what stands beside them its right shape.

Many names are not written correctly without them, so that there they hide nothing: the joiners as
in Unicode Standard Annex 31 (2.3, rules A1, A2 and B), and what makes one emoji of several
characters (Unicode Technical Standard 51).
"""

import re
import unicodedata

_NON_JOINER, _JOINER, _EMOJI_STYLE = "\u200c", "\u200d", "\ufe0f"
_KEYCAP = "\u20e3"
# The signs that mute a vowel: Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu,
# Kannada, Malayalam, Sinhala.
_MUTING = frozenset("\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca")
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# England, Scotland and Wales: a black flag with tags behind it. No other tags mean anything.
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)


def shapes(text: str, position: int) -> bool:
    """Say whether the character at a position is an invisible one that shapes what stands beside
    it: a joiner inside an emoji, behind the sign that mutes a vowel in an Indian script, or between
    two Arabic letters; the mark that asks for an emoji; a tag in the flag of a country of Great
    Britain.

    Not guaranteed: that two texts which differ in such a character look different.
    """
    character = text[position]
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if character == _EMOJI_STYLE:
        return _is_emoji(before) or (before in tuple("0123456789#*") and after == _KEYCAP)
    if character == _JOINER:
        return before in _MUTING or (_ends_emoji(before) and _is_emoji(after))
    if character == _NON_JOINER:
        is_apart = _is_arabic(_letter_before(text, position)) and _is_arabic(after)
        return is_apart or (before in _MUTING and unicodedata.category(after or " ") == "Lo")
    if "\U000e0020" <= character <= "\U000e007f":
        # A flag has seven characters.
        near = _FLAGS.finditer(text, max(0, position - 6), position + 6)
        return any(flag.start() < position < flag.end() for flag in near)
    return False


def _is_emoji(character: str) -> bool:
    return character != "" and unicodedata.category(character) == "So"


def _ends_emoji(character: str) -> bool:
    return character == _EMOJI_STYLE or character in _SKIN_TONES or _is_emoji(character)


def _letter_before(text: str, position: int) -> str:
    """Return the letter that stands before, or whose vowel marks do."""
    while position and unicodedata.category(text[position - 1]) == "Mn":
        position -= 1
    return text[position - 1 : position]


def _is_arabic(character: str) -> bool:
    is_near = "\u0620" <= character <= "\u077f" or "\u08a0" <= character <= "\u08c9"
    is_syriac = "\u0700" <= character <= "\u074f"
    return is_near and not is_syriac and unicodedata.category(character) == "Lo"
