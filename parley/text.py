"""Text that people write for each other: titles, context, cells. One form, nothing hidden in it."""

import re
import unicodedata

from parley.lookalikes import HIDDEN

_WHITE_SPACE = re.compile(r"\s+")
_BLANKS = re.compile(r"[^\S\n]+")
_MANY_EMPTY_LINES = re.compile(r"\n{3,}")

# Overrides and isolates can make a text read differently from what is recorded (UAX 9).
_REFUSED_FORMAT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
# These show nothing and mean nothing in a cell or a title, wherever they stand: breaks and joiners
# of words and lines, Hangul fillers, operators of formulas, and code points reserved for such.
_MEANINGLESS = re.compile(
    "[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\uffa0\ufff0-\ufffc"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff"
    "\U000e01f0-\U000e0fff]"
)
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_MARKS = frozenset("\u061c\u200e\u200f")
_GRAPHEME_JOINER = "\u034f"
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
# England, Scotland and Wales: a black flag with tags behind it. No other tags mean anything.
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_EMOJI_STYLES = frozenset("\ufe0e\ufe0f")
_STYLED = frozenset("\u203c\u2049\u2139\u3030")  # emoji that Unicode files under no symbols
_KEYCAP = "\u20e3"
_BRAILLE_BLANK = "\u2800"
_ALL_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + _BRAILLE_BLANK
# These show nothing themselves, but can change how what stands beside them looks.
_CONDITIONAL = HIDDEN | _MARKS | _TAGS | {_NON_JOINER, _JOINER}
_ANY_CONDITIONAL = re.compile(f"[{''.join(sorted(_CONDITIONAL))}]")
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
    """Return the text as one line: NFC, runs of white space as one blank, trimmed, and without
    characters that show nothing and change nothing that shows. A fixed point: cleaned again, the
    result stays the same.

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


def is_blank(text: str) -> bool:
    """Say whether a text shows nothing: white space and invisible characters only."""
    return not text.strip() or not (text.isascii() or _without_hidden(text).strip())


def _normalized(text: str, limit: int) -> str:
    if not isinstance(text, str):
        raise TextError("not-text", "This must be text.")
    # White space shrinks, so a text may be longer than the limit before, within reason.
    if len(text) > 4 * limit + 1000:
        raise _too_long(limit)
    text = unicodedata.normalize("NFC", text)
    # What is left out can let marks change places, and so bring others beside each other. No honest
    # text needs that more than once.
    for _ in range(4):
        cleaned = unicodedata.normalize("NFC", _without_hidden(text))
        if cleaned == text:
            return text
        text = cleaned
    raise _hidden()


def _without_hidden(text: str) -> str:
    """Leave out what shows nothing and changes nothing that shows, so that two texts that look the
    same are not two because of it."""
    text = _MEANINGLESS.sub("", text)
    if _ANY_CONDITIONAL.search(text) is None:
        return text
    has_right_to_left = any(
        unicodedata.bidirectional(each) in ("R", "AL") and each not in _MARKS for each in text
    )
    has_braille = any("\u2800" < each <= "\u28ff" for each in text)
    kept: list[str] = []
    in_flags = {each for flag in _FLAGS.finditer(text) for each in range(*flag.span())}
    for position, character in enumerate(text):
        before = kept[-1] if kept else ""
        if character in _TAGS:
            is_kept = position in in_flags
        elif character in _MARKS:
            # White space and signs between two directions go where the marks say.
            is_kept = has_right_to_left
        elif character == _BRAILLE_BLANK:
            is_kept = has_braille
        elif character in _CONDITIONAL:
            is_kept = _changes_looks(before, character, text[position + 1 : position + 2])
        else:
            is_kept = True
        if is_kept:
            kept.append(character)
    return "".join(kept).strip(_ALL_BLANKS)


def _changes_looks(before: str, character: str, after: str) -> bool:
    if before in ("", _BRAILLE_BLANK):
        return False
    kind = unicodedata.category(before)
    if character in _EMOJI_STYLES:
        is_symbol = kind in ("So", "Sm") and not before.isascii()
        return is_symbol or before in _STYLED or (before in "0123456789#*" and after == _KEYCAP)
    if character in (_JOINER, _NON_JOINER):
        if character == _JOINER and _is_emoji(after):
            return _is_emoji(before) or before in _EMOJI_STYLES or before in _SKIN_TONES
        # A sign that mutes a vowel also takes them at the end of a word.
        is_muted = unicodedata.combining(before) == 9
        return is_muted or (_is_of_joined_script(before) and _is_of_joined_script(after))
    if character == _GRAPHEME_JOINER:
        return after != "" and unicodedata.combining(after) > 0
    if "\u180b" <= character <= "\u180f":
        return "\u1820" <= before <= "\u18aa"
    # Variants of single characters, mostly Chinese ones; Latin, Greek and Cyrillic have none.
    return kind == "Lo" or (kind == "Sm" and not before.isascii())


def _is_emoji(character: str) -> bool:
    is_symbol = character != "" and unicodedata.category(character) == "So"
    return (is_symbol and character != _BRAILLE_BLANK) or character in ("↔", "↕")


def _is_of_joined_script(character: str) -> bool:
    """Whether this is a letter or mark of a script that joins its letters: not Latin, Greek or
    Cyrillic, where a text looks the same with a joiner in it."""
    is_beyond = "\u0590" <= character < "\u1d00" or "\ua800" <= character < "\uac00"
    is_beyond = (
        is_beyond or "\ufb50" <= character <= "\ufefc" or "\U00010800" <= character < "\U00012000"
    )
    return (
        is_beyond and character not in _CONDITIONAL and unicodedata.category(character)[0] in "LM"
    )


def _checked(text: str, limit: int) -> str:
    # What is printable holds none of the refused characters, and that is known at once.
    for character in "" if text.isprintable() else text:
        if character == "\n":
            continue
        if character in _REFUSED_FORMAT or unicodedata.category(character) in _REFUSED_CATEGORIES:
            raise _hidden()
    if len(text) > limit:
        raise _too_long(limit)
    return text


def _hidden() -> TextError:
    return TextError("control", "This text contains control characters or hidden direction marks.")


def _too_long(limit: int) -> TextError:
    return TextError("too-long", f"This text can have at most {limit} characters.")
