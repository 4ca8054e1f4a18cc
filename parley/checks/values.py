"""Values from a receipt: each may be anything, whatever it should be."""

from __future__ import annotations

from typing import Any

from parley.canonical import canonical_json, same
from parley.ratify import Acceptance
from parley.visible import visible

_ACCEPTANCE_FIELDS = frozenset(Acceptance.__dataclass_fields__)


def is_acceptance(item: Any) -> bool:
    """Return whether `item` has exactly the fields of an acceptance, whatever is in them."""
    return isinstance(item, dict) and item.keys() == _ACCEPTANCE_FIELDS


def shown(value: Any) -> str:
    """Return a value that should be a text as something to print."""
    if isinstance(value, str):
        return visible(value)
    try:
        return visible(canonical_json(value))
    except TypeError:
        return "?"


def shown_owner(owner: Any) -> str:
    """Return an owner's name as something to print, also when it is none."""
    return visible(owner, limit=60) if isinstance(owner, str) and owner else "(nameless)"


def item_owner(item: Any) -> str | None:
    """Return the owner of an acceptance, a text, or None."""
    owner = item.get("owner") if isinstance(item, dict) else None
    return owner if isinstance(owner, str) else None


def boolean(value: Any) -> bool | None:
    """Return the boolean, or None for anything that is none."""
    return value if isinstance(value, bool) else None


def is_hash(value: Any) -> bool:
    """Return whether `value` is a SHA-256 in lower-case hex."""
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def is_roster(value: Any) -> bool:
    """Return whether `value` is a list of names; they may repeat."""
    return isinstance(value, list) and all(isinstance(name, str) and name for name in value)


def alike(one: Any, other: Any) -> bool:
    """Return whether two values have one canonical text; False where one has none."""
    try:
        return same(one, other)
    except TypeError:
        return False
