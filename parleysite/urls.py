"""Addresses of the whole site."""

from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import JavaScriptCatalog

from parleysite.guides import guide
from parleysite.rules_frame import rules_frame

urlpatterns = [
    path("", TemplateView.as_view(template_name="home.html"), name="home"),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("guide/<slug:name>", guide, name="guide"),
    path("rules/frame", rules_frame, name="rules-frame"),
    path("", include("negotiation.urls")),
    path("", include("receipts.urls")),
]

handler400 = "parleysite.errors.bad_request"
handler403 = "parleysite.errors.forbidden"
handler404 = "parleysite.errors.not_found"
handler500 = "parleysite.errors.broken"
