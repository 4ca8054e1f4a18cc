"""The frame in which pasted rules are isolated, and which page may show it."""

import base64
import hashlib
import re

import pytest
from django.test import Client

from tests.negotiation.room import new_room


@pytest.fixture
def frame():
    return Client().get("/rules/frame")


def policy_of(response):
    parts = response["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


def test_the_frame_runs_its_one_script_and_blobs_and_asks_for_nothing(frame):
    (script,) = re.findall(r"<script>(.*)</script>", frame.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy_of(frame) == {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}' blob: 'wasm-unsafe-eval'",
        "connect-src": "'none'",
        "worker-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'self'",
    }


def test_only_this_site_shows_the_frame(frame):
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    assert frame["Cross-Origin-Resource-Policy"] == "same-origin"
    assert frame["X-Content-Type-Options"] == "nosniff"
    assert Client().post("/rules/frame").status_code == 405


@pytest.mark.django_db(transaction=True)
def test_only_the_pages_that_run_rules_may_show_a_frame_of_this_site():
    room = Client().get(f"/d/{new_room().decision}/")
    for runs_rules in (room, Client().get("/verify")):
        assert policy_of(runs_rules)["frame-src"] == "'self'"
    organise = Client().get(f"/d/{new_room().decision}/organise")
    for other in (organise, Client().get("/")):
        assert "frame-src" not in policy_of(other)
        assert policy_of(other)["default-src"] == "'none'"
