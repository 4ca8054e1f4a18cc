import pytest

from parley.tables import read_table
from tests.parley.tables import codes, column, columns, remark, written


@pytest.mark.parametrize(
    "cells, expected",
    [
        (["yes", "No", "y"], ("yes-no", None, ["yes", "no", "yes"])),
        (["TRUE", "FALSE"], ("yes-no", None, ["yes", "no"])),
        (["ja", "Nein"], ("yes-no", None, ["yes", "no"])),
        (["oui", "non"], ("yes-no", None, ["yes", "no"])),
        (["Sí", "no"], ("yes-no", None, ["yes", "no"])),
        (["WAHR", "FALSCH"], ("yes-no", None, ["yes", "no"])),
        (["VRAI", "FAUX"], ("yes-no", None, ["yes", "no"])),
        (["VERO", "FALSO"], ("yes-no", None, ["yes", "no"])),
        (["VERDADERO", "FALSO"], ("yes-no", None, ["yes", "no"])),
        (["VRAI", "FALSCH"], ("text", None, ["VRAI", "FALSCH"])),
        (["1", "0"], ("whole", None, ["1", "0"])),
        (["✓", "x"], ("text", None, ["✓", "x"])),
        (["12", "7"], ("whole", None, ["12", "7"])),
        (["2.0", "3.5"], ("decimal", None, ["2", "3.5"])),
        (["-5", "\u22127", "+3"], ("whole", None, ["-5", "-7", "3"])),
        (["01067", "80331"], ("text", None, ["01067", "80331"])),
        (["€ 1,200.50", "$"], ("text", None, ["€ 1,200.50", "$"])),
        (["€ 1,200.50", "900"], ("money", "EUR", ["1200.5", "900"])),
        (["1200 EUR", "900 €"], ("money", "EUR", ["1200", "900"])),
        (["-$5", "$-7.25"], ("money", "$", ["-5", "-7.25"])),
        (["US$5", "7 USD"], ("money", "USD", ["5", "7"])),
        (["CHF 1'250.00", "CHF 980.00"], ("money", "CHF", ["1250", "980"])),
        (["1 250,50 zł", "980,00 zł"], ("money", "PLN", ["1250.5", "980"])),
        (["1.200,- €", "900,– €"], ("money", "EUR", ["1200", "900"])),
        (["5 €/month", "6 €/month"], ("money", "€/month", ["5", "6"])),
        (["9 min", "12 min"], ("whole", "min", ["9", "12"])),
        (["2,5km", "3km"], ("decimal", "km", ["2.5", "3"])),
        (["15%", "20 %"], ("whole", "%", ["15", "20"])),
        (["3 rooms", "2 rooms"], ("whole", "rooms", ["3", "2"])),
        (["1,25,000", "12,34,567", "900"], ("whole", None, ["125000", "1234567", "900"])),
        (["₹1,25,000.50", "₹900"], ("money", "INR", ["125000.5", "900"])),
        (["(500)", "300"], ("whole", None, ["-500", "300"])),
        (["(1,200.50 €)", "€ (3)", "7 €"], ("money", "EUR", ["-1200.5", "-3", "7"])),
        (["(1)", "(2)"], ("text", None, ["(1)", "(2)"])),
        (["4a", "5a"], ("text", None, ["4a", "5a"])),
        (["12 Elm Road", "3 Oak Road"], ("text", None, ["12 Elm Road", "3 Oak Road"])),
        (["Elm Road 12", "Elm Road 3"], ("text", None, ["Elm Road 12", "Elm Road 3"])),
        (["2027-03-01", "1.4.2027"], ("date", None, ["2027-03-01", "2027-04-01"])),
        (["31/12/2026", "03/04/2027"], ("date", None, ["2026-12-31", "2027-04-03"])),
        (["12/31/2026", "03/04/2027"], ("date", None, ["2026-12-31", "2027-03-04"])),
        (["14. März 2027", "1.4.27"], ("date", None, ["2027-03-14", "2027-04-01"])),
        (["14 March 2027", "2027-04-01"], ("date", None, ["2027-03-14", "2027-04-01"])),
        (["2027-03-14 00:00:00", "2027-04-01T00:00"], ("date", None, ["2027-03-14", "2027-04-01"])),
        (["2027-03-14 10:00", "2027-04-01"], ("text", None, ["2027-03-14 10:00", "2027-04-01"])),
        (["2027-02-30", "2027-03-01"], ("text", None, ["2027-02-30", "2027-03-01"])),
        (["9:30", "10:00"], ("text", None, ["9:30", "10:00"])),
        (["99999999999999999999", "1"], ("text", None, ["99999999999999999999", "1"])),
        (["5", "many"], ("text", None, ["5", "many"])),
        (["5", ""], ("whole", None, ["5", ""])),
        (["", ""], ("text", None, ["", ""])),
    ],
)
def test_a_column_gets_its_type_from_all_of_its_cells(cells, expected):
    assert column(*cells) == expected


