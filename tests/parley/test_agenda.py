import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import dsse, templates
from parley.agenda import AgendaError, agenda_digest, build_agenda, read_agenda
from parley.canonical import canonical_json

ATTRIBUTES = [
    {"name": "flat", "type": "text", "unit": None},
    {"name": "rent", "type": "money", "unit": "EUR"},
    {"name": "free", "type": "date", "unit": None},
]
OPTIONS = [{"flat": "Mill Lane", "rent": 700}, {"flat": "Hill View", "free": "2027-01-01"}]


def agenda(**changes):
    values = {
        "decision": "0f" * 16,
        "round": 1,
        "title": "Which flat?",
        "context": "",
        "attributes": ATTRIBUTES,
        "options": OPTIONS,
        "people": 3,
    }
    return build_agenda(**{**values, **changes})


def refused(**changes):
    with pytest.raises(AgendaError) as caught:
        agenda(**changes)
    return caught.value.code, caught.value.path


def altered(**changes):
    """The canonical text of an agenda with some fields replaced, past the builder's own care."""
    body = {**json.loads(agenda()), **changes}
    return canonical_json({key: value for key, value in body.items() if value is not ...})


def read_code(text):
    with pytest.raises(AgendaError) as caught:
        read_agenda(text)
    return caught.value.code


def test_an_agenda_has_exactly_the_fields_of_the_protocol():
    fields = read_agenda(agenda())
    assert sorted(fields) == sorted(
        [
            *["coordinator", "decision", "round", "previous", "title", "context", "attributes"],
            *["options", "rule", "mode", "names", "people", "deadline", "engine"],
        ]
    )
    assert (fields["rule"], fields["mode"]) == ("max-min/1024", "server")
    assert fields["coordinator"] is fields["previous"] is fields["names"] is None
    assert fields["options"] == OPTIONS


def test_the_same_values_give_the_same_text_and_digest():
    assert agenda() == agenda()
    assert agenda_digest(agenda()) == dsse.digest("parley/2/agenda", agenda())
    assert agenda_digest(agenda()) != agenda_digest(agenda(title="Which house?"))


def test_reading_it_again_gives_values_of_the_callers_own():
    text = agenda(names=["Ana", "Bob", "Cara"])
    first, before = read_agenda(text), read_agenda(text)
    for name in ("names", "options", "attributes"):
        first[name].append("changed")
    first["options"][0]["rent"] = first["attributes"][0]["name"] = first["title"] = "changed"
    assert read_agenda(text) == before != first


def test_title_and_context_are_cleaned_when_built_and_must_be_clean_when_read():
    fields = read_agenda(agenda(title="  Which\u00a0 flat? ", context=" One\r\n\r\n\r\n\r\ntwo \n"))
    assert fields["title"] == "Which flat?"
    assert fields["context"] == "One\n\ntwo"
    assert read_code(altered(title=" Which flat?")) == "title"
    assert read_code(altered(context="One\r\ntwo")) == "context"


def test_names_are_sorted_when_built_and_must_be_sorted_when_read():
    assert read_agenda(agenda(names=["Cara", "Ana", "Bob"]))["names"] == ["Ana", "Bob", "Cara"]
    assert read_code(altered(names=["Cara", "Ana", "Bob"])) == "names"


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["Ana", "Bob"],
        ["Ana", "Bob", "Bob"],
        ["ANA", "Ana", "Bob"],
        [" Ana", "Bob", "Cara"],
        ["", "Bob", "Cara"],
        ["Ana\u200b", "Bob", "Cara"],
        [1, "Bob", "Cara"],
    ],
)
def test_names_must_be_clean_distinct_and_as_many_as_the_people(names):
    assert refused(names=names)[0] == "names"


def test_a_later_round_names_the_one_before_it():
    previous = {"agenda": "a" * 64, "roster": None, "end": "deadlock"}
    assert read_agenda(agenda(round=2, previous=previous))["previous"] == previous
    assert refused(round=2)[0] == "previous"
    assert refused(previous=previous)[0] == "previous"
    for fault in [{"end": "agreed"}, {"agenda": "A" * 64}, {"roster": ""}, {"end": []}, {"x": 1}]:
        assert refused(round=2, previous={**previous, **fault})[0] == "previous"


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"decision": "0F" * 16}, "decision"),
        ({"decision": "0f" * 15}, "decision"),
        ({"decision": None}, "decision"),
        ({"round": 0}, "round"),
        ({"round": True}, "round"),
        ({"round": 1.5}, "round"),
        ({"round": "1"}, "round"),
        ({"title": ""}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": "flat\u202e"}, "title"),
        ({"title": 5}, "title"),
        ({"context": "x" * 4001}, "context"),
        ({"context": None}, "context"),
        ({"people": 1}, "people"),
        ({"people": 31}, "people"),
        ({"people": 3.0}, "people"),
        ({"people": True}, "people"),
        ({"coordinator": "A" * 64}, "coordinator"),
        ({"coordinator": ""}, "coordinator"),
        ({"deadline": "tomorrow"}, "deadline"),
        ({"deadline": "2026-02-30T00:00:00Z"}, "deadline"),
        ({"deadline": "2026-12-31T00:00:00+00:00"}, "deadline"),
        ({"engine": ""}, "engine"),
        ({"engine": 1}, "engine"),
        ({"attributes": []}, "attributes"),
        ({"options": [OPTIONS[0]]}, "too-few-options"),
        ({"options": [{"flat": str(n)} for n in range(201)]}, "too-many-options"),
    ],
)
def test_a_wrong_value_is_refused_by_name(changes, code):
    assert refused(**changes)[0] == code


