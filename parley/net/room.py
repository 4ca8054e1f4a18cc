"""A decision over several owners' agents: cards, signed verdicts, the pick, signed acceptances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from parley.consensus import run_consensus
from parley.names import confusable
from parley.net.remote_agent import RemoteAgent, RemoteAgentError
from parley.ratify import Acceptance
from parley.transcript import Transcript


class RoomError(ValueError):
    """The decision could not be made. The message is a plain sentence for whoever runs the room."""


@dataclass(frozen=True)
class RoomOutcome:
    """The finalized record, the acceptances in the order of the agents, and by owner the code
    (`RemoteAgentError`) of every agent that gave none."""

    transcript: Transcript
    owners: list[str]
    acceptances: list[Acceptance]
    refusals: dict[str, str] = field(default_factory=dict)


def hold_room(
    agents: Sequence[RemoteAgent],
    options: Sequence[Any],
    *,
    expected: Iterable[str] | None = None,
) -> RoomOutcome:
    """Decide among `options` with `agents`.

    Owners must be exactly `expected` where given; two agents with one name, names that look alike,
    or one key are refused. An agent that fails before the pick stops everything (`RoomError`): a
    decision without it would be another decision. One that does not ratify is a refusal.

    Not guaranteed: who holds a key. Compare cards with the owners by another way.
    """
    for number, agent in enumerate(agents, 1):
        _try(f"Agent {number}", agent.meet)
    owners = [agent.owner for agent in agents]
    for one, other in combinations(agents, 2):
        if one.card.pubkey_hex == other.card.pubkey_hex:
            raise RoomError("Two agents have the same key.")
        if confusable(one.owner, other.owner):
            raise RoomError("Two agents have the same name, or names that look alike.")
    if expected is not None and sorted(expected) != sorted(owners):
        raise RoomError("The agents are not those of the people who were to take part.")
    for agent in agents:
        _try(agent.owner, lambda agent=agent: agent.ask(options))
    transcript = run_consensus(agents, options).transcript
    acceptances, refusals = [], {}
    for agent in agents:
        try:
            acceptances.append(agent.ratify(transcript))
        except RemoteAgentError as error:
            refusals[agent.owner] = error.code
    return RoomOutcome(transcript, owners, acceptances, refusals)


def _try(who: str, act: Callable[[], Any]) -> None:
    try:
        act()
    except RemoteAgentError as error:
        raise RoomError(f"{who}: {error}") from None
