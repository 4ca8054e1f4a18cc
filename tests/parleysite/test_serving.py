"""The real server in a process of its own, over real connections."""

import contextlib
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parley.ballot import build_ballot
from parley.receipt import verify
from tests.negotiation.room import FLATS, LIKES_THE_SECOND, new_secrets

PATIENCE = 60


class Server:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self.environment = {
            **os.environ,
            "PARLEY_VAR": str(folder / "var"),
            "DJANGO_SETTINGS_MODULE": "tests.parleysite.crashing_settings",
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=settings.BASE_DIR, env=self.environment, check=True)

    def command(self, port):
        flags = (
            f"--host 127.0.0.1 --port {port} --lifespan off --no-access-log --ws websockets-sansio "
            "--ws-per-message-deflate false --ws-max-size 4096 --timeout-graceful-shutdown 5"
        )
        return [sys.executable, "-m", "uvicorn", "parleysite.asgi:application", *flags.split()]

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                self.command(self.port),
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        for _ in range(PATIENCE * 10):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("serving"))
    server.start()
    yield server
    server.stop()


class Browser:
    """Keeps cookies and the page's token, as a browser does."""

    def __init__(self, server):
        self.server = server
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        page = self.ask("/verify")[1].decode()
        self.token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]

    def ask(self, path, data=None, headers=None):
        request = urllib.request.Request(self.server.address + path, data, headers or {})
        try:
            with self.opener.open(request, timeout=PATIENCE) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post(self, path, **body):
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self.token,
            "Origin": self.server.address,
        }
        status, answer = self.ask(path, json.dumps(body).encode(), headers)
        return status, json.loads(answer) if answer else None

    def socket(self, path, origin=None):
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return connect(
            f"ws://127.0.0.1:{self.server.port}{path}socket",
            origin=origin or self.server.address,
            additional_headers={"Cookie": cookies},
            open_timeout=PATIENCE,
        )


def at_once(steps):
    results = [None] * len(steps)

    def run(index):
        results[index] = steps[index]()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(steps))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def started(server):
    """A decision with three people in it, the organiser's browser first."""
    organiser = Browser(server)
    made = new_secrets()
    status, answer = organiser.post("/new", **FLATS, **made)
    assert status == 201
    made |= answer
    path = f"/d/{made['decision']}/"
    organiser.post(f"{path}enter", kind="organiser", secret=made["organiser_secret"])
    people = []
    for name in ("Ana", "Bob", "Cara"):
        person = Browser(server)
        person.post(f"{path}enter", kind="group", secret=made["group_secret"])
        status, person.seat = person.post(f"{path}join", name=f"{name}-secretname")
        assert status == 201
        people.append(person)
    return path, made, organiser, people


def test_three_people_answer_at_once_and_every_page_hears_of_it(server):
    path, _made, organiser, people = started(server)
    agenda = json.loads(organiser.ask(f"{path}state")[1])["agenda"]

    def answer(person):
        nonce = secrets.token_hex(32)
        text = build_ballot(agenda, person.seat["owner"], nonce, LIKES_THE_SECOND)
        return lambda: person.post(f"{path}ballot", ballot=text, replaces=None)

    with organiser.socket(path) as room:
        assert json.loads(room.recv(PATIENCE)) == {"version": 4, "kind": "joined"}
        results = at_once([answer(person) for person in people])
        assert [status for status, _ in results] == [200, 200, 200]
        told = [json.loads(room.recv(PATIENCE)) for _ in range(4)]
        assert [news["version"] for news in told] == [5, 6, 7, 8]
        assert [news["kind"] for news in told] == ["answered"] * 3 + ["all-in"]
        room.send("hello")
        with pytest.raises(ConnectionClosed):
            room.recv(PATIENCE)
    status, receipt = people[0].ask(f"{path}receipt.json")
    assert status == 200
    assert verify(receipt).exit_code == 0
    assert json.loads(receipt)["decision"]["flat"] == "Harbour"


def test_a_socket_of_another_site_is_refused(server):
    path, _made, organiser, _people = started(server)
    with pytest.raises(InvalidStatus) as caught:
        organiser.socket(path, origin="http://evil.example")
    assert caught.value.response.status_code == 403


def test_a_body_without_end_is_cut_off(server):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        host = f"127.0.0.1:{server.port}"
        line.sendall(
            f"POST /new HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        answer = b""
        with contextlib.suppress(OSError):
            for _ in range(200):
                line.sendall(piece)
        with contextlib.suppress(OSError):
            answer = line.recv(1000)
    # The server may close before its answer was read.
    assert answer == b"" or answer.startswith(b"HTTP/1.1 413")


def test_the_state_survives_a_restart_and_sockets_are_told_to_come_back(server):
    path, _made, organiser, people = started(server)
    before = people[0].ask(f"{path}state")
    with organiser.socket(path) as room:
        room.recv(PATIENCE)
        server.stop()
        with pytest.raises(ConnectionClosed) as caught:
            room.recv(PATIENCE)
    assert caught.value.rcvd.code == 1012
    server.start()
    assert people[0].ask(f"{path}state") == before
    with organiser.socket(path) as room:
        assert json.loads(room.recv(PATIENCE)) == {"version": 4, "kind": "joined"}


def test_a_second_server_on_the_same_folder_is_told_why_not(server):
    run = subprocess.run(
        server.command(0),
        cwd=settings.BASE_DIR,
        env=server.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode != 0
    assert "Another process already serves from this folder" in run.stdout + run.stderr


def test_the_log_holds_no_secret_no_name_and_no_link_even_after_a_crash(server):
    path, made, organiser, people = started(server)
    for person in (organiser, *people):
        status, answer = person.post(f"{path}crash?marker=in-the-address", name="marker-in-body")
        assert status == 500
        assert answer["code"] == "broken"
    organiser.ask(f"{path}nothing/here")
    Browser(server).ask(f"{path}state")
    with organiser.socket(path) as room:
        room.recv(PATIENCE)
    log = server.log.read_text()
    assert "in crash" in log, log
    assert "builtins.RuntimeError" in log
    hidden = [
        made["decision"],
        made["group_secret"],
        made["organiser_secret"],
        *(person.seat["return_secret"] for person in people),
        *(person.seat["seat"] for person in people),
        "secretname",
        "marker",
        "flat",
    ]
    assert not [secret for secret in hidden if secret in log]
