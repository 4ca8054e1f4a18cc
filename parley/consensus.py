"""Max-min: the option that everybody accepts and whose least happy person is happiest."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parley.canonical import canonical_json, same, text_within, utf_8
from parley.many import Table, recorded_answers
from parley.transcript import Transcript
from parley.verdicts import usual_rows, verdict_fault, verdict_to_dict

RULE = "egalitarian"
AGREED = "agreed"
DEADLOCK = "deadlock"

_PAIR = operator.itemgetter("acceptable", "score")


@dataclass(frozen=True)
class ConsensusResult:
    """`status` is `"agreed"` or `"deadlock"`; `decision` is the winning option, None on a deadlock;
    `transcript` is the finalized record of how it came about."""

    status: str
    decision: Any
    transcript: Transcript


def pick(entries: Iterable[Sequence[tuple[bool, float]]]) -> int | None:
    """Return the index of the winning entry, or None when no entry is accepted by all.

    An entry is one option: a pair (acceptable, score) for each person. Among the entries with at
    least one pair and no refusal, the highest minimum score wins, then the highest exact total,
    then the first listed. Totals are `math.fsum`: `sum` of floats rounds differently from Python
    3.12 on and would let two Pythons pick two winners.

    Scores must be finite numbers; nothing is checked here. Cost is linear in the number of pairs.
    """
    best: int | None = None
    best_rank = best_minimum, _ = -math.inf, -math.inf
    for index, entry in enumerate(entries):
        # A plain loop: most entries are out after a few pairs.
        for acceptable, score in entry:
            if acceptable is not True or score < best_minimum:
                break
        else:
            if entry:
                rank = _rank(entry)
                if best is None or rank > best_rank:
                    best, best_rank = index, rank
                    best_minimum, _ = rank
    return best


def count_tied(entries: Sequence[Sequence[tuple[bool, float]]]) -> int:
    """Return how many entries have exactly the winner's minimum and total, itself included: above 1
    the order of listing decided. 0 when nothing wins. Takes what `pick` takes."""
    winner = pick(entries)
    if winner is None:
        return 0
    best = _rank(entries[winner])
    return sum(
        _rank(entry) == best
        for entry in entries
        if entry and all(acceptable is True for acceptable, _ in entry)
    )


def run_consensus(
    agents: Iterable[Any], options: Iterable[Any], rule: str = RULE
) -> ConsensusResult:
    """Ask every agent about every option, record the answers, and pick.

    `agents` need `.owner` (a distinct text each) and `.consider(option) -> Verdict`. The result is
    a deadlock, with decision None, when no option is accepted by all, when there are no options,
    and when there are no agents.

    Raises before anyone is asked: `ValueError` for an unknown rule, an owner that is no text or is
    there twice, an option that is None, and two options with the same canonical text; `TypeError`
    for an option without canonical text. Raises `ValueError` for an answer that could not stand in
    a record (another owner's name, a score outside [0, 1], ...) or an agent that changes the option
    it is shown. What an agent raises passes through, and then nothing is decided.
    """
    agents, options = list(agents), list(options)
    if rule != RULE:
        raise ValueError("unknown rule: the only one is 'egalitarian'")
    _check_owners([agent.owner for agent in agents])
    table = Table(options)
    _check_options(table)
    columns = [recorded_answers(agent, table) for agent in agents]
    transcript = Transcript()
    for option, verdicts in zip(options, _rows(agents, columns, options), strict=True):
        transcript.record_dicts(option, verdicts)
    winner = pick(_pairs(transcript))
    status = DEADLOCK if winner is None else AGREED
    decision = None if winner is None else options[winner]
    transcript.finalize(status, decision)
    return ConsensusResult(status, decision, transcript)


def verify_outcome(transcript: Transcript, *, expected_owners: Iterable[str] | None = None) -> bool:
    """Recompute the winner from the recorded verdicts and compare it with the recorded result.

    True only when the record is finalized; every verdict is well-formed (`verdict_fault`); every
    entry has exactly one verdict from each of the same owners, who are exactly `expected_owners`
    where given; and status and decision (canonical text) are those of the recomputed winner, or a
    deadlock without decision where there is none. Never raises for a transcript made by
    `from_dict`.

    Not guaranteed: that the verdicts are those the owners gave, or that everyone was asked.
    """
    result = transcript.result
    if result is None:
        return False
    if not owners_agree(transcript, expected_owners) or not verdicts_are_sound(transcript):
        return False
    winner = pick(_pairs(transcript))
    if winner is None:
        return result["status"] == DEADLOCK and result["decision"] is None
    try:
        decided = same(result["decision"], transcript.entries[winner]["option"])
    except TypeError:
        return False
    return result["status"] == AGREED and decided


def verdicts_are_sound(transcript: Transcript) -> bool:
    """Return whether every recorded verdict has values that a verdict can have."""
    return not any(
        usual_rows(entry["verdicts"]) is None and any(map(verdict_fault, entry["verdicts"]))
        for entry in transcript.entries
    )


def owners_agree(transcript: Transcript, expected_owners: Iterable[str] | None = None) -> bool:
    """Return whether every entry has one verdict from each owner of the same set, which is exactly
    `expected_owners` where given (without repeats). Owners must be texts; a record without entries
    agrees with anything."""
    owners: set[str] | None = None
    if expected_owners is not None:
        expected = list(expected_owners)
        if not all(isinstance(owner, str) for owner in expected):
            return False
        owners = set(expected)
        if len(owners) != len(expected):
            return False
    before: list[str] | None = None
    for entry in transcript.entries:
        names = [verdict["owner"] for verdict in entry["verdicts"]]
        if names == before:
            continue
        if not all(isinstance(name, str) for name in names):
            return False
        found = set(names)
        if len(found) != len(names) or (owners is not None and found != owners):
            return False
        owners, before = found, names
    return True


def recorded_pairs(transcript: Transcript) -> list[list[tuple[bool, float]]]:
    """Return what `pick` needs from a record: per option the (acceptable, score) of each
    verdict."""
    return list(_pairs(transcript))


def _pairs(transcript: Transcript) -> Iterator[list[tuple[bool, float]]]:
    for entry in transcript.entries:
        yield list(map(_PAIR, entry["verdicts"]))


def _rank(entry: Sequence[tuple[bool, float]]) -> tuple[float, float]:
    scores = [score for _, score in entry]
    return min(scores), math.fsum(scores)


def _check_owners(owners: list[Any]) -> None:
    if not all(isinstance(owner, str) and owner for owner in owners):
        raise ValueError("every agent needs an owner with a name")
    if len(set(owners)) != len(owners):
        raise ValueError("two agents have the same owner")


def _check_options(table: Table) -> None:
    options = table.options
    if any(option is None for option in options):
        raise ValueError("an option is empty: None means that nothing was decided")
    # In batches: that every option has a text is sooner known of many at once.
    for start in range(0, len(options), 100):
        utf_8(text_within(options[start : start + 100], -1))
    if not table.tells_apart() and len(set(map(canonical_json, options))) != len(options):
        raise ValueError("two options are identical")


def _rows(
    agents: list[Any], columns: list[list[dict[str, Any]] | None], options: list[Any]
) -> Iterator[list[dict[str, Any]]]:
    """Yield each option's verdicts; `columns` holds those of the agents who answered already."""
    if columns and None not in columns:
        yield from map(list, zip(*columns, strict=True))
        return
    for index, option in enumerate(options):
        text = canonical_json(option)
        verdicts = [
            _answer(agent, option) if column is None else column[index]
            for agent, column in zip(agents, columns, strict=True)
        ]
        if canonical_json(option) != text:
            raise ValueError("an agent changed the option it was shown")
        yield verdicts


def _answer(agent: Any, option: Any) -> dict[str, Any]:
    recorded = verdict_to_dict(agent.consider(option))
    fault = verdict_fault(recorded)
    if fault:
        raise ValueError(f"an agent gave a verdict that cannot be recorded: its {fault} is wrong")
    if recorded["owner"] != agent.owner:
        raise ValueError("an agent answered in another owner's name")
    return recorded
