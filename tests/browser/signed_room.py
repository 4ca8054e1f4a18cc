"""Ana and Bob at the outcome of a signed decision, on a server that shows them whatever it likes.

They answer once, honestly. Each test then opens their browsers as they were, with the cheat of its
own, so that none sees what another did.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.decisions import Links, make_decision
from tests.browser.people import Person
from tests.browser.servers import Server
from tests.browser.steps import ENGINE_WAIT, Participant


class Viewer(Participant):
    """Somebody whose browser is looked at from outside, too."""

    def __init__(self, name: str, person: Person) -> None:
        super().__init__(name, person.page)
        self.person = person
        self.given: list[str] = []

    def posts(self, to: str) -> list[str]:
        return [
            sent.url
            for sent in self.person.requests
            if sent.method == "POST" and sent.url.endswith(f"/{to}")
        ]

    def line(self, check: str):
        """A check, once it has been made."""
        line = self.page.locator(f"#checks [data-check={check}]")
        expect(line).to_be_visible(timeout=ENGINE_WAIT)
        return line

    def forget(self, storage: Any) -> None:
        """Make what the browser keeps what it was then."""
        kept = {item["name"]: item["value"] for item in storage["origins"][0]["localStorage"]}
        self.page.evaluate("kept => Object.assign(localStorage, kept)", kept)

    def look_again(self) -> None:
        """Have the page read the state, as it does when its line comes back."""
        self.page.evaluate("() => dispatchEvent(new Event('online'))")

    def gives_nothing(self) -> None:
        """No way to give a word is offered, and none was signed or sent."""
        expect(self.page.locator("#ratify button")).to_have_count(0)
        expect(self.page.locator("#ratify")).not_to_contain_text("You accepted")
        assert self.posts("closing") == []
        assert not (self.kept("/given") or {}).get("closings")

    def kept(self, ending: str) -> Any:
        """What the browser keeps under the key with this ending."""
        find = """ending => {
            const key = Object.keys(localStorage).find((name) => name.endsWith(ending));
            return key ? localStorage.getItem(key) : "null";
        }"""
        return json.loads(self.page.evaluate(find, ending))

    def evidence(self, button: str = "Save the evidence") -> dict[str, Any]:
        with self.page.expect_download() as saved:
            self.page.get_by_role("button", name=button).click()
        return json.loads(saved.value.path().read_text())

    def shown_round(self) -> list[Any]:
        """The signed agenda, the roster and the ballots that the server shows here."""
        state = self.page.evaluate("async () => (await fetch('state')).json()")
        return [state["signed_agenda"], state["outcome"]["roster"], state["outcome"]["ballots"]]

    def code(self) -> str:
        """The comparison code."""
        return self.page.locator(".comparison .copyable input").input_value(timeout=ENGINE_WAIT)

    def signs_and_the_server_takes(self) -> str:
        """Accept, under a server that says thank you and keeps nothing; gives what was signed."""

        def take(route: Route) -> None:
            self.given.append(json.loads(route.request.post_data)["closing"])
            route.fulfill(status=200, json={})

        self.page.route("**/closing", take)
        self.page.locator("#accept").click(timeout=ENGINE_WAIT)
        expect(self.page.locator("#ratify")).not_to_contain_text("Not finished yet")
        return self.given[0]


@dataclass
class SignedRoom:
    """The server with its one decision, and both browsers: Ana's as it was before she saw the
    outcome, Bob's after he did."""

    server: Server
    links: Links
    browsers: dict[str, Any] = field(default_factory=dict)

    def cheat(self, name: str, *people: str) -> None:
        """From now on these people are shown this; an empty name is the truth."""
        (self.server.var / "cheat").write_text(" ".join([name, *people]))

    def keep(self, name: str, content: Any) -> None:
        """Hand the server a text that it needs for a cheat."""
        (self.server.var / name).write_text(json.dumps(content))

    def show(self, viewer: Viewer, cheat: str) -> None:
        """The truth first, then the cheat, to a browser that has seen no outcome before."""
        for name in ("", cheat):
            viewer.forget(self.browsers[viewer.name])
            self.cheat(name, viewer.name)
            viewer.look_again()
            if not name:
                expect(viewer.page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)

    def back(self, new_person, name: str, **options: Any) -> Viewer:
        """This person's browser as it was, at the decision."""
        person = new_person(server=self.server, storage_state=self.browsers[name], **options)
        viewer = Viewer(name, person)
        viewer.open(self.links.group.split("#")[0])
        return viewer


def answered_room(server: Server, arrive) -> SignedRoom:
    """Ana answers twice and Bob once; `arrive()` gives a Person."""
    room = SignedRoom(server, make_decision(server, people=2, signed=True))
    ana, bob = (Viewer(name, arrive()) for name in ("Ana", "Bob"))
    ana.join(room.links.group)
    ana.fine_with_anything()
    ana.send()
    room.keep("older", json.loads(ana.kept("/sent/1")["signed"]))
    ana.page.get_by_label("I am fine with anything").uncheck()
    ana.cannot_accept("rent", "above", 1500)
    ana.rate("Orchard Road 8", 90)
    send = ana.page.locator("#send")
    expect(send).to_have_text("Send the changed answers", timeout=ENGINE_WAIT)
    ana.send()
    expect(send).to_have_text("Your answers are sent", timeout=ENGINE_WAIT)
    room.browsers["Ana"] = ana.person.context.storage_state()
    ana.person.leave()
    bob.join(room.links.group)
    bob.cannot_accept("balcony", "is no")
    bob.send()
    bob.see_outcome("Orchard Road 8")
    room.browsers["Bob"] = bob.person.context.storage_state()
    bob.person.leave()
    return room
