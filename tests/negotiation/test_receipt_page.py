"""The receipt on paper: for whom it is, and what stands on it."""

import json
import re

import pytest
from django.test import Client

from parley.dsse import code
from parley.protocol.roster import parse_roster
from tests.negotiation.room import LIKES_THE_FIRST, ONLY_THE_FIRST, ONLY_THE_LAST, new_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two():
    room = new_room(people=2)
    return room, *room.people("Ana", "Bob")


def paper_of(person):
    response = person.client.get(person.path("receipt"))
    assert response.status_code == 200, response.content
    return response.content.decode()


def words(page):
    """The strip's text, without tags and with single blanks."""
    strip = page.split('<article class="strip"')[1].split("</article>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", strip.split(">", 1)[1]).split())


def decide(two, first=LIKES_THE_FIRST, second=ONLY_THE_FIRST):
    room, ana, bob = two
    ana.answer(first)
    bob.answer(second)
    return room, ana, bob


def test_the_paper_names_the_pick_with_its_values_the_people_and_what_they_said(two):
    _room, ana, bob = decide(two)
    ana.close()
    said = words(paper_of(bob))
    assert "Which flat do we take?" in said
    assert "Mill Lane" in said and "1250.50 EUR" in said and "balcony yes" in said
    assert "Ana accepted" in said and "Bob no word yet" in said
    assert "Not finished: 1 of 2 have accepted so far." in said
    bob.close()
    assert "Everyone accepted." in words(paper_of(ana))


def test_the_paper_carries_the_hash_its_fingerprint_and_the_way_to_check_it(two):
    _room, ana, _bob = decide(two)
    record_hash = json.loads(ana.receipt().content)["transcript_hash"]
    page = paper_of(ana)
    said = words(page)
    assert record_hash in said.replace(" ", "")
    assert code(record_hash).replace("-", " ") in said
    assert "http://testserver/verify" in said and "parley verify" in said
    assert "<svg" in page and 'class="qr"' in page


def test_the_paper_of_a_signed_decision_carries_the_comparison_code():
    room = new_room(people=2, signed=True)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(ONLY_THE_FIRST)
    roster = json.loads(ana.receipt().content)["proof"]["roster"]["body"]
    said = words(paper_of(ana))
    assert "Comparison code" in said
    assert parse_roster(roster).code.replace("-", " ") in said


def test_a_decline_and_a_deadlock_are_said(two):
    _room, ana, bob = decide(two)
    bob.close(False)
    said = words(paper_of(ana))
    assert "Not agreed: 1 of 2 declined." in said and "Bob declined" in said


def test_a_deadlock_has_a_paper_too(two):
    _room, ana, bob = decide(two, second=ONLY_THE_LAST)
    ana.close()
    said = words(paper_of(bob))
    assert "No option is acceptable to everyone" in said
    assert "Nothing was forced on anyone. 1 of 2 have seen it." in said
    assert "Ana has seen it" in said


def test_the_organiser_has_it_and_holders_of_the_group_link_and_strangers_do_not(two):
    room, ana, _bob = decide(two)
    assert "Mill Lane" in paper_of(room.organiser())
    for client in (room.visitor().client, Client()):
        response = client.get(ana.path("receipt"))
        assert response.status_code == 403
        assert "Mill Lane" not in response.content.decode()
        assert "does not have a link" in response.content.decode()


def test_before_there_is_an_outcome_there_is_no_paper(two):
    _room, ana, _bob = two
    response = ana.client.get(ana.path("receipt"))
    assert response.status_code == 404
    assert "There is no receipt yet." in response.content.decode()


@pytest.mark.parametrize("decision", ["0" * 32, "x", "%00"])
def test_unknown_and_malformed_decisions_are_not_found(decision):
    assert Client().get(f"/d/{decision}/receipt").status_code == 404


def test_the_paper_runs_no_script_of_its_own_is_kept_by_no_cache_and_only_read(two):
    _room, ana, _bob = decide(two)
    response = ana.client.get(ana.path("receipt"))
    assert response["Cache-Control"] == "no-store"
    page = response.content.decode()
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/jsi18n/" defer>']
    assert "<title>Receipt – Parley</title>" in page
    assert ana.client.post(ana.path("receipt")).status_code == 405


def test_nothing_on_the_paper_hides_or_becomes_markup():
    room = new_room(people=2, title="Flat <b>now</b> \u05d0", names=None)
    ana, bob = room.people("<i>Ana</i>", "Bob")
    ana.answer(LIKES_THE_FIRST)
    bob.answer(ONLY_THE_FIRST)
    page = paper_of(ana)
    assert "<b>now" not in page and "<i>Ana" not in page
    assert "&lt;b&gt;now&lt;/b&gt;" in page and "&lt;i&gt;Ana&lt;/i&gt;" in page


def test_the_address_on_the_paper_is_the_one_that_the_site_is_known_by(two, settings):
    settings.ORIGINS = ["https://parley.example.org"]
    settings.ALLOWED_HOSTS = ["parley.example.org", "testserver"]
    _room, ana, _bob = decide(two)
    response = ana.client.get(ana.path("receipt"), headers={"host": "parley.example.org"})
    assert "https://parley.example.org/verify" in response.content.decode()
