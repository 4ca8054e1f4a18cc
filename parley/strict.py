"""Reading JSON from strangers, so that two readers can never see two different things.

The rules are those of I-JSON (RFC 7493) and a little more: UTF-8 only, no byte-order mark, no key
twice in one object, no NaN or infinity, whole numbers within ±(2**53 - 1), finite fractions,
bounded depth, number of arrays and objects, and size, no lone surrogates, nothing after the value.
"""

from __future__ import annotations

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 32
# Empty ones take 25 times as much memory as text. A decision at every limit has about 7000.
MAX_NESTED = 500_000
MAX_WHOLE = 2**53 - 1

_WHITE_SPACE = " \t\n\r"
_NEITHER_MARK_NOR_BRACKET = bytes(set(range(256)) - set(b'"[]{}'))
_PIECE = 2**16
# One level up or down for each bracket, as signed bytes.
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class StrictError(ValueError):
    """The text is not JSON that may be read here.

    `.code` is one of `too-large`, `not-utf-8`, `byte-order-mark`, `too-deep`, `too-many`,
    `not-json`, `trailing`, `duplicate-key`, `not-a-number`, `whole-range`, `fraction-range`,
    `lone-surrogate`.
    The message is one sentence for a person and never repeats any of the text.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse(text: str | bytes, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Return the one JSON value that `text` holds, as plain Python objects.

    Size is counted in UTF-8 bytes and depth in nested arrays and objects (a bare number has depth
    0), of which there are `MAX_NESTED` at most; all that is checked before anything is parsed, so
    that hostile text costs no more than its length. Raises `StrictError`, and nothing else, for
    whatever cannot be accepted.

    Not guaranteed: that the value means anything. White space, the order of keys and the spelling
    of a number (`1e2` or `100.0`, `-0` or `0`) are not kept.
    """
    text, utf_8 = _both_forms(text, max_bytes)
    _check_nesting(utf_8, max_depth)
    start = len(text) - len(text.lstrip(_WHITE_SPACE))
    try:
        value, end = _decoder_of(text).raw_decode(text, start)
    except json.JSONDecodeError as error:
        line, column = _place(text, error.pos)
        raise StrictError("not-json", f"This is not JSON: line {line}, column {column}.") from None
    if text[end:].strip(_WHITE_SPACE):
        raise StrictError("trailing", "Something follows after the end of the JSON value.")
    if _SURROGATE_ESCAPE.search(text):
        _check_surrogates(value)
    return value


def _place(text: str, position: int) -> tuple[int, int]:
    """Return line and column of what cannot stand where it does, from where Python stopped."""
    # Of a comma before a closing bracket some Pythons blame the comma and some the bracket; two
    # readers of one file should be told one thing.
    if text.startswith(",", position):
        after = text[position + 1 :].lstrip(_WHITE_SPACE)
        if after.startswith(("]", "}")):
            position = len(text) - len(after)
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _both_forms(text: str | bytes, max_bytes: int) -> tuple[str, bytes]:
    # A character takes at least one byte, so a text too long needs no encoding to be refused.
    if len(text) > max_bytes:
        _refuse_size(max_bytes)
    if isinstance(text, str):
        try:
            utf_8 = text.encode("utf-8")
        except UnicodeEncodeError:
            raise StrictError("lone-surrogate", _LONE_SURROGATE) from None
        if len(utf_8) > max_bytes:
            _refuse_size(max_bytes)
    else:
        utf_8 = bytes(text)
        try:
            text = utf_8.decode("utf-8")
        except UnicodeDecodeError as error:
            raise StrictError(
                "not-utf-8", f"This is not UTF-8 text: byte {error.start + 1} cannot be read."
            ) from None
    if text.startswith("\ufeff"):
        raise StrictError("byte-order-mark", "The text starts with a byte-order mark.")
    return text, utf_8


def _refuse_size(max_bytes: int) -> NoReturn:
    raise StrictError("too-large", f"The text is larger than {max_bytes} bytes.")


def _check_nesting(utf_8: bytes, max_depth: int) -> None:
    # Outside of strings are the even pieces between quotation marks, once escaped backslashes and
    # escaped quotation marks are gone. Up to the first fault in the text, where the parser stops
    # anyway, this sees exactly the brackets that the parser sees. Marks and brackets alone are a
    # small part of any text, and are found at the speed of copying.
    if b"\\" in utf_8:
        utf_8 = utf_8.replace(b"\\\\", b"").replace(b'\\"', b"")
    # Piece by piece, because each piece takes its own length again while it is searched.
    marks = b"".join(
        utf_8[start : start + _PIECE].translate(None, _NEITHER_MARK_NOR_BRACKET)
        for start in range(0, len(utf_8), _PIECE)
    )
    steps = b"".join(marks.split(b'"')[::2]).translate(_STEPS)
    if max(accumulate(memoryview(steps).cast("b")), default=0) > max_depth:
        raise StrictError("too-deep", f"The JSON is nested deeper than {max_depth} levels.")
    if steps.count(b"\x01") > MAX_NESTED:
        raise StrictError("too-many", f"The JSON has more than {MAX_NESTED} arrays and objects.")


_LONE_SURROGATE = "The text holds half of a surrogate pair, which is no character."


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise StrictError("lone-surrogate", _LONE_SURROGATE) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise StrictError("duplicate-key", "An object gives the same key twice.")
    return result


def _whole(digits: str) -> int:
    # The length comes first: Python refuses, and is slow at, whole numbers of thousands of digits.
    if len(digits) > 17 or abs(int(digits)) > MAX_WHOLE:
        raise StrictError("whole-range", "A whole number is outside ±(2^53 - 1).")
    return int(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise StrictError("fraction-range", "A number is too large to be held exactly enough.")
    return value


def _constant(_name: str) -> NoReturn:
    raise StrictError("not-a-number", "NaN and Infinity are not JSON.")


def _decoder_of(text: str) -> json.JSONDecoder:
    # Numbers of up to 15 digits need no look at each. Long texts are mostly of other things than
    # whole numbers, and are searched for nothing.
    if len(text) <= 2**18 and _LONG_NUMBER.search(text) is None:
        return _SHORT_NUMBERS
    return _DECODER


_LONG_NUMBER = re.compile(r"[0-9]{16}")

_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)
_SHORT_NUMBERS = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_constant=_constant
)
