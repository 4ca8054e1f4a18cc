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
from tests.browser.test_python_rules_in_the_sheet import write_rule

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
        self.receipt = server.var / "receipt.json"
        self.sheet = server.var / "sheet.json"

    def person(self, name: str = "", **options: object) -> Participant:
        context = self.browser.new_context(
            locale="en-GB", reduced_motion="reduce", **LOOKS[self.look], **options
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
        self.ended_otherwise()
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
        rule = write_rule(ana, "option['commute'] <= 30 and option['rent'] < 1800", "near")
        expect(rule.get_by_role("listitem").first).to_be_visible(timeout=ENGINE_WAIT)
        self.picture(ana, "sheet-python")
        rule.get_by_role("button", name="Remove").click()
        with ana.page.expect_download() as saved:
            ana.page.get_by_role("button", name="Save my sheet as a file").first.click()
        saved.value.save_as(self.sheet)
        ana.send()
        ana.page.locator("#way-back summary").click()
        self.picture(ana, "sent")
        ana.page.locator("#way-back summary").click()
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
        with ana.page.expect_download() as saved:
            ana.page.get_by_role("link", name="Download the receipt").click()
        saved.value.save_as(self.receipt)
        ana.page.get_by_role("link", name="Print it").click()
        expect(ana.page.locator("svg.qr")).to_be_visible()
        self.picture(ana, "receipt")
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

    def ended_otherwise(self) -> None:
        links = make_decision(self.server, people=2, signed=True)
        organiser = self.person()
        organiser.open(links.organiser)
        ana, bob = self.pair(links)
        late = self.person("Cara")
        late.open(links.group)
        expect(late.page.locator("#join")).to_be_visible()
        self.picture(late, "full")
        organiser.page.get_by_role("button", name="Remove Bob").click()
        self.picture(organiser, "organise-asked")
        organiser.page.get_by_role("button", name="Yes, remove").click()
        expect(bob.page.locator("#ended")).to_be_visible()
        self.picture(bob, "removed")
        organiser.page.get_by_role("button", name="Cancel the decision").click()
        organiser.page.get_by_role("button", name="Yes, cancel").click()
        expect(ana.page.locator("#ended")).to_be_visible()
        self.picture(ana, "cancelled")

    def caught(self) -> None:
        """On a server that swaps the winner."""
        ana, bob = self.pair(make_decision(self.server, people=2))
        for person in (ana, bob):
            person.fine_with_anything()
            person.send()
        expect(ana.page.locator("#failed-checks")).to_be_visible(timeout=ENGINE_WAIT)
        self.picture(ana, "caught")

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
            "signed": self.receipt,
        }.items():
            someone.page.get_by_label("choose a file").set_input_files(path)
            word = {"signed": "verified"}.get(name, name)
            result = someone.page.locator(f"#result .result-{word}")
            expect(result).to_be_visible(timeout=ENGINE_WAIT)
            self.picture(someone, f"verify-{name}")
        someone.page.set_input_files("#sheet-file", self.sheet)
        expect(someone.page.locator("#replay [data-check]").first).to_be_visible(
            timeout=ENGINE_WAIT
        )
        self.picture(someone, "verify-replayed")
        plain = self.person(java_script_enabled=False)
        plain.open(f"{self.server.url}/verify")
        plain.page.set_input_files("#sent-file", self.receipt)
        plain.page.get_by_role("button", name="Send and check the file").click()
        self.picture(plain, "verify-without-script")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as var, Listener() as outside, chromium(outside) as browser:
        server = Server(Path(var) / "var").start()
        settings = "tests.browser.dishonest.swapped_winner"
        cheating = Server(Path(var) / "cheating", settings=settings).start()
        try:
            for look in LOOKS:
                Album(browser, server, look, folder).everything()
                Album(browser, cheating, look, folder).caught()
        finally:
            server.stop()
            cheating.stop()


if __name__ == "__main__":
    main()
