"""Options from what is no regular file: a pipe, standard input, something without an end."""

import json
import os
import sys
import threading

import pytest

from parley.command.question import QuestionError, read_question
from tests.parley.test_command import parley

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")

TABLE = "flat\trent (EUR)\nMill Lane\t1890\nOrchard Road\t1475\n"


@pytest.fixture
def piped(tmp_path):
    """Returns the path of a pipe that gives a text, once."""

    def give(text, name="pipe"):
        path = tmp_path / name
        os.mkfifo(path)
        threading.Thread(target=path.write_text, args=(text,), daemon=True).start()
        return str(path)

    return give


def test_a_table_comes_through_a_pipe(piped):
    question = read_question(piped(TABLE))
    assert [option["flat"] for option in question.options] == ["Mill Lane", "Orchard Road"]
    # A shell calls it /dev/fd/63.
    assert question.title == "Decision"
    assert read_question(piped(TABLE, "another"), "Which flat?").title == "Which flat?"


def test_a_recipe_comes_through_a_pipe_whatever_it_is_called(piped):
    recipe = {"title": "Which flat?", "options": [{"flat": "Mill Lane"}, {"flat": "Hill View"}]}
    assert read_question(piped(f"\n {json.dumps(recipe)}")).title == "Which flat?"


def test_what_has_no_end_is_read_up_to_a_bound():
    with pytest.raises(QuestionError):
        read_question("/dev/zero")


def test_a_folder_is_no_file_and_a_template_wins_over_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shared-flat").mkdir()
    assert read_question("shared-flat").attributes[0]["name"] == "flat"
    with pytest.raises(QuestionError, match="neither a file nor a template"):
        read_question(".")


def test_a_room_takes_its_options_from_standard_input(tmp_path):
    pytest.importorskip("nacl")
    pytest.importorskip("httpx2")
    nobody = ["http://127.0.0.1:9"] * 2
    given = {"cwd": tmp_path, "env": {"PARLEY_AGENT_TOKEN": "velvet-otter-in-the-harbour"}}
    room = parley("room", "--options", "/dev/stdin", *nobody, input=TABLE.encode(), **given)
    assert (room.returncode, room.stdout) == (1, b"")
    assert b"Agent 1: The server could not be reached" in room.stderr
    room = parley("room", "--options", "/dev/stdin", *nobody, input=b"", **given)
    assert room.returncode == 2
    assert b"parley: /dev/stdin: " in room.stderr
