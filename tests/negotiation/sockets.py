"""A browser's end of a room's socket, without a network between.

Not channels.testing: importing that needs daphne.
"""

import json
from typing import Any
from urllib.parse import unquote

from asgiref.testing import ApplicationCommunicator

from parleysite.application import application

ORIGIN = "http://localhost:8000"
PATIENCE = 10


class Page:
    """One page that wants a socket."""

    def __init__(
        self,
        path: str,
        cookies: dict[str, str] | None = None,
        origin: str | None = ORIGIN,
        host: str = "localhost:8000",
    ) -> None:
        headers = [(b"host", host.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if cookies:
            text = "; ".join(f"{name}={value}" for name, value in cookies.items())
            headers.append((b"cookie", text.encode()))
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": unquote(path),
            "headers": headers,
            "client": ["192.0.2.1", 1],
        }
        self.end = ApplicationCommunicator(application, scope)

    async def connect(self) -> bool:
        """Whether the server let the page in."""
        await self.end.send_input({"type": "websocket.connect"})
        answer = await self.end.receive_output(PATIENCE)
        if answer["type"] == "websocket.accept":
            return True
        assert answer["type"] == "websocket.close"
        return False

    async def hear(self) -> dict[str, Any]:
        said = await self.output()
        assert said["type"] == "websocket.send"
        return json.loads(said["text"])

    async def output(self) -> dict[str, Any]:
        return await self.end.receive_output(PATIENCE)

    async def say(self, **frame: Any) -> None:
        await self.end.send_input({"type": "websocket.receive", **frame})

    async def hears_nothing(self) -> bool:
        return await self.end.receive_nothing()

    async def leave(self) -> None:
        await self.end.send_input({"type": "websocket.disconnect", "code": 1005})
        await self.end.wait(PATIENCE)


def room_page(decision: str, cookies: dict[str, str] | None, *args: Any, **kwargs: Any) -> Page:
    return Page(f"/d/{decision}/socket", cookies, *args, **kwargs)
