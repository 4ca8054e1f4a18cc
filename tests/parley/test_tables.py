import csv
import hashlib
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
from tests.parley.tables import FLATS, column, remark, written


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


def test_rows_that_cannot_stand_as_options_are_told():
    table = read_table("o\tv\nA\t5\n\t6\nB\t7\nA\t5,0")
    assert remark(table, "unnamed-rows")["rows"] == [1]
    assert remark(table, "same-rows")["rows"] == [3]


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
