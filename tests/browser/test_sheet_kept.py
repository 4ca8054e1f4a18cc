"""Nothing typed is lost: not by a reload, a dead line, a restarted server, or a failing engine."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.arithmetic import answers, better
from tests.browser.decisions import make_decision
from tests.browser.engine_page import WORKER
from tests.browser.steps import ENGINE_WAIT, Participant

RENT = answers(refused=lambda flat: flat["rent"] > 1500)


def take_seat(person, server, name: str = "Ana", link: str | None = None) -> Participant:
    participant = Participant(name, person.page)
    participant.join(link or make_decision(server, people=2).group)
    return participant


def test_a_reload_keeps_the_sheet_as_it_was_typed(new_person, server):
    ana = take_seat(new_person(), server)
    ana.cannot_accept("rent", "above", "1,5")
    ana.cannot_accept("free from", "after")
    ana.cannot_accept("area", "is one of", ["Canal"])
    ana.wish("commute", "higher is better", "a little")
    ana.refuse("Mill Lane 4")
    ana.rate("Hill View 33", 7)
    ana.page.reload()
    rows = ana.page.locator("#red-lines .sentence")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).get_by_label("Limit")).to_have_value("1,5")
    expect(rows.nth(1).get_by_label("Limit")).to_have_value("")
    expect(rows.nth(2).get_by_role("checkbox", name="Canal")).to_be_checked()
    wish = ana.page.locator("#wishes .sentence")
    expect(wish.get_by_label("Wish", exact=True)).to_have_value("higher")
    expect(wish.get_by_label("How much it matters")).to_have_value("1")
    expect(ana.page.get_by_label("I cannot accept Mill Lane 4")).to_be_checked()
    expect(ana.page.get_by_label("How good is Hill View 33")).to_have_value("7")


def test_a_line_lost_while_sending_loses_nothing_and_sending_again_works(new_person, server):
    person = new_person(may_have_errors=True)
    ana = take_seat(person, server)
    ana.cannot_accept("rent", "above", 1500)
    ana.wait_for_ballot(RENT)
    person.context.set_offline(True)
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("What you typed is kept")
    ana.cannot_accept("commute", "above", 40)
    changed = answers(refused=lambda flat: flat["rent"] > 1500 or flat["commute"] > 40)
    ana.wait_for_ballot(changed)
    person.context.set_offline(False)
    expect(ana.page.locator("#trouble")).to_be_hidden(timeout=20_000)
    ana.send()
    expect(ana.page.locator("#sent-notice")).not_to_contain_text("changed your sheet")


def test_a_lost_answer_of_the_server_is_not_a_lost_ballot(new_person, server):
    link = make_decision(server, people=2).group
    person = new_person(may_have_errors=True)
    ana = take_seat(person, server, link=link)
    ana.cannot_accept("rent", "above", 1500)
    ana.wait_for_ballot(RENT)

    def swallow(route):
        route.fetch()
        route.abort()

    ana.page.route("**/ballot", swallow, times=1)
    ana.try_to_send()
    expect(ana.page.locator("#send")).to_have_text("Your answers are sent")

    bob = take_seat(new_person(), server, "Bob", link)
    bob.fine_with_anything()
    bob.send()
    ana.see_outcome("")
    assert ana.checks()["my-answers"] == "true"


def test_a_change_that_never_arrived_is_no_reason_to_accuse_the_server(new_person, server):
    link = make_decision(server, people=2).group
    person = new_person(may_have_errors=True)
    ana = take_seat(person, server, link=link)
    ana.cannot_accept("rent", "above", 1500)
    ana.send()
    ana.cannot_accept("commute", "above", 40)
    expect(ana.page.locator("#send")).to_have_text("Send the changed answers")
    ana.wait_for_answers()
    ana.page.route("**/ballot", lambda route: route.abort())
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("did not answer")
    bob = take_seat(new_person(), server, "Bob", link)
    bob.fine_with_anything()
    bob.send()
    ana.see_outcome("")
    assert ana.checks()["my-answers"] == "true"
    expect(ana.page.locator("#failed-checks")).to_be_hidden()


def test_a_restarted_server_keeps_the_seat_and_the_page_finds_it_again(start_server, new_person):
    server = start_server()
    links = make_decision(server, people=2)
    person = new_person(server=server, may_have_errors=True)
    ana = take_seat(person, server, link=links.group)
    ana.cannot_accept("rent", "above", 1500)
    ana.wait_for_ballot(RENT)
    server.stop()
    ana.try_to_send()
    expect(ana.page.locator("#trouble")).to_contain_text("did not answer")
    server.start()
    expect(ana.page.locator("#trouble")).to_be_hidden(timeout=30_000)
    expect(ana.page.get_by_label("Limit")).to_have_value("1500")
    ana.send()
    # The socket is back too: what others do appears without a reload.
    bob = take_seat(new_person(server=server), server, "Bob", links.group)
    expect(ana.page.locator("#people")).to_contain_text("Bob")
    bob.fine_with_anything()
    bob.send()
    ana.see_outcome("")


def test_an_engine_that_cannot_be_fetched_says_so_and_tries_again(new_person, server):
    person = new_person(may_have_errors=True)
    person.page.route(WORKER, lambda route: route.fulfill(status=404))
    ana = take_seat(person, server)
    ana.cannot_accept("rent", "above", 1500)
    ana.rate("Hill View 33", 100)
    status = ana.page.locator("#engine-status")
    expect(status).to_contain_text("could not be fetched", timeout=ENGINE_WAIT)
    expect(status).to_contain_text("What you typed is kept.")
    expect(ana.page.locator("#answer-error")).to_contain_text("could not be worked out")
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("Try again above")
    person.page.unroute(WORKER)
    status.get_by_role("button", name="Try again").click()
    ana.wait_for_ballot(
        answers(refused=lambda flat: flat["rent"] > 1500, ratings={"Hill View 33": 100})
    )
    expect(ana.page.locator("#answer-error")).to_be_empty()
    ana.send()


def test_an_engine_that_hangs_is_stopped_and_can_be_started_again(new_person, server):
    person = new_person(may_have_errors=True)
    ana = take_seat(person, server)
    ana.wait_for_ballot(answers())
    (worker,) = ana.page.workers
    worker.evaluate("() => { setTimeout(() => { for (;;); }, 0); }")
    ana.wish("rent", "lower is better", "a lot")
    status = ana.page.locator("#engine-status")
    expect(status).to_contain_text("took too long and was stopped", timeout=ENGINE_WAIT)
    expect(ana.page.locator("#answer-error")).to_contain_text("took too long")
    status.get_by_role("button", name="Try again").click()
    ana.wait_for_ballot(answers(wishes=[(4, better("rent", lower=True))]))
