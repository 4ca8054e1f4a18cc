"""Text that people write for each other: titles, context, cells. One form, nothing hidden in it."""

import re
import unicodedata

_WHITE_SPACE = re.compile(r"\s+")
_BLANKS = re.compile(r"[^\S\n]+")
_MANY_EMPTY_LINES = re.compile(r"\n{3,}")

# Overrides and isolates can make a text read differently from what is recorded (UAX 9). The joiners
# and single marks stay: several scripts and emoji need them.
_REFUSED_FORMAT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})


class TextError(ValueError):
    """A text that cannot be taken.

    `code` is one of `"not-text"`, `"empty"`, `"too-long"` and `"control"`; the message is a plain
    sentence that never repeats the text.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def clean_line(text: str, limit: int) -> str:
    """Return the text as one line: NFC, runs of white space as one blank, trimmed.

    The result has 1 to `limit` code points. Raises `TextError`: `"not-text"`, `"empty"`,
    `"too-long"`, or `"control"` for control characters, lone surrogates and direction overrides.
    """
    line = _WHITE_SPACE.sub(" ", _normalized(text, limit)).strip()
    if not line:
        raise TextError("empty", "This text is empty.")
    return _checked(line, limit)


def clean_paragraphs(text: str, limit: int) -> str:
    """Return a text that may have several lines: as `clean_line`, but line ends stay.

    The result has 0 to `limit` code points; more than one empty line in a row becomes one.
    """
    lines = _normalized(text, limit).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    paragraphs = "\n".join(_BLANKS.sub(" ", line).strip() for line in lines).strip()
    return _checked(_MANY_EMPTY_LINES.sub("\n\n", paragraphs), limit)


def _normalized(text: str, limit: int) -> str:
    if not isinstance(text, str):
        raise TextError("not-text", "This must be text.")
    # White space shrinks, so a text may be longer than the limit before, within reason.
    if len(text) > 4 * limit + 1000:
        raise _too_long(limit)
    return unicodedata.normalize("NFC", text)


def _checked(text: str, limit: int) -> str:
    # What is printable holds none of the refused characters, and that is known at once.
    for character in "" if text.isprintable() else text:
        if character == "\n":
            continue
        if character in _REFUSED_FORMAT or unicodedata.category(character) in _REFUSED_CATEGORIES:
            raise TextError(
                "control", "This text contains control characters or hidden direction marks."
            )
    if len(text) > limit:
        raise _too_long(limit)
    return text


def _too_long(limit: int) -> TextError:
    return TextError("too-long", f"This text can have at most {limit} characters.")
