"""Two dozen receipts, each changed in one place, in every way, one at a time."""

import copy
import functools
import json
from dataclasses import replace

import pytest

pytest.importorskip("nacl", reason="needs PyNaCl: pip install parley[crypto]")

from parley.consensus import run_consensus
from parley.net.identity import check_signature
from parley.receipt import build_receipt, verify
from parley.report import everything_not_proved
from parley.report_text import render
from tests.parley.changes.covering import covered, expected, text
from tests.parley.changes.leaves import changes
from tests.parley.changes.receipts import ALL, FLATS, Sayer, answers_to, identity, receipts

RECEIPTS = receipts()

# Nearly all changes leave nearly all signatures, keys and texts as they were.
check = functools.lru_cache(maxsize=None)(check_signature)


def report_on(receipt):
    return verify(json.dumps(receipt), check=check)


@pytest.mark.parametrize("name", RECEIPTS)
def test_a_change_is_accepted_only_where_nothing_is_covered(name):
    before = RECEIPTS[name]
    said = covered(before)
    assert report_on(before).exit_code == 0
    for kind, path, receipt in changes(before):
        report = report_on(receipt)
        assert report.exit_code == expected(receipt, before, said), (kind, path)
        if report.exit_code != 2:
            assert report.not_proved == everything_not_proved()
            # The list under it is always the same, and takes longest to print.
            report = replace(report, not_proved=())
        assert render(report).endswith("\n")


def test_these_are_many_changes_of_every_kind():
    kinds = {"value": 0, "type": 0, "missing": 0, "extra": 0, "reordered": 0}
    for receipt in RECEIPTS.values():
        for kind, _, _ in changes(receipt):
            kinds[kind] += 1
    assert len(RECEIPTS) >= 20
    assert sum(kinds.values()) >= 20_000
    assert min(kinds.values()) >= 1_000


@pytest.mark.parametrize("name", ["agreed", "agreed, all signed", "deadlock, all signed"])
def test_every_change_is_one_and_leaves_the_receipt_as_it_was(name):
    before = RECEIPTS[name]
    whole = copy.deepcopy(before)
    for kind, path, receipt in changes(before):
        # An order of keys does not show in what is compared.
        if kind != "reordered":
            assert text(receipt) != text(before), (kind, path)
    assert json.dumps(before) == json.dumps(whole)


def printed(receipt):
    report = report_on(receipt)
    assert report.exit_code == 0
    return " ".join(render(report).split())


class TestWhatIsNotCovered:
    """Each of these passes, and the report says that it would."""

    @pytest.mark.parametrize("name", RECEIPTS)
    def test_the_title(self, name):
        shown = printed({**RECEIPTS[name], "title": "Another title"})
        assert "check: Another title" in shown
        assert "The title, anything beyond the nine fields" in shown

    @pytest.mark.parametrize("name", RECEIPTS)
    def test_unknown_fields(self, name):
        assert "Not read" not in printed(RECEIPTS[name])
        shown = printed({**RECEIPTS[name], "comment": {"by": "Ana"}})
        assert "Not read and not covered by any check: comment." in shown
        assert "anything beyond the nine fields" in shown

    @pytest.mark.parametrize("field", ["participants", "acceptances"])
    def test_the_order_of_names_and_answers(self, field):
        before = RECEIPTS["agreed, all signed"]
        shown = printed({**before, field: before[field][::-1]})
        assert "the order in which participants and acceptances are listed" in shown

    @pytest.mark.parametrize("name", ["declined, all signed", "deadlock, all signed"])
    def test_an_answer_left_out_where_not_everybody_accepted(self, name):
        before = RECEIPTS[name]
        for answer in before["acceptances"]:
            rest = [one for one in before["acceptances"] if one is not answer]
            assert "an answer can have been left out" in printed({**before, "acceptances": rest})

    def test_an_unsigned_answer_where_not_everybody_accepted(self):
        receipt = copy.deepcopy(RECEIPTS["declined"])
        receipt["acceptances"][0]["accepted"] = False
        shown = printed(receipt)
        assert "Declined by Ana, Bob." in shown
        assert "nor does an answer to it that somebody else gave or turned round" in shown


OTHER_SCORES = {"Ana": [0.5, 0.25], "Bob": [0.5, 1.0], "Cara": [0.0, 0.9]}


class TestARewriteOfTheWhole:
    """Somebody gives Cara other scores, so that the other flat wins, and makes all fit."""

    def rewritten(self):
        agents = [Sayer(name, said, FLATS) for name, said in OTHER_SCORES.items()]
        transcript = run_consensus(agents, FLATS).transcript
        return build_receipt("Where we live", transcript, answers_to(transcript, ALL), ALL)

    def test_unsigned_it_passes_and_the_report_says_so(self):
        before, rewritten = RECEIPTS["agreed"], self.rewritten()
        assert rewritten["decision"] != before["decision"]
        shown = printed(rewritten)
        assert "a record written from scratch to fit its own hash does not" in shown
        assert "a consistent rewrite of everything has another hash and passes here" in shown

    @pytest.mark.parametrize("name", ["agreed, verdicts signed", "agreed, all signed"])
    def test_signed_verdicts_do_not_come_along(self, name):
        rewritten = self.rewritten()
        for entry, signed in zip(
            rewritten["transcript"]["entries"],
            RECEIPTS[name]["transcript"]["entries"],
            strict=True,
        ):
            for verdict, old in zip(entry["verdicts"], signed["verdicts"], strict=True):
                verdict |= {"sig": old["sig"], "pubkey_hex": old["pubkey_hex"]}
        report = report_on(rewritten)
        assert "verdict-signature-invalid" in [remark.code for remark in report.findings]

    def test_signed_answers_do_not_come_along(self):
        rewritten = self.rewritten()
        for answer, old in zip(
            rewritten["acceptances"], RECEIPTS["agreed, answers signed"]["acceptances"], strict=True
        ):
            answer |= {"sig": old["sig"], "pubkey_hex": old["pubkey_hex"]}
        report = report_on(rewritten)
        assert {remark.code for remark in report.findings} == {
            "acceptance-signature-invalid",
            "unanimous-claim",
        }

    def test_under_keys_of_the_writer_it_passes_and_the_report_says_so(self):
        agents = [
            Sayer(name, said, FLATS, identity(f"not {name}")) for name, said in OTHER_SCORES.items()
        ]
        transcript = run_consensus(agents, FLATS).transcript
        answers = answers_to(transcript, ALL, sign=lambda name: identity(f"not {name}"))
        shown = printed(build_receipt("Where we live", transcript, answers, ALL))
        assert "the coordinator can make keys too" in shown
