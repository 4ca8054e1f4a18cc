"""A signed decision: keys made in the browsers, the seven checks, one code to compare, a proof."""

import json
import re
from functools import partial

import pytest
from nacl.signing import SigningKey
from playwright.sync_api import Route, expect

from parley.agenda import read_agenda
from parley.canonical import canonical_json
from parley.net.identity import check_signature
from parley.protocol.round import sign_agenda
from parley.receipt import verify
from tests.browser.decisions import agreeing, disagreeing, make_decision, seated
from tests.browser.leaks import find
from tests.browser.scanning import scanned
from tests.browser.steps import ENGINE_WAIT, SEVEN_HOLD, Participant
from tests.browser.test_main_job import download_receipt, verified_on_the_page


def code_of(person: Participant) -> str:
    return person.page.locator(".comparison .copyable input").input_value()


@pytest.fixture
def deciding(new_person, server):
    """Ana, Bob and Cara, at the outcome of a signed decision."""
    people = agreeing(new_person, server, make_decision(server, signed=True).group)
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("Orchard Road 8")
    return people


def test_a_signed_decision_ends_in_a_receipt_with_proof(deciding, new_person, server, tmp_path):
    ana, bob, cara = deciding
    for person in deciding:
        assert person.checks() == SEVEN_HOLD
    assert len({code_of(person) for person in deciding}) == 1
    ana.accept()
    partial = verify(download_receipt(bob, tmp_path).read_bytes(), check=check_signature)
    assert (partial.result, partial.exit_code) == ("NOT PROVABLE", 1)
    bob.accept()
    cara.accept()
    for person in deciding:
        expect(person.page.locator("#pick")).to_contain_text("Agreed: accepted by everyone")
    receipt = download_receipt(cara, tmp_path)
    assert verify(receipt.read_bytes(), check=check_signature).result == "VERIFIED"
    assert json.loads(receipt.read_text())["proof"]["protocol"] == "parley/2"
    assert verified_on_the_page(new_person, server, receipt).endswith("VERIFIED")


def test_what_is_signed_is_the_text_that_was_shown_before(deciding, tmp_path):
    ana, bob, cara = deciding
    shown = {}
    for person, is_accepted in ((ana, True), (bob, False), (cara, True)):
        person.page.get_by_text("What exactly is signed").click()
        texts = person.page.locator("#to-sign pre").all_inner_texts()
        words = [json.loads(text)["accepted"] for text in texts]
        assert words == [True, False]
        shown[person.name] = texts[words.index(is_accepted)]
    ana.accept()
    bob.decline()
    proof = json.loads(download_receipt(bob, tmp_path).read_text())["proof"]
    assert [closing["body"] for closing in proof["closings"]] == [shown["Ana"], shown["Bob"]]


def with_another_roster(receipt: dict) -> dict:
    body = receipt["proof"]["roster"]["body"]
    receipt["proof"]["roster"]["body"] = body.replace('"Bob"', '"Bert"')
    return receipt


def given_as(twist, route: Route) -> None:
    route.fulfill(json=twist(route.fetch().json()))


def test_a_receipt_about_another_record_than_the_checked_one_is_saved_as_evidence(deciding):
    page = deciding[0].page
    twists = (
        with_another_roster,
        lambda receipt: {**receipt, "title": "Which house do we take?"},
        lambda receipt: {**receipt, "transcript_hash": "0" * 64},
        lambda receipt: {name: receipt[name] for name in receipt if name != "proof"},
    )
    for twist in (*twists, dict):
        page.route("**/receipt.json", partial(given_as, twist))
        with page.expect_download() as saved:
            page.get_by_text("Download the receipt").click()
        is_wrong = twist is not dict
        name = "parley-wrong-receipt.json" if is_wrong else "parley-receipt.json"
        assert saved.value.suggested_filename == name
        said = re.compile("about another record than the one checked here") if is_wrong else ""
        expect(page.locator("#receipt-error")).to_have_text(said)
        page.unroute("**/receipt.json")


def test_the_code_to_compare_is_a_qr_code_too(deciding):
    ana, _bob, _cara = deciding
    ana.page.get_by_text("As a QR code").click()
    code = ana.page.get_by_role("img", name="QR code of the comparison code")
    assert scanned(code) == code_of(ana)


HEARD_BY_WORKERS = """
    window.heardByWorkers = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      window.heardByWorkers.push(JSON.stringify(message, (_, value) => value?.buffer ? 0 : value));
      return post.call(this, message, ...rest);
    };
"""


