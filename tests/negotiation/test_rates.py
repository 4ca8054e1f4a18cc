import pytest

from negotiation import rates
from negotiation.refusals import Refusal
from tests.negotiation.room import LIKES_THE_FIRST, LIKES_THE_SECOND, new_room, refused


def test_one_address_is_stopped_and_another_is_not():
    for _ in range(120):
        rates.count("create", "192.0.2.1")
    with pytest.raises(Refusal) as caught:
        rates.count("create", "192.0.2.1")
    assert caught.value.code == "too-often"
    rates.count("create", "192.0.2.2")
    rates.count("join", "192.0.2.1")


def test_rates_can_be_switched_off(settings):
    settings.RATES_ON = False
    for _ in range(200):
        rates.count("create", "192.0.2.1")


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("", "unknown"),
        (None, "unknown"),
        ("not an address", "unknown"),
    ],
)
def test_what_counts_as_one_visitor(address, key):
    assert rates.address_key(address) == key


@pytest.mark.django_db(transaction=True)
def test_creating_too_often_is_told(monkeypatch):
    monkeypatch.setitem(rates.RATES, "create", rates.parse("2 per hour"))
    new_room()
    room = new_room()
    from django.test import Client

    response = Client().post("/new", "{}", content_type="application/json")
    assert refused(response, 429, "too-often")
    assert room.visitor().state()


@pytest.mark.django_db(transaction=True)
def test_answers_cannot_be_changed_without_end(monkeypatch):
    monkeypatch.setitem(rates.RATES, "change", rates.parse("3 per hour"))
    ana, bob = new_room().people("Ana", "Bob")
    for _ in range(4):
        assert ana.answer(LIKES_THE_FIRST).status_code == 200
    assert refused(ana.answer(LIKES_THE_SECOND), 429, "too-often")
    bob.answer(LIKES_THE_FIRST)
    assert bob.answer(LIKES_THE_SECOND).status_code == 200
