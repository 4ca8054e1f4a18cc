"""Ed25519 as libsodium answers, on published cases.

They are not part of the repository: `wycheproof_ed25519_test.json` (C2SP/wycheproof) and
`ed25519_speccheck_cases.json` (novifinancial/ed25519-speccheck) are looked for in
`../shared/vectors/ed25519`, or in the folder that PARLEY_ED25519_VECTORS names.
"""

import json
import os
from pathlib import Path

import pytest

from parley.net.identity import AgentCard, can_check_signatures, check_signature

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(
    os.environ.get("PARLEY_ED25519_VECTORS") or ROOT.parent / "shared" / "vectors" / "ed25519"
)

pytestmark = [
    pytest.mark.skipif(
        not can_check_signatures(), reason="needs PyNaCl: pip install parley[crypto]"
    ),
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason=f"the published Ed25519 cases are not in {FOLDER}"
    ),
]

# Small-order keys and points, numbers above the order, other spellings: refused. What holds only
# with the cofactor or only without it differs from one library to the next; libsodium, without it
# and strict about small order, takes the one of number 3 (Chalkias, Garillot and Nikolaenko,
# "Taming the many EdDSAs", 2020, table 5).
SPECCHECK_VALID = {3}


def holds(key, message, sig):
    """What the check says; it and a card say the same."""
    answer = check_signature(key, bytes.fromhex(message), sig)
    assert AgentCard("Ana", key).verify(bytes.fromhex(message), sig) is answer
    return answer


def read(name):
    return json.loads((FOLDER / name).read_text())


def test_wycheproof():
    asked = 0
    for group in read("wycheproof_ed25519_test.json")["testGroups"]:
        for case in group["tests"]:
            answer = holds(group["publicKey"]["pk"], case["msg"], case["sig"])
            assert answer is (case["result"] == "valid"), case["tcId"]
            asked += 1
    assert asked == 151


def test_speccheck():
    cases = read("ed25519_speccheck_cases.json")
    answers = [holds(case["pub_key"], case["message"], case["signature"]) for case in cases]
    assert {number for number, answer in enumerate(answers) if answer} == SPECCHECK_VALID
    assert len(cases) == 12


def test_another_spelling_of_a_valid_signature_is_refused():
    group = read("wycheproof_ed25519_test.json")["testGroups"][0]
    key = group["publicKey"]["pk"]
    for case in group["tests"]:
        if case["result"] == "valid":
            assert holds(key, case["msg"], case["sig"])
            for sig in (case["sig"].upper(), f" {case['sig']}", f"{case['sig']}\n"):
                assert not holds(key, case["msg"], sig)
            assert not holds(key.upper(), case["msg"], case["sig"])
