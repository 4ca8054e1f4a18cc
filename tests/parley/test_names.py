import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.names import MAX_OWNER_LENGTH, OwnerError, clean_owner, confusable, owner_key
from parley.visible import visible


def code_of(text):
    with pytest.raises(OwnerError) as caught:
        clean_owner(text)
    return caught.value.code


def test_a_plain_name_is_kept():
    assert clean_owner("Ana") == "Ana"


@pytest.mark.parametrize(
    "text", [" Ana  Lima ", "Ana\u00a0Lima", "Ana\t\nLima\r\n", "Ana\u3000Lima"]
)
def test_white_space_becomes_one_blank_and_the_ends_are_trimmed(text):
    assert clean_owner(text) == "Ana Lima"


def test_two_spellings_of_the_same_letter_become_one():
    assert clean_owner("Zoe\u0308") == clean_owner("Zo\u00eb") == "Zo\u00eb"


@pytest.mark.parametrize("text", ["", "   ", "\n", "\u0301", " \u0308 "])
def test_a_name_that_shows_nothing_is_refused(text):
    assert code_of(text) == "empty"


def test_sixty_characters_are_taken_and_one_more_is_not():
    assert clean_owner("a" * MAX_OWNER_LENGTH) == "a" * 60
    assert code_of("a" * 61) == "too-long"
    assert code_of("a" * 5_000_000) == "too-long"


def test_the_length_counts_after_cleaning():
    assert len(clean_owner(" " * 100 + "e\u0301" * 60 + " " * 100)) == 60


@pytest.mark.parametrize(
    "text",
    [
        "Ana\x00",
        "Ana\x1b[31m",
        "Ana\u202ebob",
        "A\u200bna",
        "A\u200dna",
        "\u200dAna",
        "Ana\ufeff",
        "Ana\u2028Bob",
        "Ana\ud800",
        "Ana\ue000",
        "Ana\u0378",
        "Ana\u3164",
        "Ana\ufe0f",
        "Ana\u034f",
        "Ana\U000e0041",
        "Ana\U000e0100",
        "Ana\u2800",
        "Ana\U0001d159",
        "Ana\ufffc",
        "علی\u200c",
        "علی\u200d",
        "\u200cعلی",
        "علی\u200c\u200cرضا",
        "नेहा\u200d",
        "शर्\u200c",
        "शर्\u200d\u200dमा",
        "1\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0065",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f\U000e007f",
    ],
)
def test_characters_that_hide_something_are_refused(text):
    assert code_of(text) == "control"


@pytest.mark.parametrize("emoji", ["👩🏽\u200d💻", "❤\ufe0f\u200d🔥", "👨\u200d👩\u200d👧", "🦊"])
def test_the_joiner_is_taken_inside_an_emoji(emoji):
    assert clean_owner(f"Ana {emoji}") == f"Ana {emoji}"


