import json

import pytest

from negotiation.models import Seat
from tests.negotiation.room import JSON, LIKES_THE_FIRST, Person, new_room, refused

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_link_becomes_a_cookie_of_this_decision_that_no_script_can_read(room):
    ana = Person(room.decision)
    response = ana.enter("group", room.group_secret)
    cookie = response.cookies["group"]
    assert response.status_code == 204
    assert cookie["path"] == f"/d/{room.decision}/"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    assert cookie["max-age"] == 365 * 24 * 3600


def test_over_https_the_cookie_stays_on_https(room):
    ana = Person(room.decision)
    body = json.dumps({"kind": "group", "secret": room.group_secret})
    response = ana.client.post(ana.path("enter"), body, content_type=JSON, secure=True)
    assert response.cookies["group"]["secure"]


@pytest.mark.parametrize("secret", ["", "x" * 43, "x" * 44, "ü" * 43, "x" * 3000, "\x00" * 43])
def test_a_wrong_secret_opens_nothing(room, secret):
    stranger = Person(room.decision)
    for kind in ("group", "seat", "organiser"):
        response = stranger.enter(kind, secret)
        assert refused(response, 403, "wrong-link")
        assert not response.cookies


def test_a_secret_opens_only_its_own_kind_and_its_own_decision(room):
    stranger = Person(room.decision)
    assert refused(stranger.enter("organiser", room.group_secret), 403, "wrong-link")
    assert refused(stranger.enter("group", room.organiser_secret), 403, "wrong-link")
    other = Person(new_room().decision)
    assert refused(other.enter("group", room.group_secret), 403, "wrong-link")
    seat = room.person("Ana").return_secret
    assert refused(other.enter("seat", seat), 403, "wrong-link")


def test_an_unknown_kind_of_link_is_malformed(room):
    assert refused(Person(room.decision).enter("admin", "x" * 43), 400, "malformed")


def test_someone_with_the_link_takes_a_seat(room):
    ana = room.visitor()
    response = ana.join("  Ana ")
    assert response.status_code == 201
    assert response.json()["owner"] == "Ana"
    assert response.cookies["seat"].value == response.json()["return_secret"]
    state = ana.state()
    nothing_yet = dict.fromkeys(("digest", "closing", "key", "ballot"))
    assert state["me"] == {"seat": ana.seat, "owner": "Ana", **nothing_yet}
    assert state["seats"] == [{"seat": ana.seat, "owner": "Ana", "status": "joined"}]
    assert [event["kind"] for event in state["events"]] == ["created", "joined"]


def test_the_organiser_can_take_a_seat_too(room):
    assert room.organiser().join("Olga").status_code == 201


def test_nobody_joins_without_a_link(room):
    assert refused(Person(room.decision).join("Ana"), 403, "no-link")


@pytest.mark.parametrize("name", ["Ana", "ana", " ANA ", "Ａｎａ"])
def test_a_name_is_taken_once_however_it_is_written(room, name):
    room.person("Ana")
    assert refused(room.visitor().join(name), 409, "name-taken")


@pytest.mark.parametrize("name", ["Аnа", "Аna", "ꓮna", "ANA"])
def test_a_name_that_looks_like_one_that_is_taken_is_refused(room, name):
    room.person("Ana")
    assert refused(room.visitor().join(name), 409, "name-taken")
    assert Seat.objects.count() == 1


def test_the_reason_says_whether_a_name_is_taken_or_only_looks_so(room):
    room.people("Bob", "Ána")
    same = room.visitor().join("BOB").json()["message"]
    alike = room.visitor().join("B0b").json()["message"]
    assert "already has this name" in same
    assert "looks like" in alike and "B0b" not in alike


def test_an_accent_or_another_letter_makes_another_name(room):
    room.people("Ana", "Lara")
    assert room.visitor().join("\u00c1na").status_code == 201


def test_the_two_spellings_of_an_accent_are_one_name(room):
    room.person("\u00c1na")
    assert refused(room.visitor().join("A\u0301na"), 409, "name-taken")


def test_a_removed_seat_gives_its_name_back(room):
    ana = room.person("Ana")
    room.organiser().post("remove", seat=ana.seat)
    assert room.visitor().join("Аnа").status_code == 201


def test_one_browser_takes_one_seat(room):
    ana = room.person("Ana")
    assert refused(ana.join("Bob"), 409, "already-seated")


def test_no_more_people_join_than_take_part(room):
    room.people("Ana", "Bob", "Cara")
    assert refused(room.visitor().join("Dan"), 409, "full")


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "A\u202ena", "A\x00na", "x" * 3000])
def test_a_name_that_nobody_can_have_is_told_beside_the_field(room, name):
    response = room.visitor().join(name)
    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == ["name"]
    assert not Seat.objects.exists()


def test_only_people_on_the_list_join_and_under_the_name_on_it(transactional_db):
    room = new_room(people=None, names=["Ana", "Bob"])
    assert refused(room.visitor().join("Cara"), 409, "not-on-list")
    assert room.visitor().join("ANA").json()["owner"] == "Ana"
    assert room.visitor().state()["names"] == ["Ana", "Bob"]


def test_nobody_joins_once_all_answers_are_in(transactional_db):
    room = new_room(people=2)
    for person in room.people("Ana", "Bob"):
        assert person.answer(LIKES_THE_FIRST).status_code == 200
    assert refused(room.visitor().join("Cara"), 409, "closed")


def test_a_return_link_brings_the_seat_into_another_browser(room):
    ana = room.person("Ana")
    elsewhere = Person(room.decision)
    assert elsewhere.enter("seat", ana.return_secret).status_code == 204
    assert elsewhere.state()["me"]["seat"] == ana.seat
