import hashlib

from negotiation import links


def test_ids_and_secrets_are_new_each_time():
    assert len({links.new_id() for _ in range(50)}) == 50
    assert len({links.new_secret() for _ in range(50)}) == 50


def test_a_secret_fits_its_own_hash_only():
    secret = links.new_secret()
    assert links.fits(secret, links.secret_hash(secret))
    assert not links.fits(links.new_secret(), links.secret_hash(secret))


def test_only_what_looks_like_a_secret_can_fit():
    for wrong in (None, 7, "", "x" * 42, "x" * 43 + "\n", "ü" * 43, b"x" * 43):
        text = wrong if isinstance(wrong, str) else str(wrong)
        assert not links.fits(wrong, hashlib.sha256(text.encode()).hexdigest())
