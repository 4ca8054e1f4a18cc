"""Coming in: by the group link, by a return link, and by links that open nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.decisions import make_decision
from tests.browser.steps import Participant


def join(person, name: str, link: str) -> Participant:
    participant = Participant(name, person.page)
    participant.join(link)
    return participant


def test_a_link_leaves_no_secret_in_the_address_nor_in_anything_asked_for(new_person, server):
    links = make_decision(server)
    secret = links.group.split("=")[1]
    ana = new_person()
    join(ana, "Ana", links.group)
    assert ana.page.url == f"{server.url}/d/{links.decision}/"
    assert ana.page.title() == "A decision · Parley"
    ana.page.reload()
    expect(ana.page.locator("#answer")).to_be_visible()
    assert [sent.url for sent in ana.requests if secret in sent.url] == []
    assert [sent.url for sent in ana.requests if sent.headers.get("referer")] == []


@pytest.mark.parametrize("taken", ["Ana", "ANA", "  aNa "])
def test_a_taken_name_is_refused_beside_the_field_and_stays_there(new_person, server, taken):
    links = make_decision(server)
    join(new_person(), "Ana", links.group)
    other = Participant(taken, new_person().page)
    other.open(links.group)
    other.take_seat(taken)
    expect(other.page.locator("#join-error")).to_contain_text("Someone already has this name")
    expect(other.page.get_by_label("Your name")).to_have_value(taken)
    expect(other.page.get_by_label("Your name")).to_be_focused()
    other.take_seat("Another Ana")
    expect(other.page.locator("#answer")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "reason"), [("   ", "Write a name."), ("x" * 61, "at most 60"), ("a\u200bb", "seen")]
)
def test_a_name_nobody_can_have_is_refused_with_its_reason(new_person, server, name, reason):
    links = make_decision(server)
    person = Participant(name, new_person().page)
    person.open(links.group)
    person.take_seat(name)
    expect(person.page.locator("#join-error")).to_contain_text(reason)
    expect(person.page.get_by_label("Your name")).to_have_value(name)


def test_names_of_a_list_are_chosen_and_each_one_only_once(new_person, server):
    links = make_decision(server, names=["Ana", "Bob", "Élodie van der Meer"])
    page = new_person().open(links.group)
    page.get_by_role("button", name="Take this seat").click()
    expect(page.locator("#join-error")).to_contain_text("Choose your name")
    page.get_by_label("Élodie van der Meer").check()
    page.get_by_role("button", name="Take this seat").click()
    expect(page.locator("#people")).to_contain_text("you, joined")

    other = new_person().open(links.group)
    expect(other.get_by_label("Élodie van der Meer (taken)")).to_be_disabled()
    other.get_by_label("Bob").check()
    other.get_by_role("button", name="Take this seat").click()
    expect(other.locator("#answer")).to_be_visible()


def test_a_full_decision_says_so_and_opens_again_when_a_seat_is_freed(new_person, server):
    links = make_decision(server, people=2)
    join(new_person(), "Ana", links.group)
    late = new_person().open(links.group)
    expect(late.get_by_label("Your name")).to_be_visible()
    join(new_person(), "Bob", links.group)
    expect(late.locator("#join-options")).to_contain_text("Every seat is taken")
    expect(late.get_by_label("Your name")).to_be_hidden()

    organiser = new_person().open(links.organiser)
    organiser.get_by_role("button", name="Remove Bob").click()
    organiser.get_by_role("button", name="Yes, remove").click()
    expect(late.get_by_label("Your name")).to_be_visible()
    expect(late.locator("#join-options")).not_to_contain_text("Every seat is taken")
    expect(late.locator("#join-options")).to_contain_text("Orchard Road 8")


def test_the_return_link_brings_the_seat_back_elsewhere_and_after_cleared_cookies(
    new_person, server
):
    links = make_decision(server)
    person = new_person()
    ana = join(person, "Ana", links.group)
    ana.cannot_accept("rent", "above", 1600)
    back = ana.return_link()

    elsewhere = Participant("Ana", new_person().page)
    elsewhere.open(back)
    expect(elsewhere.page.locator("#people")).to_contain_text("you, joined")
    expect(elsewhere.page.locator("#answer")).to_be_visible()
    assert "#" not in elsewhere.page.url
    assert elsewhere.return_link() == back
    # The sheet itself never left the browser it was written in.
    expect(elsewhere.page.locator("#red-lines .sentence")).to_have_count(0)

    person.context.clear_cookies()
    ana.open(links.group)
    expect(ana.page.get_by_label("Your name")).to_be_visible()
    ana.open(back)
    expect(ana.page.locator("#people")).to_contain_text("you, joined")
    expect(ana.page.get_by_label("Limit")).to_have_value("1600")


def test_another_return_link_in_the_same_browser_shows_that_seat_s_sheet(new_person, server):
    links = make_decision(server)
    bob = join(new_person(), "Bob", links.group)
    person = new_person()
    ana = join(person, "Ana", links.group)
    ana.cannot_accept("rent", "above", 1600)
    tab = Participant("Bob", person.new_tab())
    tab.open(bob.return_link())
    for page in (tab.page, ana.page):
        # The first tab hears of it when it looks again.
        page.reload()
        expect(page.locator("#people li", has_text="Bob")).to_contain_text("you, joined")
        expect(page.locator("#red-lines .sentence")).to_have_count(0)


def test_without_any_link_the_page_says_what_to_open(new_person, server):
    links = make_decision(server)
    page = new_person(may_have_errors=True).open(links.group.split("#")[0])
    expect(page.locator("#trouble")).to_contain_text("This browser has no seat here yet.")
    expect(page.locator("#trouble")).to_contain_text("everything after the # sign")
    expect(page.locator("#decision")).to_be_hidden()


@pytest.mark.parametrize("fragment", ["group=" + "A" * 43, "seat=short", "group=%F0%9F%98%80"])
def test_a_wrong_or_garbled_link_gets_a_reason(new_person, server, fragment):
    links = make_decision(server)
    address = links.group.split("#")[0]
    page = new_person(may_have_errors=True).open(f"{address}#{fragment}")
    expect(page.locator("#trouble")).to_contain_text("This link is not complete")
    expect(page.locator("#decision")).to_be_hidden()


def test_a_wrong_link_does_not_take_a_seat_away(new_person, server):
    links = make_decision(server)
    ana = join(new_person(), "Ana", links.group)
    ana.open(links.group.split("=")[0] + "=" + "A" * 43)
    expect(ana.page.locator("#trouble")).to_contain_text("This link is not complete")
    expect(ana.page.locator("#answer")).to_be_visible()
    ana.open(links.group.split("#")[0])
    expect(ana.page.locator("#answer")).to_be_visible()
    expect(ana.page.locator("#trouble")).to_be_hidden()


def test_a_decision_that_does_not_exist_is_said_to_be_unknown(new_person, server):
    page = new_person().open(f"/d/{'0' * 32}/#group={'A' * 43}")
    expect(page.get_by_role("main")).to_contain_text("No page or decision has this address")
