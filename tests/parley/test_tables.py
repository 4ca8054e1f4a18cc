import csv
import hashlib
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.proposal_table import read_attributes, read_options
from parley.cells import parse_cell
from parley.options import attribute_key, is_attribute
from parley.table_columns import cell_text
from parley.tables import MAX_TABLE_BYTES, TableError, read_table
from parley.text import clean_line

FLATS = "flat\trent\tbalcony\nMill Lane\t1250.5\tyes\nHarbour\t980\tno\n"


def columns(table):
    return [(a["name"], a["type"], a["unit"]) for a in table.attributes]


def column(*cells, name="value"):
    """The type, unit and cells that a second column gets, below its name."""
    rows = [["option", name], *([f"Option {index}", cell] for index, cell in enumerate(cells))]
    table = read_table(written(rows, dialect="excel-tab"), has_header=True)
    attribute = table.attributes[1]
    return attribute["type"], attribute["unit"], [row[1] for row in table.rows]


def written(rows, **options):
    out = io.StringIO()
    csv.writer(out, **options).writerows(rows)
    return out.getvalue()


def codes(table):
    return [remark["code"] for remark in table.remarks]


def remark(table, code):
    return next(remark for remark in table.remarks if remark["code"] == code)


def code_of(data, **options):
    with pytest.raises(TableError) as caught:
        read_table(data, **options)
    return caught.value.code


def test_a_paste_from_a_spreadsheet_has_names_types_and_plain_cells():
    table = read_table(FLATS)
    assert table.to_dict() == {
        "attributes": [
            {"name": "flat", "type": "text", "unit": None},
            {"name": "rent", "type": "decimal", "unit": None},
            {"name": "balcony", "type": "yes-no", "unit": None},
        ],
        "rows": [["Mill Lane", "1250.5", "yes"], ["Harbour", "980", "no"]],
        "remarks": [
            {
                "code": "header-guessed",
                "message": "The first row was taken as the names of the columns.",
            }
        ],
        "has_header": True,
        "is_list": None,
    }
    assert json.loads(json.dumps(table.to_dict())) == table.to_dict()


