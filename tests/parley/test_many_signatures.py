"""Receipts with so many signed verdicts that they are checked by two threads."""

import concurrent.futures

import pytest

from parley.agent import Agent, Verdict
from parley.checks import signatures
from parley.consensus import run_consensus
from parley.net import identity
from parley.net.identity import Identity
from parley.preferences import PreferenceSheet
from parley.receipt import build_receipt, verify_receipt

pytestmark = pytest.mark.skipif(
    not identity.can_check_signatures(), reason="needs PyNaCl: pip install parley[crypto]"
)

OPTIONS = [{"flat": number} for number in range(signatures._MANY)]


class Signing(Agent):
    def __init__(self, owner):
        super().__init__(owner, PreferenceSheet(owner))
        self.identity = Identity.generate(owner)

    def consider(self, option):
        verdict = super().consider(option)
        sig = self.identity.sign_verdict(option, verdict)
        key = self.identity.card().pubkey_hex
        return Verdict(verdict.owner, verdict.acceptable, verdict.score, verdict.reason, sig, key)


@pytest.fixture(scope="module")
def transcript():
    return run_consensus([Signing("Ana"), Signing("Bob")], OPTIONS).transcript


@pytest.fixture
def receipt(transcript):
    return build_receipt("Which flat?", transcript, [], ["Ana", "Bob"])


@pytest.fixture(params=["threads", "no-threads"], autouse=True)
def threads(request, monkeypatch):
    started = []

    class Pool(concurrent.futures.ThreadPoolExecutor):
        def submit(self, *args, **kwargs):
            started.append(self)
            if request.param == "no-threads":
                raise RuntimeError("can't start new thread")
            return super().submit(*args, **kwargs)

    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", Pool)
    yield
    assert started


def test_all_signatures_are_checked_and_valid(receipt):
    report = verify_receipt(receipt)
    assert (report.exit_code, report.verdict_signatures.state) == (0, "checked")
    assert report.verdict_signatures.count == 2 * len(OPTIONS)


@pytest.mark.parametrize("at", [0, 19, 20, len(OPTIONS) - 1])
def test_a_single_wrong_signature_is_found_wherever_it_is(receipt, at):
    ana, bob = receipt["transcript"]["entries"][at]["verdicts"]
    bob["sig"] = ana["sig"]
    found = {remark.code: remark.to_dict() for remark in verify_receipt(receipt).findings}
    assert "Bob" in str(found["verdict-signature-invalid"])
    assert str(at + 1) in str(found["verdict-signature-invalid"])
