"""The room: changes, two windows, people at once, late and stale pages, lost sockets."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress

from playwright.sync_api import expect

from tests.browser.arithmetic import answers
from tests.browser.decisions import make_decision
from tests.browser.steps import ENGINE_WAIT, Participant

RENT = answers(refused=lambda flat: flat["rent"] > 1500)


def take_seat(person, name: str, link: str) -> Participant:
    participant = Participant(name, person.page)
    participant.join(link)
    return participant


def organise(person, link: str, *buttons: str) -> None:
    """Open the organiser's page and press these buttons there."""
    page = person.open(link)
    for button in buttons:
        page.get_by_role("button", name=button).click()


def test_answers_can_be_changed_until_all_are_in(new_person, server):
    links = make_decision(server, people=2)
    ana = take_seat(new_person(), "Ana", links.group)
    bob = take_seat(new_person(), "Bob", links.group)
    ana.fine_with_anything()
    ana.send()
    expect(bob.page.locator("#progress")).to_contain_text("1 of 2 have answered")
    expect(ana.page.locator("#sent-notice")).to_contain_text("come back to accept or decline")
    ana.page.get_by_label("I am fine with anything").uncheck()
    ana.cannot_accept("rent", "above", 1500)
    expect(ana.page.locator("#sent-notice")).to_contain_text("You changed your sheet after sending")
    ana.wait_for_ballot(RENT)
    ana.try_to_send()
    expect(ana.page.locator("#send")).to_have_text("Your answers are sent")
    expect(bob.page.locator("#log")).to_contain_text("Ana changed the answers.")
    bob.fine_with_anything()
    bob.send()
    ana.see_outcome("Orchard Road 8")
    assert ana.checks()["my-answers"] == "true"


def test_the_context_keeps_its_lines(new_person, server):
    context = "Three flats are left.\n\nThe agent waits until Friday."
    page = new_person().open(make_decision(server, context=context).group)
    expect(page.locator("#decision-context")).to_be_visible()
    assert page.locator("#decision-context").inner_text() == context


def test_nothing_of_an_answer_reaches_anybody_before_all_are_in(new_person, server):
    links = make_decision(server, people=2)
    watcher = new_person()
    heard: list[str] = []

    def note(response):
        with suppress(Exception):
            heard.append(response.text())

    watcher.page.on("response", note)
    bob = take_seat(watcher, "Bob", links.group)
    ana = take_seat(new_person(), "Ana", links.group)
    ana.cannot_accept("rent", "above", 1500)
    ana.wait_for_ballot(RENT)
    ballot = json.loads(ana.page.locator("#exact-text").text_content())
    ana.send()
    expect(bob.page.locator("#people")).to_contain_text("answered")
    bob.page.reload()
    expect(bob.page.locator("#people")).to_contain_text("answered")
    for text in [*heard, *map(str, watcher.frames_received)]:
        assert ballot["nonce"] not in text
        assert json.dumps(ballot["answers"]) not in text.replace("\\", "")
    frames = [json.loads(frame) for frame in watcher.frames_received]
    assert {frozenset(frame) for frame in frames} == {frozenset({"version", "kind"})}
    states = [json.loads(text) for text in heard if text.startswith('{"version"')]
    assert {state["outcome"] for state in states} == {None}
    assert {state["me"]["digest"] for state in states if state["me"]} == {None}
    assert all("digest" not in seat for state in states for seat in state["seats"])


def test_a_sheet_written_in_one_tab_appears_in_the_other(new_person, server):
    links = make_decision(server, people=2)
    person = new_person()
    ana = take_seat(person, "Ana", links.group)
    other = Participant("Ana", person.new_tab())
    other.open(links.group)
    expect(other.page.locator("#answer")).to_be_visible()
    ana.cannot_accept("rent", "above", 1500)
    expect(other.page.get_by_label("Limit")).to_have_value("1500")
    other.wait_for_ballot(RENT)
    ana.page.bring_to_front()
    ana.send()
    expect(other.page.locator("#send")).to_have_text("Your answers are sent")
    expect(other.page.locator("#sent-notice")).not_to_contain_text("another browser")


