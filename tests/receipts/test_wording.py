"""The server and the page have a sentence for whatever the engine can say about a receipt."""

import re
import string

import pytest

from parley import sentences, strict, summary
from receipts.wording import TEXTS, sentence, texts

STRICT_CODES = set(re.findall(r"`([a-z0-9-]+)`", strict.StrictError.__doc__)) - {"code"}
ENGLISH = {
    **sentences.UNREADABLE,
    **sentences.FINDINGS,
    **sentences.NOTES,
    **sentences.NOT_PROVED,
    **sentences.NOT_PROVED_WITH_PROOF,
    **sentences.CLOSINGS_MISSING,
    **sentences.HEADLINES,
}
# Only the terminal reads files by their path.
TERMINAL_ONLY = {"file-unreadable"}


def places(text):
    return set(re.findall(r"%\((\w+)\)s", str(text)))


def test_the_codes_are_exactly_those_of_the_engine():
    assert len(STRICT_CODES) == 12
    assert set(TEXTS) == (set(ENGLISH) - TERMINAL_ONLY) | STRICT_CODES | summary.CODES


@pytest.mark.parametrize("code", sorted(set(TEXTS) & set(ENGLISH)))
def test_a_sentence_fills_in_nothing_that_the_engine_does_not_give(code):
    given = {field for _, field, _, _ in string.Formatter().parse(ENGLISH[code]) if field}
    assert places(TEXTS[code]) <= given | {"owner"}


def test_every_sentence_can_be_filled_and_says_something():
    for code, text in TEXTS.items():
        detail = dict.fromkeys(places(text), "x")
        filled = sentence({"code": code, "detail": detail})
        assert filled.strip() and "%(" not in filled, code


def test_a_receipt_without_any_signature_is_called_unsigned_beside_its_result():
    assert str(TEXTS["reason-follows-unsigned"]).startswith("Consistent, and unsigned: ")
    assert "unsigned" not in str(TEXTS["reason-follows"])


def test_a_name_keeps_its_own_writing_direction():
    shown = sentence({"code": "acceptance-repeated", "owner": "Dana", "detail": {}})
    assert shown == "There is more than one acceptance of \u2068Dana\u2069."


def test_an_unknown_code_is_said_in_the_engine_s_words():
    assert sentence({"code": "from-the-future", "message": "Something new."}) == "Something new."


def test_the_page_gets_the_same_sentences_as_plain_texts():
    assert texts() == {code: str(text) for code, text in TEXTS.items()}