@pytest.mark.parametrize(
    "name",
    [
        "علی\u200cرضا",
        "عَلِی\u200cرضا",
        "शर्\u200dमा",
        "शर्\u200cमा",
        "ශ්\u200dරී",
        "നന്\u200d",
        "1\ufe0f\u20e3 Bob",
        "Bob 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_what_gives_letters_and_emoji_their_shape_is_taken_and_shown(name):
    assert clean_owner(name) == visible(name) == name


@pytest.mark.parametrize("value", [None, 5, b"Ana", ["Ana"]])
def test_what_is_no_text_is_refused(value):
    assert code_of(value) == "not-text"


@pytest.mark.parametrize(
    "one, other",
    [("Ana", "ANA"), ("Straße", "STRASSE"), ("Ａｎａ", "ana"), ("ﬁn", "FIN"), ("❤\ufe0f", "❤")],
)
def test_names_that_differ_in_case_or_width_only_have_one_key(one, other):
    assert owner_key(one) == owner_key(other)


def test_different_names_have_different_keys():
    assert len({owner_key(name) for name in ["Ana", "Bob", "Cara", "Anna", "Ána"]}) == 5


def test_the_message_does_not_repeat_the_name():
    with pytest.raises(OwnerError) as caught:
        clean_owner("Marker\x00Name")
    assert "Marker" not in str(caught.value)


@given(st.text())
def test_a_cleaned_name_is_a_fixed_point_or_a_clear_refusal(text):
    try:
        owner = clean_owner(text)
    except OwnerError as error:
        assert error.code in {"empty", "too-long", "control"}
    else:
        assert clean_owner(owner) == owner
        assert 1 <= len(owner) <= MAX_OWNER_LENGTH
        assert unicodedata.is_normalized("NFC", owner)


@given(st.text())
def test_the_key_of_a_key_is_the_key(text):
    assert owner_key(owner_key(text)) == owner_key(text)


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ana", "ana"),
        ("Ana", "Аnа"),
        ("ANA", "Αna"),
        ("Ana", "ꓮna"),
        ("Ana", "Ꭺna"),
        ("ana", "ꭺna"),
        ("Hana", "Ηana"),
        ("Sona", "Տօոa"),
        ("ΗΑΝΑ", "ηανα"),
        ("A\u0301na", "\u00c1na"),
        ("\u00c1na", "А\u0301na"),
        ("Bob", "Bob\u200b"),
        ("Bob", "B\u00ad\u2060ob\ufe0f"),
        ("Bob", "B0b"),
        ("BOB", "B0b"),
        ("Bill", "Bi11"),
        ("Bill", "BiII"),
        ("Ina", "lna"),
        ("Ina", "1na"),
        ("Ina", "\u0130na"),
        ("lara", "Iara"),
        ("Ａｎａ", "Ana"),
        ("𝐀𝐧𝐚", "Ana"),
        ("Ștefan", "Ştefan"),
        ("O’Neil", "O'Neil"),
        ("Ana–Maria", "Ana-Maria"),
        ("Ana\u00a0Lima", "ana lima"),
        ("علی", "علي"),
        ("❤\ufe0f", "❤"),
        ("Đorđe", "Ðorđe"),
        ("Đorđe", "Ɖorđe"),
        ("Æsa", "Ӕsa"),
        ("Əli", "Әli"),
        ("əli", "ǝli"),
        ("Rəna", "Rǝna"),
        ("bob", "ьоb"),
        ("Weiß", "Weiβ"),
        ("Bob", "βοβ"),
        ("Ana", "ᴀna"),
        ("Øyvind", "Өyvind"),
        ("Jørgen", "Jo\u0338rgen"),
        ("Jørgen", "Jo\u0335rgen"),
        ("Łukasz", "L\u0337ukasz"),
        ("Ana", "ᗅna"),
        ("Ana", "𐌀na"),
        ("Bob", "Bסb"),
        ("OLA", "ⵔLA"),
        ("Bob", "Bဝb"),
        ("ヘレン", "へレン"),
        ("ベン", "べン"),
        ("ロミ", "口ミ"),
        ("O'Neil", "OꞌNeil"),
        ("O'Neil", "OˈNeil"),
        ("O'Neil", "O‛Neil"),
        ("O'Neil", "OʼNeil"),
        ("علي", "عـلي"),
        ("علی\u200cرضا", "علیرضا"),
        ("ශ්\u200dරී", "ශ්රී"),
    ],
)
def test_names_that_a_person_may_take_for_each_other_are_confusable(one, other):
    assert confusable(one, other) and confusable(other, one)


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ana", "Ána"),
        ("Ana", "Anna"),
        ("Ana", "Ana 2"),
        ("Ana 1", "Ana 2"),
        ("Mia", "Rnia"),
        ("Tom", "Torn"),
        ("Lara", "Iara"),
        ("Karl", "Kari"),
        ("Ian", "Lan"),
        ("Ali", "All"),
        ("Bjørn", "Bjorn"),
        ("Łukasz", "Lukasz"),
        ("Нина", "Нонна"),
        ("Νίκη", "Νίκος"),
        ("Θάνος", "Οάνος"),
        ("Groß", "Grob"),
        ("Jørgen", "Jörgen"),
        ("Соня", "Тоня"),
        ("ハナ", "ヒナ"),
        ("أحمد", "محمد"),
        ("🦊", "🐻"),
    ],
)
def test_different_names_are_not_confusable(one, other):
    assert not confusable(one, other) and not confusable(other, one)


@given(st.text(), st.text())
def test_being_confusable_goes_both_ways_and_everyone_is_with_themselves(one, other):
    assert confusable(one, one)
    assert confusable(one, other) == confusable(other, one)
