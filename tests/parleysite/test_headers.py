import pytest
from django.test import Client

from negotiation import rates

POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "font-src": "'none'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
}


@pytest.fixture
def page(db):
    rates.forget()
    return Client().get("/verify")


def policy_of(page):
    return dict(part.split(" ", 1) for part in page["Content-Security-Policy"].split("; "))


def test_pages_allow_only_what_they_need(page):
    assert policy_of(Client().get("/new")) == POLICY
    # Rules in Python of a sheet that is replayed are isolated in a frame.
    assert policy_of(page) == {**POLICY, "frame-src": "'self'"}


def test_pages_keep_to_themselves(page):
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Cross-Origin-Opener-Policy"] == "same-origin"
    assert page["Cross-Origin-Resource-Policy"] == "same-origin"
    assert page["X-Frame-Options"] == "DENY"
    assert "camera=()" in page["Permissions-Policy"]
    assert page["Cache-Control"] == "no-cache"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/d/x/", "/d/x/organise", "/d/x/state", "/d/x/y/z"])
def test_nothing_about_a_decision_is_kept_by_a_cache(path):
    response = Client().get(path)
    assert response["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in response


@pytest.mark.django_db(transaction=True)
def test_answers_to_posts_are_kept_by_no_cache():
    response = Client().post("/new", "{}", content_type="application/json")
    assert response["Cache-Control"] == "no-store"


def test_scripts_can_be_translated(db):
    response = Client().get("/jsi18n/")
    assert response.status_code == 200
    assert b"gettext" in response.content
