"""Nothing of a private sheet leaves its browser: every byte sent, stored and logged is searched.

What may leave are the masked answers, and those hold no marker. The last test lets a build leak on
purpose and demands that the search finds it.
"""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Route

from tests.browser.decisions import make_decision, seated
from tests.browser.leaks import find
from tests.browser.people import Person
from tests.browser.servers import ROOT, Server
from tests.browser.steps import ALL_HOLD, Participant
from tests.browser.tap import Tap

# Numbers and days that stand in nobody's options, and words that only a sheet is made of.
LIMITS = ["1613.3707", "1598.2203", "17.4419"]
DAYS = ["2027-03-13", "2027-03-29"]
SHEET_WORDS = ["parley-sheet", "red_lines", "redLines", "not_in", "rating"]
MARKERS = LIMITS + DAYS + SHEET_WORDS


def write_marked_sheets(ana: Participant, bob: Participant, cara: Participant) -> None:
    ana.cannot_accept("rent", "above", LIMITS[0])
    ana.wish("commute", "lower is better", "a lot")
    ana.cannot_accept("area", "is one of", ["Harbour"])
    bob.cannot_accept("rent", "above", LIMITS[1])
    bob.cannot_accept("free from", "after", DAYS[0])
    bob.rate("Orchard Road 8", 73)
    cara.cannot_accept("commute", "below", LIMITS[2])
    cara.cannot_accept("free from", "after", DAYS[1])


def everything(server: Server, tap: Tap, people: list[Person]) -> dict[str, bytes]:
    """All that left the browsers and all that the server kept, by where it was found."""
    found = {f"connection {number}": data for number, data in enumerate(tap.sent())}
    for number, person in enumerate(people):
        for count, request in enumerate(person.requests):
            said = f"{request.method} {request.url} {request.headers}".encode()
            found[f"request {count} of person {number}"] = said + b"\r\n\r\n" + request.body
        for count, frame in enumerate(person.frames_sent):
            data = frame if isinstance(frame, bytes) else frame.encode()
            found[f"frame {count} of person {number}"] = data
    for path in server.var.rglob("*"):
        if path.is_file():
            found[path.name] = path.read_bytes()
    found["log"] = server.log.read_bytes()
    return found


def leaks(kept: dict[str, bytes]) -> dict[str, set[str]]:
    return {where: markers for where, data in kept.items() if (markers := find(MARKERS, data))}


def test_no_private_number_day_or_word_leaves_the_browser(start_server, new_person):
    server = start_server()
    browsers: list[Person] = []

    def arrive(**options):
        # The server stops while the pages are still open, and their sockets say so.
        browsers.append(new_person(**options, may_have_errors=True))
        return browsers[-1]

    with Tap(server.port) as tap, closing(sqlite3.connect(server.database)) as reader:
        # SQLite removes its journal with the last connection; one that reads keeps it there.
        reader.execute("SELECT count(*) FROM negotiation_decision").fetchall()
        links = make_decision(server)
        link = links.group.replace(server.url, tap.url)
        ana, bob, cara = seated(arrive, server, link)
        write_marked_sheets(ana, bob, cara)
        for person in (ana, bob, cara):
            person.send()
        for person in (ana, bob, cara):
            person.see_outcome("Orchard Road 8")
            assert person.checks() == ALL_HOLD
        ana.accept()
        bob.accept()
        cara.decline()

        # The sheets were really there: each browser holds its own.
        for person, marker in zip((ana, bob, cara), LIMITS, strict=True):
            assert marker in person.page.evaluate("() => JSON.stringify(localStorage)")
        while_running = everything(server, tap, browsers)
        server.stop()
        after_the_stop = everything(server, tap, browsers)

    assert "parley.sqlite3-wal" in while_running
    assert sum(data.count(b"POST /d/") for data in while_running.values()) >= 9
    assert any(b'"answers"' in data or b'\\"answers\\"' in data for data in while_running.values())
    assert leaks(while_running) == {}
    assert leaks(after_the_stop) == {}


LEAKS = {
    "in an address": """
        fetch(`state?q=${btoa(this.made.text).replaceAll("+", "-").replaceAll("/", "_")}`);""",
    "in a socket": """
        const socket = new WebSocket(new URL("socket", location.href).href.replace("http", "ws"));
        const text = encodeURIComponent(this.made.text);
        socket.addEventListener("open", () => socket.send(text));""",
    "compressed in a body": """
        const packed = new Blob([this.made.text]).stream()
          .pipeThrough(new CompressionStream("deflate-raw"));
        new Response(packed).blob().then((body) => fetch("state", { method: "POST", body }));""",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_build_that_leaks_on_purpose_is_found_out(leak, start_server, new_person):
    server = start_server()
    script = (ROOT / "static/js/room/answering.js").read_text()
    place = "async submit() {"
    assert place in script
    leaking = script.replace(place, place + LEAKS[leak])

    def serve_the_leaking_build(route: Route) -> None:
        route.fulfill(body=leaking, content_type="text/javascript")

    with Tap(server.port) as tap:
        browser = new_person(server=server, may_have_errors=True)
        browser.page.route("**/js/room/answering.js", serve_the_leaking_build)
        ana = Participant("Ana", browser.page)
        ana.join(make_decision(server).group.replace(server.url, tap.url))
        ana.cannot_accept("rent", "above", LIMITS[0])
        ana.send()
        browser.page.wait_for_timeout(500)
        found = leaks(everything(server, tap, [browser]))
    assert any(LIMITS[0] in markers for markers in found.values())
