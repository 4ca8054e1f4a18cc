import pytest

from parley.tables import read_table
from tests.parley.tables import codes, columns


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
