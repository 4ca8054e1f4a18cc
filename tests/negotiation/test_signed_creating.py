import json

import pytest
from django.test import Client

from negotiation.models import Decision, Round
from parley.agenda import agenda_digest
from parley.net.identity import check_signature
from parley.protocol.round import read_signed_agenda
from tests.negotiation.room import FLATS, JSON, new_room, new_secrets, refused

pytestmark = pytest.mark.django_db(transaction=True)


def create(**changed):
    body = json.dumps({**FLATS, "signed": True, **new_secrets(), **changed})
    return Client().post("/new", body, content_type=JSON)


def test_the_page_gets_the_agenda_that_the_coordinator_signed():
    response = create()
    assert response.status_code == 201
    assert response.json().keys() == {"decision", "agenda"}
    agenda = read_signed_agenda(response.json()["agenda"])
    assert agenda.signed.holds(check_signature)
    assert agenda.fields["title"] == "Which flat do we take?"
    assert agenda.fields["decision"] == response.json()["decision"]
    assert agenda.fields["coordinator"] == Decision.objects.get().coordinator


def test_everybody_is_shown_that_very_text_beside_the_agenda_in_it():
    room = new_room(signed=True)
    for person in (room.visitor(), room.person("Ana"), room.organiser()):
        state = person.state()
        assert state["signed_agenda"] == room.agenda
        assert state["agenda"] == read_signed_agenda(room.agenda).signed.body
        assert state["agenda_digest"] == read_signed_agenda(room.agenda).digest
        assert state["agenda_digest"] == agenda_digest(state["agenda"])


def test_each_decision_has_a_key_of_its_own():
    create(), create()
    first, second = Decision.objects.values_list("coordinator", flat=True)
    assert first != second


def test_asked_again_with_the_same_secrets_it_is_the_same_decision_with_the_same_key():
    made_up = new_secrets()
    assert create(**made_up).json() == create(**made_up).json()
    assert Decision.objects.count() == Round.objects.count() == 1


@pytest.mark.parametrize("signed", [True, False])
def test_the_same_secrets_make_no_second_decision_of_the_other_kind(signed):
    made_up = new_secrets()
    create(**made_up, signed=signed)
    assert refused(create(**made_up, signed=not signed), 409, "made-already")
    assert Decision.objects.get().is_signed is signed


@pytest.mark.parametrize("body", [{}, {"signed": False}])
def test_without_being_asked_for_nothing_is_signed(body):
    made_up = new_secrets()
    response = Client().post("/new", json.dumps({**FLATS, **made_up, **body}), content_type=JSON)
    assert response.json().keys() == {"decision"}
    assert Decision.objects.get().coordinator is None
    state = new_room().person("Ana").state()
    assert state["signed_agenda"] is None
    assert state["me"]["key"] is state["me"]["ballot"] is None


@pytest.mark.parametrize("signed", [None, 1, "yes", [], {}])
def test_signed_is_yes_or_no(signed):
    assert refused(create(signed=signed), 400, "malformed")
    assert not Decision.objects.exists()


def test_the_secret_key_is_neither_in_the_database_nor_in_an_answer_in_the_clear(monkeypatch):
    from nacl.signing import SigningKey

    key = SigningKey.generate()
    monkeypatch.setattr(SigningKey, "generate", lambda: key)
    room = new_room(signed=True)
    decision = Decision.objects.get()
    sealed = bytes(decision.coordinator_secret)
    assert bytes(key) not in sealed
    for person in (room.organiser(), room.visitor()):
        seen = json.dumps(person.state())
        assert bytes(key).hex() not in seen and sealed.hex() not in seen
