import pytest
from django.test import Client


@pytest.fixture(autouse=True)
def database(db):
    """Pages of errors may look for a language, and never for data."""


def test_an_unknown_page_is_not_found():
    response = Client().get("/nowhere")
    assert response.status_code == 404
    assert b"nowhere" not in response.content


def test_an_unknown_post_is_not_found_in_json():
    response = Client().post("/nowhere")
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


def test_a_host_that_is_not_ours_is_refused_without_repeating_it():
    response = Client().get("/", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert b"evil" not in response.content
    assert Client().post("/new", headers={"Host": "evil.example"}).json()["code"] == "malformed"
