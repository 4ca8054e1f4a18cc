"""The names people take in a decision: one spelling for each, and one key to compare them by."""

import re
import unicodedata

MAX_OWNER_LENGTH = 60

# Room for any honest name before it is cleaned, and a bound for the work on a hostile one.
_MAX_RAW_LENGTH = 1000

_WHITE_SPACE = re.compile(r"[\t\n\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_PRESENTATION = "\ufe0f"
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# These show nothing although Unicode files them under letters, marks or symbols (most are
# Default_Ignorable_Code_Point in DerivedCoreProperties.txt): they make two names look the same.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)


class OwnerError(ValueError):
    """A name that cannot be taken.

    `code` is one of `"not-text"`, `"empty"`, `"too-long"` and `"control"`; the message is a plain
    sentence that never repeats the name.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def clean_owner(text: str) -> str:
    """Return the one spelling of a name that the record uses.

    The text is put into NFC, every run of blanks, tabs and line ends becomes one blank, and the
    ends are trimmed. The result has 1 to 60 code points and is a fixed point: cleaning it again
    changes nothing.

    Raises `OwnerError`: `"not-text"`, `"empty"` (nothing that shows is left), `"too-long"`,
    `"control"` (control, format, private, unassigned or invisible characters, which can make one
    name look like another). The joiner U+200D is taken between two emoji only.

    Not guaranteed: that two different names look different ("Ana" in Latin and in Cyrillic
    letters), nor that another Python version knows the same characters as assigned.
    """
    if not isinstance(text, str):
        raise OwnerError("not-text", "A name must be text.")
    if len(text) > _MAX_RAW_LENGTH:
        raise _too_long()
    owner = unicodedata.normalize("NFC", _WHITE_SPACE.sub(" ", text)).strip(" ")
    for position, character in enumerate(owner):
        if not _is_allowed(owner, position, character):
            raise OwnerError(
                "control", "A name cannot contain control characters or invisible characters."
            )
    if not any(unicodedata.category(character)[0] in "LNPS" for character in owner):
        raise OwnerError("empty", "A name needs at least one character that shows.")
    if len(owner) > MAX_OWNER_LENGTH:
        raise _too_long()
    return owner


def owner_key(owner: str) -> str:
    """Return the text by which two names count as the same: NFKC with case folded.

    For comparison only, never shown or recorded. Not guaranteed: that letters of different
    alphabets which look alike ("A" in Latin and in Greek) have the same key.
    """
    folded = owner.replace(_EMOJI_PRESENTATION, "")
    # Folding can undo the normal form, hence once before and once after.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold())
    return " ".join(folded.split())


def _too_long() -> OwnerError:
    return OwnerError("too-long", f"A name can have at most {MAX_OWNER_LENGTH} characters.")


def _is_allowed(owner: str, position: int, character: str) -> bool:
    before = owner[position - 1] if position else ""
    after = owner[position + 1 : position + 2]
    if character == _ZERO_WIDTH_JOINER:
        return _ends_emoji(before) and _is_emoji(after)
    if character == _EMOJI_PRESENTATION:
        return _is_emoji(before)
    return (
        unicodedata.category(character) not in _REFUSED_CATEGORIES and character not in _INVISIBLE
    )


def _is_emoji(character: str) -> bool:
    return character != "" and unicodedata.category(character) == "So"


def _ends_emoji(character: str) -> bool:
    is_skin_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return character == _EMOJI_PRESENTATION or is_skin_tone or _is_emoji(character)
