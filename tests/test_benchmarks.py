"""That what `make bench-engine` measures still does what it says; no time is looked at."""

import pytest

from benchmarks import proof, receipts
from benchmarks.preview import Preview
from benchmarks.steps import Decision, SignedReceipt
from benchmarks.workload import recipe
from parley.net.identity import can_check_signatures
from parley.receipt import verify


def test_a_decision_goes_through_all_its_steps():
    decision = Decision(200)
    for _, run in decision.steps():
        run()
    assert len(decision.transcript.entries) == 200
    assert decision.transcript.result["status"] == "agreed"


def test_the_recipe_is_the_same_every_time_and_neither_easy_nor_hopeless():
    assert recipe(5, 2) == recipe(5, 2)
    decision = Decision(200)
    decision.decide()
    answers = [v["acceptable"] for e in decision.transcript.entries for v in e["verdicts"]]
    assert 0.3 < sum(answers) / len(answers) < 0.9


@pytest.mark.skipif(not can_check_signatures(), reason="needs PyNaCl: pip install parley[crypto]")
def test_the_signed_receipt_passes_both_ways_of_checking_it(tmp_path):
    receipts.write(tmp_path, 200)
    receipt = SignedReceipt(tmp_path)
    assert len(receipt.bare) == 2000
    receipt.check()
    receipt.check_bare()
    receipt._check_by_hand()


def test_the_preview_is_of_a_large_table():
    preview = Preview()
    preview.run()
    assert preview.call.count("Wohnung") == 200


@pytest.mark.skipif(not can_check_signatures(), reason="needs PyNaCl: pip install parley[crypto]")
def test_the_receipt_with_proof_and_the_one_with_signed_verdicts_say_the_same():
    with proof.more_options():
        receipt = proof.with_proof(300, 3)
        for other in (receipt, proof.laid_out(receipt), proof.with_signed_verdicts(receipt)):
            proof.check(other)
    assert verify(receipt).result == "FAILED", "the protocol takes 200 options and no more"
