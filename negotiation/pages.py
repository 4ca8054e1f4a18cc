"""HTML pages. They are the same for everyone; what is personal comes by the JSON routes."""

from collections.abc import Callable

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from negotiation import services, views
from negotiation.database import in_database
from parley import templates

new_page = TemplateView.as_view(template_name="new.html")
# Rules in Python that somebody pasted run in a frame of this site, parleysite/rules_frame.py.
render_room = csp_update({"frame-src": [SELF]})(render)


async def new(request: HttpRequest) -> HttpResponse:
    """The page for a new decision, and the route that it posts to."""
    if request.method in ("GET", "HEAD"):
        return new_page(request)
    return await views.create(request)


@require_safe
def template(request: HttpRequest, name: str) -> HttpResponse:
    """A ready table to start from."""
    if name not in templates.names():
        raise Http404
    return JsonResponse(templates.load(name))


@require_safe
async def room(request: HttpRequest, decision: str) -> HttpResponse:
    """The room, empty still: the page asks for the state by itself."""
    return await _page(request, "room.html", decision, render_room)


@require_safe
async def organise(request: HttpRequest, decision: str) -> HttpResponse:
    """The organiser's page."""
    return await _page(request, "organise.html", decision)


async def _page(
    request: HttpRequest,
    name: str,
    decision: str,
    render: Callable[..., HttpResponse] = render,
) -> HttpResponse:
    if not await in_database(services.exists, decision):
        raise Http404
    return render(request, name, {"decision": decision})
