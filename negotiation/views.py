"""JSON routes. Each reads its request, calls one step, and answers."""

from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from negotiation import rates, services
from negotiation.access import COOKIE_AGE, KINDS
from negotiation.broadcasting import perform
from negotiation.database import in_database
from negotiation.http import field, json_route
from negotiation.links import is_secret, secret_hash
from negotiation.proposal import read_proposal
from negotiation.refusals import Refusal
from receipts.views import download

SMALL = 4 * 1024
LARGEST_BALLOT = 64 * 1024
LARGEST_CLOSING = 256 * 1024
LARGEST_PROPOSAL = 512 * 1024


@json_route("POST", rate="create", largest=LARGEST_PROPOSAL)
async def create(request: HttpRequest, body: Any) -> HttpResponse:
    """Makes a decision under the secrets that the page chose."""
    secrets = field(body, "group_secret", str), field(body, "organiser_secret", str)
    if not all(map(is_secret, secrets)) or len(set(secrets)) < len(secrets):
        raise Refusal("malformed")
    # Reading a large table takes a while: away from the event loop, and from the database's queue.
    proposal = await sync_to_async(read_proposal, thread_sensitive=False)(body)
    created = await perform(services.create, proposal, *secrets)
    answer = {"decision": created.decision}
    if created.agenda is not None:
        answer["agenda"] = created.agenda
    return JsonResponse(answer, status=201)


@json_route("POST", rate="enter", largest=SMALL)
async def enter(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Exchanges a link's secret for a cookie of this decision."""
    kind, secret = field(body, "kind", str), field(body, "secret", str)
    if kind not in KINDS:
        raise Refusal("malformed")
    await in_database(services.enter, decision, kind, secret)
    return _with_cookie(HttpResponse(status=204), request, decision, kind, secret)


@json_route("GET", rate="read")
async def state(request: HttpRequest, decision: str) -> HttpResponse:
    """All that this browser may see."""
    return JsonResponse(await in_database(services.state, decision, request.COOKIES))


@json_route("POST", rate="join", largest=SMALL)
async def join(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Takes a seat; its secret is in this answer, in the cookie, and nowhere else."""
    joined = await perform(services.join, decision, request.COOKIES, field(body, "name", str))
    answer = {"seat": joined.seat, "owner": joined.owner, "return_secret": joined.return_secret}
    response = JsonResponse(answer, status=201)
    return _with_cookie(response, request, decision, "seat", joined.return_secret)


@json_route("POST", rate="answer", largest=LARGEST_BALLOT)
async def ballot(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Keeps masked answers."""
    text, replaces = field(body, "ballot", str), field(body, "replaces", str, type(None))
    if replaces is not None:
        rates.count("change", secret_hash(request.COOKIES.get("seat", "")))
    digest = await perform(services.submit, decision, request.COOKIES, text, replaces)
    return JsonResponse({"digest": digest})


@json_route("POST", rate="answer", largest=LARGEST_CLOSING)
async def closing(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Keeps an acceptance, a decline, or that a deadlock was seen: signed as `closing`, unsigned as
    `acceptance`."""
    signed = isinstance(body, dict) and "closing" in body
    text = field(body, "closing" if signed else "acceptance", str)
    await perform(services.close, decision, request.COOKIES, text, signed=signed)
    return JsonResponse({})


@json_route("POST", rate="organise", largest=SMALL)
async def remove(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Removes someone who has not answered."""
    await perform(services.remove, decision, request.COOKIES, field(body, "seat", str))
    return HttpResponse(status=204)


@json_route("POST", rate="organise", largest=SMALL)
async def replace_key(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Lets someone who lost the key answer anew with another."""
    await perform(services.replace_key, decision, request.COOKIES, field(body, "seat", str))
    return HttpResponse(status=204)


@json_route("POST", rate="organise", largest=SMALL)
async def close(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Ends answering with those who have answered."""
    await perform(services.end_early, decision, request.COOKIES)
    return HttpResponse(status=204)


@json_route("POST", rate="organise", largest=SMALL)
async def cancel(request: HttpRequest, decision: str, body: Any) -> HttpResponse:
    """Ends the decision without a result."""
    await perform(services.cancel, decision, request.COOKIES)
    return HttpResponse(status=204)


@json_route("GET", rate="read")
async def receipt(request: HttpRequest, decision: str) -> HttpResponse:
    """The receipt as it stands, as a file."""
    return download(await in_database(services.receipt, decision, request.COOKIES))


def _with_cookie(
    response: HttpResponse, request: HttpRequest, decision: str, kind: str, secret: str
) -> HttpResponse:
    response.set_cookie(
        kind,
        secret,
        max_age=COOKIE_AGE,
        path=f"/d/{decision}/",
        secure=request.is_secure() or settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
