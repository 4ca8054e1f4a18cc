"""A page goes through a whole round by calls, and signs and checks outside of Python."""

import json

import pytest

from parley.ballot import build_ballot
from parley.bridge import call
from parley.dsse import code as code_of
from parley.net.identity import check_signature
from parley.protocol.calls import CALLS
from parley.protocol.round import read_typed
from tests.parley.protocol.group import (
    ALL,
    ANA,
    ANSWERS,
    HANDS,
    Made,
    agenda,
    agreed,
    deadlocked,
    made,
    nonce,
    roster,
)


def ask(name, **fields):
    found = json.loads(call(name, json.dumps(fields)))
    assert set(found) == {"ok"}, found
    return found["ok"]


def refused(name, **fields):
    found = json.loads(call(name, json.dumps(fields)))
    assert set(found) == {"error"}, found
    return found["error"]["code"]


def libsodium(questions):
    """The answers of the page."""
    return [
        question is not None and check_signature(question[0], question[1].encode(), question[2])
        for question in questions
    ]


def page_signs(to_sign, hand):
    """The signed text that a page makes of what a call gave it to sign."""
    sig = hand.signature(to_sign["message"].encode())
    made = ask("signed_text", type=to_sign["type"], body=to_sign["body"], key=hand.key, sig=sig)
    assert made["digest"] == to_sign["digest"]
    return made["text"]


def round_of(room, name=ANA, **changes):
    texts = room.texts()
    mine = texts["ballots"][ALL.index(name)]
    return {
        "shown": {**texts, "transcript_hash": room.outcome.hash},
        "remembered": {
            "owner": name,
            "key": HANDS[name].key,
            "ballot": mine,
            "agendas_seen": [room.agenda.digest],
            "rosters_seen": [],
            "coordinator": room.agenda.key,
            "link_code": room.round.agenda.code,
            "sheet": None,
            **changes,
        },
    }


def checked(payload, name="check_round", **more):
    answers = libsodium(ask("round_questions", **payload)["questions"])
    return {**payload, "accept": True, "answers": answers, **more}


def test_three_pages_and_a_coordinator_make_a_receipt_that_verifies():
    the_agenda = agenda()
    opened = ask("open_agenda", agenda=the_agenda.text)
    assert (opened["digest"], opened["code"]) == (the_agenda.digest, code_of(the_agenda.digest))
    ballots = []
    for name in ALL:
        body = build_ballot(opened["body"], name, nonce(name), ANSWERS[name])
        to_sign = ask("ballot_to_sign", agenda=the_agenda.text, ballot=body)
        ballots.append(read_typed(page_signs(to_sign, HANDS[name]), to_sign["type"]))
    room = Made(the_agenda, roster(the_agenda, ballots), ballots)
    for name in ALL:
        payload = checked(round_of(room, name))
        found = ask("check_round", **payload)
        assert found["failed"] == []
        to_sign = ask("closing_to_sign", **payload, confirmed=["no-sheet"])
        assert to_sign["body"] == found["to_sign"]["accepted"]
        text = page_signs(to_sign, HANDS[name])
        room.closings.append(read_typed(text, to_sign["type"]))
    assert room.report().result == "VERIFIED"
    assert room.receipt() == agreed().receipt()


class TestNothingIsSignedThatDoesNotHold:
    def test_a_check_that_failed_stops_it(self):
        payload = checked(round_of(made()))
        payload["shown"]["transcript_hash"] = "0" * 64
        for accept in (True, False):
            assert refused("closing_to_sign", **{**payload, "accept": accept}) == "check-failed"

    def test_a_signature_that_the_page_did_not_find_valid_stops_it(self):
        payload = checked(round_of(made()))
        for position in range(5):
            answers = [index != position for index in range(5)]
            assert refused("closing_to_sign", **{**payload, "answers": answers}) == "check-failed"

    def test_what_was_not_checked_must_be_confirmed(self):
        payload = checked(round_of(made(), link_code=None))
        assert refused("closing_to_sign", **payload) == "not-confirmed"
        assert refused("closing_to_sign", **payload, confirmed=["no-sheet"]) == "not-confirmed"
        ask("closing_to_sign", **payload, confirmed=["no-sheet", "no-link-code"])
        # To decline, no sheet is needed.
        decline = {**payload, "accept": False}
        signed = ask("closing_to_sign", **decline, confirmed=["no-link-code"])
        assert signed["body"] == ask("check_round", **decline)["to_sign"]["declined"]

    def test_a_deadlock_can_only_be_seen(self):
        payload = checked(round_of(deadlocked()))
        ask("closing_to_sign", **payload)
        assert set(ask("check_round", **payload)["to_sign"]) == {"accepted"}
        code = refused("closing_to_sign", **{**payload, "accept": False})
        assert code == "closing-declined-deadlock"

    @pytest.mark.parametrize("answers", [[], [True] * 4, [True] * 6])
    def test_there_is_one_answer_for_each_question(self, answers):
        payload = {**round_of(made()), "accept": True, "answers": answers}
        assert refused("check_round", **payload) == "bad-answers"


@pytest.mark.parametrize(
    "change",
    [
        {"shown": {}},
        {"shown": {"agenda": "x", "roster": "x"}},
        {"shown": {"agenda": "x", "roster": "x", "ballots": [5]}},
        {"shown": {"agenda": "x", "roster": "x", "ballots": [], "more": 1}},
        {"remembered": {}},
        {"remembered": {"owner": "Ana", "key": "x"}},
        {"remembered": {"owner": "Ana", "key": "0" * 64, "ballot": 5}},
        {"remembered": {"owner": "Ana", "key": "0" * 64, "known": {"Ana": 5}}},
        {"remembered": {"owner": "Ana", "key": "0" * 64, "python_results": 5}},
    ],
)
def test_what_is_shown_and_remembered_has_its_fields(change):
    assert refused("round_questions", **{**round_of(made()), **change}) == "bad-fields"


def test_a_ballot_for_another_agenda_is_not_given_to_sign():
    body = build_ballot(agenda().body, ANA, nonce(ANA), ANSWERS[ANA])
    other = agenda(title="x").text
    assert refused("ballot_to_sign", agenda=other, ballot=body) == "ballot-other-agenda"


def test_what_is_no_signed_text_is_refused():
    assert refused("open_agenda", agenda="{}") == "signed-fields"
    assert refused("signed_text", type="x", body="", key="", sig="") == "signed-type"
    assert ask("signature_questions", texts=["x", agenda().text])["questions"][0] is None


def test_codes_are_compared_whole():
    code = made().round.code
    for pasted, same in ((code.lower(), True), (code[:-1] + "!", None), (code[:4], None)):
        assert ask("compare_code", pasted=pasted, code=code)["same"] is same
    assert ask("compare_code", pasted=agenda().digest, code=code)["same"] is None
    assert ask("compare_code", pasted=made(title="x").round.code, code=code)["same"] is False


def test_verify_says_the_same_on_the_page():
    import base64

    text = base64.b64encode(agreed().receipt().encode()).decode()
    signatures = ask("signatures", base64=text)["signatures"]
    assert len(signatures) == 8
    assert libsodium(signatures) == [True] * 8
    found = ask("verify", base64=text, invalid=[])
    assert found["result"] == "VERIFIED"
    assert found["summary"]["proof"]["comparison"] == agreed().round.code
    assert ask("verify", base64=text, invalid=[0])["result"] == "FAILED"


def test_every_call_says_what_goes_in_and_comes_out():
    for name, function in CALLS.items():
        assert "`" in function.__doc__, name
