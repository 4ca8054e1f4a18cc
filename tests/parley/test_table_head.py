import pytest

from parley.tables import read_table
from tests.parley.tables import FLATS, codes, columns, remark


def test_a_first_row_that_fits_the_types_below_is_no_header():
    table = read_table("Mill Lane\t1200\tyes\nHarbour\t980\tno\nOld Town\t1400\tno")
    assert not table.has_header and len(table.rows) == 3
    assert [name for name, _, _ in columns(table)] == ["option", "column 2", "column 3"]
    assert codes(table) == ["no-header"]


def test_the_guess_about_the_header_can_be_overruled():
    assert len(read_table(FLATS, has_header=False).rows) == 3
    table = read_table("Pizza\nSushi\nTacos", has_header=True)
    assert table.attributes[0]["name"] == "Pizza" and len(table.rows) == 2
    assert codes(table) == []


def test_two_rows_of_texts_are_two_options():
    assert not read_table("Mill Lane\tCentre\nHarbour\tDocks").has_header


def test_the_same_name_gets_a_number_that_no_other_name_has_and_a_word_about_it():
    table = read_table("a,a,a,A,a 2\n1,2,3,4,5", has_header=True)
    assert [name for name, _, _ in columns(table)] == ["a", "a 3", "a 4", "A 5", "a 2"]
    renamed = [r for r in table.remarks if r["code"] == "column-renamed"]
    assert [(r["column"], r["name"]) for r in renamed] == [(1, "a 3"), (2, "a 4")]
    alike = remark(table, "column-alike")
    assert (alike["column"], alike["name"]) == (3, "A 5")
    assert "looks the same" in alike["message"]


def test_a_name_that_is_made_up_gives_way_to_one_that_stands_there():
    table = read_table("\toption\t\tcolumn 3\nA\t1\t2\t3", has_header=True)
    names = [name for name, _, _ in columns(table)]
    assert names == ["option 2", "option", "column 3 2", "column 3"]


@pytest.mark.parametrize("has_header", [None, True])
@pytest.mark.parametrize("title", ["Our flats", "\tOur flats", "Our flats\t\n\t"])
def test_a_title_above_the_names_of_the_columns_is_left_out(title, has_header):
    table = read_table(f"{title}\n{FLATS}", has_header=has_header)
    assert columns(table) == columns(read_table(FLATS)) and table.rows == read_table(FLATS).rows
    assert "title-left-out" in codes(table)


def test_an_option_with_nothing_but_a_name_is_no_title():
    for text in ("Pizza\t\nSushi\tcheap\nTapas\tfar\nSoup\thot", "Pizza\t\nSushi\t5\nTapas\t7"):
        table = read_table(text)
        assert any("Pizza" in row for row in table.rows)
        assert "title-left-out" not in codes(table)
    assert len(read_table(f"Our flats\n{FLATS}", has_header=False).rows) == 4


def test_columns_without_a_name_are_named():
    table = read_table("\trent\t\nA\t5\tx\nB\t6\ty", has_header=True)
    assert [name for name, _, _ in columns(table)] == ["option", "rent", "column 3"]
    assert [r["column"] for r in table.remarks if r["code"] == "column-named"] == [0, 2]


def test_names_that_no_attribute_can_have_are_changed():
    table = read_table(f"a\t__tuple__\t{'x' * 81}\n1\t2\t3", has_header=True)
    assert [name for name, _, _ in columns(table)] == ["a", "column 2", "x" * 79 + "…"]
    assert {"column-named", "name-shortened"} <= set(codes(table))


@pytest.mark.parametrize(
    "name, expected",
    [
        ("rent (EUR)", ("rent", "money", "EUR")),
        ("rent (€)", ("rent", "money", "EUR")),
        ("commute [min]", ("commute", "whole", "min")),
        ("rent (warm)", ("rent (warm)", "whole", None)),
    ],
)
def test_a_unit_in_the_name_becomes_the_unit(name, expected):
    assert columns(read_table(f"flat\t{name}\nA\t5\nB\t6"))[1] == expected


def test_a_unit_in_the_name_of_texts_stays_there():
    assert columns(read_table("flat\trent (EUR)\nA\task\nB\t6", has_header=True))[1] == (
        "rent (EUR)",
        "text",
        None,
    )
