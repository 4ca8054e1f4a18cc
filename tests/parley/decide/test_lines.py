import json

import pytest

from parley.command.decide.entries import Entries
from parley.command.decide.lines import LineError, read_line
from parley.command.question import QuestionError, read_question
from parley.sheet import SheetError, read_sheet
from parley.spec import Constraint, UtilityTerm

FLAT = read_question("shared-flat")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("rent <= 1600", ("rent", "<=", 1600)),
        ("rent<=1600", ("rent", "<=", 1600)),
        ("Rent at most 1,600 EUR", ("rent", "<=", 1600)),
        ("rent below 1600.50", ("rent", "<", 1600.5)),
        ("commute under 30 min", ("commute", "<", 30)),
        ("area is not station", ("area", "!=", "Station")),
        ("area != Station", ("area", "!=", "Station")),
        ("area = Moon", ("area", "==", "Moon")),
        ("AREA IN Centre, old town", ("area", "in", ["Centre", "Old town"])),
        ("area not in Canal,", ("area", "not_in", ["Canal"])),
        ("balcony is yes", ("balcony", "==", True)),
        ("free from before 1.3.2027", ("free from", "<", "2027-03-01")),
        ("free from >= 2027-02-01", ("free from", ">=", "2027-02-01")),
        ("flat is not Mill Lane 4", ("flat", "!=", "Mill Lane 4")),
    ],
)
def test_a_red_line_is_read(line, expected):
    assert read_line(line, FLAT) == Constraint(*expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("wish rent lower", {"direction": "lower", "lo": 1295, "hi": 1890, "weight": 1}),
        ("wish rent lower x3", {"direction": "lower", "lo": 1295, "hi": 1890, "weight": 3}),
        (
            "Wish rent HIGHER 1000 to 2000 x 0.5",
            {"direction": "higher", "lo": 1000, "hi": 2000, "weight": 0.5},
        ),
        (
            "wish free from lower",
            {"direction": "lower", "lo": "2027-01-01", "hi": "2027-04-01", "weight": 1},
        ),
        ("wish area = centre x2", {"prefer": "Centre", "weight": 2}),
        ("wish balcony is yes", {"prefer": True, "weight": 1}),
    ],
)
def test_a_wish_is_read_and_can_stand_on_a_sheet(line, expected):
    wish = read_line(line, FLAT)
    assert {key: value for key, value in wish.items() if key != "attr"} == expected
    Entries("Ana", FLAT).add(wish)


@pytest.mark.parametrize(
    "line",
    [
        "", "rent", "rents <= 5", "rent 1600", "rent <=", "rent <= lots", "price <= 5",
        "area < Centre", "balcony >= yes", "area in", "area in ,", "balcony is perhaps",
        "free from < 13/13/2027", "wish", "wish rent", "wish rent lower x0", "wish rent lower 5 to",
        "wish area lower", "wish rent lower 900 to 100", "wish view lower", "wish area =",
        "wish rent lower x9999",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_a_sentence(line):
    with pytest.raises(LineError, match=r"^[A-Z].* "):
        read_line(line, FLAT)


def test_entries_make_a_sheet_and_say_what_they_leave():
    entries = Entries("Ana", FLAT)
    assert entries.add(Constraint("rent", "<=", 1600)) == "r1"
    assert entries.add({"attr": "area", "weight": 1, "prefer": "Centre"}) == "w2"
    assert entries.effect() == "leaves 4 of 6 options"
    assert "r1  rent <= 1600   (leaves 4 of 6 options)" in entries.show()
    sheet = read_sheet(entries.sheet_text())
    assert (sheet.owner, len(sheet.red_lines), len(sheet.wishes)) == ("Ana", 1, 1)
    assert entries.drop("r1")
    assert not entries.drop("r1")
    assert entries.add(Constraint("rent", "<=", 1500)) == "r3"
    assert read_sheet(entries.sheet_text(anything=True)).anything


def test_what_cannot_stand_on_a_sheet_is_not_added():
    entries = Entries("Ana", FLAT)
    with pytest.raises(SheetError):
        entries.add(Constraint("rent", "==", [1]))
    assert not entries.add_term(UtilityTerm("rent"), "i1")
    assert not entries.add_term(UtilityTerm("view", direction="lower"), "i1")
    assert not entries.add_term(UtilityTerm("rent", prefer=[1]), "i1")
    assert entries.add_term(UtilityTerm("rent", direction="lower", hi=1500), "i1")
    assert entries.wishes["i1"] == {
        "attr": "rent", "weight": 1.0, "direction": "lower", "lo": 1295, "hi": 1500,
    }  # fmt: skip
    assert entries.hard == {}


def test_a_question_comes_from_a_recipe_without_its_parties(tmp_path):
    path = tmp_path / "venue.json"
    recipe = {
        "title": "Where?",
        "options": [{"id": "a", "cost": 5}, {"id": "b", "cost": 6.5}],
        "parties": [{"owner": "Ana", "hard": [{"attr": "cost", "op": "<", "value": 4321}]}],
    }
    path.write_text(json.dumps(recipe))
    question = read_question(str(path))
    assert (question.title, question.options) == ("Where?", recipe["options"])
    assert "4321" not in repr(question)
    assert read_question(str(path), "Other").title == "Other"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", "{", "JSON"),
        ("a.json", '{"options": []}', "no options"),
        ("a.csv", "", "nothing"),
        ("a.csv", "name,cost\na,1\n", "at least 2"),
        ("a.csv", "name,cost\na,1\na,1\nb,2\n", "the same as one above"),
        ("a.csv", "name,cost\n,1\nb,2\n", "no name"),
    ],
)
def test_options_that_cannot_be_read_are_one_sentence(tmp_path, name, content, words):
    (tmp_path / name).write_text(content)
    with pytest.raises(QuestionError, match=words):
        read_question(str(tmp_path / name))


@pytest.mark.parametrize("source", ["missing.csv", "", ".", "with\0zero", "\x1b[2J", "x" * 5000])
def test_what_is_neither_a_file_nor_a_template_is_said(source):
    with pytest.raises(QuestionError) as caught:
        read_question(source)
    assert "\x1b" not in str(caught.value)


def test_the_table_shows_hidden_characters(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"title": "t", "options": [{"id": "a\u200bb"}, {"id": "c"}]}))
    assert "\u200b" not in read_question(str(path)).table()
