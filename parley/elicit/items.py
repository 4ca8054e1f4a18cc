"""One entry of a draft, checked: a red line, a wish, an open question, or a refusal."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from parley.elicit.interview import PROMPT_IDS
from parley.elicit.plain import is_finite_number, is_plain, is_text
from parley.plain_rules import MAX_WEIGHT
from parley.spec import DIRECTIONS, OPERATORS, ORDERINGS, Constraint, UtilityTerm

HARD = "hard"
SOFT = "soft"
MAX_ATTRIBUTE = 200

_SOURCE = "source_prompt_id"
_HARD_KEYS = frozenset({"attr", "op", "value", _SOURCE})
_SOFT_KEYS = frozenset({"attr", "weight", "prefer", "direction", "lo", "hi", _SOURCE})
_QUESTION_KEYS = frozenset({"question", _SOURCE})


@dataclass(frozen=True)
class SheetItem:
    """A red line (`kind` `"hard"`, `data` a `Constraint`) or a wish (`"soft"`, a `UtilityTerm`).

    `item_id` stays the same for as long as the item lives and is never given to another one.
    """

    item_id: str
    kind: str
    data: Constraint | UtilityTerm
    source_prompt_id: str | None = None


@dataclass(frozen=True)
class Clarification:
    """A question that only the participant can answer, or drop. `attr` is the attribute that it is
    about, or None."""

    item_id: str
    question: str
    attr: str | None = None
    source_prompt_id: str | None = None


class Rejected(NamedTuple):
    """What was proposed and cannot be used, and why. `raw` is what the elicitor gave,
    untouched and unchecked."""

    reason: str
    raw: Any


class RejectedItemError(ValueError):
    """An item that is malformed; the message is the reason."""


class UnclearItemError(ValueError):
    """A red line that lacks something only the participant can say; the message is the question."""

    def __init__(self, attr: str, question: str) -> None:
        super().__init__(question)
        self.attr = attr


def read_constraint(raw: Any) -> Constraint:
    """Return the red line that plain data describes, sharing nothing with it.

    Raises `UnclearItemError` when the value is missing, has no order where one is needed, or is no
    list where one is needed; `RejectedItemError` for everything else that is wrong.
    """
    raw = _plain_item(raw, _HARD_KEYS, ("attr", "op"), may_be_unlimited="value")
    attr, op, value = _attribute(raw), raw["op"], raw.get("value")
    if type(op) is not str or op not in OPERATORS:
        raise RejectedItemError("the operator is none of " + " ".join(OPERATORS))
    if value is None:
        raise UnclearItemError(attr, f"Which value of {attr} is the limit?")
    if op in ORDERINGS and not is_finite_number(value):
        raise UnclearItemError(attr, f"Which number is the limit for {attr}?")
    if op in ("in", "not_in") and type(value) is not list:
        raise UnclearItemError(attr, f"Which values of {attr} do you mean, as a list?")
    if not is_plain(value):
        raise RejectedItemError("the value is no plain data")
    return Constraint(attr, op, copy.deepcopy(value))


def read_term(raw: Any) -> UtilityTerm:
    """Return the wish that plain data describes, sharing nothing with it. Raises
    `RejectedItemError`.

    A wish with neither a value to prefer nor a direction is taken: it weighs, and says nothing.
    """
    raw = _plain_item(raw, _SOFT_KEYS, ("attr",))
    attr, weight = _attribute(raw), raw.get("weight", 1.0)
    if not is_finite_number(weight) or not 0 < weight <= MAX_WEIGHT:
        raise RejectedItemError("the weight must be a finite number above 0, and not above 1e300")
    direction, lo, hi = raw.get("direction"), raw.get("lo"), raw.get("hi")
    if direction is not None and (type(direction) is not str or direction not in DIRECTIONS):
        raise RejectedItemError("the direction is neither 'higher' nor 'lower'")
    if any(bound is not None and not is_finite_number(bound) for bound in (lo, hi)):
        raise RejectedItemError("the range must be made of finite numbers")
    if lo is not None and hi is not None and lo > hi:
        raise RejectedItemError("the range is inverted: its lower end is above its upper end")
    return UtilityTerm(attr, weight, copy.deepcopy(raw.get("prefer")), direction, lo, hi)


def read_question(raw: Any) -> str:
    """Return the text of a proposed question. Raises `RejectedItemError`."""
    raw = _plain_item(raw, _QUESTION_KEYS, ("question",))
    if not is_text(raw["question"]):
        raise RejectedItemError("the question is no text")
    return raw["question"]


def read_claim(raw: Any) -> str:
    """Return a proposed claim. Raises `RejectedItemError`."""
    if not is_text(raw):
        raise RejectedItemError("a claim must be a text: plain data, not empty, not too long")
    return raw


def source_of(raw: Any) -> str | None:
    """Return the prompt that an item says it comes from; None for what is no prompt of ours."""
    source = raw.get(_SOURCE) if type(raw) is dict else None
    return source if type(source) is str and source in PROMPT_IDS else None


def _plain_item(
    raw: Any, keys: frozenset[str], needed: tuple[str, ...], may_be_unlimited: str | None = None
) -> dict[str, Any]:
    if type(raw) is not dict:
        raise RejectedItemError("this is not plain data: an item is an object")
    rest = dict(raw)
    # Infinity as a limit is a question for the participant, not a fault in the data.
    if may_be_unlimited in rest and type(rest[may_be_unlimited]) is float:
        rest[may_be_unlimited] = None
    if not is_plain(rest):
        raise RejectedItemError("this is not plain data")
    if unknown := sorted(raw.keys() - keys):
        raise RejectedItemError(f"unknown key: {unknown[0][:MAX_ATTRIBUTE]}")
    for key in needed:
        if key not in raw:
            raise RejectedItemError(f"the key {key} is missing")
    source = raw.get(_SOURCE)
    if source is not None and type(source) is not str:
        raise RejectedItemError("source_prompt_id must be a text")
    return raw


def _attribute(raw: dict[str, Any]) -> str:
    if not is_text(raw["attr"], MAX_ATTRIBUTE):
        raise RejectedItemError("an attribute needs a name")
    return raw["attr"]
