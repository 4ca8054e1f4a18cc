"""docs/commands.md says what the commands are."""

import re
from pathlib import Path

import pytest

from parley.command import COMMANDS, main

PAGE = (Path(__file__).parent.parent.parent / "docs" / "commands.md").read_text(encoding="utf-8")
NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def help_of(name, capsys):
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0
    return capsys.readouterr().out


def test_every_command_is_on_the_page_and_nothing_else():
    assert set(re.findall(r"\bparley ([a-z]+)", PAGE)) == set(NAMES)


def test_every_option_on_the_page_exists(capsys):
    known = set(re.findall(r"--[a-z-]+", "".join(help_of(name, capsys) for name in NAMES)))
    assert set(re.findall(r"(?<!\S)`?(--[a-z][a-z-]+)", PAGE)) <= known


@pytest.mark.parametrize("name", NAMES)
def test_help_says_what_the_exit_codes_mean(name, capsys):
    assert "Exit code" in help_of(name, capsys)
