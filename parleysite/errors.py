"""Answers for requests that no view of ours took: a page for people, JSON for scripts."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.utils.translation import gettext


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answers 400. The exception's text is not shown: it may hold what was sent."""
    return _answer(request, 400, "malformed", gettext("The server could not read this request."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answers 403."""
    return _answer(request, 403, "forbidden", gettext("This is not allowed."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answers 404, the same for what never existed and for what is malformed."""
    return _answer(request, 404, "not-found", gettext("There is nothing under this address."))


def broken(request: HttpRequest) -> HttpResponse:
    """Answers 500."""
    message = gettext("Something failed on the server. What you did may not have been kept.")
    return _answer(request, 500, "broken", message)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answers 403 for a post that did not come from a page of this site, as JSON always."""
    message = gettext("This page has been open too long or is not from this site. Load it again.")
    return JsonResponse({"code": "csrf", "message": message}, status=403)


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return JsonResponse({"code": code, "message": message}, status=status)
    try:
        context = {"code": code, "message": message, "status": status}
        return render(request, "error.html", context, status=status)
    except TemplateDoesNotExist:
        return HttpResponse(message, status=status, content_type="text/plain; charset=utf-8")
