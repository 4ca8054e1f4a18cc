import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.ballot import BALLOT_TYPE
from parley.canonical import canonical_json
from parley.dsse import digest, pae
from parley.net.identity import check_signature
from parley.protocol.signed import (
    Signed,
    SignedError,
    answered,
    demand_signature,
    questions,
    read_signed,
    sign,
)
from tests.parley.protocol.group import ANA, BOB, HANDS

TYPE, BODY = BALLOT_TYPE, '{"a": "é"}'
SIGNED = HANDS[ANA].sign(TYPE, BODY)


def read(value, type=TYPE, most=1000):
    return read_signed(value, type, most)


def code(value, **more):
    with pytest.raises(SignedError) as caught:
        read(value, **more)
    return caught.value.code


def changed(**changes):
    value = {**SIGNED.to_dict(), **changes}
    return {name: item for name, item in value.items() if item is not ...}


def test_a_signed_text_reads_back_from_its_text_and_from_its_object():
    assert read(SIGNED.text) == read(SIGNED.to_dict()) == SIGNED
    assert SIGNED.text == canonical_json(SIGNED.to_dict())


def test_the_signature_covers_the_type_and_the_body_as_dsse_says():
    assert SIGNED.message == b'DSSEv1 15 parley/2/ballot 11 {"a": "\xc3\xa9"}'
    assert SIGNED.digest == digest(TYPE, BODY)
    assert check_signature(SIGNED.key, pae(TYPE, BODY), SIGNED.sig)
    demand_signature(SIGNED, check_signature)


@pytest.mark.parametrize(
    "change",
    [
        {"body": BODY + " "},
        {"type": "parley/2/closing"},
        {"key": HANDS[BOB].key},
        {"sig": HANDS[BOB].signature(SIGNED.message)},
    ],
)
def test_another_type_body_key_or_signature_does_not_hold(change):
    signed = Signed(**changed(**change))
    with pytest.raises(SignedError) as caught:
        demand_signature(signed, check_signature)
    assert caught.value.code == "signature"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"type": "parley/2/closing"}, "type"),
        ({"type": None}, "type"),
        ({"body": {"a": 1}}, "body"),
        ({"body": "x" * 1001}, "body"),
        ({"body": "é" * 501}, "body"),
        ({"body": "\ud800"}, "body"),
        ({"key": SIGNED.key.upper()}, "key"),
        ({"key": SIGNED.key[:-1]}, "key"),
        ({"key": None}, "key"),
        ({"sig": SIGNED.sig.upper()}, "sig"),
        ({"sig": SIGNED.sig + "00"}, "sig"),
        ({"sig": ...}, "fields"),
        ({"more": 1}, "fields"),
    ],
)
def test_exactly_these_fields_with_exactly_such_values(change, expected):
    assert code(changed(**change)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(SIGNED.to_dict(), indent=1), "not-canonical"),
        (SIGNED.text + "\n", "not-canonical"),
        (SIGNED.text.replace('"body"', '"body": "", "body"'), "not-json"),
        (SIGNED.text.replace("é", "\\u00e9"), "not-canonical"),
        ("[]", "fields"),
        ("{", "not-json"),
        ('{"body": ' + "[" * 40 + "]" * 40 + "}", "not-json"),
        (" " * 4000, "too-large"),
    ],
)
def test_a_signed_text_has_one_spelling(text, expected):
    assert code(text) == expected


@pytest.mark.parametrize("value", [None, 5, [], b"{}"])
def test_what_is_no_text_and_no_object_is_refused(value):
    assert code(value) == "fields"


def test_a_signer_that_gives_no_signature_is_refused():
    with pytest.raises(SignedError):
        sign(TYPE, BODY, SIGNED.key, lambda message: "no signature")


@given(st.text(max_size=40).filter(lambda text: not set(text) & set("\ud800\udfff")))
def test_whatever_is_signed_reads_back_and_holds(body):
    try:
        body.encode()
    except UnicodeEncodeError:
        return
    signed = HANDS[ANA].sign(TYPE, body)
    assert read(signed.text) == signed
    assert signed.holds(check_signature)


class TestAskedAndAnswered:
    TEXTS = (SIGNED.text, SIGNED.to_dict(), "no signed text", HANDS[BOB].sign(TYPE, BODY).text)

    def test_each_text_is_one_question_in_order(self):
        asked = questions(self.TEXTS)
        assert asked[0] == asked[1] == (SIGNED.key, SIGNED.message.decode(), SIGNED.sig)
        assert asked[2] is None
        assert asked[3][0] == HANDS[BOB].key

    def test_only_what_was_answered_with_true_holds(self):
        asked = questions(self.TEXTS)
        assert SIGNED.holds(answered(asked, [True, True, True, False]))
        check = answered(asked, [False, False, True, True])
        assert not SIGNED.holds(check)
        assert not SIGNED.holds(answered(asked, [1, "true", True, True]))
        assert not Signed(**changed(body="{}")).holds(check)

    def test_a_wrong_number_of_answers_is_an_error(self):
        with pytest.raises(ValueError, match="as many answers"):
            answered(questions(self.TEXTS), [True])

    @given(st.lists(st.text() | st.none() | st.dictionaries(st.text(), st.text())))
    def test_asking_never_raises(self, texts):
        assert len(questions(texts)) == len(texts)
