import pytest
from nacl.signing import SigningKey

from negotiation.keys import CoordinatorKey, new_coordinator_key, signer
from negotiation.refusals import Refusal
from parley.net.identity import check_signature


def cannot_sign(key):
    with pytest.raises(Refusal) as refusal:
        signer(key)
    return refusal.value.code == "key-unreadable"


def test_a_new_key_signs_for_its_public_half():
    key = new_coordinator_key()
    sig = signer(key)(b"which flat")
    assert check_signature(key.public, b"which flat", sig)
    assert not check_signature(key.public, b"another flat", sig)
    assert not check_signature(new_coordinator_key().public, b"which flat", sig)


def test_the_secret_half_is_kept_encrypted_each_time_differently(monkeypatch):
    made = SigningKey.generate()
    monkeypatch.setattr(SigningKey, "generate", lambda: made)
    first, second = new_coordinator_key(), new_coordinator_key()
    assert bytes(made) not in first.sealed
    assert first.public == second.public and first.sealed != second.sealed


def test_a_key_says_nothing_of_its_secret_half():
    key = new_coordinator_key()
    assert key.public in repr(key)
    assert repr(key.sealed) not in repr(key) and key.sealed.hex() not in repr(key)


def test_with_another_key_of_the_server_it_cannot_be_opened(settings):
    key = new_coordinator_key()
    settings.COORDINATOR_KEY = b"k" * 32
    assert cannot_sign(key)


@pytest.mark.parametrize("sealed", [b"", b"x" * 72, None])
def test_what_is_no_sealed_key_cannot_be_opened(sealed):
    assert cannot_sign(CoordinatorKey(new_coordinator_key().public, sealed))


def test_the_key_of_another_decision_does_not_sign_here():
    here, elsewhere = new_coordinator_key(), new_coordinator_key()
    assert cannot_sign(CoordinatorKey(here.public, elsewhere.sealed))


def test_a_changed_key_cannot_be_opened():
    key = new_coordinator_key()
    sealed = key.sealed[:-1] + bytes([key.sealed[-1] ^ 1])
    assert cannot_sign(CoordinatorKey(key.public, sealed))
