import json

import pytest

from parley.command import main
from parley.receipt import verify

RECIPE = {
    "title": "Where do we meet?",
    "options": [
        {"id": "rooftop", "cost": 900},
        {"id": "garden", "cost": 600},
        {"id": "diner", "cost": 300},
    ],
    "parties": [
        {"owner": "Ana", "utility": [{"attr": "id", "prefer": "garden"}]},
        {
            "owner": "Bob",
            "hard": [{"attr": "cost", "op": "<=", "value": 700}],
            "utility": [{"attr": "cost", "direction": "lower", "lo": 0, "hi": 1000}],
        },
        {"owner": "Cara"},
    ],
    "presentation": {"ignored": True},
}


@pytest.fixture
def recipe(tmp_path):
    def write(**change):
        path = tmp_path / "recipe.json"
        path.write_text(json.dumps({**RECIPE, **change}))
        return str(path)

    return write


def test_a_recipe_is_decided_ratified_and_gets_a_receipt(recipe, tmp_path, capsys):
    out = tmp_path / "out.json"
    assert main(["run", recipe(), "--receipt", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "Decision: garden" in printed
    assert "rooftop: Ana 0.00, Bob red line, Cara 0.50" in printed
    assert printed.count("every red line holds") == 3
    assert "700" not in printed
    content = json.loads(out.read_text())
    assert verify(out.read_bytes()).exit_code == 0
    assert content["unanimous_acceptance"] is True
    assert content["transcript_hash"] in printed


def test_json_says_the_same(recipe, capsys):
    assert main(["run", recipe(), "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["status"], outcome["decision"]) == ("agreed", RECIPE["options"][1])
    assert outcome["red_lines_held"] == {"Ana": True, "Bob": True, "Cara": True}
    assert outcome["receipt"] is None


def test_a_deadlock_is_an_outcome(recipe, tmp_path, capsys):
    parties = [
        {"owner": "Ana", "hard": [{"attr": "cost", "op": "<", "value": 300}]},
        {"owner": "Bob"},
    ]
    out = tmp_path / "out.json"
    assert main(["run", recipe(parties=parties), "--receipt", str(out)]) == 0
    assert "Deadlock" in capsys.readouterr().out
    assert verify(out.read_bytes()).exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        {"title": 1},
        {"title": ""},
        {"options": None},
        {"options": [{"id": 1}, {"id": 1}]},
        {"options": [None]},
        {"options": [{"__tuple__": []}]},
        {"parties": [{"owner": "Ana"}, {"owner": "Ana"}]},
        {"parties": [{"owner": ""}]},
        {"parties": [{"owner": "Ana", "hard": [{"attr": "cost", "op": "~", "value": 1}]}]},
        {"parties": [{"owner": "Ana", "utility": [{"attr": "cost", "weight": -1}]}]},
    ],
)
def test_a_recipe_that_cannot_be_used_is_one_plain_line(recipe, capsys, change):
    assert main(["run", recipe(**change)]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert output.err.startswith("parley: ")


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 9999, b'{"title": NaN}'])
def test_any_other_file_is_one_plain_line(tmp_path, capsys, content):
    path = tmp_path / "r.json"
    path.write_bytes(content)
    for name in (path, tmp_path / "missing", tmp_path, "with\0zero"):
        assert main(["run", str(name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_receipt_that_cannot_be_written_is_said(recipe, tmp_path, capsys):
    assert main(["run", recipe(), "--receipt", str(tmp_path / "no" / "out.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