def test_the_key_leaves_the_browser_neither_for_the_server_nor_for_python(new_person, server):
    link = make_decision(server, people=2, signed=True).group
    browsers = [new_person(server=server) for _ in range(2)]
    browsers[0].page.add_init_script(HEARD_BY_WORKERS)
    people = [Participant(name, browsers[at].page) for at, name in enumerate(("Ana", "Bob"))]
    for person in people:
        person.join(link)
        person.fine_with_anything()
        person.send()
    ana = people[0]
    ana.see_outcome("")
    ana.accept()
    seed = ana.page.evaluate(
        "() => JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith('/key'))[1])"
    )
    assert len(seed) == 64
    heard = ana.page.evaluate("() => window.heardByWorkers")
    assert any("check_round" in message for message in heard)
    assert not any(find([seed], message.encode()) for message in heard)
    sent = [f"{one.url} {one.headers}".encode() + one.body for one in browsers[0].requests]
    assert any(b"parley/2/closing" in one for one in sent)
    assert not any(find([seed], one) for one in sent)


def test_codes_are_compared_whole(deciding):
    ana, bob, _ = deciding
    box = ana.page.get_by_label("Paste the code of somebody else")
    answer = ana.page.locator("#comparison-answer")
    box.fill(code_of(bob).lower().replace("-", " "))
    expect(answer).to_contain_text("The same")
    other = code_of(bob)
    box.fill(("1" if other[0] != "1" else "2") + other[1:])
    expect(answer).to_contain_text("NOT the same")
    ana.page.locator("#accept").click()
    expect(ana.page.locator("#ratify-error")).to_contain_text("is not the same")
    box.fill(other[:-5])
    expect(answer).to_contain_text("no whole comparison code")


def test_a_code_can_be_written_on_while_others_give_their_word(deciding):
    ana, bob, _ = deciding
    box = ana.page.get_by_label("Paste the code of somebody else")
    box.press_sequentially("12")
    ana.page.evaluate("() => { document.getElementById('know-them').id = 'drawn-before'; }")
    bob.accept()
    # What stands beside it is drawn anew.
    expect(ana.page.locator("#drawn-before")).to_have_count(0, timeout=ENGINE_WAIT)
    expect(box).to_be_focused()
    ana.page.keyboard.type("34")
    expect(box).to_have_value("1234")


def test_a_deadlock_is_seen_and_signed_by_everyone(new_person, server, tmp_path):
    people = disagreeing(new_person, server, make_decision(server, signed=True).group)
    for person in people:
        person.send()
    for person in people:
        person.see_outcome("No option is acceptable to everyone")
        assert person.checks() == SEVEN_HOLD
        person.page.get_by_role("button", name="I have seen it").click()
        expect(person.page.locator("#ratify")).to_contain_text("You have seen this outcome")
    report = verify(download_receipt(people[1], tmp_path).read_bytes(), check=check_signature)
    assert (report.result, report.decision) == ("VERIFIED", None)


def test_a_word_that_did_not_arrive_is_sent_again_as_it_was_signed(new_person, server):
    arrive = partial(new_person, may_have_errors=True)
    people = seated(arrive, server, make_decision(server, signed=True).group)
    for person in people:
        person.fine_with_anything()
        person.send()
    ana = people[0]
    ana.page.route("**/closing", lambda route: route.abort())
    ana.page.locator("#accept").click()
    expect(ana.page.locator("#send-again")).to_be_visible(timeout=ENGINE_WAIT)
    expect(ana.page.locator("[data-key=decline]")).to_have_count(0)
    ana.page.unroute("**/closing")
    ana.page.reload()
    ana.page.locator("#send-again").click(timeout=ENGINE_WAIT)
    expect(ana.page.locator("#ratify")).to_contain_text("You accepted")


def test_a_seat_moves_to_another_device_and_the_old_one_signs_no_more(new_person, server, tmp_path):
    links = make_decision(server, people=2, signed=True)
    old, bob = (Participant(name, new_person(server=server).page) for name in ("Ana", "Bob"))
    for person in (old, bob):
        person.join(links.group)
        person.fine_with_anything()
    old.send()
    way_back = old.return_link()
    old.page.locator("#way-back summary").click()
    old.page.get_by_label("A passphrase for the file").fill("correct horse battery")
    with old.page.expect_download() as saved:
        old.page.get_by_role("button", name="Save the file of my seat").click()
    file = tmp_path / "parley-seat.json"
    saved.value.save_as(file)
    assert "Ana" not in file.read_text()
    bob.send()
    old.see_outcome("")
    # Moving away leaves no button behind that would still sign.
    expect(old.page.locator("#accept")).to_be_visible()
    old.page.get_by_role("button", name="I have the file: stop signing here").click()
    expect(old.page.locator("#accept")).to_have_count(0)
    expect(old.page.locator("#ratify")).to_contain_text("key of this seat is not in this browser")

    new = Participant("Ana", new_person(server=server).page)
    new.open(way_back)
    new.page.locator("#way-back summary").click()
    new.page.get_by_label("The file of your seat").set_input_files(file)
    new.page.get_by_label("Its passphrase").fill("wrong")
    new.page.get_by_role("button", name="Bring the seat here").click()
    expect(new.page.locator("#moving-answer")).to_contain_text("does not open this file")
    new.page.get_by_label("Its passphrase").fill("correct horse battery")
    new.page.get_by_role("button", name="Bring the seat here").click()
    expect(new.page.locator("#checks [data-check=record]")).to_be_visible(timeout=ENGINE_WAIT)
    assert new.checks() == SEVEN_HOLD
    new.accept()
    expect(old.page.locator("#accept")).to_have_count(0)


