import asyncio
import hashlib
import json

import pytest
from django.test import Client

from negotiation import views
from negotiation.models import Decision, Event, Round
from negotiation.proposal import read_proposal
from parley.agenda import agenda_digest, read_agenda
from tests.negotiation.room import FLATS, JSON, new_room, new_secrets, refused

pytestmark = pytest.mark.django_db(transaction=True)


def create(**changed):
    body = json.dumps({**FLATS, **new_secrets(), **changed})
    return Client().post("/new", body, content_type=JSON)


def test_asked_again_with_the_same_secrets_it_is_the_same_decision():
    made_up = new_secrets()
    first, again = create(**made_up), create(**made_up)
    assert len(first.json()["decision"]) == 32
    assert first.json() == again.json()
    assert Decision.objects.count() == Round.objects.count() == Event.objects.count() == 1
    assert create().json() != first.json()


def test_asked_again_in_other_spelling_it_is_the_same_decision():
    made_up = new_secrets()
    rows = [["Mill  Lane", "1250.5", "y"], ["", "", ""], *FLATS["rows"][1:]]
    assert create(**made_up).json() == create(**made_up, rows=rows).json()


@pytest.mark.parametrize(
    "changed", [{"title": "Another"}, {"people": 4}, {"group_secret": "g" * 43}]
)
def test_the_same_secret_for_something_else_is_refused_and_changes_nothing(changed):
    made_up = new_secrets()
    create(**made_up)
    before = Round.objects.get().agenda
    assert refused(create(**{**made_up, **changed}), 409, "made-already")
    assert Round.objects.get().agenda == before


@pytest.mark.parametrize(
    "secrets",
    [
        {"group_secret": "g" * 42},
        {"organiser_secret": "o" * 44},
        {"organiser_secret": "?" * 43},
        {"group_secret": None},
        {"group_secret": "s" * 43, "organiser_secret": "s" * 43},
    ],
)
def test_secrets_that_no_page_makes_up_are_malformed(secrets):
    assert refused(create(**secrets), 400, "malformed")
    assert not Decision.objects.exists()


def test_only_hashes_of_the_secrets_are_kept():
    room = new_room()
    decision = Decision.objects.get(id=room.decision)
    assert decision.group_hash == hashlib.sha256(room.group_secret.encode()).hexdigest()
    assert decision.organiser_hash == hashlib.sha256(room.organiser_secret.encode()).hexdigest()


def test_the_agenda_says_what_was_typed_as_typed_values():
    state = new_room().visitor().state()
    agenda = read_agenda(state["agenda"])
    assert agenda["title"] == "Which flat do we take?"
    assert agenda["decision"] == Decision.objects.get().id
    assert agenda["people"] == 3
    assert agenda["coordinator"] is None
    assert agenda["options"] == [
        {"flat": "Mill Lane", "rent": 1250.5, "balcony": True},
        {"flat": "Harbour", "rent": 980},
        {"flat": "Old Town", "rent": 1400, "balcony": False},
    ]
    assert state["agenda_digest"] == agenda_digest(state["agenda"])


def test_every_fault_is_told_at_once_and_nothing_is_kept():
    response = create(
        title="  ", people=31, rows=[["A", "dear", "yes"], ["", "5", "no"], ["C", "1", "maybe"]]
    )
    assert response.status_code == 422
    assert response.json()["code"] == "invalid"
    fields = [error["field"] for error in response.json()["errors"]]
    assert fields == ["title", "people", "rows.0.1", "rows.1.0", "rows.2.2"]
    assert all(error["message"] for error in response.json()["errors"])
    assert not Decision.objects.exists()


def test_a_table_too_large_as_a_whole_is_refused():
    columns = [{"name": f"c{index}", "type": "text", "unit": None} for index in range(4)]
    rows = [[f"{row}" + "x" * 400] * 4 for row in range(200)]
    response = create(attributes=columns, rows=rows)
    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == ["rows"]


@pytest.mark.parametrize(
    "changed",
    [
        {"title": 7},
        {"people": True},
        {"people": 2.5},
        {"names": "Ana"},
        {"names": ["Ana", None]},
        {"attributes": {}},
        {"attributes": [["flat"]]},
        {"attributes": [{"name": "flat", "type": ["text"]}]},
        {"attributes": [{"name": "flat", "type": "text", "unit": 1}]},
        {"rows": [["Mill Lane", 5]]},
        {"rows": ["Mill Lane"]},
        {"rows": None},
    ],
)
def test_what_the_page_could_not_have_sent_is_malformed(changed):
    assert refused(create(**changed), 400, "malformed")


def test_a_missing_part_is_malformed():
    for part in ("rows", "title", "group_secret", "organiser_secret"):
        body = {**FLATS, **new_secrets()}
        del body[part]
        response = Client().post("/new", json.dumps(body), content_type=JSON)
        assert refused(response, 400, "malformed")


def test_a_ready_template_makes_a_decision():
    template = Client().get("/new/templates/shared-flat.json").json()
    names = [attribute["name"] for attribute in template["attributes"]]

    def cell(value):
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "" if value is None else str(value)

    rows = [[cell(option.get(name)) for name in names] for option in template["options"]]
    room = new_room(
        title=template["title"],
        context=template["context"],
        people=template["people"],
        attributes=template["attributes"],
        rows=rows,
    )
    agenda = json.loads(room.visitor().state()["agenda"])
    assert agenda["options"] == template["options"]


def test_an_unknown_template_is_not_found():
    assert Client().get("/new/templates/no-such.json").status_code == 404


def test_a_table_is_read_away_from_the_event_loop(monkeypatch):
    loops = []

    def read(body):
        try:
            loops.append(asyncio.get_running_loop())
        except RuntimeError:
            loops.append(None)
        return read_proposal(body)

    monkeypatch.setattr(views, "read_proposal", read)
    assert create().status_code == 201
    assert loops == [None]
