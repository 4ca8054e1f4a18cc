"""The socket of a room: it says "look again", and listens to nothing."""

from collections import Counter
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import parse_cookie

from negotiation import rates, services
from negotiation.broadcasting import group_name, notice
from negotiation.database import in_database
from negotiation.origins import is_ours
from negotiation.refusals import Refusal

# Thirty people with a few pages each, and room for connections that died unnoticed.
MOST_SOCKETS = 300

POLICY_VIOLATION = 1008

_open: Counter[str] = Counter()


class QuickConsumer(AsyncWebsocketConsumer):
    """A consumer whose own messages do not touch the database.

    Channels closes old database connections before every message, broadcasts included, which costs
    a thread hop each. Here whatever uses the database does so itself, in `in_database`.
    """

    async def dispatch(self, message: dict[str, Any]) -> None:
        await getattr(self, get_handler_name(message))(message)


class RoomSocket(QuickConsumer):
    """One page of one decision. Says the version on opening and after every change."""

    group: str | None = None

    async def connect(self) -> None:
        """Lets in pages of this site whose browser has a link to the decision."""
        decision = self.scope["url_route"]["kwargs"]["decision"]
        try:
            rates.count("socket", rates.address_key(_address(self.scope)))
        except Refusal:
            await self.close()
            return
        if not is_ours(self.scope) or _open[group_name(decision)] >= MOST_SOCKETS:
            await self.close()
            return
        if await in_database(services.version, decision, _cookies(self.scope)) is None:
            await self.close()
            return
        self.group = group_name(decision)
        _open[self.group] += 1
        # Only what is read after joining the group can miss nothing in between.
        await self.channel_layer.group_add(self.group, self.channel_name)
        newest = await in_database(services.version, decision, _cookies(self.scope))
        await self.accept()
        await self.send(notice(*newest))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A page has nothing to say here."""
        await self.close(POLICY_VIOLATION)

    async def decision_changed(self, message: dict[str, Any]) -> None:
        """Passes a broadcast on, as it is."""
        await self.send(message["text"])

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        if self.group is not None:
            await self.channel_layer.group_discard(self.group, self.channel_name)
            _open[self.group] -= 1
            if not _open[self.group]:
                del _open[self.group]
            self.group = None
        await super().websocket_disconnect(message)


def _address(scope: dict[str, Any]) -> str | None:
    client = scope.get("client")
    return client[0] if client else None


def _cookies(scope: dict[str, Any]) -> dict[str, str]:
    values = [value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie("; ".join(values))
