import datetime
import json
import math
from pathlib import Path

import pytest

from parley import templates
from parley.agenda import build_agenda, read_agenda
from parley.command.question import read_question

ROOT = Path(__file__).parents[2]
TABLES = ["grant-committee", "shared-flat", "splitting-a-cost", "weekend-date", "who-does-what"]
WORDS = "in-your-own-words"
NAMES = sorted([*TABLES, WORDS])


def test_there_are_five_tables_and_one_list_of_words():
    assert templates.names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_template_is_a_question_that_can_be_put(name):
    template = templates.load(name)
    assert set(template) == {"name", "title", "context", "people", "attributes", "options"}
    assert template.pop("name") == name
    agenda = read_agenda(build_agenda(decision="0" * 32, round=1, **template))
    assert agenda["title"] == template["title"] and agenda["context"] == template["context"]
    assert agenda["options"] == template["options"]


@pytest.mark.parametrize("name", TABLES)
def test_every_table_shows_several_types_and_something_to_weigh(name):
    template = templates.load(name)
    types = {attribute["type"] for attribute in template["attributes"]}
    assert {"text", "money", "yes-no"} <= types and types & {"whole", "decimal"}
    assert 5 <= len(template["options"]) <= 8
    # A column in which all options are alike helps nobody to decide.
    for attribute in template["attributes"]:
        assert len({option[attribute["name"]] for option in template["options"]}) > 1


def test_what_is_in_somebody_s_own_words_is_sentences_and_nothing_to_measure():
    template = templates.load(WORDS)
    assert [attribute["type"] for attribute in template["attributes"]] == ["text"]
    ideas = [option["idea"] for option in template["options"]]
    assert all(len(idea.split()) > 3 for idea in ideas)
    # The terminal cuts what is longer, and a comma parts the texts of a list there.
    assert all(len(idea) <= 40 and "," not in idea for idea in ideas)


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_starts_from_the_template_that_the_page_offers(name):
    question = read_question(name)
    template = templates.load(name)
    assert (question.title, question.options) == (template["title"], template["options"])
    chip = f'data-template="{name}"'
    assert chip in (ROOT / "templates" / "new.html").read_text(encoding="utf-8")


def test_every_way_of_splitting_covers_the_whole_cost():
    template = templates.load("splitting-a-cost")
    shares = [attribute["name"] for attribute in template["attributes"][1:5]]
    assert len(shares) == template["people"]
    for option in template["options"]:
        assert math.fsum(option[share] for share in shares) == 2340
    assert "2340" in template["context"]


def test_every_weekend_starts_on_a_friday():
    for option in templates.load("weekend-date")["options"]:
        assert datetime.date.fromisoformat(option["arrive"]).strftime("%A") == "Friday"


def test_no_application_asks_for_more_than_there_is():
    template = templates.load("grant-committee")
    assert "12000" in template["context"]
    assert max(option["asks for"] for option in template["options"]) <= 12000


def test_the_grants_are_not_those_of_the_known_receipts(vector):
    receipt = vector("committee-clean.json")
    text = json.dumps(templates.load("grant-committee")).casefold()
    for entry in receipt["transcript"]["entries"]:
        assert entry["option"]["label"].casefold() not in text
        assert entry["option"]["id"] not in text
    assert receipt["title"].casefold() not in text


def test_the_shared_flat_is_there():
    flat = templates.load("shared-flat")
    assert set(flat) == {"name", "title", "context", "people", "attributes", "options"}
    assert 5 <= len(flat["options"]) <= 6
    assert [attribute["type"] for attribute in flat["attributes"]] == [
        "text",
        "text",
        "money",
        "whole",
        "yes-no",
        "date",
    ]


def test_every_option_fills_every_column():
    for name in templates.names():
        template = templates.load(name)
        columns = {attribute["name"] for attribute in template["attributes"]}
        assert all(set(option) == columns for option in template["options"])


@pytest.mark.parametrize("name", ["", "unknown", "../strict", "shared-flat.json", "__init__"])
def test_only_known_names_are_loaded(name):
    with pytest.raises(LookupError):
        templates.load(name)


def test_each_load_gives_a_template_of_its_own():
    templates.load("shared-flat")["options"].clear()
    assert templates.load("shared-flat")["options"]
