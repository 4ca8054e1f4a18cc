"""Decisions made without a browser, for tests that are about something later."""

from __future__ import annotations

import http.cookiejar
import json
import re
import secrets
import urllib.request
from dataclasses import dataclass

from parley.protocol.round import read_signed_agenda
from parley.templates import load
from tests.browser.servers import Server
from tests.browser.steps import Participant


@dataclass(frozen=True)
class Links:
    """A new decision: its id, and the two links that its page would show."""

    decision: str
    group: str
    organiser: str


def make_decision(
    server: Server, *, people: int | None = 3, names: list[str] | None = None, **changes: object
) -> Links:
    """A decision of the flat template. `changes` replace or add fields of the request: with
    `signed=True` it is one that people sign."""
    template = load("shared-flat")
    attributes = template["attributes"]
    rows = [
        [cell_text(option.get(attribute["name"])) for attribute in attributes]
        for option in template["options"]
    ]
    body = {
        "title": template["title"],
        "context": template["context"],
        "people": None if names else people,
        "names": names,
        "attributes": attributes,
        "rows": rows,
        "group_secret": secrets.token_urlsafe(32),
        "organiser_secret": secrets.token_urlsafe(32),
    } | changes
    cookies = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(cookies), urllib.request.ProxyHandler({})
    )
    page = opener.open(f"{server.url}/new").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    request = urllib.request.Request(
        f"{server.url}/new",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-CSRFToken": token, "Origin": server.url},
    )
    made = json.load(opener.open(request))
    address = f"{server.url}/d/{made['decision']}/"
    group = body["group_secret"]
    if "agenda" in made:
        group += f"&code={read_signed_agenda(made['agenda']).code}"
    return Links(
        made["decision"],
        f"{address}#group={group}",
        f"{address}organise#organiser={body['organiser_secret']}&group={group}",
    )


def cell_text(value: object) -> str:
    """A value as it is typed into the table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def agreeing(new_person, server: Server, link: str) -> list[Participant]:
    """Ana, Bob and Cara in three browsers, with sheets that leave Orchard Road 8; not sent yet."""
    ana, bob, cara = seated(new_person, server, link)
    ana.cannot_accept("rent", "above", 1600)
    ana.wish("commute", "lower is better", "a lot")
    bob.cannot_accept("balcony", "is no")
    bob.wish("rent", "lower is better")
    cara.cannot_accept("free from", "after", "2027-03-15")
    cara.rate("Orchard Road 8", 80)
    cara.rate("Hill View 33", 30)
    return [ana, bob, cara]


def disagreeing(new_person, server: Server, link: str) -> list[Participant]:
    """Ana, Bob and Cara in three browsers, with sheets that leave no flat; not sent yet."""
    ana, bob, cara = seated(new_person, server, link)
    ana.cannot_accept("commute", "above", 10)
    bob.cannot_accept("balcony", "is no")
    cara.fine_with_anything()
    return [ana, bob, cara]


def seated(new_person, server: Server, link: str) -> list[Participant]:
    """Ana, Bob and Cara, each with a seat in a browser of their own."""
    people = [Participant(name, new_person(server=server).page) for name in ("Ana", "Bob", "Cara")]
    for person in people:
        person.join(link)
    return people
