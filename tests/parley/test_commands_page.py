"""docs/commands.md says what the commands are."""

import argparse
import re
from pathlib import Path

import pytest

from parley.command import COMMANDS, main

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def parser():
    """What reads command lines, as `parley.command.main` makes it."""
    made = argparse.ArgumentParser()
    commands = made.add_subparsers(required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return made


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


def test_the_readme_says_what_to_type_instead_of_each_script():
    table = README.partition("| there | here |")[2].partition("\n\n")[0]
    rows = [line.strip("|").split(" | ") for line in table.splitlines()[2:]]
    there = " ".join(row[0] for row in rows)
    for script in ("verify-receipt.py", "real_decision.py", "run_env.py", "--manual", "--sign"):
        assert script in there
    # Each whole line is one that the command takes.
    lines = [line for row in rows for line in re.findall(r"`parley ([^`…]+)`", row[1])]
    assert {line.split()[0] for line in lines} == {"verify", "decide", "run", "agent", "room"}
    for line in lines:
        parser().parse_args(line.split())


@pytest.mark.parametrize("name", NAMES)
def test_help_says_what_the_exit_codes_mean(name, capsys):
    assert "Exit code" in help_of(name, capsys)
