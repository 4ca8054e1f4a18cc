"""What the check of a receipt with proof says, and that the nine fields stay what they were."""

import importlib.util
import json

import pytest

from parley import receipt as receipts
from parley.dsse import code as code_of
from parley.expected import Expected, ExpectedError, read_expected_agenda, read_expected_roster
from parley.protocol.receipt import build_signed_receipt
from parley.protocol.round import RoundError
from parley.receipt import FIELDS, verify
from parley.report_text import render
from parley.sentences import NOT_PROVED_WITH_PROOF
from parley.signature_list import answered, signature_list
from parley.summary import summary
from tests.parley.protocol.group import (
    ALL,
    ANA,
    BOB,
    CARA,
    HANDS,
    TIED,
    agenda,
    agreed,
    ballot,
    codes,
    deadlocked,
    declined,
    forced_roster,
    judged,
    made,
    roster,
    unsigned,
)

STATES = ["holds"] * 5


def states(report):
    return [check.state for check in report.proof.checks]


class TestTheThreeResults:
    def test_accepted_by_all_is_verified(self):
        report = agreed().report()
        assert (report.result, report.exit_code, codes(report)) == ("VERIFIED", 0, [])
        assert report.headline.code == "headline-accepted"
        assert states(report) == STATES
        assert [check.number for check in report.proof.checks] == [7, 8, 9, 10, 11]
        assert (report.proof.closed, report.proof.people) == (3, 3)

    def test_a_decline_by_one_is_verified_and_said_first(self):
        report = declined().report()
        assert (report.result, report.headline.code) == ("VERIFIED", "headline-declined")
        assert report.headline.message.startswith("Declined by Bob; accepted by 2 of 3.")

    def test_a_deadlock_seen_by_all_is_verified(self):
        report = deadlocked().report()
        assert (report.result, report.headline.code) == ("VERIFIED", "headline-deadlock")

    @pytest.mark.parametrize("count", [0, 1, 2])
    @pytest.mark.parametrize(
        ("answers", "headline"),
        [("agreed", "headline-some"), ("deadlock", "headline-deadlock-some")],
    )
    def test_fewer_closings_than_people_are_not_provable(self, count, answers, headline):
        room = (agreed if answers == "agreed" else deadlocked)()
        room.closings = room.closings[:count]
        report = room.report()
        assert (report.result, report.exit_code, codes(report)) == ("NOT PROVABLE", 1, [])
        assert (report.proof.closed, report.headline.code) == (count, headline)
        assert states(report) == [*STATES[:4], "missing"]
        assert f"NOT PROVABLE ({count} of 3)" in render(report)
        assert report.not_proved[0].code == "closings-missing"

    def test_one_decline_of_those_so_far_is_said_too(self):
        room = declined()
        room.closings = room.closings[:2]
        report = room.report()
        assert (report.result, report.headline.code) == ("NOT PROVABLE", "headline-declined")

    @pytest.mark.parametrize("proof", [None, [], {}, {"protocol": "parley/3"}, "parley/2", True])
    def test_an_unknown_proof_fails(self, proof):
        receipt = {**agreed().file(), "proof": proof}
        assert judged(receipt) == ("FAILED", ["proof-unknown"])
        assert unsigned(receipt) == "VERIFIED"

    def test_a_proof_has_exactly_its_fields(self):
        receipt = agreed().file()
        receipt["proof"]["comment"] = "x"
        assert judged(receipt) == ("FAILED", ["proof-unknown"])

    @pytest.mark.parametrize("part", ["agenda", "roster"])
    def test_a_signed_text_stands_in_a_proof_as_its_object(self, part):
        receipt = agreed().file()
        receipt["proof"][part] = agreed().texts()[part]
        assert judged(receipt) == ("FAILED", [f"proof-{part}"])

    def test_without_proof_it_is_consistent_and_unsigned(self):
        receipt = agreed().file()
        del receipt["proof"]
        report = verify(json.dumps(receipt))
        assert (report.result, report.exit_code, report.proof) == ("VERIFIED", 0, None)
        assert "consistent, and unsigned" in render(report)


