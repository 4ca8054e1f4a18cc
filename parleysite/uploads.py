"""Lets a receipt in, which may be larger than anything else that this site takes.

A browser without scripts posts the file to be checked. Whether it may is decided before any of it
is read, so that nobody fills the memory; the page says why not, as that browser shows it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from negotiation import rates
from negotiation.refusals import Refusal
from parley.strict import MAX_BYTES
from parleysite.bounded_body import announced_length

PATH = "/verify"
# The file, and what a form puts around it.
LARGEST = MAX_BYTES + 64 * 1024
LARGE_AT_ONCE = 4
LONGEST = 180
"""Seconds for a whole body: a slow line is not to keep one of the few places for ever."""

Application = Callable[[dict[str, Any], Callable, Callable], Awaitable[None]]


class Busy(Exception):
    """As many large files are arriving as may. Looks like a Refusal to the page."""

    status = 503
    message: str | Promise = _("Too many files are arriving at this moment. Try again in a minute.")


class Uploads:
    """An ASGI application that passes receipts to `application` and everything else to `others`.

    Bodies over `ordinary` bytes have only few places. A refused request reaches the application
    too, with an empty body and the refusal in its scope as `parley.refusal`.
    """

    def __init__(self, application: Application, others: Application, ordinary: int) -> None:
        self.application = application
        self.others = others
        self.ordinary = ordinary
        self.large = 0

    async def __call__(self, scope: dict[str, Any], receive: Callable, send: Callable) -> None:
        if scope["path"] != PATH or scope["method"] != "POST":
            await self.others(scope, receive, send)
            return
        length = announced_length(scope["headers"])
        try:
            self._admit(scope, length)
        except (Refusal, Busy) as refusal:
            await self._refuse(scope, receive, send, refusal, length)
            return
        is_large = length > self.ordinary
        self.large += is_large
        try:
            await self._pass(scope, receive, send)
        finally:
            self.large -= is_large

    def _admit(self, scope: dict[str, Any], length: int) -> None:
        if length > LARGEST:
            raise Refusal("too-big")
        client = scope.get("client")
        rates.count("check", rates.address_key(client[0] if client else None))
        if length > self.ordinary and self.large >= LARGE_AT_ONCE:
            raise Busy

    async def _pass(self, scope: dict[str, Any], receive: Callable, send: Callable) -> None:
        last_moment = asyncio.get_running_loop().time() + LONGEST
        complete, received = False, 0

        async def receive_in_time() -> dict[str, Any]:
            nonlocal complete, received
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(last_moment):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            received += len(message.get("body", b""))
            # The server holds a body to its length; one without a length would end here.
            if received > LARGEST:
                return {"type": "http.disconnect"}
            complete = not message.get("more_body", False)
            return message

        await self.application(scope, receive_in_time, send)

    async def _refuse(
        self,
        scope: dict[str, Any],
        receive: Callable,
        send: Callable,
        refusal: Refusal | Busy,
        length: int,
    ) -> None:
        # A browser that is still sending shows an answer only when all of it was taken. What is
        # much too long is not waited for: the connection ends instead.
        if length <= 4 * LARGEST:
            await _discard(receive)
        headers = [pair for pair in scope["headers"] if pair[0] != b"content-length"]

        taken = False

        async def nothing() -> dict[str, Any]:
            nonlocal taken
            if not taken:
                taken = True
                return {"type": "http.request", "body": b"", "more_body": False}
            while (message := await receive())["type"] == "http.request":
                pass
            return message

        async def send_and_close(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self.application(
            {**scope, "headers": headers, "parley.refusal": refusal}, nothing, send_and_close
        )


async def _discard(receive: Callable) -> None:
    try:
        async with asyncio.timeout(LONGEST):
            while (await receive()).get("more_body", False):
                pass
    except TimeoutError:
        pass