def test_the_coordinators_key_and_a_deadline_are_taken():
    fields = read_agenda(agenda(coordinator="a" * 64, deadline="2026-12-31T18:00:00Z", engine=None))
    assert fields["coordinator"] == "a" * 64
    assert fields["deadline"] == "2026-12-31T18:00:00Z"


def test_attributes_are_well_formed_and_distinct():
    twenty = [{"name": f"a{n}", "type": "text", "unit": None} for n in range(20)]
    assert agenda(attributes=twenty, options=[{"a0": "x"}, {"a0": "y"}])
    assert refused(attributes=[*twenty, ATTRIBUTES[0]])[0] == "attributes"
    assert refused(attributes=[*ATTRIBUTES, {"name": "x", "type": "color", "unit": None}]) == (
        "attribute",
        "attributes.3",
    )
    assert refused(attributes=[*ATTRIBUTES, {"name": "RENT", "type": "text", "unit": None}]) == (
        "attribute-twice",
        "attributes.3",
    )


@pytest.mark.parametrize(
    "option, code, path",
    [
        ({"rent": 700}, "option-name", "options.2"),
        ({"flat": "x", "size": 5}, "option", "options.2"),
        ("Mill Lane", "option", "options.2"),
        ({"flat": "x", "rent": "700"}, "option-value", "options.2.rent"),
        ({"flat": "x", "rent": 700.0}, "option-value", "options.2.rent"),
        ({"flat": "x", "rent": True}, "option-value", "options.2.rent"),
        ({"flat": "x", "rent": None}, "option-value", "options.2.rent"),
        ({"flat": "x", "free": "31.12.2026"}, "option-value", "options.2.free"),
        ({"flat": "x" * 501}, "option-value", "options.2.flat"),
        ({"flat": ""}, "option-value", "options.2.flat"),
        ({"rent": 700, "flat": "Mill Lane"}, "same-options", "options.2"),
    ],
)
def test_an_option_fits_the_attributes_and_differs_from_the_others(option, code, path):
    assert refused(options=[*OPTIONS, option]) == (code, path)


def test_a_value_without_canonical_form_is_refused():
    assert refused(options=[*OPTIONS, {"flat": float("nan")}])[0] == "not-json"
    assert refused(options=[*OPTIONS, {"__tuple__": 1}])[0] == "not-json"


def test_an_agenda_is_bounded_in_size():
    big = [{"flat": f"{n} " + "x" * 490, "b": "y" * 500, "c": "z" * 500} for n in range(200)]
    attributes = [{"name": name, "type": "text", "unit": None} for name in ("flat", "b", "c")]
    assert refused(attributes=attributes, options=big)[0] == "too-large"


@pytest.mark.parametrize(
    "text, code",
    [
        (None, "not-text"),
        (b"{}", "not-text"),
        ("", "not-json"),
        ("[" * 100_000, "not-json"),
        ("[]", "fields"),
        ("{}", "fields"),
        ('{"round": 1, "round": 1}', "not-json"),
        (" " * 300_000, "too-large"),
    ],
)
def test_what_is_no_agenda_is_refused(text, code):
    assert read_code(text) == code


def test_a_missing_or_unknown_field_is_refused():
    assert read_code(altered(rule=...)) == "fields"
    assert read_code(altered(extra=1)) == "fields"


def test_another_rule_or_mode_is_refused():
    assert read_code(altered(rule="majority")) == "rule"
    assert read_code(altered(mode="sealed")) == "mode"


def test_another_spelling_of_the_same_agenda_is_refused():
    text = agenda()
    assert read_code(text + "\n") == "not-canonical"
    assert read_code(json.dumps(json.loads(text), indent=1)) == "not-canonical"
    assert read_code(text.replace('"round": 1', '"round":1')) == "not-canonical"
    assert read_code(text.replace("Mill", "\\u004dill")) == "not-canonical"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(json.loads(agenda()))), json_values)
def test_any_value_in_any_field_is_read_back_or_refused_by_name(field, value):
    try:
        text = altered(**{field: value})
    except TypeError:
        return
    try:
        assert canonical_json(read_agenda(text)) == text
    except AgendaError as error:
        assert error.code


@given(st.text())
def test_any_text_is_refused_with_a_code(text):
    assert read_code(text)


def test_every_template_makes_an_agenda():
    for name in templates.names():
        template = templates.load(name)
        assert template.pop("name") == name
        assert agenda(**template)
