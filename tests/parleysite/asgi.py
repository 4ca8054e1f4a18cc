"""Requests to an ASGI application, without a server."""

from typing import Any

from asgiref.testing import ApplicationCommunicator


async def request(
    application: Any,
    path: str,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: list[bytes] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer; `body` is sent in pieces."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode())
            for name, value in {"Host": "localhost", **(headers or {})}.items()
        ],
        "client": ["192.0.2.1", 1],
        "server": ["localhost", 80],
    }
    end = ApplicationCommunicator(application, scope)
    pieces = body or [b""]
    for index, piece in enumerate(pieces):
        more = index + 1 < len(pieces)
        await end.send_input({"type": "http.request", "body": piece, "more_body": more})
    start = await end.receive_output(10)
    content = b""
    while True:
        part = await end.receive_output(10)
        content += part.get("body", b"")
        if not part.get("more_body"):
            break
    await end.wait(10)
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], found, content
