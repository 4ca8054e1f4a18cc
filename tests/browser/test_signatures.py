"""Ed25519 in the page answers as it does in the terminal, on published cases."""

from __future__ import annotations

import pytest

from parley.net.identity import check_signature
from tests.parley.test_ed25519_vectors import FOLDER, read


def published_cases() -> list[tuple[str, str, str]]:
    """Key, message and signature, each in hex."""
    if not FOLDER.is_dir():
        pytest.skip(f"the published Ed25519 cases are not in {FOLDER}")
    wycheproof = read("wycheproof_ed25519_test.json")
    cases = [
        (group["publicKey"]["pk"], test["msg"], test["sig"])
        for group in wycheproof["testGroups"]
        for test in group["tests"]
    ]
    speccheck = read("ed25519_speccheck_cases.json")
    cases += [(case["pub_key"], case["message"], case["signature"]) for case in speccheck]
    assert len(cases) == 151 + 12
    return cases


def test_the_page_and_the_terminal_agree_about_every_published_case(new_person):
    cases = published_cases()
    page = new_person().open("/verify")
    answers = page.evaluate(
        """async (cases) => {
          const { holds, libsodium } = await import("/static/js/signatures.js");
          const sodium = await libsodium();
          return cases.map(([key, message, sig]) =>
            holds(sodium, key, sodium.from_hex(message), sig));
        }""",
        cases,
    )
    expected = [check_signature(key, bytes.fromhex(message), sig) for key, message, sig in cases]
    assert answers == expected
    assert 0 < sum(expected) < len(cases)


def test_a_text_is_signed_in_its_utf_8_bytes(new_person):
    nacl = pytest.importorskip("nacl.signing", reason="PyNaCl makes the signatures")
    key = nacl.SigningKey(bytes(32))
    text = "Zoë said “yes” \U0001f3e0"
    good = [key.verify_key.encode().hex(), text, key.sign(text.encode()).signature.hex()]
    bad = [good[0], text + ".", good[2]]
    page = new_person().open("/verify")
    invalid = page.evaluate(
        """async (signatures) => {
          const { invalidPlaces } = await import("/static/js/signatures.js");
          return invalidPlaces(signatures);
        }""",
        [good, bad],
    )
    assert invalid == [1]