@pytest.mark.parametrize(
    "cells, expected",
    [
        (["1.234,50", "1,50", "1.234"], ["1234.5", "1.5", "1234"]),
        (["1,234.50", "1.5", "1,234"], ["1234.5", "1.5", "1234"]),
        (["1 234,5", "1,234"], ["1234.5", "1.234"]),
        (["1.234.567", "1.234"], ["1234567", "1234"]),
        (["0,234", "1,234"], ["0.234", "1.234"]),
        (["0.5", "1.234"], ["0.5", "1.234"]),
    ],
)
def test_marks_mean_the_same_in_a_whole_column(cells, expected):
    table = read_table(written([["o", "v"], *(["x", cell] for cell in cells)], dialect="excel-tab"))
    assert [row[1] for row in table.rows] == expected
    assert not {"ambiguous-numbers", "mixed-marks"} & set(codes(table))


def test_thousands_alone_are_whole_and_the_other_reading_is_offered():
    table = read_table("city\tpeople\nA\t1,234\nB\t12,500\nC\t980")
    assert [row[1] for row in table.rows] == ["1234", "12500", "980"]
    assert columns(table)[1] == ("people", "whole", None)
    asked = remark(table, "ambiguous-numbers")
    assert asked["column"] == 1
    assert (asked["example"], asked["readings"]) == ("1,234", ["1234", "1.234"])
    assert asked["instead"] == {
        "type": "decimal",
        "unit": None,
        "cells": ["1.234", "12.5", "980"],
    }


def test_a_point_before_three_digits_is_a_decimal_point_and_thousands_are_offered():
    table = read_table("thing\tsize\nA\t1.234\nB\t2.500")
    assert [row[1] for row in table.rows] == ["1.234", "2.5"]
    asked = remark(table, "ambiguous-numbers")
    assert asked["instead"] == {"type": "whole", "unit": None, "cells": ["1234", "2500"]}


def test_another_column_tells_how_this_table_writes_decimals():
    table = read_table("city\tpeople\tarea\nA\t1.234\t3,5\nB\t2.500\t4,25")
    assert [row[1:] for row in table.rows] == [["1234", "3.5"], ["2500", "4.25"]]
    assert "ambiguous-numbers" not in codes(table)


def test_semicolons_between_cells_go_with_a_decimal_comma():
    table = read_table("thing;size\nA;1,234\nB;2,500\n")
    assert [row[1] for row in table.rows] == ["1.234", "2.5"]
    assert remark(table, "ambiguous-numbers")["instead"]["cells"] == ["1234", "2500"]


def test_prices_with_three_digits_behind_a_mark_are_thousands():
    for cells in (["1.234 €", "900 €"], ["1,234 €", "900 €"]):
        rows = [["o", "v"], *(["x", cell] for cell in cells)]
        table = read_table(written(rows, dialect="excel-tab"))
        assert [row[1] for row in table.rows] == ["1234", "900"]
        assert "ambiguous-numbers" not in codes(table)


def test_both_marks_as_decimals_are_said():
    table = read_table("o\tv\nA\t1.5\nB\t2,5")
    assert [row[1] for row in table.rows] == ["1.5", "2.5"]
    assert remark(table, "mixed-marks")["column"] == 1


def test_dates_that_could_be_swapped_are_asked_about():
    table = read_table("trip\tday\nA\t03/04/2027\nB\t05/05/2027")
    assert [row[1] for row in table.rows] == ["2027-04-03", "2027-05-05"]
    asked = remark(table, "ambiguous-dates")
    assert asked["readings"] == ["2027-04-03", "2027-03-04"]
    assert asked["instead"]["cells"] == ["2027-03-04", "2027-05-05"]


def test_several_currencies_stay_texts_and_that_is_said():
    table = read_table("o\tv\nA\t5 EUR\nB\t6 USD")
    assert columns(table)[1][1:] == ("text", None)
    assert remark(table, "several-currencies")["column"] == 1


def test_cells_that_say_unknown_are_empty_beside_numbers_and_kept_beside_texts():
    table = read_table("o\trent\tnote\nA\t5\t-\nB\tn/a\tnice\nC\t–\told")
    assert [row[1:] for row in table.rows] == [["5", "-"], ["", "nice"], ["", "old"]]
    assert remark(table, "placeholders-emptied")["column"] == 1


def test_crosses_alone_ask_whether_empty_means_no():
    table = read_table("o\tlift\nA\tx\nB\t\nC\tX")
    assert [row[1] for row in table.rows] == ["yes", "", "yes"]
    assert remark(table, "blank-or-no")["instead"]["cells"] == ["yes", "no", "yes"]


def test_what_options_are_called_can_be_dates_but_not_yes_or_no():
    assert columns(read_table("2027-05-01\n2027-05-08")) == [("option", "date", None)]
    assert columns(read_table("yes\nno")) == [("option", "text", None)]
