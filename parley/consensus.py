"""Max-min: the option that everybody accepts and whose least happy person is happiest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parley.canonical import canonical_json, same
from parley.transcript import Transcript, verdict_fault, verdict_to_dict

RULE = "egalitarian"
AGREED = "agreed"
DEADLOCK = "deadlock"


@dataclass(frozen=True)
class ConsensusResult:
    """`status` is `"agreed"` or `"deadlock"`; `decision` is the winning option, None on a deadlock;
    `transcript` is the finalized record of how it came about."""

    status: str
    decision: Any
    transcript: Transcript


def pick(entries: Sequence[Sequence[tuple[bool, float]]]) -> int | None:
    """Return the index of the winning entry, or None when no entry is accepted by all.

    An entry is one option: a pair (acceptable, score) for each person. Among the entries with at
    least one pair and no refusal, the highest minimum score wins, then the highest exact total,
    then the first listed. Totals are `math.fsum`: `sum` of floats rounds differently from Python
    3.12 on and would let two Pythons pick two winners.

    Scores must be finite numbers; nothing is checked here. Cost is linear in the number of pairs.
    """
    best: int | None = None
    best_minimum = best_total = -math.inf
    for index, entry in enumerate(entries):
        if not entry or not all(acceptable is True for acceptable, _ in entry):
            continue
        scores = [score for _, score in entry]
        minimum = min(scores)
        if best is not None and minimum < best_minimum:
            continue
        total = math.fsum(scores)
        if best is None or minimum > best_minimum or total > best_total:
            best, best_minimum, best_total = index, minimum, total
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
    texts = _distinct_texts(options)
    transcript = Transcript()
    for option, text in zip(options, texts, strict=True):
        verdicts = [_answer(agent, option) for agent in agents]
        if canonical_json(option) != text:
            raise ValueError("an agent changed the option it was shown")
        transcript.record(option, verdicts)
    winner = pick(recorded_pairs(transcript))
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
    winner = pick(recorded_pairs(transcript))
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
        verdict_fault(verdict) for entry in transcript.entries for verdict in entry["verdicts"]
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
    for entry in transcript.entries:
        names = [verdict["owner"] for verdict in entry["verdicts"]]
        if not all(isinstance(name, str) for name in names):
            return False
        found = set(names)
        if len(found) != len(names) or (owners is not None and found != owners):
            return False
        owners = found
    return True


def recorded_pairs(transcript: Transcript) -> list[list[tuple[bool, float]]]:
    """Return what `pick` needs from a record: per option the (acceptable, score) of each
    verdict."""
    return [
        [(verdict["acceptable"], verdict["score"]) for verdict in entry["verdicts"]]
        for entry in transcript.entries
    ]


def _rank(entry: Sequence[tuple[bool, float]]) -> tuple[float, float]:
    scores = [score for _, score in entry]
    return min(scores), math.fsum(scores)


def _check_owners(owners: list[Any]) -> None:
    if not all(isinstance(owner, str) and owner for owner in owners):
        raise ValueError("every agent needs an owner with a name")
    if len(set(owners)) != len(owners):
        raise ValueError("two agents have the same owner")


def _distinct_texts(options: list[Any]) -> list[str]:
    if any(option is None for option in options):
        raise ValueError("an option is empty: None means that nothing was decided")
    texts = [canonical_json(option) for option in options]
    if len(set(texts)) != len(texts):
        raise ValueError("two options are identical")
    return texts


def _answer(agent: Any, option: Any) -> Any:
    verdict = agent.consider(option)
    fault = verdict_fault(verdict_to_dict(verdict))
    if fault:
        raise ValueError(f"an agent gave a verdict that cannot be recorded: its {fault} is wrong")
    if verdict.owner != agent.owner:
        raise ValueError("an agent answered in another owner's name")
    return verdict
