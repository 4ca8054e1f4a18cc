"""The page that checks a receipt, and a receipt as a file to keep."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from parley.strict import MAX_BYTES
from parley.visible import visible
from receipts.checking import TooBusy, TooCostly, check
from receipts.wording import texts

FILE_NAME = "parley-receipt.json"

# Rules in Python of a sheet that is replayed run in a frame, parleysite/rules_frame.py.
render_verify = csp_update({"frame-src": [SELF]})(render)


# Django's check of posts needs the Origin header, which a plain form of a page that sends no
# referrer replaces with "null". Nothing is lost without it: the answer depends on the file alone,
# no cookie is read, and nothing is kept or changed. What another site could still do is to let
# this one show a verdict on a file that nobody chose; `_is_from_elsewhere` is against that.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def verify(request: HttpRequest) -> HttpResponse:
    """The page, which checks a file in the browser; and for a browser without scripts the check
    of a posted file. The file is held in memory for that long, and nowhere else."""
    if request.method != "POST":
        return _page(request)
    refusal = getattr(request, "scope", {}).get("parley.refusal")
    if refusal is not None:
        return _page(request, problem=refusal.message, status=refusal.status)
    if _is_from_elsewhere(request):
        return _page(
            request,
            problem=_(
                "Another site sent this. Choose the file here, so that you know which it is."
            ),
            status=403,
        )
    file = _posted_file(request)
    if file is None:
        return _page(request, problem=_("Choose a receipt file first."), status=400)
    try:
        # One byte more than a receipt may have is enough to say that it has too many.
        summary = await check(file.read(MAX_BYTES + 1))
    except TooCostly:
        return _page(
            request,
            problem=_(
                "Checking this file takes more than this server gives to one file. The terminal "
                "command has no such bound: parley verify FILE."
            ),
            status=422,
        )
    except TooBusy:
        return _page(
            request,
            problem=_("Too many files are being checked at this moment. Try again in a minute."),
            status=503,
        )
    return _page(request, summary=summary, file_name=visible(file.name))


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    return render_verify(request, "verify.html", {"sentences": texts(), **context}, status=status)


def _is_from_elsewhere(request: HttpRequest) -> bool:
    # Browsers that are old, or came without encryption from another machine, do not say.
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin", "null").lower()
    own = settings.ORIGINS or [f"{request.scheme}://{request.get_host()}".lower()]
    return origin != "null" and origin not in own


def _posted_file(request: HttpRequest) -> Any:
    try:
        return request.FILES.get("file")
    except (MultiPartParserError, SuspiciousOperation, UnreadablePostError):
        return None


def download(text: str) -> HttpResponse:
    """The receipt's text, unchanged, as a file that the browser saves and never shows."""
    return HttpResponse(
        text.encode(),
        headers={
            "Content-Type": "application/json",
            "Content-Disposition": f'attachment; filename="{FILE_NAME}"',
            "Cache-Control": "no-store",
        },
    )
