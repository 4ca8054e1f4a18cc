"""The canonical text of a record, entry by entry: what `canonical_json` writes, several times
faster and never held as a whole.

A record is nearly all verdicts, and a usual verdict is always the same six fields. Their text is
put together here from pieces that were written once; all else is left to `canonical_json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring
from typing import Any

from parley.agent import REASON_OK, REASON_RED_LINE
from parley.canonical import text_within
from parley.verdicts import Row, usual_rows

_ENTRY_KEYS = frozenset({"option", "verdicts"})

# How many levels of the record lie around an entry, and around its option.
_ENTRY_DEPTH, _OPTION_DEPTH = 2, 3


def pieces(entries: Any, result: Any) -> Iterator[str]:
    """Yield the text of `{"entries": entries, "result": result}` in pieces.

    Raises `TypeError` like `canonical_json`, save that lone surrogates pass.
    """
    if type(entries) is not list:
        yield text_within({"entries": entries, "result": result}, 0)
        return
    heads: dict[tuple[Any, ...], str] = {}
    yield '{"entries": ['
    between = ""
    for entry in entries:
        yield between + _entry_text(entry, heads)
        between = ", "
    yield f'], "result": {text_within(result, 1)}}}'


def text_of_answers(
    option_texts: Sequence[str],
    answers: Sequence[tuple[str, Sequence[Any]]],
    result: Any,
    best: int,
) -> str:
    """Return the whole text of the record that follows from ballots: `answers` holds for each
    owner, in order, the pairs (acceptable, score in parts of `best`) of all options, 0 where
    rejected. Not checked, for whoever read the ballots has."""
    columns = []
    # Answers are many and scores are few.
    tails = {score: f'{score / best!r}, "sig": null}}' for score in range(best + 1)}
    for owner, pairs in answers:
        accepted = _head(True, owner, None)
        rejected = _head(False, owner, None) + tails[0]
        columns.append(
            [accepted + tails[score] if acceptable else rejected for acceptable, score in pairs]
        )
    entries = ", ".join(
        f'{{"option": {option}, "verdicts": [{", ".join(verdicts)}]}}'
        for option, *verdicts in zip(option_texts, *columns, strict=True)
    )
    return f'{{"entries": [{entries}], "result": {text_within(result, 1)}}}'


def _entry_text(entry: Any, heads: dict[tuple[Any, ...], str]) -> str:
    if type(entry) is dict and entry.keys() == _ENTRY_KEYS and type(entry["verdicts"]) is list:
        rows = usual_rows(entry["verdicts"])
        if rows is not None:
            option = text_within(entry["option"], _OPTION_DEPTH)
            return f'{{"option": {option}, "verdicts": [{_verdicts_text(rows, heads)}]}}'
    return text_within(entry, _ENTRY_DEPTH)


def _verdicts_text(rows: list[Row], heads: dict[tuple[Any, ...], str]) -> str:
    texts = []
    for acceptable, owner, key, score, sig in rows:
        head = heads.get((acceptable, owner, key))
        if head is None:
            head = heads[acceptable, owner, key] = _head(acceptable, owner, key)
        tail = '"sig": null}' if sig is None else f'"sig": {encode_basestring(sig)}}}'
        texts.append(f"{head}{score!r}, {tail}")
    return ", ".join(texts)


def _head(acceptable: bool, owner: str, key: str | None) -> str:
    """Return the text of a verdict up to its score."""
    return (
        f'{{"acceptable": {"true" if acceptable else "false"}, '
        f'"owner": {encode_basestring(owner)}, '
        f'"pubkey_hex": {"null" if key is None else encode_basestring(key)}, '
        f'"reason": "{REASON_OK if acceptable else REASON_RED_LINE}", "score": '
    )
