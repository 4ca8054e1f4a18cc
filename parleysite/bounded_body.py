"""Ends a request whose body is too large before any of it is kept.

Django's ASGI handler writes a whole body to a temporary file before a view sees it, however large
it is; its own limits are checked only afterwards.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.utils.translation import gettext

Application = Callable[[dict[str, Any], Callable, Callable], Awaitable[None]]


class _TooLarge(Exception):
    """Raised out of `receive`, while the application still waits for the body."""


class BoundedBody:
    """An ASGI application that answers 413 for bodies of more than `largest` bytes."""

    def __init__(self, application: Application, largest: int) -> None:
        self.application = application
        self.largest = largest

    async def __call__(self, scope: dict[str, Any], receive: Callable, send: Callable) -> None:
        if announced_length(scope["headers"]) > self.largest:
            await _refuse(send)
            return
        received = 0

        async def bounded_receive() -> dict[str, Any]:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.largest:
                raise _TooLarge
            return message

        try:
            await self.application(scope, bounded_receive, send)
        except _TooLarge:
            await _refuse(send)


def announced_length(headers: list[tuple[bytes, bytes]]) -> int:
    """The length that a request says its body has; 0 when it says none, more than anything may
    have when what it says is no number."""
    for name, value in headers:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 19 else 1 << 62
    return 0


async def _refuse(send: Callable) -> None:
    body = json.dumps(
        {"code": "too-big", "message": gettext("That is more than this page may send.")}
    ).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        # The rest of the body is not read, so nothing else can follow on this connection.
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
