import pytest

from negotiation.proposal import read_proposal
from negotiation.refusals import Invalid
from tests.negotiation.room import FLATS


def faults(**changed) -> dict[str, str]:
    with pytest.raises(Invalid) as caught:
        read_proposal({**FLATS, **changed})
    return {error.field: error.message for error in caught.value.errors}


def columns(*names: str, type: str = "text"):
    return [{"name": name, "type": type, "unit": None} for name in names]


def test_empty_rows_do_not_count_and_keep_the_numbers_of_the_others():
    proposal = read_proposal({**FLATS, "rows": [["", "", ""], *FLATS["rows"], [" ", "", "\t"], []]})
    assert len(proposal.options) == 3
    assert list(faults(rows=[[""], ["A", "x", ""], ["B", "", ""]])) == ["rows.1.1"]


def test_a_short_row_has_empty_cells():
    proposal = read_proposal({**FLATS, "rows": [["A"], ["B", "5"]]})
    assert proposal.options == [{"flat": "A"}, {"flat": "B", "rent": 5}]


def test_a_long_row_is_a_fault_unless_the_rest_is_empty():
    assert list(faults(rows=[["A", "1", "yes", "more"], ["B"]])) == ["rows.0"]
    assert read_proposal({**FLATS, "rows": [["A", "1", "yes", " "], ["B"]]}).options


def test_two_rows_that_say_the_same_are_told_even_when_spelled_differently():
    found = faults(rows=[["A", "1,250.00", "yes"], ["B", "1", ""], [" A ", "1250", "y"]])
    assert list(found) == ["rows.2"]
    assert "row 1" in found["rows.2"]


def test_one_option_is_too_few():
    assert list(faults(rows=[["A", "1", "yes"]])) == ["rows"]
    assert list(faults(rows=[])) == ["rows"]


def test_201_options_are_too_many():
    assert list(faults(rows=[[f"Flat {index}", "", ""] for index in range(201)])) == ["rows"]
    assert read_proposal({**FLATS, "rows": [[f"Flat {index}"] for index in range(200)]})


def test_two_columns_of_one_name_are_told_by_name():
    found = faults(attributes=columns("flat", "Rent", "rent"))
    assert list(found) == ["attributes.2.name"]
    assert "rent" in found["attributes.2.name"]


@pytest.mark.parametrize("name", ["", "   ", "__tuple__", "x" * 81, "re\u202ent"])
def test_a_column_needs_a_name_that_shows(name):
    assert list(faults(attributes=columns("flat", name, "x"))) == ["attributes.1.name"]


def test_an_unknown_type_of_column_is_told_once_and_not_for_each_cell():
    attributes = [*columns("flat"), {"name": "rent", "type": "colour", "unit": None}]
    assert list(faults(attributes=attributes, rows=[["A", "1"], ["B", "2"]])) == [
        "attributes.1.type"
    ]


@pytest.mark.parametrize("unit", ["x" * 21, "E\u202eUR"])
def test_a_unit_is_short_and_shows(unit):
    attributes = [*columns("flat"), {"name": "rent", "type": "money", "unit": unit}]
    assert list(faults(attributes=attributes, rows=[["A"], ["B"]])) == ["attributes.1.unit"]


def test_an_empty_unit_is_none():
    attributes = [{"name": "flat", "type": "text", "unit": " "}]
    proposal = read_proposal({**FLATS, "attributes": attributes, "rows": [["A"], ["B"]]})
    assert proposal.attributes[0]["unit"] is None


@pytest.mark.parametrize("count", [0, 21])
def test_a_table_has_1_to_20_columns(count):
    drafts = columns(*(f"c{index}" for index in range(count)))
    assert list(faults(attributes=drafts)) == ["attributes"]


@pytest.mark.parametrize("people", [None, 1, 31, 0, -2, 10**15])
def test_between_2_and_30_people_take_part(people):
    assert list(faults(people=people)) == ["people"]


def test_names_say_how_many_take_part():
    proposal = read_proposal({**FLATS, "people": None, "names": [" Cara", "", "Ana", "Bob "]})
    assert proposal.names == ["Ana", "Bob", "Cara"]
    assert proposal.people == 3


def test_a_name_given_twice_is_told_where_it_stands():
    assert list(faults(names=["Ana", "Bob", "", "ana"])) == ["names.3"]


