"""Asking another machine for JSON: bounded, strict, and nowhere that secrets could be overheard.

The HTTP client (httpx2) is imported only when something is sent.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import socket
import threading
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

from parley import strict


class HttpError(ValueError):
    """No usable reply. The message is a plain sentence without the address, token or content."""


def check_address(address: Any) -> str:
    """Return an address that may be asked: https anywhere, http on this machine only, without a
    name or password in it. Raises `HttpError`."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except (ValueError, AttributeError, TypeError):
        parts = host = None
    if parts is None or not host or parts.scheme not in ("http", "https"):
        raise HttpError("The address must start with https:// or http:// and name a host.")
    if parts.username is not None or parts.query or parts.fragment:
        raise HttpError("The address must not hold a name, a password or a query.")
    if parts.scheme == "http" and not _is_this_machine(host):
        raise HttpError("Plain http is for this machine only. Use https.")
    return address


def get_json(address: str, *, token: str | None, timeout: float, most: int) -> tuple[int, Any]:
    """Return (status, value) of a GET; see `post_json`."""
    return _ask("GET", address, None, token, timeout, most)


def post_json(
    address: str, value: Any, *, token: str | None, timeout: float, most: int
) -> tuple[int, Any]:
    """Send JSON and return (status, value) of the reply, read by `parley.strict`.

    `token` travels as a bearer token. `timeout` is in seconds, for connecting, sending and the
    whole reply together; `most` bounds the reply in bytes. Redirects are not followed. The value is
    None where the status is not 200 and the reply is no JSON. Raises `HttpError` for everything
    else.
    """
    return _ask("POST", address, value, token, timeout, most)


def _ask(
    method: str, address: str, value: Any, token: str | None, timeout: float, most: int
) -> tuple[int, Any]:
    check_address(address)
    try:
        import httpx2
    except ImportError:
        raise HttpError('The HTTP client is not installed: pip install "parley[model]".') from None
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    content = None
    # A proxy from the environment would read what is sent without encryption.
    use_proxies = address.startswith("https:")
    if method == "POST":
        headers["Content-Type"] = "application/json"
        content = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    sockets: list[socket.socket] = []
    asked: Future[tuple[int, Any]] = Future()
    is_over = threading.Event()

    def remember(event: str, about: dict[str, Any]) -> None:
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            sockets.append(about["return_value"].get_extra_info("socket"))
            if is_over.is_set():
                _hang_up(sockets)

    def ask() -> None:
        try:
            with (
                httpx2.Client(timeout=timeout, trust_env=use_proxies) as client,
                client.stream(
                    method,
                    address,
                    headers=headers,
                    content=content,
                    extensions={"trace": remember},
                ) as reply,
            ):
                asked.set_result((reply.status_code, _read(reply, most)))
        except BaseException as error:
            asked.set_exception(error)

    # The client bounds every wait by itself, so a trickle of bytes would never end.
    threading.Thread(target=ask, daemon=True).start()
    try:
        return asked.result(timeout)
    # A token with a line end in it is found by the client, not by us.
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError, ValueError, TimeoutError) as error:
        if isinstance(error, HttpError):
            raise
        raise HttpError("The server could not be reached, or took too long.") from None
    finally:
        is_over.set()
        _hang_up(sockets)


def _hang_up(sockets: list[socket.socket]) -> None:
    """End the waiting of the thread that asks. Closing instead would free a number that the next
    connection may get while that thread still reads from it."""
    for one in sockets:
        with contextlib.suppress(OSError):
            # An SSLSocket's own method would also take its encryption away from the thread.
            socket.socket.shutdown(one, socket.SHUT_RDWR)


def _read(reply: Any, most: int) -> Any:
    body = bytearray()
    for part in reply.iter_raw():
        body += part
        if len(body) > most:
            raise HttpError("The reply is too large.")
    try:
        return strict.parse(bytes(body), max_bytes=most)
    except strict.StrictError:
        if reply.status_code != 200:
            return None
        raise HttpError("The reply is no JSON that may be read.") from None


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