def test_a_stale_window_is_told_and_replaces_only_knowingly(new_person, server):
    links = make_decision(server, people=2)
    ana = take_seat(new_person(), "Ana", links.group)
    ana.wait_for_answers()
    phone = Participant("Ana", new_person(may_have_errors=True).page)
    # A page that hears nothing more after this: no socket, and a state from before.
    phone.page.route_web_socket("**/socket", lambda socket: socket.close())
    phone.open(ana.return_link())
    phone.cannot_accept("rent", "above", 1500)
    phone.wait_for_ballot(RENT)
    old = phone.page.request.get(f"{server.url}/d/{links.decision}/state").text()
    phone.page.route("**/state", lambda route: route.fulfill(body=old))
    ana.fine_with_anything()
    ana.send()
    phone.try_to_send()
    expect(phone.page.locator("#answer-error")).to_contain_text("changed in another window")
    phone.page.unroute("**/state")
    expect(phone.page.locator("#sent-notice")).to_contain_text(
        "were sent from another browser or window", timeout=20_000
    )
    phone.wait_for_answers()
    phone.try_to_send()
    expect(phone.page.locator("#send")).to_have_text("Your answers are sent")
    expect(ana.page.locator("#sent-notice")).to_contain_text("another browser or window")


def test_two_people_who_send_at_once_are_both_in(new_person, server):
    links = make_decision(server, people=2)
    people = [take_seat(new_person(), name, links.group) for name in ("Ana", "Bob")]
    for person in people:
        person.fine_with_anything()
        person.wait_for_answers()
    for person in people:
        # A click that does not wait for what comes of it.
        person.page.evaluate("() => setTimeout(() => document.getElementById('send').click())")
    for person in people:
        person.see_outcome("Mill Lane 4")
        assert person.checks()["my-answers"] == "true"


def test_sending_twice_with_a_double_click_sends_once(new_person, server):
    links = make_decision(server, people=2)
    person = new_person()
    ana = take_seat(person, "Ana", links.group)
    ana.wait_for_answers()
    ana.page.locator("#send").dblclick()
    expect(ana.page.locator("#send")).to_have_text("Your answers are sent")
    assert len([sent for sent in person.requests if sent.url.endswith("/ballot")]) == 1


def test_whoever_sends_after_an_early_end_is_told_and_the_record_stays(new_person, server):
    links = make_decision(server, people=3)
    people = [take_seat(new_person(), name, links.group) for name in ("Ana", "Bob")]
    late = new_person(may_have_errors=True)
    cara = take_seat(late, "Cara", links.group)
    for person in people:
        person.fine_with_anything()
        person.send()
    cara.cannot_accept("rent", "above", 1500)
    cara.wait_for_ballot(RENT)
    late.context.set_offline(True)
    organise(
        new_person(), links.organiser, "End answering with 2 of 3 people", "Yes, end answering"
    )
    people[0].see_outcome("Mill Lane 4")
    expect(people[0].page.locator("#visible-changes")).to_contain_text("removed the seat of Cara")
    late.page.route("**/state", lambda route: route.abort())
    late.context.set_offline(False)
    cara.try_to_send()
    expect(cara.page.locator("#answer-error")).to_contain_text("The organiser removed your seat")
    late.page.unroute("**/state")
    expect(cara.page.locator("#ended")).to_contain_text(
        "Answering has ended without you", timeout=20_000
    )
    expect(cara.page.locator("#answer")).to_be_hidden()
    expect(cara.page.locator("#outcome")).to_be_hidden()


def test_a_change_that_comes_too_late_is_said_beside_the_outcome(new_person, server):
    links = make_decision(server, people=2)
    late = new_person(may_have_errors=True)
    ana = take_seat(late, "Ana", links.group)
    bob = take_seat(new_person(), "Bob", links.group)
    ana.fine_with_anything()
    ana.send()
    ana.page.get_by_label("I am fine with anything").uncheck()
    ana.refuse("Mill Lane 4")
    ana.wait_for_answers()
    late.context.set_offline(True)
    bob.fine_with_anything()
    bob.send()
    bob.see_outcome("Mill Lane 4")
    late.page.route("**/state", lambda route: route.abort())
    late.context.set_offline(False)
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("Answering has ended.")
    late.page.unroute("**/state")
    expect(ana.page.locator("#ended")).to_contain_text("came too late", timeout=20_000)
    ana.see_outcome("Mill Lane 4")
    assert ana.checks() | {"my-sheet": "?"} == {
        "hash": "true",
        "winner": "true",
        "my-answers": "true",
        "my-sheet": "?",
    }