@pytest.mark.parametrize("word", ["accept", "decline"])
def test_a_word_that_was_signed_offline_is_the_only_one_that_is_ever_sent(word, new_person, server):
    link = make_decision(server, people=2, signed=True).group
    browser = new_person(server=server, may_have_errors=True)
    ana, bob = Participant("Ana", browser.page), Participant("Bob", new_person(server=server).page)
    for person in (ana, bob):
        person.join(link)
        person.fine_with_anything()
        person.send()
    ana.see_outcome("")
    expect(ana.page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)
    browser.context.set_offline(True)
    if word == "accept":
        ana.page.locator("#accept").click()
    else:
        ana.page.get_by_role("button", name="Decline").click()
        ana.page.get_by_role("button", name="Yes, decline").click()
    expect(ana.page.locator("#send-again")).to_be_visible(timeout=ENGINE_WAIT)
    expect(ana.page.locator("#accept, [data-key=decline]")).to_have_count(0)
    browser.context.set_offline(False)
    ana.page.locator("#send-again").click()
    said = "You accepted. Waiting" if word == "accept" else "You declined"
    expect(ana.page.locator("#ratify")).to_contain_text(said, timeout=ENGINE_WAIT)
    words = {
        json.loads(json.loads(json.loads(sent.body)["closing"])["body"])["accepted"]
        for sent in browser.requests
        if sent.method == "POST" and sent.url.endswith("/closing")
    }
    assert words == {word == "accept"}


def test_a_lost_key_is_replaced_in_sight_of_everyone_and_in_the_receipt(
    new_person, server, tmp_path
):
    links = make_decision(server, people=2, signed=True)
    ana, bob = (Participant(name, new_person(server=server).page) for name in ("Ana", "Bob"))
    ana.join(links.group)
    ana.fine_with_anything()
    ana.send()
    way_back = ana.return_link()
    again = Participant("Ana", new_person(server=server).page)
    again.open(way_back)
    again.fine_with_anything()
    again.wait_for_answers()
    again.try_to_send()
    expect(again.page.locator("#answer-error")).to_contain_text("key of this seat is not in")

    organiser = new_person(server=server).page
    organiser.goto(links.organiser)
    organiser.get_by_role("button", name="Ana has lost the key").click()
    organiser.get_by_role("button", name="Yes, a new key").click()
    expect(again.page.locator("#visible-changes")).to_contain_text("start with a new key")
    again.send()
    bob.join(links.group)
    bob.fine_with_anything()
    bob.send()
    expect(bob.page.locator(".signed-people")).to_contain_text(
        "started with a new key", timeout=ENGINE_WAIT
    )
    roster = json.loads(
        json.loads(download_receipt(bob, tmp_path).read_text())["proof"]["roster"]["body"]
    )
    assert [len(former) for _, _, _, former in roster["seats"]] == [1, 0]


def test_a_mark_after_the_link_does_no_harm_and_the_return_link_knows_the_question(
    new_person, server
):
    links = make_decision(server, people=2, signed=True)
    ana = Participant("Ana", new_person(server=server).page)
    address, code = links.group.split("&code=")
    ana.join(f"{address}&code={code.lower()}.")
    ana.wait_for_answers()
    expect(ana.page.locator("#contradictions")).to_be_hidden()
    assert ana.return_link().endswith(f"&code={code}")


def test_a_later_round_is_not_answered(new_person, server):
    """Nothing yet shows how it follows from the question that the link was made for."""
    links = make_decision(server, people=2, signed=True)
    ana = Participant("Ana", new_person(server=server, may_have_errors=True).page)
    ana.page.route("**/state", lambda route: later_round(route))
    ana.join(links.group)
    expect(ana.page.locator("#contradictions")).to_contain_text(
        "a later round", timeout=ENGINE_WAIT
    )
    ana.fine_with_anything()
    ana.wait_for_answers()
    ana.try_to_send()
    expect(ana.page.locator("#answer-error")).to_contain_text("Nothing is sent")


def later_round(route: Route) -> None:
    """A server that signs another question as the second round of a decision."""
    response = route.fetch()
    state = response.json()
    if state.get("signed_agenda"):
        fields = read_agenda(state["agenda"])
        key = SigningKey(bytes(32))
        fields |= {
            "coordinator": key.verify_key.encode().hex(),
            "round": 2,
            "title": "Which flat do we buy?",
            "previous": {"agenda": state["agenda_digest"], "roster": None, "end": "void"},
        }
        body = canonical_json(fields)
        signed = sign_agenda(body, lambda message: key.sign(message).signature.hex())
        state |= {"agenda": body, "signed_agenda": signed.text, "agenda_digest": signed.digest}
        state["round"] = 2
    route.fulfill(response=response, json=state)
