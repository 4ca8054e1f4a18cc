import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agenda import build_agenda, read_agenda
from parley.cells import parse_cell
from parley.recipe import MAX_RECIPE_BYTES, RecipeError, read_recipe
from parley.spec import DecisionSpec

VENUES = {
    "title": "Where we meet",
    "context": "Thirty people,\nin May.",
    "options": [
        {"id": "v1", "cost": 900, "label": "Rooftop", "indoor": False, "free": "2027-05-08"},
        {"id": "v2", "cost": 612.5, "label": "Garden", "indoor": True, "free": "2027-05-09"},
        {"id": "v3", "cost": 300.0, "label": "Diner", "indoor": None, "note": "small"},
    ],
    "parties": [
        {"owner": "MarkerAna", "hard": [{"attr": "cost", "op": "<=", "value": 61234}]},
        {"owner": "MarkerBob", "utility": [{"attr": "MarkerWish", "weight": 1}]},
    ],
    "presentation": {"MarkerDepth": [[[1]]]},
}


def read(**changes):
    return read_recipe(json.dumps({**VENUES, **changes}))


def code_of(data):
    with pytest.raises(RecipeError) as caught:
        read_recipe(data)
    return caught.value.code


def options_code(*options):
    return code_of(json.dumps({"options": options}))


def columns(result):
    return [(a["name"], a["type"]) for a in result["attributes"]]


def test_the_options_become_a_table_with_types_from_the_json():
    result = read()
    assert columns(result) == [
        ("label", "text"),
        ("id", "text"),
        ("cost", "decimal"),
        ("indoor", "yes-no"),
        ("free", "date"),
        ("note", "text"),
    ]
    assert result["rows"] == [
        ["Rooftop", "v1", "900", "no", "2027-05-08", ""],
        ["Garden", "v2", "612.5", "yes", "2027-05-09", ""],
        ["Diner", "v3", "300", "", "", "small"],
    ]
    assert (result["title"], result["context"]) == ("Where we meet", "Thirty people,\nin May.")


def test_nothing_of_the_parties_is_in_the_result():
    result = read()
    assert result["parties_ignored"] == 2
    text = json.dumps(result)
    assert "Marker" not in text and "61234" not in text
    assert set(result) == {"title", "context", "attributes", "rows", "remarks", "parties_ignored"}


def test_whatever_stands_for_the_parties_does_not_matter():
    without = read(parties=[])
    for parties in (None, "MarkerAna", {"MarkerAna": 1}):
        assert read(parties=parties) == without
    assert read(parties=[5])["rows"] == without["rows"]


def test_what_a_spec_writes_is_read():
    spec = DecisionSpec.from_dict(VENUES)
    assert read_recipe(json.dumps(spec.to_dict()))["rows"] == read()["rows"]


def test_the_result_makes_an_agenda():
    result = read()
    options = [
        {
            attribute["name"]: parse_cell(cell, attribute["type"])
            for cell, attribute in zip(row, result["attributes"], strict=True)
            if cell
        }
        for row in result["rows"]
    ]
    agenda = build_agenda(
        decision="0" * 32,
        round=1,
        title=result["title"],
        context=result["context"],
        attributes=result["attributes"],
        options=options,
        people=3,
    )
    assert read_agenda(agenda)["options"][1]["cost"] == 612.5


@pytest.mark.parametrize(
    "options, first",
    [
        ([{"cost": 5, "Name": "A"}, {"cost": 5, "Name": "B"}], ("Name", ["A", "B"])),
        ([{"cost": 5, "id": 1}, {"cost": 5, "id": 2}], ("id", ["1", "2"])),
        ([{"cost": 5, "venue": "A"}, {"cost": 6, "venue": "B"}], ("venue", ["A", "B"])),
        ([{"cost": 5}, {"cost": 6}], ("cost", ["5", "6"])),
        ([{"id": "a", "label": "X"}, {"id": "b", "label": "X"}], ("id", ["a", "b"])),
        ([{"name": "X"}, {"cost": 5}], ("option", ["option 1", "option 2"])),
        ([{"ok": True}, {"ok": False}], ("option", ["option 1", "option 2"])),
        ([{"option": "X"}, {"cost": 5}], ("option", ["option 1", "option 2"])),
        (["A", "B"], ("option", ["A", "B"])),
        ([5, 2.5], ("option", ["5", "2.5"])),
    ],
)
def test_the_column_that_names_the_options_comes_first(options, first):
    result = read(options=options)
    assert (result["attributes"][0]["name"], [row[0] for row in result["rows"]]) == first


