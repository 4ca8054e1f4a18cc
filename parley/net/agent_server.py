"""An owner's agent over HTTP: `GET /card`, `POST /consider`, `POST /ratify`.

Every request carries the bearer token. Starlette, uvicorn and limits are imported only here, and
only when an agent is made.
"""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Callable
from typing import Any

from parley import strict
from parley.net.owner_agent import AgentRefusal, OwnerAgent

MAX_BODY_BYTES = 4 * 1024 * 1024
BODY_SECONDS = 10.0
CONCURRENT = 32
RATE = "60/minute"
FAILED_RATE = "20/minute"

_STATUS = {"malformed": 422, "sheet-fails": 422}
_UNAUTHORIZED = ("unauthorized", "A bearer token is needed, and the right one.")


class _Refused(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


def make_application(agent: OwnerAgent, token: str, *, rate: str = RATE) -> Any:
    """Return the ASGI application of one agent.

    `rate` (as `"60/minute"`) bounds what the holder of the token can ask, `FAILED_RATE` what can be
    tried without it; bodies are bounded in size and time and read by `parley.strict`. Errors are
    `{"code", "message"}` and repeat nothing of a request. Raises `ImportError` without the extra
    `agents`, `ValueError` for a rate that is none, or several, or never lets anybody ask.
    """
    import anyio
    import limits
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    # It counts what was asked in any 60 seconds, not per minute of the clock.
    limiter = limits.strategies.MovingWindowRateLimiter(limits.storage.MemoryStorage())
    [allowed, *more], failed = limits.parse_many(rate), limits.parse(FAILED_RATE)
    if more or allowed.amount < 1:
        raise ValueError("not one rate of at least 1")

    def reply(value: Any, status: int = 200, **headers: str) -> Response:
        body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
        headers = {"Cache-Control": "no-store", **headers}
        return Response(body, status, headers, media_type="application/json")

    def check_token(request: Request) -> None:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        is_right = hmac.compare_digest(given.encode("utf-8"), token.encode("utf-8"))
        if scheme.lower() != "bearer" or not is_right:
            if not limiter.hit(failed, "failed"):
                raise _Refused(429, "too-often", "Too many attempts. Try again in a minute.")
            raise _Refused(401, *_UNAUTHORIZED)
        if not limiter.hit(allowed, "allowed"):
            raise _Refused(429, "too-often", "This agent is asked too often. Try again later.")

    async def body_of(request: Request) -> bytes:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise _Refused(415, "not-json", "The body must be application/json.")
        body = bytearray()
        try:
            with anyio.fail_after(BODY_SECONDS):
                async for part in request.stream():
                    body += part
                    if len(body) > MAX_BODY_BYTES:
                        raise _Refused(413, "too-large", "The body is too large.")
        except TimeoutError:
            raise _Refused(408, "too-slow", "The body took too long to arrive.") from None
        return bytes(body)

    def answering(answer: Callable[[Any], Any]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            try:
                check_token(request)
                if request.method != "POST":
                    return reply(answer(None))
                message = strict.parse(await body_of(request), max_bytes=MAX_BODY_BYTES)
                return reply(await run_in_threadpool(answer, message))
            except _Refused as error:
                more = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
                return reply({"code": error.code, "message": str(error)}, error.status, **more)
            except strict.StrictError as error:
                return reply({"code": error.code, "message": str(error)}, 400)
            except AgentRefusal as error:
                status = _STATUS.get(error.code, 409)
                return reply({"code": error.code, "message": str(error)}, status)

        return endpoint

    async def other(_request: Request, error: HTTPException) -> Response:
        code = {404: "not-found", 405: "method"}.get(error.status_code, "refused")
        return reply(
            {"code": code, "message": "There is nothing like this here."}, error.status_code
        )

    return Starlette(
        routes=[
            Route("/card", answering(lambda _: agent.card()), methods=["GET"]),
            Route("/consider", answering(agent.consider), methods=["POST"]),
            Route("/ratify", answering(agent.ratify), methods=["POST"]),
        ],
        exception_handlers={HTTPException: other},
    )


def serve(application: Any, listening: socket.socket) -> None:
    """Serve on a listening socket until the process is told to stop. Nothing is logged: what is
    asked and answered is between the owner and the room."""
    import uvicorn

    config = uvicorn.Config(
        application,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        limit_concurrency=CONCURRENT,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listening])
