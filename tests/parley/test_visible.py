import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.visible import code_points, look_alike, visible


@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "Žofie Ńowak",
        "Дмитрий",
        "שרה",
        "小明",
        "नेहा",
        "O'Brien-Smith",
        "👩‍🚀",
        "❤️",
        "👍🏽",
        "",
    ],
)
def test_ordinary_names_stay_as_they_are(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana\u200b", "Ana<U+200B>"),
        ("\u202eanA", "<U+202E>anA"),
        ("A\nna", "A<U+000A>na"),
        ("\x1b[31mAna", "<U+001B>[31mAna"),
        ("Ana\u00a0B", "Ana<U+00A0>B"),
        ("Ana\u3164", "Ana<U+3164>"),
        ("Ana\ufe0f", "Ana<U+FE0F>"),
        ("A\u200dna", "A<U+200D>na"),
        ("\ud800", "<U+D800>"),
        ("\U000e0041", "<U+E0041>"),
    ],
)
def test_what_hides_or_turns_text_is_written_out(text, shown):
    assert visible(text) == shown


def test_a_long_text_is_cut_with_a_word_about_it():
    assert visible("a" * 300, limit=10) == "aaaaaaaaaa... (290 more characters)"


@given(st.text())
def test_the_result_is_one_line_without_controls(text):
    shown = visible(text, limit=1000)
    assert len(shown.splitlines()) <= 1
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    shown.encode()


def test_names_that_look_alike_are_grouped():
    names = ["Ana", "Bob", "Аna", "Ana\u200b", "Cara", "Сaгa", "ANA", "Bob"]
    assert look_alike(names) == [["Ana", "Аna", "Ana\u200b", "ANA"]]
    assert look_alike(["paypal", "раураl"]) == [["paypal", "раураl"]]
    assert look_alike(["Ana", "Anna", "Bob"]) == []


def test_code_points_tell_them_apart():
    assert code_points("Аna") == "U+0410 U+006E U+0061"
