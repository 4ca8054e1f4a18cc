"""The engine of a page, driven from a test: with its real files, or with Python of the test."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

from playwright.sync_api import Page, Route

from tests.browser.people import Person

WORKER = "**/static/js/engine/worker.js"

# Runs in the page. `events` is what the engine said, progress left out.
OPEN = """async ([list, options]) => {
    const script = document.createElement("script");
    script.type = "application/json";
    script.id = "engine-files";
    script.textContent = list;
    document.head.append(script);
    const { Engine } = await import("/static/js/engine/client.js");
    const engine = new Engine(options);
    const events = [];
    engine.addEventListener("ready", () => events.push("ready"));
    engine.addEventListener("failed", (event) => events.push(event.detail.reason));
    window.test = { engine, events };
}"""

ASK = """async (calls) => {
    const outcome = ([name, payload]) => window.test.engine.call(name, payload).then(
        (result) => ({ result }), (error) => ({ error: error.code, kind: error.name }));
    return Promise.all(calls.map(outcome));
}"""


# Every snapshot that this browser keeps, by address.
KEPT_SNAPSHOTS = """async () => {
    const cache = await caches.open("parley-engine");
    return (await cache.keys()).map((request) => request.url);
}"""


class EnginePage:
    """An engine of its own in somebody's first page, on which no other is started.

    `python` holds modules of a package `parley` to run instead of the real one, source by name;
    with `from_snapshot` an engine has been there before and has left its snapshot; `options` go to
    the constructor of client.js: `startTimeout`, `callTimeout`.
    """

    def __init__(
        self,
        person: Person,
        *,
        python: dict[str, str] | None = None,
        from_snapshot: bool = False,
        **options: object,
    ) -> None:
        self.page: Page = person.open("/")
        listed = self.page.request.get("/static/vendor/engine.json").json()
        if python is not None:
            archive = package(python)
            listed["build"] = hashlib.sha256(archive).hexdigest()
            listed["engine"] = {
                "url": "/static/vendor/engine-of-this-test.bin",
                "size": len(archive),
            }
            self.page.route("**/engine-of-this-test.bin", lambda route: route.fulfill(body=archive))
        self.page.evaluate(OPEN, [json.dumps(listed), options])
        if from_snapshot:
            self.ask("anything")
            self.wait_until_a_snapshot_is_kept()
            person.open("/")
            self.page.evaluate(OPEN, [json.dumps(listed), options])
            self.ask("anything")
            assert self.snapshot == "load"

    def ask(self, name: str, payload: object = None) -> dict:
        """One call: {"result": …}, or {"error": code, "kind": name of the error}."""
        return self.ask_at_once([name, payload])[0]

    def ask_at_once(self, *calls: list) -> list[dict]:
        """Several calls, none waiting for another."""
        return self.page.evaluate(ASK, list(calls))

    def restart(self) -> None:
        self.page.evaluate("() => window.test.engine.restart()")

    @property
    def events(self) -> list[str]:
        return self.page.evaluate("() => window.test.events")

    @property
    def snapshot(self) -> str:
        """What the engine does with a snapshot in this start: "make", "load" or "none"."""
        return self.page.evaluate("() => window.test.engine.snapshot")

    @property
    def kept_snapshots(self) -> list[str]:
        return self.page.evaluate(KEPT_SNAPSHOTS)

    def wait_until_a_snapshot_is_kept(self) -> None:
        """It is made some time after the engine is ready, when the browser is idle."""
        for _ in range(1200):
            if self.kept_snapshots:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("No snapshot is kept")

    def wait_until_no_worker_runs(self) -> None:
        """A worker that is busy takes a moment to stop after it was told to."""
        for _ in range(200):
            if not self.page.workers:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("The engine's worker goes on running")

    def in_worker(self, script: str) -> object:
        """Runs JavaScript in the engine's own worker."""
        (worker,) = self.page.workers
        return worker.evaluate(script)


def package(modules: dict[str, str]) -> bytes:
    """An archive with a package `parley` that holds these modules and nothing else."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, source in {"__init__": "", **modules}.items():
            # Without the time at which it was made, so that the same modules make the same bytes.
            archive.writestr(zipfile.ZipInfo(f"parley/{name}.py"), source)
    return out.getvalue()


def with_other_worker(page: Page, *, body: str | None = None, policy: str | None = None) -> None:
    """Serves another script, or another policy, where the engine's worker is expected.

    What is not given stays as the server sends it; an empty policy is none.
    """

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = dict(response.headers)
        if policy is not None:
            headers["content-security-policy"] = policy
        if policy == "":
            del headers["content-security-policy"]
        route.fulfill(
            response=response, headers=headers, body=response.body() if body is None else body
        )

    page.route(WORKER, answer)
