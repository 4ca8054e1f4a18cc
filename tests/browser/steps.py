"""What people do on the pages, in their words: the browser tests read as stories made of these."""

import json
import re

from playwright.sync_api import Page, expect

ENGINE_WAIT = 60_000


class Participant:
    """Somebody who takes part in a decision in front of a page."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page

    def open(self, link: str) -> None:
        """Open a link. The page starts anew even if only the fragment differs."""
        self.page.goto("about:blank")
        self.page.goto(link)

    def join(self, link: str) -> None:
        """Open the group link and take a seat under one's name."""
        self.open(link)
        self.take_seat(self.name)
        expect(self.page.locator("#answer")).to_be_visible()

    def take_seat(self, name: str) -> None:
        """Type a name and ask for a seat, whatever comes of it."""
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take this seat").click()

    def return_link(self) -> str:
        """The link that brings this seat back, as the page shows it."""
        return self.page.locator("#return-link input").input_value()

    def cannot_accept(self, attribute: str, condition: str = "", value: object = None) -> None:
        """Write a red line: `cannot_accept("rent", "above", 700)`, `("balcony", "is no")`."""
        self.page.get_by_role("button", name="Add something I cannot accept").click()
        row = self.page.locator("#red-lines .sentence").last
        row.get_by_label("What it is about").select_option(attribute)
        row = self.page.locator("#red-lines .sentence").last
        if condition:
            row.get_by_label("Condition").select_option(label=condition)
            row = self.page.locator("#red-lines .sentence").last
        if isinstance(value, list):
            for choice in value:
                row.get_by_role("checkbox", name=choice, exact=True).check()
        elif value is not None:
            row.get_by_label(re.compile("^(Limit|First day)$")).fill(str(value))

    def remove_red_line(self) -> None:
        """Take the last red line away again."""
        row = self.page.locator("#red-lines .sentence").last
        row.get_by_role("button", name="Remove").click()

    def wish(self, attribute: str, kind: str, weight: str = "quite") -> None:
        """Write a wish: `wish("rent", "lower is better", "a lot")`."""
        self.page.get_by_role("button", name="Add a wish").click()
        row = self.page.locator("#wishes .sentence").last
        row.get_by_label("What it is about").select_option(attribute)
        row = self.page.locator("#wishes .sentence").last
        if kind.startswith("prefer "):
            row.get_by_label("What I prefer").select_option(kind.removeprefix("prefer "))
        else:
            row.get_by_label("Wish", exact=True).select_option(label=kind)
        row.get_by_label("How much it matters").select_option(label=weight)

    def refuse(self, option: str) -> None:
        """Say of one option that it is not acceptable."""
        self.page.get_by_label(f"I cannot accept {option}").check()

    def rate(self, option: str, rating: object) -> None:
        """Give one option a number from 0 to 100."""
        self.page.get_by_label(f"How good is {option}, from 0 to 100").fill(str(rating))

    def fine_with_anything(self) -> None:
        """Tick that every option is acceptable."""
        self.page.get_by_label("I am fine with anything").check()

    def answer_for(self, option: str):
        """The cell with the live answer to an option."""
        return self.page.locator("#options tbody tr", has_text=option).locator(".answer")

    def wait_for_answers(self) -> None:
        """Wait until the engine has worked out the answers as the sheet stands."""
        expect(self.page.locator("#leaving")).to_contain_text(
            "leave this browser", timeout=ENGINE_WAIT
        )

    def wait_for_ballot(self, answers: list[list]) -> None:
        """Wait until the exact text below the line holds these answers."""
        text = json.dumps(answers)
        expect(self.page.locator("#exact-text")).to_contain_text(
            f'"answers": {text}', timeout=ENGINE_WAIT
        )

    def try_to_send(self) -> None:
        """Press the button, whatever comes of it."""
        self.page.locator("#send").click()

    def send(self) -> None:
        """Send the answers, and see that they are in."""
        self.wait_for_answers()
        self.page.locator("#send").click()
        expect(
            self.page.locator("#sent-notice strong, #outcome .pick-name").locator("visible=true")
        ).not_to_have_count(0)

    def see_outcome(self, text: str) -> None:
        """Wait until the outcome names this text and this browser has checked the record."""
        expect(self.page.locator(".pick-name")).to_contain_text(text)
        # Which of the two there is depends on whether the decision is signed.
        check = self.page.locator("#checks [data-check=winner], #checks [data-check=record]")
        expect(check).to_be_visible(timeout=ENGINE_WAIT)

    def checks(self) -> dict[str, str]:
        """The checks this browser shows: id to "true", "false" or "null"."""
        lines = self.page.locator("#checks [data-check]").all()
        return {
            line.get_attribute("data-check"): line.get_attribute("data-passed") for line in lines
        }

    def accept(self) -> None:
        """Accept the pick."""
        self.page.locator("#accept").click()
        expect(self.page.locator("#ratify")).to_contain_text("You accepted", timeout=ENGINE_WAIT)

    def decline(self) -> None:
        """Decline the pick, and say so again when asked."""
        self.page.get_by_role("button", name="Decline", exact=True).click(timeout=ENGINE_WAIT)
        self.page.get_by_role("button", name="Yes, decline").click()
        expect(self.page.locator("#ratify")).to_contain_text("You declined", timeout=ENGINE_WAIT)


SEVEN_HOLD = dict.fromkeys(
    ("agenda", "coordinator", "my-row", "people", "ballots", "record", "my-sheet"), "true"
)
ALL_HOLD = {"hash": "true", "winner": "true", "my-answers": "true", "my-sheet": "true"}
