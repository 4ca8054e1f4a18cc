import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import dsse


def test_the_bytes_are_those_of_the_published_example():
    assert (
        dsse.pae("http://example.com/HelloWorld", "hello world")
        == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )


def test_lengths_are_counted_in_bytes():
    assert dsse.pae("é", "🦊") == b"DSSEv1 2 \xc3\xa9 4 \xf0\x9f\xa6\x8a"
    assert dsse.pae("", "") == b"DSSEv1 0  0 "


def test_the_digest_is_the_sha_256_of_these_bytes():
    expected = hashlib.sha256(b"DSSEv1 1 t 4 body").hexdigest()
    assert dsse.digest("t", "body") == expected


@given(st.text(), st.text(), st.text(), st.text())
def test_moving_text_between_type_and_body_changes_the_bytes(
    type_one, body_one, type_two, body_two
):
    same_pair = (type_one, body_one) == (type_two, body_two)
    assert (dsse.pae(type_one, body_one) == dsse.pae(type_two, body_two)) is same_pair


def test_a_lone_surrogate_has_no_bytes():
    with pytest.raises(ValueError):
        dsse.pae("t", "\ud800")


def test_the_code_is_the_first_160_bits_in_eight_groups_of_four():
    assert dsse.code("0" * 64) == "-".join(["0000"] * 8)
    assert dsse.code("f" * 64) == "-".join(["ZZZZ"] * 8)
    assert dsse.code("00443214c74254b635cf84653a56d7c675be77df" + "a" * 24) == (
        "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ"
    )


def test_bits_behind_the_first_160_do_not_count():
    assert dsse.code("a" * 40 + "0" * 24) == dsse.code("a" * 40 + "f" * 24)


@given(st.binary(min_size=32, max_size=32))
def test_the_code_gives_the_160_bits_back(data):
    letters = dsse.code(data.hex()).replace("-", "")
    number = 0
    for letter in letters:
        number = number * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(letter)
    assert number.to_bytes(20, "big") == data[:20]


@pytest.mark.parametrize(
    "value", ["", "A" * 64, "0" * 63, "0" * 65, "0" * 63 + "\n", "٣" * 64, 5, None]
)
def test_what_is_no_digest_has_no_code(value):
    assert not dsse.is_digest(value)
    with pytest.raises(ValueError):
        dsse.code(value)
