import enum
import json
from collections import OrderedDict, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import transcript
from parley.canonical import canonical_json, same

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda children: (
        st.lists(children, max_size=4)
        | st.dictionaries(st.text().filter(lambda key: key != "__tuple__"), children, max_size=4)
    ),
    max_leaves=12,
)


def test_keys_are_sorted_and_characters_kept():
    value = {"b": [1, 1.0, True, None], "a": "Žofie 😀", "B": {}}
    assert canonical_json(value) == '{"B": {}, "a": "Žofie 😀", "b": [1, 1.0, true, null]}'


def test_it_is_the_same_function_in_transcript():
    assert transcript.canonical_json is canonical_json


def test_a_tuple_is_no_list():
    assert canonical_json({"a": (1, [2, ("x",)])}) == (
        '{"a": {"__tuple__": [1, [2, {"__tuple__": ["x"]}]]}}'
    )
    assert not same((1, 2), [1, 2])


def test_true_one_and_one_point_zero_are_three_values():
    assert len({canonical_json(value) for value in (True, 1, 1.0)}) == 3
    assert not same({"price": True}, {"price": 1})
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})


Point = namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    RED = 1


def test_subclasses_are_written_as_what_they_are():
    assert canonical_json(OrderedDict(b=1, a=2)) == '{"a": 2, "b": 1}'
    assert canonical_json([Point(1, 2)]) == '[{"__tuple__": [1, 2]}]'
    assert canonical_json({"colour": Colour.RED}) == '{"colour": 1}'


circle: list = []
circle.append(circle)
deep: list = []
for _ in range(5000):
    deep = [deep]


@pytest.mark.parametrize(
    "value",
    [
        {1: "a"},
        {None: 1},
        {"a": {True: 1}},
        {"__tuple__": [1]},
        [{"__tuple__": 1}],
        ({"__tuple__": 1},),
        {1, 2},
        b"bytes",
        object(),
        float("nan"),
        [float("inf")],
        {"a": -float("inf")},
        (float("nan"),),
        "\ud800",
        {"\udfff": 1},
        10**5000,
        circle,
        deep,
        (deep,),
        1j,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_json_cannot_hold_raises_a_type_error(value):
    with pytest.raises(TypeError):
        canonical_json(value)


@given(json_values)
def test_a_json_round_trip_keeps_the_text(value):
    assert canonical_json(json.loads(json.dumps(value))) == canonical_json(value)


@given(json_values)
def test_the_text_is_json_for_the_same_value(value):
    assert canonical_json(json.loads(canonical_json(value))) == canonical_json(value)


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_order_of_keys_does_not_matter(value):
    if "__tuple__" not in value:
        backwards = dict(reversed(value.items()))
        assert canonical_json(value) == canonical_json(backwards)


@pytest.mark.parametrize(
    "rows",
    [[[True, 1]], [[], []], [[1], [[2]]], [[1], [{"a": 1}]], [[[[1]]], []]],
)
def test_rows_of_rows_are_written_as_json_writes_them(rows):
    assert canonical_json(rows) == json.dumps(rows)


@pytest.mark.parametrize(
    "rows", [[[{1}]], [[1], [object()]], [[float("nan")]], [[{"__tuple__": 1}]], [[1], [b""]]]
)
def test_rows_hide_nothing_that_json_cannot_hold(rows):
    with pytest.raises(TypeError):
        canonical_json(rows)