# Letters


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"]
)
def test_files_of_common_encodings_read_the_same(encoding):
    text = "Wohnung;Größe\nMühle;groß\nCafé;klein\nÖstlich;klein\n"
    table = read_table(text.encode(encoding))
    assert [name for name, _, _ in columns(table)] == ["Wohnung", "Größe"]
    assert table.rows == [["Mühle", "groß"], ["Café", "klein"], ["Östlich", "klein"]]
    assert ("legacy-encoding" in codes(table)) == (encoding in ("cp1252", "latin-1"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_other_scripts_survive_without_a_byte_order_mark(encoding):
    table = read_table("квартира\tцена\nМельница\t1 200\nГавань\t980\n".encode(encoding))
    assert columns(table) == [("квартира", "text", None), ("цена", "whole", None)]
    assert table.rows == [["Мельница", "1200"], ["Гавань", "980"]]


def test_big_endian_files_with_a_mark_are_read():
    assert read_table(b"\xfe\xff" + FLATS.encode("utf-16-be")).rows[1][0] == "Harbour"


def test_the_signs_of_windows_1252_are_read():
    assert column("5 €", "7 €") == ("money", "EUR", ["5", "7"])
    table = read_table("a;b\nx;5 \u20ac\ny;\u201eso\u201c\n".encode("cp1252"))
    assert table.rows == [["x", "5 €"], ["y", "„so“"]]
    assert read_table(b"caf\xe9 \x81\nbar").rows == [["café"], ["bar"]]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_systems_are_read(line_end):
    text = FLATS.replace("\n", line_end)
    assert read_table(text).rows == read_table(text.encode()).rows == read_table(FLATS).rows


def test_a_mark_before_a_pasted_text_is_no_part_of_the_first_name():
    assert read_table("\ufeff" + FLATS).attributes[0]["name"] == "flat"


def test_hidden_characters_are_left_out_and_that_is_said():
    table = read_table("A\u202ena\nBo\x00b\nCara\ud800")
    assert table.rows == [["Ana"], ["Bob"], ["Cara"]]
    assert "hidden-removed" in codes(table)
    assert "hidden-removed" not in codes(read_table(FLATS))


# Separators and quotes


@pytest.mark.parametrize("separator", "\t,;")
def test_the_separator_is_found(separator):
    assert read_table(FLATS.replace("\t", separator)).rows == read_table(FLATS).rows


def test_a_decimal_comma_does_not_make_columns():
    table = read_table("name;price\nA;1,50\nB;2,30\nC;4,00\n")
    assert [row[1] for row in table.rows] == ["1.5", "2.3", "4"]
    assert columns(table)[1][:2] == ("price", "decimal")


def test_quoted_cells_keep_separators_quotes_and_line_breaks():
    table = read_table('name,note\n"Mill Lane, 4","says ""hi""\nand more"\nHarbour,"a;b;c"\n')
    assert table.rows == [["Mill Lane, 4", 'says "hi" and more'], ["Harbour", "a;b;c"]]


def test_blanks_behind_a_separator_do_not_matter():
    table = read_table('name, note, price\nA, "x, y", 5\nB, z, 6\n')
    assert table.rows == [["A", "x, y", "5"], ["B", "z", "6"]]


def test_quotes_that_are_not_in_order_are_characters():
    table = read_table('pipe\tlength\n5" pipe\t10\n"Best" one\t12\n"open\t14\n')
    assert [row[0] for row in table.rows] == ['5" pipe', '"Best" one', '"open']


def test_a_line_that_names_the_separator_is_no_row():
    assert read_table("sep=;\nA,1;B\nC,2;D\n", has_header=False).rows == [
        ["A,1", "B"],
        ["C,2", "D"],
    ]


def test_short_rows_are_filled_and_empty_ones_left_out():
    table = read_table("a,b,c\n1,2,3\n\n4\n,,\n5,6\n")
    assert table.rows == [["1", "2", "3"], ["4", "", ""], ["5", "6", ""]]


def test_wholly_empty_columns_are_left_out_but_named_ones_stay():
    table = read_table("a\t\tb\tnotes\n1\t\t2\t\n3\t\t4\t\n")
    assert [name for name, _, _ in columns(table)] == ["a", "b", "notes"]
    assert table.rows == [["1", "2", ""], ["3", "4", ""]]


# Lists


@pytest.mark.parametrize(
    "text",
    [
        "Pizza, thin\nSushi\nTacos, hot, with beans",
        "- Pizza, thin\n- Sushi\n- Tacos, hot, with beans",
        "* Pizza, thin\n\n* Sushi\n\n* Tacos, hot, with beans\n",
        "  • Pizza, thin\n  • Sushi\n  • Tacos, hot, with beans",
        "1. Pizza, thin\n2. Sushi\n3. Tacos, hot, with beans",
        "1) Pizza, thin\r\n2) Sushi\r\n3) Tacos, hot, with beans",
        "a) Pizza, thin\nb) Sushi\nc) Tacos, hot, with beans",
        "- [ ] Pizza, thin\n- [x] Sushi\n- [ ] Tacos, hot, with beans\n- [ ] ",
        "[ ] Pizza, thin\n[ ] Sushi\n[x] Tacos, hot, with beans",
    ],
)
def test_a_list_of_lines_gives_one_option_each(text):
    table = read_table(text)
    assert columns(table) == [("option", "text", None)]
    assert table.rows == [["Pizza, thin"], ["Sushi"], ["Tacos, hot, with beans"]]
    assert "no-header" in codes(table)


def test_marked_lines_with_one_comma_each_are_still_a_list():
    assert read_table("- A, one\n- B, two\n- C, three").rows == [
        ["A, one"],
        ["B, two"],
        ["C, three"],
    ]


PLACES = "Pizza, the big one\nSushi, cheap\nTapas, far away\n"


def test_lines_that_read_like_sentences_are_options_although_each_has_one_comma():
    table = read_table(PLACES)
    assert columns(table) == [("option", "text", None)]
    assert table.rows == [["Pizza, the big one"], ["Sushi, cheap"], ["Tapas, far away"]]
    assert table.is_list is True and "one-per-line" in codes(table)


def test_a_list_with_commas_and_a_table_are_each_read_as_the_other_when_asked():
    table = read_table(PLACES, is_list=False, has_header=False)
    assert table.rows[0] == ["Pizza", "the big one"] and table.is_list is False
    areas = "name, area\nMill Lane, Centre\nHarbour, Docks"
    assert read_table(areas).is_list is False and len(columns(read_table(areas))) == 2
    assert read_table(areas, is_list=True).rows[1] == ["Mill Lane, Centre"]
    assert read_table("Pizza,big\nSushi,small").is_list is False
    assert read_table("Pizza,5\nSushi,6", is_list=False).is_list is False


@pytest.mark.parametrize(
    "text",
    [
        "Mill Lane, centre\nHarbour, docks\nOld Town, docks",
        "name, colour\nMug, blue\nCup, red",
        "Mug, blue\nCup,red",
        "Mill Lane, 1200\nHarbour, 980",
        '"Mug", blue\nCup, "red"',
        "A, b, c\nD, e, f",
        "Mill Lane, yes\nHarbour, no",
    ],
)
def test_what_could_be_columns_stays_a_table(text):
    assert len(columns(read_table(text))) > 1


@pytest.mark.parametrize(
    "text", ["Pizza\nSushi", "A\t5\nB\t6", "A, 5\nB, 6", '"a, b", c\nd, e', "sep=,\nA, b\nC, d"]
)
def test_where_only_one_reading_makes_sense_nothing_is_offered(text):
    assert read_table(text).is_list is None


def test_a_line_with_a_colon_stands_over_its_list():
    table = read_table("Where we eat:\n- Pizza\n- Sushi")
    assert columns(table) == [("Where we eat", "text", None)]
    assert table.rows == [["Pizza"], ["Sushi"]]


@pytest.mark.parametrize(
    "text, first",
    [
        ("-5\n-3\n-2", "-5"),
        ("1.5\n2.5", "1.5"),
        ("A. Smith\nB. Jones", "A. Smith"),
        ("- A\nB\n- C", "- A"),
        ("3. A\n7. B", "3. A"),
        ("1. 2. 2027\n2. 2. 2027", "2027-02-01"),
    ],
)
def test_what_only_resembles_list_marks_stays(text, first):
    assert read_table(text, has_header=False).rows[0] == [first]


def test_the_parts_of_one_line_are_options():
    table = read_table("Pizza, Sushi, Tacos")
    assert table.rows == [["Pizza"], ["Sushi"], ["Tacos"]]
    assert "one-line" in codes(table)
    assert read_table("Pizza").rows == [["Pizza"]]


# Names of columns


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


# Types


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


def test_rows_that_cannot_stand_as_options_are_told():
    table = read_table("o\tv\nA\t5\n\t6\nB\t7\nA\t5,0")
    assert remark(table, "unnamed-rows")["rows"] == [1]
    assert remark(table, "same-rows")["rows"] == [3]


# Bounds


@pytest.mark.parametrize(
    "data, expected",
    [
        ("", "empty"),
        (b"", "empty"),
        (" \n\t\n;;;\n", "empty"),
        (None, "not-text"),
        (5, "not-text"),
        (["a"], "not-text"),
        (b"PK\x03\x04rest", "spreadsheet-file"),
        (b"\xd0\xcf\x11\xe0rest", "spreadsheet-file"),
        (hashlib.sha512(b"a picture").digest() * 20, "not-text"),
        ("x" * (MAX_TABLE_BYTES + 1), "too-large"),
        (b"x" * (MAX_TABLE_BYTES + 1), "too-large"),
        ("ü" * (MAX_TABLE_BYTES // 2 + 1), "too-large"),
        ("x" * 501, "cell-too-long"),
        ("a\n" + "x" * 200_000, "cell-too-long"),
        ('a,b\n"' + "x" * 200_000, "cell-too-long"),
        ("\n".join(f"row {i}" for i in range(201)), "too-many-rows"),
        ("\n".join(f"{i}\tx" for i in range(400)), "too-many-rows"),
        ("\t".join("abcdefghijklmnopqrstu"), "too-many-columns"),
        ("a\n" * (MAX_TABLE_BYTES // 2), "too-many-rows"),
        ("a,b;" * (MAX_TABLE_BYTES // 4), "too-many-rows"),
        ("a\t" * (MAX_TABLE_BYTES // 2), "too-many-columns"),
    ],
)
def test_what_is_no_table_or_too_much_has_a_code(data, expected):
    assert code_of(data) == expected


def test_the_bounds_themselves_are_taken():
    rows = [[f"c{index}" for index in range(20)]]
    rows += [[f"r{row}", *["1"] * 18, "x" * 500] for row in range(200)]
    table = read_table(written(rows))
    assert len(table.rows) == 200 and len(table.attributes) == 20


def test_an_error_repeats_nothing_of_the_table():
    with pytest.raises(TableError) as caught:
        read_table("Marker" * 100)
    assert "Marker" not in str(caught.value)


# Properties

TRICKY = st.text(
    alphabet=st.one_of(
        st.sampled_from("\t,;\"'\n\r -*.0123456789€$%/()[]xyesno\ufeff\u202e\x00\x1f\ud800"),
        st.characters(),
    ),
    max_size=80,
)


def check(table):
    assert 1 <= len(table.attributes) <= 20 and len(table.rows) <= 200
    assert all(map(is_attribute, table.attributes))
    keys = {attribute_key(attribute["name"]) for attribute in table.attributes}
    assert len(keys) == len(table.attributes)
    for row in table.rows:
        assert len(row) == len(table.attributes) and any(row)
        for cell, attribute in zip(row, table.attributes, strict=True):
            parse_cell(cell, attribute["type"])
    for said in table.remarks:
        if "instead" in said:
            assert len(said["instead"]["cells"]) == len(table.rows)
            for cell in said["instead"]["cells"]:
                parse_cell(cell, said["instead"]["type"])
    json.dumps(table.to_dict(), allow_nan=False)


@given(
    TRICKY | st.binary(max_size=80),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, True, False]),
)
def test_anything_is_a_sound_table_or_a_clear_error(data, has_header, is_list):
    try:
        table = read_table(data, has_header=has_header, is_list=is_list)
    except TableError as error:
        assert error.code and str(error)
    else:
        check(table)


@given(
    st.lists(
        st.sampled_from(
            [
                "1,5",
                "1.5",
                "1,234",
                "1.234",
                "1.234,5",
                "7",
                "3/4/2027",
                "13/4/2027",
                "x",
                "yes",
                "-",
                "5 €",
                "€6",
                "8 min",
                "",
                "a",
            ]
        ),
        min_size=2,
        max_size=6,
    )
)
def test_the_server_takes_every_cell_as_it_stands(cells):
    rows = [["o", "v"], *([f"Option {index}", cell] for index, cell in enumerate(cells))]
    table = read_table(written(rows), has_header=True)
    check(table)
    errors = []
    attributes = read_attributes(table.attributes, errors)
    options = read_options(table.rows, attributes, errors)
    assert errors == [] and len(options) == len(cells)


# Letters before and behind keep a cell from being a number, a mark or blank.
WORDS = st.text(alphabet="ab ,;\"'\n\téж漢🦊", max_size=12).map(lambda text: f"w{text}w")


def one_line(text):
    return clean_line(text, 500)


@given(
    st.integers(2, 5).flatmap(
        lambda width: st.lists(
            st.lists(WORDS, min_size=width, max_size=width), min_size=2, max_size=6
        )
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\r\n", "\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]),
)
def test_what_the_standard_library_writes_reads_back(rows, separator, line_end, encoding):
    text = written(rows, delimiter=separator, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    table = read_table(text.encode(encoding), has_header=False)
    assert table.rows == [[one_line(cell) for cell in row] for row in rows]


@given(
    st.lists(
        st.lists(
            st.text(alphabet="ab \"'éß", max_size=8).map(lambda t: f"w{t}w"), min_size=3, max_size=3
        ),
        min_size=2,
        max_size=6,
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["utf-8", "cp1252"]),
)
def test_cells_that_are_quoted_only_where_needed_read_back(rows, separator, encoding):
    text = written(rows, delimiter=separator)
    table = read_table(text.encode(encoding), has_header=False)
    assert table.rows == [[one_line(cell) for cell in row] for row in rows]


@given(
    st.floats(1e-9, 2**53) | st.floats(-(2**53), -1e-9) | st.integers(-(2**53) + 1, 2**53 - 1),
    st.sampled_from(["decimal", "money"]),
)
def test_a_value_as_a_cell_reads_back_as_the_same_value(value, type):
    value = int(value) if value == int(value) and abs(value) < 2**53 else value
    if abs(value) < 2**53:
        assert parse_cell(cell_text(value, type), type) == value


@given(
    st.lists(
        st.floats(-1e12, 1e12).filter(lambda x: x == 0 or abs(x) >= 1e-9), min_size=1, max_size=5
    ),
    st.sampled_from(["plain", "comma", "points and comma"]),
)
def test_numbers_read_back_as_they_were_written(numbers, style):
    texts = []
    for number in numbers:
        text = f"{number:,.4f}" if style == "points and comma" else f"{number:.4f}"
        if style != "plain":
            text = text.translate(str.maketrans(",.", ".,"))
        texts.append(text)
    type, unit, cells = column(*texts)
    assert (type, unit) == ("decimal", None)
    assert [parse_cell(cell, type) for cell in cells] == [
        pytest.approx(round(number, 4), abs=1e-9) for number in numbers
    ]
