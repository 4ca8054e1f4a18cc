"""Texts people write: nothing invisible tells two apart, and scripts keep what they need."""

import pytest

from parley.cells import parse_cell
from parley.text import TextError, clean_line, clean_paragraphs, is_blank

INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2063\u2800\u3164\ufe0f"
    "\uffa0\U000e0041\U000e0100"
)


@pytest.mark.parametrize("character", INVISIBLE)
def test_what_shows_nothing_is_left_out_and_alone_is_empty(character):
    for text in (f"flat{character}", f"{character}flat", f"fl{character}at", f"{character}flat "):
        assert clean_line(text, 80) == clean_paragraphs(text, 80) == "flat"
    for text in (character, f" {character} {character}\n"):
        assert is_blank(text)
        assert clean_paragraphs(text, 80) == ""
        assert parse_cell(text, "text") is None
        with pytest.raises(TextError) as caught:
            clean_line(text, 80)
        assert caught.value.code == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "ന്\u200d",
        "👩🏽\u200d💻",
        "❤\ufe0f\u200d🔥",
        "🙂\u200d↔\ufe0f",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "葛\U000e0100",
        "ᠠ\u180b",
        "⠓⠊\u2800⠞⠓",
        "שלום C++\u200e!",
    ],
)
def test_scripts_and_emoji_keep_what_changes_how_they_look(text):
    assert clean_line(text, 80) == text
    assert not is_blank(text)


def test_cleaned_again_a_text_stays_the_same():
    hidden = "\u034f\u180b\u200b\u200d\u200e\u2800\ufe0f"
    parts = [*hidden, "a", "क", "\u094d", "م", "🔥", "⠓", "\u0301", " "]
    for one in parts:
        for two in parts:
            for three in parts:
                once = clean_paragraphs(f"{one}{two}{three}{two}{one}", 80)
                assert clean_paragraphs(once, 80) == once


def test_direction_overrides_are_still_refused_and_not_left_out():
    for character in "\u202e\u2066\ufeff\x07":
        with pytest.raises(TextError) as caught:
            clean_line(f"a{character}b", 80)
        assert caught.value.code == "control"
