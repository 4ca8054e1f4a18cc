"""What an elicitor proposed, sorted into red lines, wishes, claims, questions and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parley.elicit.draft import MAX_ITEMS, Draft
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
    read_question,
    read_term,
    source_of,
)
from parley.elicit.plain import is_plain

# Of each part: whatever an elicitor proposes, all of it can be taken away again in one go.
MAX_PROPOSED = MAX_ITEMS // 4


def read_proposal(proposal: Any) -> Draft:
    """Return the first draft made of an elicitor's result.

    Each item is checked by itself: what is malformed is refused, a red line that lacks something
    becomes a question. Raises `ElicitError` for a result that is no dict.
    """
    if type(proposal) is not dict:
        raise ElicitError("The elicitor must return a dict.")
    draft = Draft()
    for name, take in _BUCKETS.items():
        if name in proposal:
            _take_bucket(draft, proposal[name], take)
    for name in proposal:
        if type(name) is not str or name not in _BUCKETS:
            shown = name if is_plain(name) else None
            draft.rejected.append(Rejected("there is no part of a sheet with this name", shown))
    return draft


def _take_bucket(draft: Draft, bucket: Any, take: Callable[[Draft, Any], None]) -> None:
    if type(bucket) is not list:
        draft.rejected.append(Rejected("this part is not plain data: it must be a list", bucket))
        return
    for raw in bucket[:MAX_PROPOSED]:
        try:
            take(draft, raw)
        except RejectedItemError as reason:
            draft.rejected.append(Rejected(str(reason), raw))
        except UnclearItemError as question:
            draft.questions.append(
                Clarification(draft.next_id(), str(question), question.attr, source_of(raw))
            )
    if len(bucket) > MAX_PROPOSED:
        draft.rejected.append(Rejected(f"only the first {MAX_PROPOSED} items were read", None))


def _take_hard(draft: Draft, raw: Any) -> None:
    constraint = read_constraint(raw)
    draft.items.append(SheetItem(draft.next_id(), HARD, constraint, source_of(raw)))


def _take_soft(draft: Draft, raw: Any) -> None:
    term = read_term(raw)
    draft.items.append(SheetItem(draft.next_id(), SOFT, term, source_of(raw)))


def _take_claim(draft: Draft, raw: Any) -> None:
    claim = read_claim(raw)
    if claim not in draft.claims:
        draft.claims.append(claim)


def _take_question(draft: Draft, raw: Any) -> None:
    question = read_question(raw)
    draft.questions.append(Clarification(draft.next_id(), question, None, source_of(raw)))


_BUCKETS: dict[str, Callable[[Draft, Any], None]] = {
    "claims": _take_claim,
    "hard": _take_hard,
    "utility": _take_soft,
    "unclear": _take_question,
}
