"""Tells the open pages of a decision that something changed, after it is safely kept.

A page is told only a version and what kind of thing happened; it then reads the state.
"""

import asyncio
import json
from collections.abc import Callable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from channels.layers import get_channel_layer
from django.db import transaction

from negotiation.database import in_database

Given = ParamSpec("Given")
Result = TypeVar("Result")

_waiting: ContextVar[list[tuple[str, str]] | None] = ContextVar("waiting", default=None)
_running: set[asyncio.Task] = set()


def group_name(decision_id: str) -> str:
    """The channel group of a decision's sockets."""
    return f"decision.{decision_id}"


def notice(version: int, kind: str) -> str:
    """What a socket says, as JSON text."""
    return json.dumps({"version": version, "kind": kind})


def announce(decision_id: str, version: int, kind: str) -> None:
    """Has the sockets told once the present transaction is committed; never if it is rolled back.

    Does nothing outside of `perform`: a step called in another way reaches no socket.
    """
    waiting = _waiting.get()
    if waiting is not None:
        told = (group_name(decision_id), notice(version, kind))
        transaction.on_commit(lambda: waiting.append(told))


async def perform(
    step: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Runs a step of the protocol in the database, then tells the sockets what it announced.

    Both happen even when the person's connection ends in the middle.
    """
    task = asyncio.create_task(_perform(step, *args, **kwargs))
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(task)


async def _perform(
    step: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    waiting: list[tuple[str, str]] = []
    _waiting.set(waiting)
    try:
        return await in_database(step, *args, **kwargs)
    finally:
        layer = get_channel_layer()
        for group, text in waiting:
            await layer.group_send(group, {"type": "decision.changed", "text": text})
