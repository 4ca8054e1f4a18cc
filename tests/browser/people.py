"""A person with a browser of their own: separate cookies and storage, everything sent recorded."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebSocket


@dataclass(frozen=True)
class Network:
    """The speed of somebody's line: bits per second, and milliseconds for one round trip."""

    bits_per_second: float
    round_trip: float


SLOW = Network(bits_per_second=10_000_000, round_trip=40)


@dataclass
class Sent:
    """One request as it left the browser. `body` is empty when there was none."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Person:
    """One browser context and its first page.

    `requests` and `frames_sent` hold everything that left this browser, workers and further
    tabs included; `frames_received` what its sockets heard; `console_errors` what the console
    called an error, without the browser's own line about an answer such as 409, which is in
    `refusals`; `page_errors` what no script caught.
    """

    base_url: str
    page: Page
    requests: list[Sent] = field(default_factory=list)
    frames_sent: list[str | bytes] = field(default_factory=list)
    frames_received: list[str | bytes] = field(default_factory=list)
    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    may_have_errors: bool = False

    @classmethod
    def arrive(
        cls, browser: Browser, base_url: str, *, network: Network | None = None, **options: object
    ) -> Person:
        """`options` go to Playwright's `new_context`: `viewport`, `java_script_enabled`, …"""
        context = browser.new_context(base_url=base_url, locale="en-GB", **options)
        context.set_default_timeout(20_000)
        person = cls(base_url=base_url, page=context.new_page())
        context.on("request", person._note_request)
        context.on("console", person._note_console)
        context.on("weberror", lambda error: person.page_errors.append(str(error.error)))
        context.on("page", person._watch_sockets)
        person._watch_sockets(person.page)
        if network is not None:
            person.use_network(network)
        return person

    @property
    def context(self):
        return self.page.context

    def open(self, address: str) -> Page:
        """Opens an address in the first page; one without a host is the server's."""
        self.page.goto(address)
        return self.page

    def new_tab(self) -> Page:
        """Another page of the same browser."""
        return self.context.new_page()

    def use_network(self, network: Network) -> None:
        """Slows the first page's line down from now on."""
        session = self.context.new_cdp_session(self.page)
        bytes_per_second = network.bits_per_second / 8
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": network.round_trip,
                "downloadThroughput": bytes_per_second,
                "uploadThroughput": bytes_per_second,
            },
        )

    def leave(self) -> None:
        """Closes the browser context; fails when a page had an error that nobody expected."""
        self.context.close()
        if not self.may_have_errors:
            assert self.page_errors == [], self.page_errors
            assert self.console_errors == [], self.console_errors

    def _note_request(self, request: Request) -> None:
        if request.url.startswith(("blob:", "data:")):
            return
        body = request.post_data_buffer or b""
        self.requests.append(Sent(request.method, request.url, request.headers, body))

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        refused = message.text.startswith("Failed to load resource: the server responded with")
        (self.refusals if refused else self.console_errors).append(message.text)

    def _watch_sockets(self, page: Page) -> None:
        def note(socket: WebSocket) -> None:
            socket.on("framesent", lambda frame: self.frames_sent.append(frame))
            socket.on("framereceived", lambda frame: self.frames_received.append(frame))

        page.on("websocket", note)
