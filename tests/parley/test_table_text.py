import pytest

from parley.tables import read_table
from tests.parley.tables import FLATS, codes, column, columns


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
