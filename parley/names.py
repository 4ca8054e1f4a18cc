"""The names people take in a decision: one spelling for each, and one key to compare them by."""

import re
import unicodedata

from parley.joiners import shapes
from parley.lookalikes import HIDDEN, HIDDEN_CATEGORIES, as_read, as_written

MAX_OWNER_LENGTH = 60

# Room for any honest name before it is cleaned, and a bound for the work on a hostile one.
_MAX_RAW_LENGTH = 1000

_WHITE_SPACE = re.compile(r"[\t\n\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_EMOJI_PRESENTATION = "\ufe0f"


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
    name look like another). Of these, only those are taken that shape what stands beside them
    (`parley.joiners`).

    Not guaranteed: that two different names look different (`confusable` is for that), nor that
    another Python version knows the same characters as assigned.
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

    For comparison only, never shown or recorded. It says when an agenda or a record names somebody
    twice, so it does not change with what is found to look alike (`confusable`).
    """
    folded = owner.replace(_EMOJI_PRESENTATION, "")
    # Folding can undo the normal form, hence once before and once after.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold())
    return " ".join(folded.split())


def confusable(one: str, other: str) -> bool:
    """Say whether a person may take one name for the other, so that both should not sit at a table.

    They may when the names have one `owner_key`, or look the same as they are written (`Ina` and
    `lna`, `B0b` and `BOb`), or look the same when capitals do not matter (`Ana` with a Cyrillic
    letter and `ana`, `B0b` and `Bob`). Invisible characters, those that only make a word longer,
    and the way accents are composed do not matter; accents do, so `Ana` and `Ána` are two names.

    It is no key: `lara` looks like `Iara` with a capital I, and is `Lara`, but `Lara` and `Iara`
    are two names that nobody confuses, like `Karl` and `Kari`. Not guaranteed: that every pair that
    looks alike is found. Two letters that look like one (`rn` and `m`) are left alone, for too many
    real names differ by them.
    """
    return (
        owner_key(one) == owner_key(other)
        or as_read(one) == as_read(other)
        or as_written(one) == as_written(other)
    )


def _too_long() -> OwnerError:
    return OwnerError("too-long", f"A name can have at most {MAX_OWNER_LENGTH} characters.")


def _is_allowed(owner: str, position: int, character: str) -> bool:
    if unicodedata.category(character) not in HIDDEN_CATEGORIES and character not in HIDDEN:
        return True
    return shapes(owner, position)
