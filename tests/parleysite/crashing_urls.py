from django.http import HttpRequest
from django.urls import path

from parleysite.urls import handler400, handler403, handler404, handler500
from parleysite.urls import urlpatterns as site_urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def crash(request: HttpRequest, decision: str) -> None:
    sent = (request.COOKIES, request.body, request.GET)
    raise RuntimeError(f"could not work on {sent}")


urlpatterns = [path("d/<str:decision>/crash", crash), *site_urlpatterns]
