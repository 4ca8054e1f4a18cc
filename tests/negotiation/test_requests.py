"""Requests that no page of ours would send."""

import json

import pytest
from django.test import Client

from tests.negotiation.room import FLATS, JSON, Person, refused

pytestmark = pytest.mark.django_db(transaction=True)

POSTS = ["enter", "join", "ballot", "closing", "remove", "replace-key", "close", "cancel"]
DEEP = b"[" * 200_000 + b"]" * 200_000


def post(path, body, content_type=JSON):
    return Client().post(path, body, content_type=content_type)


@pytest.mark.parametrize(
    "body",
    [
        b" ",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"name": NaN}',
        b'{"name": "Ana", "name": "Bob"}',
        b'{"name": "\\ud800"}',
        b"[[[[[[[[[[]]]]]]]]]]",
    ],
)
def test_what_is_not_strict_json_is_malformed(room, body):
    for step in POSTS:
        assert refused(post(f"/d/{room.decision}/{step}", body), 400, "malformed")


@pytest.mark.parametrize("body", ["null", "[]", "7", '"x"', "{}"])
def test_json_of_another_shape_is_malformed(room, body):
    for step in ("enter", "join", "ballot", "closing", "remove", "replace-key"):
        assert refused(post(f"/d/{room.decision}/{step}", body), 400, "malformed")


@pytest.mark.parametrize("value", [None, 7, True, [], {}, 1.5])
def test_members_of_another_type_are_malformed(room, value):
    person = Person(room.decision)
    assert refused(person.post("join", name=value), 400, "malformed")
    assert refused(person.post("enter", kind="group", secret=value), 400, "malformed")
    assert refused(person.post("closing", acceptance=value), 400, "malformed")
    if value is not None:
        assert refused(person.post("ballot", ballot="x", replaces=value), 400, "malformed")


@pytest.mark.parametrize("path", ["/new", "/d/{}/closing"])
def test_a_body_two_hundred_thousand_deep_is_malformed(room, path):
    response = post(path.format(room.decision), DEEP)
    assert response.status_code in (400, 413)
    assert response.json()["code"] in ("malformed", "too-big")


def test_a_body_too_large_for_its_route_is_refused(room):
    body = json.dumps({"name": "x" * 300_000})
    for step in POSTS:
        assert refused(post(f"/d/{room.decision}/{step}", body), 413, "too-big")


def test_a_table_of_more_than_half_a_megabyte_is_refused(room):
    assert refused(post("/new", json.dumps({**FLATS, "title": "x" * 600_000})), 413, "too-big")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "text/html"])
def test_only_json_is_taken(room, kind):
    for step in POSTS:
        response = post(f"/d/{room.decision}/{step}", '{"name": "Ana"}', kind)
        assert refused(response, 415, "not-json")


def test_a_spoiled_form_is_answered_in_json_too(room):
    response = post(f"/d/{room.decision}/join", b"--x\r\n\r\n", "multipart/form-data; boundary=x")
    assert refused(response, 415, "not-json")


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch", "options"])
def test_posts_are_not_answered_to_other_methods(room, method):
    for step in POSTS:
        response = getattr(Client(), method)(f"/d/{room.decision}/{step}")
        assert response.status_code == 405
        assert response["Allow"] == "POST"


def test_what_is_read_is_not_posted_to(room):
    for step in ("state", "receipt.json"):
        assert refused(post(f"/d/{room.decision}/{step}", "{}"), 405, "wrong-method")


@pytest.mark.parametrize("decision", ["0" * 32, "x", "%00", "%F0%9F%98%80", "a" * 3000, "%ff"])
def test_unknown_and_malformed_decisions_are_not_found_alike(room, decision):
    path = f"/d/{decision}"
    assert refused(Client().get(f"{path}/state"), 404, "not-found")
    assert refused(Client().get(f"{path}/receipt.json"), 404, "not-found")
    bodies = {
        "enter": {"kind": "group", "secret": "x" * 43},
        "join": {"name": "Ana"},
        "ballot": {"ballot": "{}", "replaces": None},
        "closing": {"acceptance": "{}"},
        "remove": {"seat": "x"},
        "replace-key": {"seat": "x"},
        "close": {},
        "cancel": {},
    }
    for step, body in bodies.items():
        assert refused(post(f"{path}/{step}", json.dumps(body)), 404, "not-found")


def test_a_post_without_the_token_of_a_page_is_refused(room):
    client = Client(enforce_csrf_checks=True)
    for step in POSTS:
        response = client.post(f"/d/{room.decision}/{step}", "{}", content_type=JSON)
        assert refused(response, 403, "csrf")
    assert refused(client.post("/new", json.dumps(FLATS), content_type=JSON), 403, "csrf")


def test_a_post_with_the_token_of_a_page_is_taken(room):
    client = Client(enforce_csrf_checks=True)
    client.get("/verify")
    token = client.cookies["csrftoken"].value
    body = json.dumps({"kind": "group", "secret": room.group_secret})
    path = f"/d/{room.decision}/enter"
    response = client.post(path, body, content_type=JSON, headers={"X-CSRFToken": token})
    assert response.status_code == 204


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_post_from_another_site_is_refused_even_with_a_token(room, origin):
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    headers = {"X-CSRFToken": "a" * 32, "Origin": origin}
    response = client.post("/new", json.dumps(FLATS), content_type=JSON, headers=headers)
    assert refused(response, 403, "csrf")


def test_a_failure_of_the_server_is_json_without_its_cause(room, monkeypatch):
    def fail(*args):
        raise RuntimeError("Ana said 700")

    monkeypatch.setattr("negotiation.services.state", fail)
    response = Client().get(f"/d/{room.decision}/state")
    assert refused(response, 500, "broken")
    assert b"Ana" not in response.content
