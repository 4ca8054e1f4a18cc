import pytest
from django.test import Client

from tests.negotiation.room import new_room, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", ["", "organise"])
def test_the_pages_of_a_decision_are_the_same_for_everyone_and_kept_by_no_cache(page):
    room = new_room()
    room.person("Ana")
    path = f"/d/{room.decision}/{page}"
    with_link, stranger = room.organiser().client.get(path), Client().get(path)
    assert with_link.status_code == stranger.status_code == 200
    assert with_link["Cache-Control"] == "no-store"
    for response in (with_link, stranger):
        text = response.content.decode()
        assert "Ana" not in text
        assert "Which flat" not in text
        assert room.group_secret not in text


def test_an_address_without_its_last_slash_leads_to_the_room():
    response = Client().get("/d/" + "0" * 32)
    assert response.status_code == 301
    assert response["Location"] == "/d/" + "0" * 32 + "/"


@pytest.mark.parametrize("decision", ["0" * 32, "x", "%00", "a" * 3000])
@pytest.mark.parametrize("page", ["", "organise"])
def test_unknown_and_malformed_decisions_show_the_same_page(decision, page):
    response = Client().get(f"/d/{decision}/{page}")
    assert response.status_code == 404
    assert not response["Content-Type"].startswith("application/json")
    if len(decision) == 32:
        return
    known_form = Client().get("/d/" + "0" * 32 + "/" + page)
    assert response.content.split(b"csrf")[0] == known_form.content.split(b"csrf")[0]


@pytest.mark.parametrize("page", ["", "organise"])
def test_pages_are_only_read(page):
    room = new_room()
    assert Client().post(f"/d/{room.decision}/{page}").status_code == 405


def test_the_page_for_a_new_decision_takes_no_other_methods():
    assert refused(Client().delete("/new"), 405, "wrong-method")


def test_the_page_of_a_new_decision_says_what_an_empty_cell_means():
    page = Client().get("/new").content.decode()
    assert "Cells may stay empty. An empty cell counts as crossing a limit about it." in page
