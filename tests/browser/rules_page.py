"""The isolation of pasted rules, driven from a test in the page where people use it."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route

from tests.browser.decisions import make_decision
from tests.browser.servers import Server
from tests.browser.steps import Participant

FRAME = "**/rules/frame"
WORKER = "**/static/js/engine/worker.js"

OPTIONS = [{"flat": "Garden", "rent": 700}, {"flat": "Tower", "rent": 900}]

EVALUATE = """async ([rules, options, longest]) => {
    const { RuleRunner } = await import("/static/js/rules/runner.js");
    window.testRunner ??= new RuleRunner(longest);
    return window.testRunner.evaluate(rules, options).catch((error) => error.code);
}"""

# Makes the frame as the page does, and gives it a port and a text.
ASK_FRAME = """(text) => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    frame.onload = () => frame.contentWindow.postMessage(text, "*", [port2]);
    frame.src = "/rules/frame";
    document.body.append(frame);
})"""

# Makes a worker as the runner does, and gives it a text.
ASK_WORKER = """async (text) => {
    const { Sandbox } = await import("/static/js/rules/sandbox.js");
    const worker = new Sandbox().newWorker();
    return new Promise((done) => {
        worker.addEventListener("message", ({ data }) => done(JSON.parse(data.text)));
        worker.postMessage({ text });
    });
}"""


class RulesPage:
    """A runner of its own in somebody's room, the page whose policy allows the frame.

    `milliseconds` is how long a rule may run; None: as long as on the page.
    """

    def __init__(self, page: Page, milliseconds: int | None = None) -> None:
        self.page = page
        self.milliseconds = milliseconds

    def run(self, *codes: str, options: object = OPTIONS) -> list[dict] | str:
        """What came of these rules, in their order, or the code of why there is nothing."""
        rules = [{"id": f"rule {index}", "code": code} for index, code in enumerate(codes)]
        asked = [rules, json.dumps(options)]
        if self.milliseconds is not None:
            asked.append(self.milliseconds)
        return self.page.evaluate(EVALUATE, asked)

    def results(self, *codes: str, options: object = OPTIONS) -> list[list[str]]:
        """The bare results of each rule."""
        return [outcome["results"] for outcome in self.run(*codes, options=options)]

    def ask_worker(self, text: str) -> object:
        """What the script in a worker of its own answers: the JSON in its `text`."""
        return self.page.evaluate(ASK_WORKER, text)

    def ask_frame(self, text: str) -> object:
        """What the script in a frame of its own answers."""
        return self.page.evaluate(ASK_FRAME, text)


def with_other_file(
    page: Page, address: str, *, body: str | None = None, policy: str | None = None
) -> None:
    """Serves another text, or another policy, at an address; an empty policy is none."""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = dict(response.headers)
        if policy is not None:
            headers["content-security-policy"] = policy
        if policy == "":
            del headers["content-security-policy"]
        text = response.text() if body is None else body
        route.fulfill(response=response, headers=headers, body=text)

    page.route(address, answer)


def seated_for_rules(new_person, server: Server) -> Participant:
    """Ana with a seat, in front of her sheet. Refused attacks show in the console."""
    person = new_person(may_have_errors=True)
    person.context.grant_permissions(["local-network-access"])
    participant = Participant("Ana Quixworth", person.page)
    participant.join(make_decision(server).group)
    participant.person = person
    return participant
