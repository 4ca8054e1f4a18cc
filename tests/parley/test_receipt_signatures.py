import pytest

from parley import receipt as receipts
from parley.consensus import run_consensus
from parley.preferences import PreferenceSheet
from parley.ratify import acceptance_payload, ratify
from parley.receipt import build_receipt, verify_receipt
from tests.parley.receipts import ALL, HAS_PYNACL, codes, first_verdict, notes, spoilt


@pytest.fixture
def transcript(quickstart):
    return run_consensus(*quickstart).transcript


class TestSigned:
    """With a stand-in for Ed25519, so that these run everywhere: a signature is valid when it is 32
    times the first two digits of its key followed by the text's length."""

    @staticmethod
    def sign(key, message):
        return (key[:2] + f"{len(message) % 256:02x}") * 32

    def check(self, key, message, sig):
        return sig == self.sign(key, message)

    @pytest.fixture
    def signed(self, transcript):
        keys = {"Ana": "aa" * 32, "Bob": "bb" * 32, "Cara": "cc" * 32}
        acceptances = [
            ratify(
                PreferenceSheet(name),
                transcript,
                True,
                lambda payload, key=key: (self.sign(key, payload), key),
            )
            for name, key in keys.items()
        ]
        return build_receipt("x", transcript, acceptances, ALL)

    def test_valid_signatures_are_valid(self, signed):
        report = verify_receipt(signed, check=self.check)
        assert report.exit_code == 0
        assert [line.signature for line in report.acceptances] == ["valid"] * 3

    def test_an_invalid_one_fails(self, signed):
        report = verify_receipt(signed, check=lambda *_: False)
        assert codes(report) == ["acceptance-signature-invalid"] * 3 + ["unanimous-claim"]

    def test_stripping_one_fails(self, signed):
        signed["acceptances"][0].update(sig=None, pubkey_hex=None)
        assert codes(verify_receipt(signed, check=self.check)) == ["acceptance-signatures-partial"]

    def test_a_key_belongs_to_one_owner(self, signed):
        bob = signed["acceptances"][1]
        bob["pubkey_hex"] = "aa" * 32
        payload = acceptance_payload("Bob", bob["decision"], bob["transcript_hash"], True)
        bob["sig"] = self.sign("aa" * 32, payload)
        report = verify_receipt(signed, check=self.check)
        assert codes(report) == ["key-owners"]
        assert [line.passed for line in report.acceptances] == [False, False, True]

    def test_where_nothing_can_check_the_receipt_fails_with_a_note(self, signed, monkeypatch):
        monkeypatch.setattr(receipts, "can_check_signatures", lambda: False)
        report = verify_receipt(signed)
        assert report.exit_code == 1
        assert codes(report) == ["acceptance-signature-unchecked"] * 3
        assert notes(report) == ["no-pynacl"]
        assert report.unanimous.passed

    def test_malformed_signatures_are_invalid_even_there(self, signed, monkeypatch):
        monkeypatch.setattr(receipts, "can_check_signatures", lambda: False)
        for acceptance in signed["acceptances"]:
            acceptance["sig"] = acceptance["sig"].upper()
        assert set(codes(verify_receipt(signed))) == {
            "acceptance-signature-invalid",
            "unanimous-claim",
        }


@pytest.mark.skipif(not HAS_PYNACL, reason="needs PyNaCl: pip install parley[crypto]")
class TestSignedVerdicts:
    @pytest.fixture
    def signed(self, vector):
        return vector("hostile-receipts/00-baseline-signed.json")

    def test_they_are_checked(self, signed):
        report = verify_receipt(signed)
        assert (report.verdict_signatures.state, report.verdict_signatures.count) == ("checked", 4)

    def test_a_changed_score_is_caught(self, signed):
        report = spoilt(signed, lambda r: first_verdict(r).update(score=0.91), rehash=True)
        assert "verdict-signature-invalid" in codes(report)
        assert report.verdict_signatures.state == "failed"

    def test_a_second_key_of_one_owner_is_caught(self, signed):
        other = "1" * 64
        report = spoilt(signed, lambda r: first_verdict(r).update(pubkey_hex=other), rehash=True)
        assert "owner-keys" in codes(report)

    def test_without_pynacl_they_fail_with_a_note(self, signed, monkeypatch):
        monkeypatch.setattr(receipts, "can_check_signatures", lambda: False)
        report = verify_receipt(signed)
        assert report.verdict_signatures.state == "unchecked"
        assert "verdict-signatures-unchecked" in codes(report)
        assert notes(report) == ["no-pynacl"]
