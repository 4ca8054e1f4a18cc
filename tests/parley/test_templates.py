import pytest

from parley import templates


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