class TestNothingIsTickedUnchecked:
    def test_without_a_library_nothing_is_provable(self, monkeypatch):
        monkeypatch.setattr(receipts, "can_check_signatures", lambda: False)
        report = agreed().report()
        assert (report.result, report.exit_code) == ("NOT PROVABLE", 1)
        assert codes(report) == ["proof-signatures-unchecked"]
        assert states(report) == ["unchecked", "holds", "unchecked", "unchecked", "unchecked"]
        assert report.proof.closed == 0
        assert report.headline is None
        assert "OK" not in render(report)[render(report).index("  9. ") :].split("\n")[0]

    def test_where_a_ballot_does_not_hold_nothing_that_rests_on_it_is_ticked(self):
        report = agreed().report(check=lambda key, message, sig: key != HANDS[BOB].key)
        assert codes(report) == ["proof-ballot-signature", "proof-closing-signature"]
        assert states(report) == ["holds", "holds", "fails", "unchecked", "fails"]
        assert (report.result, report.headline, report.proof.closed) == ("FAILED", None, 0)

    def test_a_page_that_answers_for_python_gets_the_same_report(self):
        text = agreed().receipt()
        asked = signature_list(text)
        # Agenda, roster, three ballots, three closings.
        assert len(asked) == 8
        assert verify(text, check=answered(text, [])) == verify(text)
        for one in asked:
            assert verify(text, check=answered(text, [one])).result == "FAILED"

    def test_an_answer_that_is_not_true_is_none(self):
        report = agreed().report(check=lambda key, message, sig: "yes")
        assert (report.result, report.proof.closed) == ("FAILED", 0)

    def test_every_signature_counts(self):
        text = agreed().receipt()
        for key, message, sig in signature_list(text):
            this = key, message.encode(), sig
            report = verify(text, check=lambda *asked, this=this: asked != this)
            assert report.result == "FAILED"
            assert codes(report)[0].endswith("-signature")


class TestTheNineFields:
    @pytest.mark.parametrize("room", [agreed, declined, deadlocked])
    def test_they_verify_by_themselves_as_older_verifiers_read_them(self, room):
        receipt = room().file()
        assert set(receipt) == {*FIELDS, "proof"}
        assert unsigned(receipt) == "VERIFIED"
        assert receipt["participants"] == ALL
        assert receipt["max_min_verified"] is True
        assert receipt["unanimous_acceptance"] is (room is agreed)
        assert [item["owner"] for item in receipt["acceptances"]] == ALL
        assert all(item["sig"] is item["pubkey_hex"] is None for item in receipt["acceptances"])

    def test_the_file_is_one_text_whatever_the_order_of_its_closings(self):
        room = agreed()
        texts = room.texts()
        assert build_signed_receipt(**{**texts, "closings": texts["closings"][::-1]}) == (
            room.receipt()
        )

    @pytest.mark.parametrize("indent", [None, 1, 4])
    def test_however_the_file_is_laid_out_it_says_the_same(self, indent):
        for room in (agreed(), declined(), deadlocked(), made()):
            laid_out = json.dumps(room.file(), indent=indent, ensure_ascii=indent is None)
            assert verify(laid_out) == room.report()

    def test_further_fields_are_noted_and_not_covered(self):
        receipt = {**agreed().file(), "comment": "x"}
        report = verify(json.dumps(receipt))
        assert report.result == "VERIFIED"
        assert "further-fields" in [remark.code for remark in report.notes]

    def test_a_round_that_does_not_fit_gives_no_receipt(self):
        room = agreed()
        room.ballots = room.ballots[::-1]
        with pytest.raises(RoundError):
            room.receipt()

    def test_two_closings_by_one_person_give_no_receipt(self):
        room = agreed()
        room.closings[1] = room.closings[0]
        with pytest.raises(ValueError, match="two closings"):
            room.receipt()


class TestNotes:
    def notes(self, room):
        return [remark.code for remark in room.report().notes]

    def test_nothing_is_noted_on_an_ordinary_one(self):
        assert self.notes(agreed()) == []

    def test_an_exact_tie_is_decided_by_the_agenda_that_is_signed(self):
        assert self.notes(made(TIED).close()) == ["tie-agenda-order"]

    def test_open_joining_is_noted(self):
        assert self.notes(agreed(names=None)) == ["open-joining"]

    def test_fewer_people_than_the_agenda_says_are_noted(self):
        the_agenda = agenda(names=None)
        ballots = [ballot(the_agenda, name) for name in (ANA, BOB)]
        room = type(made())(the_agenda, roster(the_agenda, ballots), ballots)
        assert self.notes(room.close(names=[ANA, BOB])) == ["people-fewer", "open-joining"]

    def test_a_replaced_key_is_noted(self):
        room = made()
        seats = json.loads(room.roster.body)["seats"]
        seats[2][3] = ["ab" * 32]
        room.roster = forced_roster(room.agenda, seats)
        assert self.notes(room.close()) == ["keys-replaced"]


