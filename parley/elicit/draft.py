"""A draft as the service keeps it, and the ways in which its owner can change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from parley.elicit.errors import ElicitError
from parley.elicit.items import (
    HARD,
    SOFT,
    Clarification,
    Rejected,
    RejectedItemError,
    SheetItem,
    UnclearItemError,
    read_claim,
    read_constraint,
    read_term,
    source_of,
)
from parley.elicit.plain import is_plain

MAX_ITEMS = 200


@dataclass
class Draft:
    """The content of a draft. Ids count up and are never used again, not even after a removal."""

    claims: list[str] = field(default_factory=list)
    items: list[SheetItem] = field(default_factory=list)
    questions: list[Clarification] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    last_id: int = 0

    def of_kind(self, kind: str) -> list[SheetItem]:
        """The items of one kind, `"hard"` or `"soft"`."""
        return [item for item in self.items if item.kind == kind]

    def copy(self) -> Draft:
        """The same content in lists of its own; the items themselves never change."""
        return Draft(
            list(self.claims),
            list(self.items),
            list(self.questions),
            list(self.rejected),
            self.last_id,
        )

    def next_id(self) -> str:
        """A new id."""
        self.last_id += 1
        return f"i{self.last_id}"


def revised(draft: Draft, ops: Any) -> Draft:
    """Return the draft after all `ops`, or raise `ElicitError` and change nothing."""
    if type(ops) is not list or len(ops) > MAX_ITEMS:
        raise ElicitError(f"The changes must be a list of at most {MAX_ITEMS}.")
    result = draft.copy()
    for op in ops:
        if type(op) is not dict or type(op.get("op")) is not str or op["op"] not in _OPS:
            raise ElicitError("A change must be plain data with a known 'op'.")
        try:
            _OPS[op["op"]](result, op)
        except RejectedItemError as reason:
            raise ElicitError(f"This change cannot be made: {reason}.") from None
        except UnclearItemError as question:
            raise ElicitError(f"This change needs a value first. {question}") from None
        if len(result.items) > MAX_ITEMS or len(result.claims) > MAX_ITEMS:
            raise ElicitError(f"A sheet can have at most {MAX_ITEMS} items.")
    return result


def _add_hard(draft: Draft, op: dict[str, Any]) -> None:
    _expect_keys(op, "constraint")
    draft.items.append(_item(draft.next_id(), HARD, op["constraint"]))


def _add_soft(draft: Draft, op: dict[str, Any]) -> None:
    _expect_keys(op, "term")
    draft.items.append(_item(draft.next_id(), SOFT, op["term"]))


def _add_claim(draft: Draft, op: dict[str, Any]) -> None:
    _expect_keys(op, "claim")
    claim = read_claim(op["claim"])
    if claim not in draft.claims:
        draft.claims.append(claim)


def _remove_claim(draft: Draft, op: dict[str, Any]) -> None:
    _expect_keys(op, "claim")
    if type(op["claim"]) is not str or op["claim"] not in draft.claims:
        raise ElicitError("There is no such claim to remove.")
    draft.claims.remove(op["claim"])


def _remove(draft: Draft, op: dict[str, Any]) -> None:
    _expect_keys(op, "item_id")
    draft.items.remove(_find(draft.items, op["item_id"]))


def _set(draft: Draft, op: dict[str, Any]) -> None:
    item = _find(draft.items, op.get("item_id"))
    target = "constraint" if item.kind == HARD else "term"
    if op.keys() != {"op", "item_id", target}:
        raise ElicitError(f"Changing this item needs an explicit '{target}', and nothing else.")
    _put(draft, item, _item(item.item_id, item.kind, op[target], item.source_prompt_id))


def _reclassify(draft: Draft, op: dict[str, Any]) -> None:
    item = _find(draft.items, op.get("item_id"))
    kind, target = (SOFT, "term") if item.kind == HARD else (HARD, "constraint")
    # A limit turned into a wish by arithmetic would be somebody else's idea of what it is worth.
    if op.keys() != {"op", "item_id", target}:
        raise ElicitError(f"Reclassifying this item needs an explicit '{target}': say what it is.")
    _put(draft, item, _item(item.item_id, kind, op[target], item.source_prompt_id))


def _resolve(draft: Draft, op: dict[str, Any]) -> None:
    question = _find(draft.questions, op.get("item_id"))
    ways = op.keys() - {"op", "item_id"}
    if ways == {"as_hard"}:
        item = _item(question.item_id, HARD, op["as_hard"], question.source_prompt_id)
        draft.items.append(item)
    elif ways == {"as_soft"}:
        item = _item(question.item_id, SOFT, op["as_soft"], question.source_prompt_id)
        draft.items.append(item)
    elif ways != {"drop"} or op["drop"] is not True:
        raise ElicitError(
            "A clarification is resolved by exactly one of 'as_hard', 'as_soft' and 'drop': true."
        )
    draft.questions.remove(question)


_OPS: dict[str, Callable[[Draft, dict[str, Any]], None]] = {
    "add_hard": _add_hard,
    "add_soft": _add_soft,
    "add_claim": _add_claim,
    "remove_claim": _remove_claim,
    "remove": _remove,
    "set": _set,
    "reclassify": _reclassify,
    "resolve": _resolve,
}


def _item(item_id: str, kind: str, raw: Any, source: str | None = None) -> SheetItem:
    data = read_constraint(raw) if kind == HARD else read_term(raw)
    return SheetItem(item_id, kind, data, source_of(raw) or source)


def _put(draft: Draft, old: SheetItem, new: SheetItem) -> None:
    draft.items[draft.items.index(old)] = replace(new, item_id=old.item_id)


def _find(items: list[Any], item_id: Any) -> Any:
    for item in items:
        if type(item_id) is str and item.item_id == item_id:
            return item
    raise ElicitError("There is no such item in this version of the draft.")


def _expect_keys(op: dict[str, Any], key: str) -> None:
    if op.keys() != {"op", key} or (key == "item_id" and not is_plain(op)):
        raise ElicitError(f"The change '{op['op']}' needs '{key}', and nothing else.")
