"""Nothing of a private sheet leaves its browser: every byte sent, stored and logged is searched.

What may leave are the masked answers, and those hold no marker. The last test lets a build leak on
purpose and demands that the search finds it.
"""

import json
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Route

from tests.browser.decisions import make_decision, seated
from tests.browser.leaks import find
from tests.browser.people import Person
from tests.browser.servers import ROOT, Server
from tests.browser.steps import ALL_HOLD, SEVEN_HOLD, Participant
from tests.browser.tap import Tap
from tests.browser.test_python_rules_in_the_sheet import write_rule

# Numbers and days that stand in nobody's options, and words that only a sheet is made of.
LIMITS = ["1613.3707", "1598.2203", "17.4419"]
DAYS = ["2027-03-13", "2027-03-29"]
SHEET_WORDS = ["parley-sheet", "red_lines", "redLines", "not_in", "rating"]
# A rule in Python, what its owner calls it, and the passphrase of the file of a seat.
RULE = ["2707.0419", "Aunt Hedwig", "walnut trolley seven"]
MARKERS = LIMITS + DAYS + SHEET_WORDS + RULE


def write_marked_sheets(ana: Participant, bob: Participant, cara: Participant) -> None:
    ana.cannot_accept("rent", "above", LIMITS[0])
    ana.wish("commute", "lower is better", "a lot")
    ana.cannot_accept("area", "is one of", ["Harbour"])
    bob.cannot_accept("rent", "above", LIMITS[1])
    bob.cannot_accept("free from", "after", DAYS[0])
    bob.rate("Orchard Road 8", 73)
    cara.cannot_accept("commute", "below", LIMITS[2])
    cara.cannot_accept("free from", "after", DAYS[1])
    write_rule(cara, f"option['rent'] < {RULE[0]}", RULE[1])


def save_the_file_of_the_seat(person: Participant) -> None:
    person.page.locator("#way-back summary").click()
    person.page.get_by_label("A passphrase for the file").fill(RULE[2])
    with person.page.expect_download():
        person.page.get_by_role("button", name="Save the file of my seat").click()


def keys_of(people: list[Participant]) -> list[str]:
    """The secret half of each seat's key, as its browser keeps it."""
    kept = "() => Object.entries(localStorage).filter(([name]) => name.endsWith('/key'))"
    return [json.loads(seed) for person in people for _, seed in person.page.evaluate(kept)]


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


def leaks(kept: dict[str, bytes], *more: str) -> dict[str, set[str]]:
    markers = [*MARKERS, *more]
    return {where: found for where, data in kept.items() if (found := find(markers, data))}


@pytest.mark.parametrize("is_signed", [True, False], ids=["signed", "unsigned"])
def test_no_private_number_day_or_word_leaves_the_browser(is_signed, start_server, new_person):
    server = start_server()
    browsers: list[Person] = []

    def arrive(**options):
        # The server stops while the pages are still open, and their sockets say so.
        browsers.append(new_person(**options, may_have_errors=True))
        return browsers[-1]

    with Tap(server.port) as tap, closing(sqlite3.connect(server.database)) as reader:
        # SQLite removes its journal with the last connection; one that reads keeps it there.
        reader.execute("SELECT count(*) FROM negotiation_decision").fetchall()
        links = make_decision(server, signed=is_signed)
        link = links.group.replace(server.url, tap.url)
        ana, bob, cara = seated(arrive, server, link)
        write_marked_sheets(ana, bob, cara)
        for person in (ana, bob, cara):
            person.send()
        for person in (ana, bob, cara):
            person.see_outcome("Orchard Road 8")
            assert person.checks() == (SEVEN_HOLD if is_signed else ALL_HOLD)
        keys = keys_of([ana, bob, cara])
        assert len(set(keys)) == (3 if is_signed else 0)
        if is_signed:
            save_the_file_of_the_seat(ana)
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
    assert leaks(while_running, *keys) == {}
    assert leaks(after_the_stop, *keys) == {}


SUBMIT = ("room/answering.js", "async submit() {")
SIGN = ("signing/posting.js", "async sign(preview, state) {")
SEND = ("signing/posting.js", "async send(preview, state) {")

LEAKS = {
    "in an address": (
        SUBMIT,
        """
        fetch(`state?q=${btoa(this.made.text).replaceAll("+", "-").replaceAll("/", "_")}`);""",
    ),
    "in a socket": (
        SUBMIT,
        """
        const socket = new WebSocket(new URL("socket", location.href).href.replace("http", "ws"));
        const text = encodeURIComponent(this.made.text);
        socket.addEventListener("open", () => socket.send(text));""",
    ),
    "compressed in a body": (
        SUBMIT,
        """
        const packed = new Blob([this.made.text]).stream()
          .pipeThrough(new CompressionStream("deflate-raw"));
        new Response(packed).blob().then((body) => fetch("state", { method: "POST", body }));""",
    ),
    "beside a signed ballot": (
        SEND,
        """
        state.me.digest = state.me.digest ?? JSON.stringify(localStorage);""",
    ),
    "in the nonce of a signed ballot": (
        SIGN,
        """
        const sheet = Object.entries(localStorage).find(([name]) => name.endsWith("/sheet"))[1];
        const hex = [...new TextEncoder().encode(sheet.slice(sheet.indexOf("1613")))]
          .map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 64).padEnd(64, "0");
        const ballot = JSON.parse(preview.ballot);
        preview.ballot = preview.ballot.replace(ballot.nonce, hex);""",
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_build_that_leaks_on_purpose_is_found_out(leak, start_server, new_person):
    server = start_server()
    (file, place), code = LEAKS[leak]
    script = (ROOT / "static/js" / file).read_text()
    assert place in script
    leaking = script.replace(place, place + code)

    def serve_the_leaking_build(route: Route) -> None:
        route.fulfill(body=leaking, content_type="text/javascript")

    with Tap(server.port) as tap:
        browser = new_person(server=server, may_have_errors=True)
        browser.page.route(f"**/js/{file}", serve_the_leaking_build)
        ana = Participant("Ana", browser.page)
        ana.join(make_decision(server, signed=True).group.replace(server.url, tap.url))
        ana.cannot_accept("rent", "above", LIMITS[0])
        ana.wait_for_answers()
        ana.try_to_send()
        browser.page.wait_for_timeout(500)
        found = leaks(everything(server, tap, [browser]))
    assert any(LIMITS[0] in markers for markers in found.values())
