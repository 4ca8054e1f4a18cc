import pytest

from receipts import services

pytestmark = pytest.mark.django_db


def test_a_receipt_is_kept_as_it_is():
    services.store("a/1", '{"title": "Größe  "}\n')
    assert services.get("a/1") == '{"title": "Größe  "}\n'


def test_the_newest_text_takes_the_place_of_the_one_before():
    services.store("a/1", "first")
    services.store("a/1", "second")
    assert services.get("a/1") == "second"


def test_another_key_has_its_own_text():
    services.store("a/1", "first")
    assert services.get("a/2") is None