def test_values_of_several_kinds_make_texts():
    result = read(options=[{"a": "A", "b": 5}, {"a": "B", "b": True}, {"a": "C", "b": 0.25}])
    assert columns(result)[1] == ("b", "text")
    assert [row[1] for row in result["rows"]] == ["5", "yes", "0.25"]


def test_keys_that_count_as_the_same_name_are_told():
    result = read(options=[{"a": "A", "rent": 1, "Rent ": 2}, {"a": "B"}])
    assert columns(result)[1:] == [("rent", "whole"), ("Rent 2", "whole")]
    assert [(r["code"], r["column"]) for r in result["remarks"]] == [("column-alike", 2)]


def test_a_title_is_not_needed_and_a_mark_before_the_file_does_no_harm():
    text = json.dumps({"options": ["A", "B"]})
    assert read_recipe(text)["title"] == read_recipe(text)["context"] == ""
    assert read_recipe(b"\xef\xbb\xbf" + text.encode()) == read_recipe("\ufeff" + text)


def test_nested_values_are_refused():
    assert options_code({"a": [1]}) == options_code({"a": {"b": 1}}) == "nested"
    assert options_code([1]) == "nested"


@pytest.mark.parametrize(
    "data, expected",
    [
        (None, "not-text"),
        ("", "not-json"),
        (b"\xff\xfe", "not-json"),
        ('{"options": [], "options": []}', "not-json"),
        ("[" * 100_000, "not-json"),
        (" " * (MAX_RECIPE_BYTES + 1), "too-large"),
        ("[]", "fields"),
        ("{}", "fields"),
        ('{"options": {}}', "fields"),
        ('{"options": []}', "empty"),
        ('{"title": 5, "options": ["A"]}', "title"),
        (json.dumps({"title": "x" * 201, "options": ["A"]}), "title"),
        ('{"context": [], "options": ["A"]}', "context"),
        (json.dumps({"options": list(range(201))}), "too-many-rows"),
        (json.dumps({"options": [{f"k{i}": i for i in range(21)}]}), "too-many-columns"),
        ('{"options": [{"a": 1}, "B"]}', "option"),
        (json.dumps({"options": ["x" * 501]}), "cell-too-long"),
        (json.dumps({"options": ["a\x00b"]}), "control"),
        ('{"options": [1e300]}', "number"),
        ('{"options": [1e-30]}', "number"),
    ],
)
def test_what_is_no_recipe_has_a_code(data, expected):
    assert code_of(data) == expected


def test_an_error_repeats_nothing_of_the_file():
    for changes in ({"title": "Marker" * 50}, {"options": [{"Marker": ["Marker"]}]}):
        with pytest.raises(RecipeError) as caught:
            read(**changes)
        assert "Marker" not in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(
    json_values
    | st.fixed_dictionaries(
        {"options": st.lists(st.dictionaries(st.text(), json_values, max_size=4), max_size=4)}
    )
)
def test_any_json_is_a_sound_table_or_a_clear_error(data):
    try:
        result = read_recipe(json.dumps(data))
    except RecipeError as error:
        assert error.code and str(error)
        return
    for row in result["rows"]:
        for cell, attribute in zip(row, result["attributes"], strict=True):
            parse_cell(cell, attribute["type"])


@given(st.text() | st.binary())
def test_any_file_is_a_recipe_or_a_clear_error(data):
    assert code_of(data)
