"""An agent as a process: what it says when it starts, and how it ends."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.parley.agents.processes import PARTIES, TOKEN, agent, environment

pytest.importorskip("starlette")
pytest.importorskip("nacl")

PATIENCE = 60


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "ana.json"
    path.write_text(json.dumps(PARTIES["Ana"]))
    return path


def command(sheet, *more):
    return [sys.executable, "-m", "parley", "agent", str(sheet), *more]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def card(port, process):
    """The agent's card, as soon as it answers."""
    until = time.monotonic() + PATIENCE
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/card", headers={"Authorization": f"Bearer {TOKEN}"})
            return json.loads(connection.getresponse().read())
        except ConnectionError:
            assert process.poll() is None, "it ended"
            assert time.monotonic() < until, "it never answered"
            time.sleep(0.1)
        finally:
            connection.close()


def test_a_reader_of_its_address_that_goes_away_does_not_stop_it(sheet):
    reading, writing = os.pipe()
    os.close(reading)
    port = free_port()
    process = subprocess.Popen(
        command(sheet, "--port", str(port)),
        stdout=writing, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    os.close(writing)
    try:
        assert card(port, process)["owner"] == "Ana"
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == b""


@pytest.mark.parametrize("redirected", [">&-", ">/dev/full"])
def test_an_address_that_cannot_be_written_is_said(sheet, redirected):
    run = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m parley agent "$1" {redirected}', sys.executable, str(sheet)],
        capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run.stderr.startswith("parley: the output cannot be written: ")


@pytest.mark.parametrize("host", [b"\xff", b"no such host"])
def test_a_host_that_is_none_is_said(sheet, host):
    run = subprocess.run(
        [*command(sheet), b"--host", host],
        capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "cannot listen there" in run.stderr


def test_an_empty_host_opens_no_door(sheet):
    run = subprocess.run(
        command(sheet, "--host", "", "--port", str(free_port())),
        capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "parley: A host is needed: --host is empty.\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
def test_being_stopped_is_how_an_agent_ends_well(tmp_path, number, again):
    with agent(tmp_path, PARTIES["Ana"]) as process:
        process.send_signal(number)
        until = time.monotonic() + PATIENCE
        while again and process.poll() is None:
            assert time.monotonic() < until, "it never ended"
            process.send_signal(number)
            time.sleep(0.01)
        assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0


def test_somebody_in_the_middle_of_a_question_does_not_change_that(tmp_path):
    question = f"GET /card HTTP/1.1\r\nHost: agent\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    with agent(tmp_path, PARTIES["Ana"]) as process:
        port = int(process.address.rpartition(":")[2])
        card(port, process)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(question.encode()[:30])
            process.terminate()
            assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0
