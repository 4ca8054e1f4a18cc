import pytest

from negotiation import rates


@pytest.fixture(autouse=True)
def rates_forgotten():
    """Each test counts from zero."""
    rates.forget()


@pytest.fixture
def room(transactional_db):
    from tests.negotiation.room import new_room

    return new_room()
