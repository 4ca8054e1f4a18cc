"""Real browsers against the real server.

- `server`: the server that the tests of this session share (tests.browser.servers.Server).
- `start_server(settings="…", environment={…})`: one more of its own, stopped after the test.
- `browser`: Chromium, from which nothing reaches any other machine; asking for one fails the test.
- `new_person(server=…, network=SLOW, may_have_errors=True, …)`: somebody with a browser of their
  own (tests.browser.people.Person). A page with an error nobody expected fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import ASKED_BY_ITSELF, chromium
from tests.browser.listener import Listener
from tests.browser.people import Person
from tests.browser.servers import Server


@pytest.fixture(scope="session")
def outside() -> Iterator[Listener]:
    with Listener() as proxy:
        yield proxy


@pytest.fixture(scope="session")
def browser(outside: Listener) -> Iterator[Browser]:
    with chromium(outside) as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "var").start()
    yield server
    server.stop()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    started: list[Server] = []

    def start(**options: object) -> Server:
        server = Server(tmp_path / f"server-{len(started)}", **options)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def new_person(
    browser: Browser, outside: Listener, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    people: list[Person] = []
    heard_before = len(outside.heard)

    def arrive(
        *, server: Server | None = None, may_have_errors: bool = False, **options: object
    ) -> Person:
        # The shared server starts only for tests that use it.
        server = server or request.getfixturevalue("server")
        person = Person.arrive(browser, server.url, **options)
        person.may_have_errors = may_have_errors
        people.append(person)
        return person

    yield arrive
    for person in people:
        person.leave()
    heard = [line for line in outside.heard[heard_before:] if line not in ASKED_BY_ITSELF]
    assert heard == [], "a page asked another machine for something"
