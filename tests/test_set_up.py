"""What a newcomer meets: pinned packages, and one plain line for a tool that is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ("requirements.txt", "requirements-test.txt")


def missing_tool(python: str, path: Path) -> str:
    """What the check says on a machine whose tools are those of one folder."""
    script = [shutil.which("sh"), str(ROOT / "scripts" / "missing_tool.sh"), python]
    run = subprocess.run(script, env={"PATH": str(path)}, capture_output=True, text=True)
    assert run.stderr == ""
    return run.stdout


def tool(folder: Path, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!{shutil.which('sh')}\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_without_python_one_line_says_what_to_install(tmp_path):
    said = missing_tool("", tmp_path)
    assert said.count("\n") == 1
    assert "apt-get install python3 python3-venv" in said


def test_without_the_venv_module_one_line_says_what_to_install(tmp_path):
    said = missing_tool(tool(tmp_path, "python3", "exit 1"), tmp_path)
    assert said.count("\n") == 1
    assert "apt-get install python3-venv" in said


def test_without_npm_one_line_says_what_to_install(tmp_path):
    python = tool(tmp_path, "python3", "exit 0")
    tool(tmp_path, "node", "exit 0")
    said = missing_tool(python, tmp_path)
    assert said.count("\n") == 1
    assert "apt-get install npm" in said


def test_with_everything_there_nothing_is_said(tmp_path):
    python = tool(tmp_path, "python3", "exit 0")
    tool(tmp_path, "node", "exit 0")
    tool(tmp_path, "npm", "exit 0")
    assert missing_tool(python, tmp_path) == ""


def test_make_stops_with_that_line_alone(tmp_path):
    for name in ("sh", "make", "find"):
        (tmp_path / name).symlink_to(shutil.which(name))
    tool(tmp_path, "python3", f'exec "{sys.executable}" "$@"')
    environment = {"PATH": str(tmp_path), "HOME": os.environ.get("HOME", "/")}
    command = [str(tmp_path / "make"), "run"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode != 0
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert "needs npm" in run.stderr


@pytest.mark.parametrize("name", [*REQUIREMENTS, "requirements-bench.txt"])
def test_every_package_is_pinned_with_its_hash_and_without_an_address(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    packages = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(packages) >= 4
    for package in packages:
        assert re.match(r"[a-z0-9-]+==[0-9][^ ]*", package), package
        assert "--hash=sha256:" in package, package


def test_the_tests_run_with_the_packages_that_the_server_runs_with():
    server, tests = ((ROOT / name).read_text() for name in REQUIREMENTS)
    pins = set(re.findall(r"^[a-z0-9-]+==[^ ]+", server, re.MULTILINE))
    assert pins <= set(re.findall(r"^[a-z0-9-]+==[^ ]+", tests, re.MULTILINE))


def test_the_lock_file_of_the_pages_names_no_registry():
    text = (ROOT / "package-lock.json").read_text()
    assert "://" not in text
    locked = json.loads(text)["packages"]
    assert all("integrity" in package for name, package in locked.items() if name)


def test_the_engine_alone_needs_no_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
    extras = {"crypto", "server", "model", "agents", "mcp", "test"}
    assert set(project["optional-dependencies"]) == extras
