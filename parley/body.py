"""The body of a signed text: canonical JSON of one object with exactly its own fields."""

from collections.abc import Callable
from typing import Any

from parley import strict
from parley.canonical import canonical_json


def read_body(
    text: str,
    fields: frozenset[str],
    *,
    max_bytes: int,
    max_depth: int,
    error: Callable[[str, str], Exception],
) -> dict[str, Any]:
    """Return the object that a body holds; only its fields' names are checked, not their values.

    Whatever is wrong is raised as `error(code, sentence)`: `"not-text"`, `"too-large"` (over
    `max_bytes` of UTF-8), `"not-json"` (not strict JSON, or nested deeper than `max_depth`),
    `"fields"` (no object, a field missing or unknown), `"not-canonical"` (the same value in another
    spelling: it would have another digest).
    """
    if not isinstance(text, str):
        raise error("not-text", "This must be text.")
    try:
        value = strict.parse(text, max_bytes=max_bytes, max_depth=max_depth)
    except strict.StrictError as fault:
        raise error("too-large" if fault.code == "too-large" else "not-json", str(fault)) from None
    if not isinstance(value, dict) or value.keys() != fields:
        raise error("fields", "This does not have exactly the fields that belong here.")
    try:
        canonical = canonical_json(value)
    except TypeError:
        raise error("not-json", "This holds a value that has no canonical form.") from None
    if canonical != text:
        raise error("not-canonical", "This is not in canonical form.")
    return value


def is_hex(value: object, digits: int) -> bool:
    """Say whether a value is a text of exactly so many lower-case hex digits."""
    return isinstance(value, str) and len(value) == digits and not value.strip("0123456789abcdef")
