"""Serves static files ahead of Django, without a thread hop per file in memory.

WhiteNoise finds the file, its compressed sibling and its headers. Its own middleware hands Django a
synchronous iterator, which under ASGI is read whole into memory with a warning; this sends pieces.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from wsgiref.headers import Headers

from whitenoise.middleware import WhiteNoiseMiddleware

from parleysite.engine_files import is_immutable, worker_headers

PIECE = 256 * 1024

Application = Callable[[dict[str, Any], Callable, Callable], Awaitable[None]]


class StaticFiles:
    """An ASGI application that answers for static files and passes on everything else."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.files = _Files()

    async def __call__(self, scope: dict[str, Any], receive: Callable, send: Callable) -> None:
        found = self.files.lookup(scope["path"])
        if found is None:
            await self.application(scope, receive, send)
            return
        response = found.get_response(scope["method"], _conditions(scope["headers"]))
        headers = [(name.lower().encode(), value.encode()) for name, value in response.headers]
        await send(
            {"type": "http.response.start", "status": int(response.status), "headers": headers}
        )
        if response.file is not None:
            with response.file:
                while piece := await asyncio.to_thread(response.file.read, PIECE):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})


class _Files(WhiteNoiseMiddleware):
    """Finds files as the settings say; stands in front of no Django handler."""

    def __init__(self) -> None:
        super().__init__(get_response=None)

    def lookup(self, path: str) -> Any:
        if not path.startswith(self.static_prefix):
            return None
        return self.find_file(path) if self.autorefresh else self.files.get(path)

    def immutable_file_test(self, path: str, url: str) -> bool:
        return is_immutable(path, url)

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        super().add_cache_headers(headers, path, url)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers["Referrer-Policy"] = "no-referrer"
        worker_headers(headers, path, url)


def _conditions(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The request's headers under the names that WSGI gives them."""
    return {
        f"HTTP_{name.decode('latin1').upper().replace('-', '_')}": value.decode("latin1")
        for name, value in headers
    }
