"""The border between HTTP and the services: JSON in, JSON out, and a clear "no" otherwise."""

import functools
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError

from negotiation import rates
from negotiation.refusals import Invalid, Refusal
from parley.strict import StrictError, parse

logger = logging.getLogger(__name__)

# The table of a new decision is the deepest: an object, a list of rows, a row.
DEEPEST = 8

View = Callable[..., Awaitable[HttpResponse]]


def json_route(method: str, *, rate: str, largest: int = 0) -> Callable[[View], View]:
    """Makes a view that is always answered in JSON, whatever is sent.

    A `POST` view gets the parsed body as its `body` argument; bodies over `largest` bytes are
    refused. `rate` is a key of `rates.RATES`, counted by address.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        async def route(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                if request.method != method:
                    raise Refusal("wrong-method")
                rates.count(rate, rates.address_key(request.META.get("REMOTE_ADDR")))
                if method == "POST":
                    kwargs["body"] = _read_body(request, largest)
                return await view(request, **kwargs)
            except Refusal as refusal:
                response = _refuse(refusal)
                if refusal.code == "wrong-method":
                    response["Allow"] = method
                return response
            except Invalid as invalid:
                errors = [
                    {"field": error.field, "message": error.message} for error in invalid.errors
                ]
                return JsonResponse({"code": "invalid", "errors": errors}, status=422)
            except Exception:
                logger.exception("a view failed")
                return _refuse(Refusal("broken"))

        return route

    return decorate


def field(body: object, name: str, *kinds: type) -> Any:
    """A member of the body with one of these exact types; raises Refusal `malformed`."""
    if not isinstance(body, dict) or name not in body or type(body[name]) not in kinds:
        raise Refusal("malformed")
    return body[name]


def _refuse(refusal: Refusal) -> JsonResponse:
    return JsonResponse({"code": refusal.code, "message": refusal.message}, status=refusal.status)


def _read_body(request: HttpRequest, largest: int) -> object:
    if request.content_type != "application/json":
        raise Refusal("not-json")
    try:
        return parse(request.body, max_bytes=largest, max_depth=DEEPEST)
    except RequestDataTooBig:
        raise Refusal("too-big") from None
    except StrictError as error:
        raise Refusal("too-big" if error.code == "too-large" else "malformed") from None
    except UnreadablePostError:
        raise Refusal("malformed") from None
