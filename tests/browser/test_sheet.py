"""The private sheet: every kind of red line and wish, live, and exactly what would be sent."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.arithmetic import FLATS, answers, better, preferred
from tests.browser.decisions import make_decision
from tests.browser.people import SLOW
from tests.browser.steps import ENGINE_WAIT, Participant

NUMBERS = "Does not count: give a whole number from 0 to 100, or leave it empty."


@pytest.fixture
def ana(new_person, server):
    participant = Participant("Ana", new_person().page)
    participant.join(make_decision(server, people=2).group)
    return participant


def expect_answers(person: Participant, expected: list[list]) -> None:
    """The answers below the line, and those beside the options, become these."""
    person.wait_for_ballot(expected)
    for flat, (acceptable, score) in zip(FLATS, expected, strict=True):
        words = f"{int(score * 100 / 1024 + 0.5)} of 100" if acceptable else "✕ not acceptable"
        expect(person.answer_for(flat["flat"])).to_contain_text(words)


def test_each_kind_of_red_line_refuses_what_crosses_it(ana):
    lines = [
        (("rent", "above", "1,500"), lambda flat: flat["rent"] > 1500),
        (("rent", "below", "1420.50"), lambda flat: flat["rent"] < 1420.5),
        (("commute", "above", "24 min"), lambda flat: flat["commute"] > 24),
        (("balcony", "is no"), lambda flat: not flat["balcony"]),
        (("balcony", "is yes"), lambda flat: flat["balcony"]),
        (("area", "is one of", ["Centre", "Canal"]), lambda f: f["area"] in ("Centre", "Canal")),
        (("area", "is anything but", ["Harbour"]), lambda flat: flat["area"] != "Harbour"),
        (("free from", "before", "2027-02-01"), lambda flat: flat["free from"] < "2027-02-01"),
        (("free from", "after", "2027-02-01"), lambda flat: flat["free from"] > "2027-02-01"),
    ]
    for line, crosses in lines:
        ana.cannot_accept(*line)
        expect_answers(ana, answers(refused=crosses))
        ana.remove_red_line()
    ana.cannot_accept("free from", "outside the days from", "2027-01-15")
    ana.page.get_by_label("Last day").fill("2027-02-15")
    ok = ("2027-01-15", "2027-02-15")
    expect_answers(ana, answers(refused=lambda flat: not ok[0] <= flat["free from"] <= ok[1]))


def test_each_kind_of_wish_and_weight_moves_the_scores(ana):
    wishes = [
        (("rent", "lower is better"), better("rent", lower=True)),
        (("commute", "higher is better"), better("commute", lower=False)),
        (("free from", "earlier is better"), better("free from", lower=True)),
        (("free from", "later is better"), better("free from", lower=False)),
        (("balcony", "yes is better"), preferred("balcony", True)),
        (("balcony", "no is better"), preferred("balcony", False)),
        (("area", "prefer Canal"), preferred("area", "Canal")),
    ]
    weights = [("a little", 1), ("quite", 2), ("a lot", 4)]
    so_far = []
    for number, (wish, fulfilment) in enumerate(wishes):
        word, weight = weights[number % 3]
        ana.wish(*wish, word)
        so_far.append((weight, fulfilment))
        ana.wait_for_ballot(answers(wishes=so_far))
    expect_answers(ana, answers(wishes=so_far))


def test_a_word_on_one_option_counts_beside_the_rest(ana):
    ana.wish("rent", "lower is better", "a lot")
    ana.refuse("Mill Lane 4")
    ana.rate("Hill View 33", 0)
    ana.rate("Canal Walk 15", 100)
    expected = answers(
        refused=lambda flat: flat["flat"] == "Mill Lane 4",
        wishes=[(4, better("rent", lower=True))],
        ratings={"Hill View 33": 0, "Canal Walk 15": 100},
    )
    expect_answers(ana, expected)
    expect(ana.answer_for("Mill Lane 4")).to_contain_text("only you see why: your word on it")


def test_an_empty_cell_is_named_as_the_reason_where_it_crosses_a_line(new_person, server):
    attributes = [
        {"name": "flat", "type": "text", "unit": None},
        {"name": "rent", "type": "money", "unit": "EUR"},
    ]
    rows = [["Mill Lane 4", ""], ["Hill View 33", "1400"]]
    ana = Participant("Ana", new_person().page)
    ana.join(make_decision(server, people=2, attributes=attributes, rows=rows).group)
    ana.cannot_accept("rent", "above", "1,300")
    ana.wait_for_ballot([[False, 0], [False, 0]])
    expect(ana.answer_for("Mill Lane 4")).to_contain_text(
        "only you see why: rent is not given, which counts as crossing your line"
    )
    expect(ana.answer_for("Hill View 33")).to_contain_text("only you see why: rent above")


def test_fine_with_anything_puts_the_rest_aside_without_losing_it(ana):
    ana.cannot_accept("rent", "above", 1500)
    ana.rate("Hill View 33", 10)
    ana.fine_with_anything()
    expect_answers(ana, [[True, 1024]] * len(FLATS))
    expect(ana.page.locator("#rules")).to_be_hidden()
    ana.page.get_by_label("I am fine with anything").uncheck()
    ratings = {"Hill View 33": 10}
    expect_answers(ana, answers(refused=lambda flat: flat["rent"] > 1500, ratings=ratings))


@pytest.mark.parametrize("typed", ["101", "1.5", "-1", "good", "1e1"])
def test_a_rating_that_is_none_is_said_and_holds_sending_back(ana, typed):
    ana.rate("Hill View 33", typed)
    ana.wait_for_ballot(answers())
    error = ana.page.locator("#options .error:not(:empty)")
    expect(error).to_have_text(NUMBERS)
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("whole number from 0 to 100")
    expect(ana.page.get_by_label("How good is Hill View 33")).to_be_focused()
    expect(ana.page.locator("#sent-notice")).to_be_hidden()
    ana.page.reload()
    expect(ana.page.get_by_label("How good is Hill View 33")).to_have_value(typed)
    expect(error).to_have_text(NUMBERS)
    ana.rate("Hill View 33", 100)
    expect(error).to_have_count(0)
    ana.send()


def test_a_line_that_is_not_complete_is_said_and_holds_sending_back(ana):
    ana.cannot_accept("rent", "above")
    ana.wish("area", "prefer ")
    lines = ana.page.locator(".sentence .error:not(:empty)")
    expect(lines).to_have_count(2)
    for field in (ana.page.get_by_label("Limit"), ana.page.get_by_label("What I prefer")):
        expect(field).to_have_accessible_description(re.compile("Does not count yet: "))
    ana.wait_for_ballot(answers())
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("not complete")
    expect(ana.page.get_by_label("Limit")).to_be_focused()
    ana.page.get_by_label("Limit").fill("about 1500")
    expect(lines.first).to_contain_text("write the number like 1234.50")
    ana.page.reload()
    expect(ana.page.get_by_label("Limit")).to_have_value("about 1500")
    expect(lines).to_have_count(2)
    ana.page.get_by_label("Limit").fill("1500")
    ana.page.get_by_label("What I prefer").select_option("Canal")
    expect(lines).to_have_count(0)
    expected = answers(
        refused=lambda flat: flat["rent"] > 1500, wishes=[(2, preferred("area", "Canal"))]
    )
    ana.wait_for_ballot(expected)
    ana.send()


RATE_AND_SEND = """() => {
    const rating = document.querySelector(".rating");
    rating.value = "50";
    rating.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector("#send").click();
    return document.querySelector("#answer-error").textContent;
}"""


def test_that_answers_are_being_worked_out_is_said_until_they_are(ana):
    ana.wait_for_answers()
    assert "still being worked out" in ana.page.evaluate(RATE_AND_SEND)
    expect(ana.page.locator(".rating").first).not_to_be_focused()
    ana.wait_for_answers()
    expect(ana.page.locator("#answer-error")).to_be_empty()
    ana.send()


IN_SIGHT = """reason => {
    const field = document.activeElement.getBoundingClientRect();
    const bar = document.querySelector("#answer .action-bar").getBoundingClientRect();
    const below = reason.getBoundingClientRect().bottom;
    return field.top >= 0 && field.bottom <= bar.top && below <= bar.top;
}"""


def test_lines_that_are_not_complete_are_counted_and_the_first_comes_in_sight(ana):
    page = ana.page
    page.set_viewport_size({"width": 360, "height": 640})
    ana.cannot_accept("rent", "above", 1500)
    ana.cannot_accept("commute", "above")
    ana.wish("area", "prefer ")
    ana.wait_for_answers()
    reason = page.locator(".sentence .error:not(:empty)").first
    limit = page.get_by_label("Limit").nth(1)
    # Cut at the top, behind the bar, and in sight without its reason.
    for top in (-10, 600, 500):
        limit.evaluate("(field, top) => scrollBy(0, field.getBoundingClientRect().top - top)", top)
        ana.try_to_send()
        expect(page.locator("#answer-error")).to_contain_text("2 lines of your sheet are not")
        expect(limit).to_be_focused()
        assert reason.evaluate(IN_SIGHT), top
        page.locator("#answer-heading").focus()
    page.get_by_role("button", name="Remove").last.click()
    ana.try_to_send()
    expect(page.locator("#answer-error")).to_contain_text("1 line of your sheet is not complete")


def test_the_text_below_the_line_is_byte_for_byte_what_is_sent(ana):
    ana.cannot_accept("rent", "above", 1500)
    ana.wait_for_ballot(answers(refused=lambda flat: flat["rent"] > 1500))
    ana.wait_for_answers()
    shown = ana.page.locator("#exact-text").text_content()
    with ana.page.expect_request("**/ballot") as request:
        ana.page.locator("#send").click()
    assert request.value.post_data_json == {"ballot": shown, "replaces": None}
    expect(ana.page.locator("#sent-notice")).to_contain_text("Answered. 1 of 2 are in.")
    expect(ana.page.locator("#send")).to_have_text("Your answers are sent")


def test_everything_can_be_typed_before_the_engine_is_there(new_person, server):
    person = new_person(network=SLOW)
    held = []
    person.page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    ana = Participant("Ana", person.page)
    ana.join(make_decision(server, people=2).group)
    expect(ana.page.locator("#engine-status")).to_contain_text("Loading the program")
    ana.cannot_accept("commute", "above", 20)
    ana.refuse("Mill Lane 4")
    ana.rate("Hill View 33", 90)
    ana.rate("Station Square 2", 70)
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("still being worked out")
    ana.page.wait_for_timeout(200)
    for route in held:
        route.continue_()
    person.page.unroute("**/pyodide.asm.wasm")
    expected = answers(
        refused=lambda flat: flat["commute"] > 20 or flat["flat"] == "Mill Lane 4",
        ratings={"Hill View 33": 90, "Station Square 2": 70},
    )
    ana.wait_for_ballot(expected)
    expect(ana.page.locator("#engine-status")).to_be_hidden(timeout=ENGINE_WAIT)
    ana.page.reload()
    ana.wait_for_ballot(expected)
    assert json.loads(ana.page.locator("#exact-text").text_content())["owner"] == "Ana"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1,200", "Read as 1200. If you mean 1.2, write it like that."),
        ("1.200", "Read as 1.2. If you mean 1200, write it like that."),
        ("-1.001", "Read as -1.001. If you mean -1001, write it like that."),
        ("1.25", ""),
        ("0,500", ""),
        ("1200", ""),
    ],
)
def test_a_number_that_can_be_read_in_two_ways_is_read_back(typed, said, new_person, server):
    sea = {"name": "sea", "type": "decimal", "unit": "km"}
    attributes = [{"name": "place", "type": "text", "unit": None}, sea]
    rows = [["Dune House", "0.5"], ["Pine House", "1.25"]]
    ana = Participant("Ana", new_person().page)
    ana.join(make_decision(server, people=2, attributes=attributes, rows=rows).group)
    ana.cannot_accept("sea", "above", typed)
    expect(ana.page.locator("#red-lines .typed .hint")).to_have_text(said)