def test_a_removed_seat_is_told_so_and_its_sheet_comes_along_to_a_new_one(new_person, server):
    links = make_decision(server, people=2)
    ana = take_seat(new_person(), "Ana", links.group)
    bob = take_seat(new_person(), "Bob", links.group)
    ana.cannot_accept("rent", "above", 1500)
    organise(new_person(), links.organiser, "Remove Ana", "Yes, remove")
    expect(ana.page.locator("#ended")).to_contain_text("The organiser removed your seat")
    expect(ana.page.locator("#answer")).to_be_hidden()
    expect(bob.page.locator("#people")).not_to_contain_text("Ana")
    expect(bob.page.locator("#visible-changes")).to_contain_text("removed the seat of Ana")
    ana.take_seat("Ana")
    expect(ana.page.locator("#ended")).to_be_hidden()
    expect(ana.page.get_by_label("Limit")).to_have_value("1500")
    ana.send()
    expect(bob.page.locator("#progress")).to_contain_text("1 of 2 have answered")


def test_whoever_was_removed_twice_is_named_once(new_person, server):
    links = make_decision(server, people=3)
    bob = take_seat(new_person(), "Bob", links.group)
    ana = take_seat(new_person(), "Ana", links.group)
    organiser = new_person()
    for removals in (1, 2):
        organise(organiser, links.organiser, "Remove Ana", "Yes, remove")
        expect(bob.page.locator("#log li", has_text="removed")).to_have_count(removals)
        expect(ana.page.locator("#ended")).to_contain_text("The organiser removed your seat")
        if removals == 1:
            ana.take_seat("Ana")
            expect(ana.page.locator("#ended")).to_be_hidden()
    expect(bob.page.locator("#visible-changes")).to_have_text(
        "The organiser removed the seat of Ana, who had not answered."
    )


def test_a_cancelled_decision_ends_on_every_page(new_person, server):
    links = make_decision(server, people=2)
    ana = take_seat(new_person(), "Ana", links.group)
    organise(new_person(), links.organiser, "Cancel the decision", "Yes, cancel it")
    for _ in range(2):
        expect(ana.page.locator("#ended")).to_contain_text("cancelled this decision")
        expect(ana.page.locator("#answer")).to_be_hidden()
        ana.page.reload()


def test_what_a_backup_brings_back_unfinished_ends_on_every_page(start_server, new_person):
    server = start_server()
    links = make_decision(server, people=2)
    organiser, person = (new_person(server=server, may_have_errors=True) for _ in range(2))
    organiser.open(links.organiser)
    ana = take_seat(person, "Ana", links.group)
    server.stop()
    backup = shutil.copytree(server.var, server.var.with_name("backup"))
    server.start()
    ana.fine_with_anything()
    ana.send()
    server.stop()
    shutil.rmtree(server.var)
    shutil.copytree(backup, server.var)
    server.manage("void_unfinished")
    server.start()
    for _ in range(2):
        expect(ana.page.locator("#ended")).to_contain_text(
            "restored from an older copy", timeout=30_000
        )
        expect(ana.page.locator("#answer")).to_be_hidden()
        ana.page.reload()
    organiser.page.reload()
    expect(organiser.page.locator("#outcome")).to_contain_text("ended without a result")


def test_with_no_socket_at_all_the_page_finds_the_right_state(new_person, server):
    links = make_decision(server, people=2)
    person = new_person(may_have_errors=True)
    person.page.route_web_socket("**/socket", lambda socket: socket.close())
    ana = take_seat(person, "Ana", links.group)
    ana.fine_with_anything()
    ana.send()
    bob = take_seat(new_person(), "Bob", links.group)
    expect(ana.page.locator("#people")).to_contain_text("Bob", timeout=20_000)
    bob.fine_with_anything()
    bob.send()
    ana.page.reload()
    ana.see_outcome("Mill Lane 4")
    bob.see_outcome("Mill Lane 4")
    bob.accept()
    expect(ana.page.locator("#people li", has_text="Bob")).to_contain_text(
        "accepted", timeout=ENGINE_WAIT
    )
