import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import strict
from parley.strict import MAX_NESTED, StrictError, parse


def code_of(text, **limits):
    with pytest.raises(StrictError) as caught:
        parse(text, **limits)
    return caught.value.code


def test_plain_json_is_read_from_text_and_from_bytes():
    expected = {"name": "Žofie", "list": [1, 2.5, True, None]}
    text = ' {"name": "Žofie", "list": [1, 2.5, true, null]}\r\n'
    assert parse(text) == parse(text.encode()) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        ("{'a': 1}", "not-json"),
        ("[1,]", "not-json"),
        ('"\n"', "not-json"),
        ("01", "trailing"),
        ("1 2", "trailing"),
        ("{} {}", "trailing"),
        ("{}\u00a0", "trailing"),
        ('{"a": 1, "a": 1}', "duplicate-key"),
        ('{"a": 1, "\\u0061": 2}', "duplicate-key"),
        ('[{"x": {"a": 1, "a": 2}}]', "duplicate-key"),
        ("NaN", "not-a-number"),
        ("[Infinity]", "not-a-number"),
        ("[-Infinity]", "not-a-number"),
        ("1e999", "fraction-range"),
        ("-1e999", "fraction-range"),
        ("9007199254740992", "whole-range"),
        ("-9007199254740992", "whole-range"),
        ("1" * 5000, "whole-range"),
        ("\ufeff{}", "byte-order-mark"),
        (b"\xef\xbb\xbf{}", "byte-order-mark"),
        (b'"\xff"', "not-utf-8"),
        (b'"\xed\xa0\x80"', "not-utf-8"),
        ("{}".encode("utf-16"), "not-utf-8"),
        ('"\\ud800"', "lone-surrogate"),
        ('{"\\uDFFF": 1}', "lone-surrogate"),
        ('"\ud800"', "lone-surrogate"),
    ],
)
def test_what_two_readers_could_read_differently_is_refused(text, code):
    assert code_of(text) == code


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("[1 2]", "line 1, column 4"),
        ("[1,\n2\n3]", "line 3, column 1"),
        # Pythons differ in what they blame here.
        ("[1,]", "line 1, column 4"),
        ("[1 , \t]", "line 1, column 7"),
        ('{"a": 1,\n }', "line 2, column 2"),
        ("[,]", "line 1, column 3"),
    ],
)
def test_a_refusal_says_where_on_every_python_the_same(text, place):
    with pytest.raises(StrictError, match=f"not JSON: {place}\\."):
        parse(text)


def test_the_largest_whole_numbers_pass():
    assert parse("[9007199254740991, -9007199254740991]") == [2**53 - 1, 1 - 2**53]


def test_a_whole_surrogate_pair_is_one_character():
    assert parse('"\\ud83d\\ude00"') == "😀"


def test_depth_is_bounded_before_parsing():
    assert parse("[" * 32 + "]" * 32)
    assert code_of("[" * 33 + "]" * 33) == "too-deep"
    assert code_of('{"a":' * 33 + "1" + "}" * 33) == "too-deep"
    assert code_of("[" * 1_000_000) == "too-deep"
    assert code_of("[[1]]", max_depth=1) == "too-deep"


def test_arrays_and_objects_are_counted_before_parsing(monkeypatch):
    for one in ("[]", "{}"):
        assert len(parse(f"[{one}" + f",{one}" * (MAX_NESTED - 2) + "]")) == MAX_NESTED - 1
    monkeypatch.setattr(strict, "_decoder_of", None)
    for one in ("[]", "{}"):
        assert code_of(f"[{one}" + f",{one}" * (MAX_NESTED - 1) + "]") == "too-many"


def test_brackets_inside_of_strings_are_not_counted():
    assert parse('"' + "[]{}" * MAX_NESTED + '"')


@pytest.mark.parametrize("text", ['"[[["', r'"\\"', r'"\"[[[["', r'["\\\\", "\\\"[[[["]', '"]]]]"'])
def test_brackets_inside_of_strings_are_not_depth(text):
    parse(text, max_depth=1)


def test_escapes_cannot_hide_depth():
    assert code_of(r'["\\",' + "[" * 100) == "too-deep"
    assert code_of(r'["\"",' + "[" * 100) == "too-deep"
    assert code_of(r'["\\\"",' + "[" * 100) == "too-deep"


@given(st.text('[]{}",\\\\a', max_size=30), st.integers(0, 4))
def test_what_is_parsed_is_as_deep_as_the_parser_finds_it(text, max_depth):
    def refusal(**limits):
        try:
            parse(text, **limits)
        except StrictError as error:
            return error.code

    try:
        # As a list, an object keeps the values of a key that it gives twice.
        depth = levels(json.loads(text, object_pairs_hook=lambda pairs: [v for _, v in pairs]))
    except ValueError:
        return
    assert (refusal(max_depth=max_depth) == "too-deep") is (depth > max_depth)


def levels(value):
    return 1 + max(map(levels, value), default=0) if isinstance(value, list) else 0


def test_size_is_counted_in_bytes():
    assert parse('"ž"', max_bytes=4) == "ž"
    assert code_of('"žž"', max_bytes=4) == "too-large"
    assert code_of('"žž"'.encode(), max_bytes=4) == "too-large"
    assert code_of(b" " * (16 * 1024 * 1024 + 1)) == "too-large"


def test_a_message_never_repeats_the_text():
    for text in ('{"secret": 1, "secret": 2}', "secret", '"secret', "[1] secret"):
        with pytest.raises(StrictError) as caught:
            parse(text)
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None


@given(st.one_of(st.text(), st.text(alphabet='[]{}",:\\u0d8e1- \n'), st.binary()))
def test_nothing_raises_anything_else(text):
    try:
        parse(text)
    except StrictError as error:
        assert error.code


@pytest.mark.parametrize("number", [10**14, -(10**15) + 1, 10**15, 2**53 - 1, -(2**53) + 1, 0])
@pytest.mark.parametrize("around", ["{}", '{{"a": [{}, true]}}', "{}" + " " * 2**18])
def test_whole_numbers_of_any_length_are_read_the_same(number, around):
    text = around.format(number)
    assert parse(text) == json.loads(text)


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**16, 10**17, 10**40])
@pytest.mark.parametrize("around", ["{}", '{{"a": [{}, true]}}', "{}" + " " * 2**18])
def test_whole_numbers_outside_are_refused_wherever_they_stand(number, around):
    assert code_of(around.format(number)) == "whole-range"