def test_a_name_that_looks_like_another_on_the_list_is_told_where_it_stands():
    found = faults(names=["Ana", "Bob", "Аnа", "B0b", "Ána"])
    assert list(found) == ["names.2", "names.3"]
    assert all("looks like" in message for message in found.values())
    people = {"people": None, "names": ["Lara", "Iara", "Karl", "Kari", "Ana", "Ána"]}
    assert len(read_proposal({**FLATS, **people}).names) == 6


def test_one_name_is_too_few_and_31_are_too_many():
    assert list(faults(names=["Ana"])) == ["names"]
    assert list(faults(names=[f"P{index}" for index in range(31)])) == ["names"]


def test_a_name_that_nobody_can_have_is_told_where_it_stands():
    assert list(faults(names=["Ana", "B\u202eob", "x" * 61])) == ["names.1", "names.2"]


def test_a_title_and_a_context_have_their_lengths():
    assert list(faults(title="x" * 201, context="x" * 4001)) == ["title", "context"]
    assert read_proposal({**FLATS, "title": "x" * 200, "context": "x" * 4000})


def test_a_context_may_be_empty_and_have_lines():
    assert read_proposal({**FLATS, "context": ""}).context == ""
    assert read_proposal({**FLATS, "context": "One.\nTwo."}).context == "One.\nTwo."


def test_what_is_missing_is_asked_for_by_what_it_is():
    found = faults(title=" ", attributes=columns("flat", " ", "x"))
    assert found["title"] == "Say what you decide."
    assert found["attributes.1.name"] == "Give this column a name."


def amounts(unit: str | None, *cells: str, type: str = "money"):
    """A table with these cells in its second column."""
    second = {"name": "amount", "type": type, "unit": unit}
    rows = [[f"Option {index}", cell] for index, cell in enumerate(cells)]
    return {"attributes": [*columns("option"), second], "rows": rows}


def test_the_unit_of_the_column_may_stand_beside_a_number():
    minutes = amounts("min", "9 min", "12", "15 MIN", type="whole")
    options = read_proposal({**FLATS, **minutes}).options
    assert [option["amount"] for option in options] == [9, 12, 15]
    assert list(faults(**amounts("min", "9 h", "12", type="whole"))) == ["rows.0.1"]


def test_another_currency_is_refused_with_the_way_out():
    found = faults(**amounts("EUR", "700 USD", "650", "EUR 700"))
    assert list(found) == ["rows.0.1"]
    assert "another currency" in found["rows.0.1"]
    assert "EUR" in found["rows.0.1"]
    assert read_proposal({**FLATS, **amounts(None, "700 USD", "650")})


@pytest.mark.parametrize("cell", ["9007199254740992", "-1" + "0" * 30, "0.0000000001"])
def test_a_number_out_of_range_may_be_too_large_or_too_small(cell):
    message = faults(**amounts(None, cell, "1", type="decimal"))["rows.0.1"]
    assert "too large" in message
    assert "too close to 0" in message


def test_invisible_characters_make_no_name_no_row_and_no_second_option():
    assert list(faults(rows=[["A"], ["\u200b", "5"]])) == ["rows.1.0"]
    assert list(faults(rows=[["A"], ["A\u200b"]])) == ["rows.1"]
    assert list(faults(rows=[["A"], ["\u2060", "\u200b"]])) == ["rows"]
    assert list(faults(attributes=columns("flat", "\u200b", "x"))) == ["attributes.1.name"]
    assert list(faults(title="\u3164")) == ["title"]


def test_faults_are_listed_up_to_a_bound_which_the_last_one_says():
    wide = columns(*(f"c{index}" for index in range(20)), type="whole")
    found = faults(attributes=wide, rows=[["x"] * 20 for _ in range(200)])
    assert len(found) == 50
    *others, last = found.values()
    assert "first 50" in last and last.startswith(others[0])
    assert not any("first 50" in message for message in others)


def test_1001_rows_are_too_many_even_when_they_are_empty():
    empty = [[] for _ in range(1001 - len(FLATS["rows"]))]
    found = faults(rows=[*FLATS["rows"], *empty])
    assert list(found) == ["rows"] and "1000" in found["rows"]
    assert len(read_proposal({**FLATS, "rows": [*FLATS["rows"], *empty[1:]]}).options) == 3
