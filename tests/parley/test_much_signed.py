"""How much text the signatures of verdicts may cover, all together."""

import base64
import json

import pytest

from parley.agenda import MAX_AGENDA_BYTES, MAX_PEOPLE
from parley.bridge import call
from parley.command import main
from parley.receipt import verify
from parley.signature_list import signature_list
from parley.tables import MAX_TABLE_BYTES
from tests.parley.much_signed import MOST_EACH, PEOPLE, much_signed
from tests.parley.receipts import codes

LETTERS = pytest.mark.parametrize("letter", ["x", "é", "🏠"])


class Counting:
    """A stand-in for Ed25519 that finds everything valid."""

    def __init__(self):
        self.bytes = 0

    def __call__(self, pubkey_hex, message, sig_hex):
        self.bytes += len(message)
        return True


@LETTERS
def test_as_much_as_may_be_signed_is_checked(letter):
    check = Counting()
    report = verify(much_signed(MOST_EACH, letter=letter), check=check)
    assert (report.exit_code, report.verdict_signatures.count) == (0, PEOPLE)
    assert check.bytes > PEOPLE * MOST_EACH


@LETTERS
def test_more_is_refused_before_any_signature_is_checked(letter):
    check = Counting()
    report = verify(much_signed(MOST_EACH + 1, letter=letter), check=check)
    assert (report.exit_code, codes(report)) == (2, ["too-much-signed"])
    assert check.bytes == 0


def test_it_is_refused_where_nothing_can_check_signatures_too(monkeypatch):
    monkeypatch.setattr("parley.receipt.can_check_signatures", lambda: False)
    assert codes(verify(much_signed(MOST_EACH))) == ["verdict-signatures-unchecked"]
    assert codes(verify(much_signed(MOST_EACH + 1))) == ["too-much-signed"]


def test_all_options_count_together():
    receipt = json.loads(much_signed(MOST_EACH))
    [entry] = receipt["transcript"]["entries"]
    receipt["transcript"]["entries"].append({**entry, "option": "another"})
    assert codes(verify(json.dumps(receipt), check=Counting())) == ["too-much-signed"]


def test_what_nobody_signed_may_be_longer():
    assert verify(much_signed(2 * MOST_EACH, signed=False)).exit_code == 0


def test_a_page_is_asked_about_no_signature_then():
    assert len(signature_list(much_signed(MOST_EACH))) == PEOPLE
    assert signature_list(much_signed(MOST_EACH + 1)) == []


def test_a_page_says_the_same():
    content = much_signed(MOST_EACH + 1)
    file = {"base64": base64.b64encode(content).decode()}
    assert json.loads(call("signatures", json.dumps(file))) == {"ok": {"signatures": []}}
    for answers in ({}, {"invalid": []}):
        said = json.loads(call("verify", json.dumps({**file, **answers})))["ok"]
        assert said["findings"] == verify(content).to_dict()["findings"]
        assert said["summary"]["reason"][0]["code"] == "too-much-signed"


def test_a_page_can_say_that_none_of_as_many_as_may_be_is_valid():
    file = {"base64": base64.b64encode(much_signed(MOST_EACH)).decode()}
    said = call("verify", json.dumps({**file, "invalid": list(range(PEOPLE))}))
    assert json.loads(said)["ok"]["findings"][0]["detail"] == {"option": 1, "count": PEOPLE}


def test_the_command_says_so_in_one_plain_line(capsys, tmp_path):
    path = tmp_path / "much.json"
    path.write_bytes(much_signed(MOST_EACH + 1))
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr() == (
        "",
        "parley: Not readable as a receipt. "
        "The signatures in it cover more text than those of any decision.\n",
    )
    assert main(["verify", "--json", str(path)]) == 2
    assert json.loads(capsys.readouterr().out)["findings"][0]["code"] == "too-much-signed"
    assert main(["diff", str(path), str(path)]) == 2


def test_everybody_may_sign_an_agenda_or_a_table_of_the_largest_size():
    assert MAX_PEOPLE * max(MAX_AGENDA_BYTES, MAX_TABLE_BYTES) < PEOPLE * MOST_EACH