class TestExpected:
    def judge(self, **expected):
        return judged(agreed().receipt(), expected=Expected(**expected))

    def test_the_code_is_that_of_the_roster_however_it_was_pasted(self):
        code = agreed().round.code
        for pasted in (code, code.lower(), code.replace("-", " "), f"  {code}\n"):
            assert self.judge(code=pasted) == ("VERIFIED", [])
        assert self.judge(code=code_of("0" * 64)) == ("FAILED", ["expected-code"])
        assert self.judge(code=code[:-5]) == ("FAILED", ["expected-code"])

    def test_the_roster_is_all_names_with_all_keys(self):
        keys = {name: HANDS[name].key for name in ALL}
        assert self.judge(roster=keys) == ("VERIFIED", [])
        for wrong in (
            {ANA: keys[ANA], BOB: keys[BOB]},
            {**keys, "Dan": "0" * 64},
            {**keys, CARA: "0" * 64},
            {},
        ):
            assert self.judge(roster=wrong) == ("FAILED", ["expected-roster"])

    def test_the_agenda_is_named_by_digest_or_code(self):
        digest = agenda().digest
        assert self.judge(agenda=digest) == ("VERIFIED", [])
        assert self.judge(agenda=code_of(digest)) == ("VERIFIED", [])
        assert self.judge(agenda="0" * 64) == ("FAILED", ["expected-agenda"])

    @pytest.mark.parametrize("field", ["code", "roster", "agenda"])
    def test_without_proof_nothing_that_is_expected_can_be_shown(self, field):
        receipt = agreed().file()
        del receipt["proof"]
        expected = Expected(
            **{field: {"code": agreed().round.code, "roster": {}, "agenda": "0" * 64}[field]}
        )
        report = verify(json.dumps(receipt), expected=expected)
        assert (report.result, report.exit_code) == ("NOT PROVABLE", 1)
        assert codes(report) == ["expected-without-proof"]
        assert [line.passed for line in report.expected] == [None]

    def test_files_of_names_and_keys(self):
        keys = {name: HANDS[name].key for name in ALL}
        assert read_expected_roster(json.dumps(keys).encode()) == keys
        assert read_expected_roster(agreed().receipt().encode()) == keys
        for wrong in (b"{}", b"[]", b"x", b'{"Ana": "key"}', b'{"proof": 5}'):
            with pytest.raises(ExpectedError):
                read_expected_roster(wrong)

    def test_files_of_an_agenda(self):
        the_agenda = agenda()
        for content in (the_agenda.body, the_agenda.body + "\n", the_agenda.text):
            assert read_expected_agenda(content.encode()) == the_agenda.digest
        assert read_expected_agenda(agreed().receipt().encode()) == the_agenda.digest
        for wrong in (b"{}", b"[]", b"x", b'{"sig": 1}', b'{"proof": {"agenda": 5}}'):
            with pytest.raises(ExpectedError):
                read_expected_agenda(wrong)


class TestWhatItDoesNotProve:
    def test_the_list_stands_under_every_completed_check(self):
        for report in (agreed().report(), verify(json.dumps({**agreed().file(), "title": "x"}))):
            shown = [remark.code for remark in report.not_proved]
            assert [code for code in shown if code != "closings-missing"] == list(
                NOT_PROVED_WITH_PROOF
            )
            text = " ".join(render(report).split())
            for sentence in NOT_PROVED_WITH_PROOF.values():
                assert sentence in text


class TestTheSummaryOfAPage:
    def test_eleven_checks_and_the_headline(self):
        found = summary(agreed().report())
        assert [check["state"] for check in found["checks"]] == [
            *["holds"] * 5,
            "nothing",
            *["holds"] * 5,
        ]
        assert [remark["code"] for remark in found["reason"]] == [
            "reason-headline",
            "headline-accepted",
        ]
        assert found["checks"][5]["code"] == "check-signatures-in-proof"
        assert found["proof"]["comparison"] == agreed().round.code
        assert {line["signature"] for line in found["acceptances"]} == {"word-signature-in-proof"}

    def test_k_of_n(self):
        room = agreed()
        room.closings.pop()
        found = summary(room.report())
        assert found["result"] == "NOT PROVABLE"
        assert found["reason"][0] == {
            "code": "reason-not-provable",
            "detail": {"count": 2, "people": 3},
        }
        assert found["checks"][-1]["code"] == "check-proof-closings-missing"

    def test_every_code_has_a_word(self):
        from receipts.wording import TEXTS
        from tests.parley.test_summary import codes_in

        rooms = [agreed(), declined(), deadlocked(), made(), agreed(names=None)]
        for report in (
            *(room.report() for room in rooms),
            agreed().report(check=lambda *asked: False),
            verify(json.dumps({**agreed().file(), "proof": None})),
        ):
            found = summary(report)
            assert set(codes_in(found)) <= set(TEXTS)
            assert f"word-{report.result}" in TEXTS


def test_the_tests_of_this_folder_do_check_signatures():
    assert importlib.util.find_spec("nacl") is not None
