"""What a newcomer meets: pinned packages, and one plain line for a tool that is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.browser.servers import free_port

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


def test_the_engine_alone_needs_no_package(tmp_path):
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index"]
    # No dependency can be fetched, so that the installation fails if there is one.
    subprocess.run([*install, "--no-build-isolation", "--target", tmp_path, ROOT], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"bin", "parley", "parley-0.1.0.dist-info"}
    metadata = (tmp_path / "parley-0.1.0.dist-info" / "METADATA").read_text()
    extras = {"crypto", "server", "model", "agents", "mcp", "test"}
    assert set(re.findall(r"^Provides-Extra: (.*)$", metadata, re.MULTILINE)) == extras
    run = subprocess.run(
        [tmp_path / "bin" / "parley", "verify", ROOT / "tests/vectors/committee-clean.json"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "VERIFIED" in run.stdout


def test_make_run_serves_on_the_port_that_is_asked_for(tmp_path):
    port = free_port()
    environment = {**without_make(), "PARLEY_VAR": str(tmp_path)}
    with (tmp_path / "log").open("wb") as log:
        command = ["make", "run", f"PORT={port}"]
        run = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            assert page_at(f"http://127.0.0.1:{port}/", run).startswith("<!doctype html>")
        finally:
            os.killpg(run.pid, signal.SIGTERM)
            run.wait()
    assert f"Serving Parley at http://127.0.0.1:{port}/" in (tmp_path / "log").read_text()


def test_a_second_run_sets_nothing_up_again():
    for what in ("setup", "setup-test"):
        subprocess.run(["make", what], cwd=ROOT, env=without_make(), check=True)
        again = subprocess.run(
            ["make", what], cwd=ROOT, env=without_make(), check=True, capture_output=True, text=True
        )
        done = [line for line in again.stdout.splitlines() if not line.startswith("make: Nothing")]
        assert (done, again.stderr) == ([], "")


def without_make() -> dict[str, str]:
    """The environment without what the `make` around this test says to others inside it."""
    return {name: value for name, value in os.environ.items() if "MAKE" not in name}


def page_at(address: str, server: subprocess.Popen) -> str:
    """The page, as soon as the server answers. Fails when the server has ended."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while server.poll() is None:
        try:
            return opener.open(address, timeout=60).read().decode()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError("The server has ended.")
