"""The one text of a value: what is hashed, signed and compared."""

from __future__ import annotations

import json
import math
from itertools import chain
from json.encoder import encode_basestring
from typing import Any, NoReturn

TUPLE_KEY = "__tuple__"
MAX_DEPTH = 200

_SCALARS = frozenset({str, int, float, bool, type(None)})
_KEYS = frozenset({str})
_LISTS = frozenset({list})

# The depth is bounded before encoding, which is why the encoder need not look for circles.
_ENCODE = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, check_circular=False
).encode


def canonical_json(value: Any) -> str:
    """Return the canonical text of `value`: JSON, keys sorted by code point, separators `", "` and
    `": "`, non-ASCII characters kept, a tuple written as `{"__tuple__": [...]}`.

    `true`, `1` and `1.0` are three different texts, and so are `0.0` and `-0.0`. Floats are written
    as Python's shortest `repr`, the same on every Python from 3.11.

    Raises `TypeError` for what JSON cannot hold: a key that is no string or is `"__tuple__"`, NaN,
    infinities, lone surrogates, sets, bytes, other objects, whole numbers of thousands of digits,
    and anything nested deeper than 200 levels (a list that contains itself, too).

    Not guaranteed: that a JSON round trip keeps the text of a value that contains tuples.
    """
    text = text_within(value, 0)
    if not text.isascii():
        utf_8(text)
    return text


def text_within(value: Any, depth: int) -> str:
    """Return the text of a value that lies `depth` levels deep in what is written, as its part of
    the whole. Raises `TypeError` like `canonical_json`, but lone surrogates pass: `utf_8` stops
    them."""
    kind = type(value)
    # What most values are, without the encoder's preparations.
    if kind is str:
        return encode_basestring(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float and math.isfinite(value):
        return repr(value)
    try:
        return _ENCODE(value if _is_plain(value, depth) else _plain(value, depth))
    except (ValueError, OverflowError):
        raise TypeError("a number that JSON cannot hold: NaN, infinite, or far too long") from None


def utf_8(text: str) -> bytes:
    """Return canonical text as bytes; raises `TypeError` for lone surrogates."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise TypeError("a text with half of a surrogate pair") from None


def same(one: Any, other: Any) -> bool:
    """Return whether two values have the same canonical text; raises `TypeError` like
    `canonical_json`. Python's `==` would call `True`, `1` and `1.0` the same."""
    return canonical_json(one) == canonical_json(other)


def _is_plain(value: Any, depth: int) -> bool:
    # The common case, checked with as little Python as possible: exact JSON types, no reserved key.
    kind = type(value)
    if kind is dict:
        if not _KEYS.issuperset(map(type, value)) or TUPLE_KEY in value:
            return False
        children = value.values()
    elif kind is list:
        children = value
    else:
        return kind in _SCALARS
    if _SCALARS.issuperset(map(type, children)):
        return True
    if depth >= MAX_DEPTH:
        _refuse_depth()
    # Rows of a table, or answers of a ballot.
    if _LISTS.issuperset(map(type, children)):
        return _SCALARS.issuperset(map(type, chain.from_iterable(children))) or all(
            _is_plain(child, depth + 1) for child in children
        )
    return all(type(child) in _SCALARS or _is_plain(child, depth + 1) for child in children)


def _plain(value: Any, depth: int) -> Any:
    if depth > MAX_DEPTH:
        _refuse_depth()
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, tuple):
        return {TUPLE_KEY: [_plain(child, depth + 1) for child in value]}
    if isinstance(value, list):
        return [_plain(child, depth + 1) for child in value]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"a key of type {type(key).__name__}: keys must be strings")
            if key == TUPLE_KEY:
                raise TypeError(f'the key "{TUPLE_KEY}" is reserved for tuples')
        return {key: _plain(child, depth + 1) for key, child in value.items()}
    raise TypeError(f"a value of type {type(value).__name__}, which JSON cannot hold")


def _refuse_depth() -> NoReturn:
    raise TypeError(f"a value nested deeper than {MAX_DEPTH} levels")
