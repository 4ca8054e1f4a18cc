"""Takes a picture of every page in every state, at the width of a phone and of a desk.

    python -m scripts.screenshots [FOLDER]

The pages are real: a server of its own, and Ana, Bob and Cara deciding in three browsers. Pictures
go to var/screenshots/ unless a folder is given: `1280-sheet.png`, `375-dark-sheet.png`, …
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.decisions import Links, make_decision
from tests.browser.listener import Listener
from tests.browser.servers import ROOT, Server
from tests.browser.steps import ENGINE_WAIT, Participant

GUIDES = [path.stem for path in sorted((ROOT / "docs" / "guides").glob("*.md"))]
VECTORS = ROOT / "tests" / "vectors"
TABLE = (
    "Wohnung;Miete;Weg (min);Kaution;Balkon;frei ab\n"
    '"Mühlgasse 4; Hof";1.250,50 €;25;1.234;ja;05/06/2027\n'
    "Hafen;980,00 €;12;2.500;nein;07/06/2027\n"
    "Altstadt;1.100,00 €;;3.100;ja;08/06/2027\n"
)
LOOKS = {
    "1280": {"viewport": {"width": 1280, "height": 900}},
    "375": {"viewport": {"width": 375, "height": 760}},
    "375-dark": {"viewport": {"width": 375, "height": 760}, "color_scheme": "dark"},
}


class Album:
    """Takes pictures of one look of the pages of one server."""

    def __init__(self, browser: Browser, server: Server, look: str, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.look = look
        self.folder = folder

    def person(self, name: str = "") -> Participant:
        context = self.browser.new_context(
            base_url=self.server.url, locale="en-GB", reduced_motion="reduce", **LOOKS[self.look]
        )
        return Participant(name, context.new_page())

    def picture(self, person: Participant, name: str) -> None:
        # The bar at the bottom stands in the middle of a picture of the whole page otherwise.
        person.page.evaluate(
            "() => document.querySelectorAll('.action-bar').forEach("
            "(bar) => bar.style.setProperty('position', 'static'))"
        )
        path = self.folder / f"{self.look}-{name}.png"
        person.page.screenshot(path=path, full_page=True)
        print(path)

    def everything(self) -> None:
        self.pages_without_a_decision()
        self.tables_in()
        self.from_joining_to_agreement()
        self.deadlock_and_decline()
        self.verify_page()

    def pages_without_a_decision(self) -> None:
        someone = self.person()
        someone.open(f"{self.server.url}/")
        self.picture(someone, "home")
        someone.open(f"{self.server.url}/new")
        self.picture(someone, "new-empty")
        someone.page.get_by_role("button", name="Make the link").click()
        expect(someone.page.locator("#error-summary")).to_be_visible()
        self.picture(someone, "new-refused")
        someone.page.get_by_role("button", name="a shared flat").click()
        expect(someone.page.get_by_label("What do you decide?")).not_to_have_value("")
        self.picture(someone, "new-flat")
        for name in GUIDES:
            someone.open(f"{self.server.url}/guide/{name}")
            self.picture(someone, f"guide-{name}")
        someone.open(f"{self.server.url}/nowhere")
        self.picture(someone, "not-found")
        someone.open(f"{self.server.url}/d/{'0' * 32}/")
        self.picture(someone, "no-such-decision")

    def tables_in(self) -> None:
        someone = self.person()
        someone.open(f"{self.server.url}/new")
        paste = someone.page.locator("#table-paste")
        paste.fill("- The park\n- The lake\n- The café by the station\n")
        someone.page.get_by_role("button", name="Read it").click()
        preview = someone.page.locator("#preview")
        expect(preview).to_be_visible(timeout=ENGINE_WAIT)
        self.picture(someone, "new-list-preview")
        preview.get_by_role("button", name="Do not use it").click()
        paste.fill(TABLE)
        someone.page.get_by_role("button", name="Read it").click()
        expect(preview.locator("tbody tr")).to_have_count(3)
        self.picture(someone, "new-table-preview")
        preview.get_by_role("button", name="Use this table").click()
        expect(preview).to_be_hidden()
        someone.page.get_by_role("button", name="Remove option 2").click()
        expect(someone.page.locator("#undo")).to_be_visible()
        self.picture(someone, "new-table-used")

    def from_joining_to_agreement(self) -> None:
        links = make_decision(self.server, signed=True)
        organiser, ana, bob, cara = (self.person(name) for name in ("", "Ana", "Bob", "Cara"))
        organiser.open(links.organiser)
        expect(organiser.page.locator("#organise")).to_be_visible()
        self.picture(organiser, "organise")
        ana.open(links.group.split("#")[0])
        expect(ana.page.locator("#trouble")).to_be_visible()
        self.picture(ana, "room-without-link")
        ana.open(links.group)
        expect(ana.page.locator("#join")).to_be_visible()
        self.picture(ana, "join")
        ana.join(links.group)
        ana.wait_for_answers()
        self.picture(ana, "sheet-empty")
        ana.cannot_accept("rent", "above", 1600)
        ana.cannot_accept("area")
        ana.wish("commute", "lower is better", "a lot")
        self.picture(ana, "sheet-incomplete")
        ana.page.locator("#red-lines .sentence").last.get_by_role("button", name="Remove").click()
        ana.rate("Canal Walk 15", 90)
        ana.wait_for_answers()
        self.picture(ana, "sheet")
        ana.send()
        self.picture(ana, "sent")
        bob.join(links.group)
        bob.fine_with_anything()
        bob.wait_for_answers()
        self.picture(bob, "sheet-anything")
        bob.send()
        cara.join(links.group)
        cara.cannot_accept("balcony", "is no")
        cara.send()
        ana.see_outcome("Orchard Road 8")
        self.picture(ana, "outcome")
        ana.accept()
        self.picture(ana, "accepted")
        for person in (bob, cara):
            person.see_outcome("Orchard Road 8")
            person.accept()
        expect(ana.page.locator("#pick")).to_contain_text("Agreed")
        self.picture(ana, "agreed")
        expect(organiser.page.locator("#outcome")).to_contain_text("accepted")
        self.picture(organiser, "organise-agreed")

    def deadlock_and_decline(self) -> None:
        ana, bob = self.pair(make_decision(self.server, people=2))
        ana.cannot_accept("balcony", "is no")
        bob.cannot_accept("balcony", "is yes")
        ana.send()
        bob.send()
        ana.see_outcome("No option is acceptable to everyone")
        self.picture(ana, "deadlock")
        ana, bob = self.pair(make_decision(self.server, people=2))
        for person in (ana, bob):
            person.fine_with_anything()
            person.send()
        bob.see_outcome("Mill Lane 4")
        bob.decline()
        self.picture(bob, "declined")

    def pair(self, links: Links) -> list[Participant]:
        people = [self.person("Ana"), self.person("Bob")]
        for person in people:
            person.join(links.group)
        return people

    def verify_page(self) -> None:
        someone = self.person()
        someone.open(f"{self.server.url}/verify")
        self.picture(someone, "verify-empty")
        for name, path in {
            "verified": VECTORS / "committee-masked-scores.json",
            "failed": VECTORS / "committee-swapped-winner.json",
            "unreadable": Path(__file__),
        }.items():
            someone.page.get_by_label("choose a file").set_input_files(path)
            expect(someone.page.locator(f"#result .result-{name}")).to_be_visible(
                timeout=ENGINE_WAIT
            )
            self.picture(someone, f"verify-{name}")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as var, Listener() as outside, chromium(outside) as browser:
        server = Server(Path(var) / "var").start()
        try:
            for look in LOOKS:
                Album(browser, server, look, folder).everything()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
