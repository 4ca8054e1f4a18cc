"""The receipt on paper: the decision's own page for whoever may download the file."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from negotiation import rates, services
from negotiation.database import in_database
from negotiation.refusals import Refusal
from receipts.strip import strip


@require_safe
async def receipt_page(request: HttpRequest, decision: str) -> HttpResponse:
    """A strip to print; it runs no script. For strangers, and before there is an outcome, a page
    that says so."""
    try:
        rates.count("read", rates.address_key(request.META.get("REMOTE_ADDR")))
        kept = await in_database(services.printable_receipt, decision, request.COOKIES)
    except Refusal as refusal:
        if refusal.code == "not-found":
            raise Http404 from None
        return render(request, "error.html", {"message": refusal.message}, status=refusal.status)
    shown = strip(kept.text, kept.attributes, kept.made_at, _check_address(request))
    return render(request, "receipt.html", {"decision": decision, "strip": shown})


def _check_address(request: HttpRequest) -> str:
    """The page that checks receipts, as somebody types it who has only the paper."""
    path, host = reverse("verify"), request.get_host()
    # A proxy in front may speak https although this server is asked without.
    for origin in settings.ORIGINS:
        if origin.endswith(f"://{host}"):
            return origin + path
    return request.build_absolute_uri(path)
