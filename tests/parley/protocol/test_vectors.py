"""The published vectors: made again to the byte, and read by two readings that share no code."""

import json
from pathlib import Path

import pytest

pytest.importorskip("nacl", reason="needs PyNaCl: pip install parley[crypto]")

from parley import dsse
from parley.net.identity import check_signature
from parley.protocol.difference import difference
from parley.protocol.round import BODY_BYTES, read_typed
from parley.receipt import verify
from scripts import make_protocol_vectors as maker
from tests.parley.protocol import second_reading

FOLDER = Path(__file__).parent.parent.parent / "vectors" / "protocol"
RECEIPTS = {
    "accepted": ("VERIFIED", "headline-accepted", 3),
    "declined": ("VERIFIED", "headline-declined", 3),
    "deadlock": ("VERIFIED", "headline-deadlock", 3),
    "tie": ("VERIFIED", "headline-accepted", 3),
    "second-round": ("VERIFIED", "headline-accepted", 3),
    "two-of-three": ("NOT PROVABLE", "headline-some", 2),
}


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def test_making_them_again_gives_the_same_bytes(tmp_path):
    maker.main(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    assert made == kept


@pytest.mark.parametrize("name", RECEIPTS)
def test_each_receipt_has_its_result(name):
    report = verify((FOLDER / f"{name}.json").read_bytes())
    found = report.result, report.headline.code, report.proof.closed
    assert found == RECEIPTS[name]


@pytest.mark.parametrize("name", RECEIPTS)
def test_a_second_reading_says_the_same_of_each(name):
    report = verify((FOLDER / f"{name}.json").read_bytes())
    said = second_reading.check(read(name))
    assert said == (report.proof.closed, report.proof.people, report.proof.code)


REFUSED = read("refused")


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_both_readings_refuse(case):
    report = verify(case["receipt"])
    assert report.result == case["result"] == "FAILED"
    assert [remark.code for remark in report.findings] == case["findings"]
    with pytest.raises(second_reading.Wrong):
        second_reading.check(json.loads(case["receipt"]))


def test_signed_texts_have_their_message_digest_and_code():
    for case in read("signed-texts"):
        signed = read_typed(case["text"], case["type"])
        assert signed.to_dict() == {name: case[name] for name in ("type", "body", "key", "sig")}
        assert signed.message.hex() == case["message_hex"]
        assert second_reading.message(case["type"], case["body"]) == signed.message
        assert (signed.digest, dsse.code(signed.digest)) == (case["digest"], case["code"])
        assert signed.holds(check_signature)
    assert {case["type"] for case in read("signed-texts")} == set(BODY_BYTES)


def test_codes_and_keys():
    for case in read("codes"):
        assert dsse.code(case["digest"]) == second_reading.code_of(case["digest"]) == case["code"]
    for case in read("keys"):
        assert maker.public(case["name"]) == case["public_hex"]
        assert maker.key_of(case["name"]).encode().hex() == case["seed_hex"]


def test_the_second_round_extends_the_first():
    old, new = ((FOLDER / f"{name}.json").read_bytes() for name in ("declined", "second-round"))
    assert difference(old, new).code == "next-round"
