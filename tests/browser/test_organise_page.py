"""The organiser's page: links, who is here, and what only the organiser can do."""

from __future__ import annotations

from urllib.parse import unquote

from playwright.sync_api import Page, expect

from tests.browser.decisions import make_decision, seated
from tests.browser.scanning import scanned
from tests.browser.steps import Participant


def names_here(page: Page) -> list[str]:
    return [line.inner_text() for line in page.locator("#people strong").all()]


def test_the_links_are_shown_and_their_secrets_leave_the_address(new_person, server):
    links = make_decision(server)
    page = new_person().open(links.organiser)
    expect(page.locator("#group-link input")).to_have_value(links.group)
    expect(page.locator("#organiser-link input")).to_have_value(links.organiser)
    assert "#" not in page.url
    assert scanned(page.get_by_role("img", name="QR code of the link for the group")) == links.group
    mail = unquote(page.get_by_role("link", name="Write a mail").get_attribute("href"))
    subject, body = mail.split("&body=")
    assert links.group in body
    assert "http" not in subject

    page.reload()
    expect(page.locator("#group-link input")).to_have_value(links.group)


def test_whoever_joins_appears_and_can_be_removed_after_a_question(new_person, server):
    links = make_decision(server)
    page = new_person().open(links.organiser)
    ana = Participant("Ana", new_person().page)
    ana.join(links.group)
    remove = page.get_by_role("button", name="Remove Ana")
    remove.click()
    bob = Participant("Bob", new_person().page)
    bob.join(links.group)
    expect(page.locator("#people")).to_contain_text("Bob")
    expect(page.get_by_role("button", name="No, keep")).to_be_focused()
    page.keyboard.press("Escape")
    expect(remove).to_be_focused()
    remove.click()
    page.get_by_role("button", name="Yes, remove").click()
    expect(page.locator("#people")).not_to_contain_text("Ana")
    assert names_here(page) == ["Bob"]


def test_answering_ends_early_with_those_who_have_answered(new_person, server):
    links = make_decision(server)
    page = new_person().open(links.organiser)
    ana, bob, _ = seated(new_person, server, links.group)
    expect(page.locator("#steps")).to_contain_text("once two people have answered")
    for person in (ana, bob):
        person.fine_with_anything()
        person.send()
    page.get_by_role("button", name="End answering with 2 of 3 people").click()
    expect(page.locator("#steps")).to_contain_text("computed from the 2 people")
    page.get_by_role("button", name="Yes, end answering").click()
    expect(page.locator("#outcome")).to_contain_text("not finished yet")
    assert names_here(page) == ["Ana", "Bob"]
    with page.expect_download() as receipt:
        page.get_by_role("link", name="Download the receipt").click()
    assert receipt.value.suggested_filename == "parley-receipt.json"


def test_a_cancelled_decision_says_so_at_once_in_another_window(new_person, server):
    links = make_decision(server)
    organiser = new_person()
    page = organiser.open(links.organiser)
    expect(page.locator("#steps")).to_be_visible()
    other = organiser.new_tab()
    other.goto(links.organiser)
    expect(other.locator("#steps")).to_be_visible()
    page.get_by_role("button", name="Cancel the decision").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.locator("#outcome")).to_contain_text("Cancelled")
    expect(other.locator("#outcome")).to_contain_text("Cancelled")


def test_without_an_outcome_nothing_is_said_of_its_page_and_receipt(new_person, server):
    page = new_person().open(make_decision(server, signed=True).organiser)
    page.get_by_role("button", name="Cancel the decision").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.locator("#outcome")).to_contain_text("It has no result.")
    expect(page.locator("#outcome")).not_to_contain_text("receipt")


def test_a_browser_with_the_group_link_alone_is_told_what_is_missing(new_person, server):
    links = make_decision(server)
    person = new_person()
    page = person.open(links.group)
    expect(page.get_by_label("Your name")).to_be_visible()
    page.goto(links.organiser.split("#")[0])
    expect(page.locator("#trouble")).to_contain_text("does not organise this decision")
    expect(page.locator("#organise")).to_be_hidden()
