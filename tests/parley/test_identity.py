import importlib
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Verdict
from parley.canonical import canonical_json
from parley.consensus import run_consensus
from parley.net import identity
from parley.net.identity import (
    AgentCard,
    Identity,
    check_signature,
    verdict_payload,
    verify_acceptance,
    verify_transcript,
)
from parley.preferences import PreferenceSheet
from parley.ratify import agreement, ratify
from parley.transcript import Transcript

OPTION = {"venue": "garden"}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.tuples(inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=5,
)

pytestmark = pytest.mark.skipif(
    not identity.can_check_signatures(), reason="needs PyNaCl: pip install parley[crypto]"
)


@pytest.fixture
def ana():
    return Identity.generate("Ana")


def test_a_card_verifies_what_its_identity_signed(ana):
    card = ana.card()
    assert card == AgentCard("Ana", card.pubkey_hex, "parley/0.1")
    assert card.verify(b"hello", ana.sign(b"hello"))
    assert not card.verify(b"hullo", ana.sign(b"hello"))
    assert not Identity.generate("Ana").card().verify(b"hello", ana.sign(b"hello"))


@given(
    json_values,
    st.text(max_size=3),
    st.booleans() | st.sampled_from([0, 1, None]),
    st.floats(0, 1) | st.sampled_from([0, 1, -0.0, True, None, "1"]),
    st.sampled_from(["ok", "red-line", None, 1]),
)
def test_a_verdict_is_signed_as_canonical_json(option, owner, acceptable, score, reason):
    assert verdict_payload(option, owner, acceptable, score, reason).decode() == canonical_json(
        {
            "type": "verdict/0.1",
            "option": option,
            "owner": owner,
            "acceptable": acceptable,
            "score": score,
            "reason": reason,
        }
    )


def test_what_has_no_text_cannot_be_signed():
    for wrong in ("\ud800", float("nan"), {1: 2}, {1}):
        with pytest.raises(TypeError):
            verdict_payload(wrong, "Ana", True, 1.0, "ok")
        with pytest.raises(TypeError):
            verdict_payload({}, wrong, True, 1.0, "ok")


def test_malformed_input_is_false_and_never_an_exception(ana):
    key, sig = ana.card().pubkey_hex, ana.sign(b"x")
    assert check_signature(key, b"x", sig)
    for bad in (
        "",
        sig.upper(),
        sig[:-1],
        sig + "0",
        f" {sig}",
        f"{sig}\n",
        "g" * 128,
        None,
        1,
        b"a",
    ):
        assert check_signature(key, b"x", bad) is False
    for bad in ("", key.upper(), key[:-2], f"{key} ", "z" * 64, "0" * 64, "f" * 64, None, [key]):
        assert check_signature(bad, b"x", sig) is False
        assert AgentCard("Ana", bad).verify(b"x", sig) is False
    for message in ("x", None, 1):
        assert check_signature(key, message, sig) is False


def test_points_of_small_order_are_refused():
    # With such a key, and R the same point, S = 0 would sign every text (RFC 8032, 8.2 and 5.1.7).
    small = "01" + "00" * 31
    assert check_signature(small, b"anything", small + "00" * 32) is False


def test_a_payload_names_its_type_and_content():
    assert verdict_payload(OPTION, "Ana", True, 0.5, "ok").decode() == (
        '{"acceptable": true, "option": {"venue": "garden"}, "owner": "Ana", "reason": "ok", '
        '"score": 0.5, "type": "verdict/0.1"}'
    )


def signed(ana, option=OPTION, **change):
    verdict = Verdict("Ana", True, 0.5, "ok")
    sig = ana.sign_verdict(option, verdict)
    return replace(verdict, sig=sig, pubkey_hex=ana.card().pubkey_hex, **change)


def recorded(*verdicts):
    transcript = Transcript()
    transcript.record(OPTION, verdicts)
    return transcript


def test_signed_verdicts_verify_in_a_transcript(ana):
    assert verify_transcript(recorded(signed(ana)), require_signed=True)


@pytest.mark.parametrize(
    "change",
    [
        {"score": 0.6},
        {"owner": "Bob"},
        {"acceptable": False},
        {"reason": "red-line"},
        {"pubkey_hex": None},
        {"sig": None},
        {"pubkey_hex": "0" * 64},
        {"score": float("nan")},
    ],
)
def test_an_edited_verdict_does_not(ana, change):
    assert not verify_transcript(recorded(replace(signed(ana), **change)))


def test_a_verdict_on_another_option_does_not(ana):
    assert not verify_transcript(recorded(signed(ana, option={"venue": "diner"})))


def test_unsigned_verdicts_pass_only_where_signatures_are_not_required():
    transcript = recorded(Verdict("Ana", True, 0.5, "ok"))
    assert verify_transcript(transcript)
    assert not verify_transcript(transcript, require_signed=True)


def test_acceptances_are_signed_and_verified(quickstart):
    transcript = run_consensus(*quickstart).transcript
    acceptances = [
        ratify(PreferenceSheet(name), transcript, True, Identity.generate(name).sign_acceptance)
        for name in ("Ana", "Bob", "Cara")
    ]
    assert agreement(transcript, acceptances, verifier=verify_acceptance)
    acceptances[1] = replace(acceptances[1], owner="Ana")
    assert not verify_acceptance(acceptances[1])
    assert not verify_acceptance(ratify(PreferenceSheet("Ana"), transcript, True))
    assert not verify_acceptance(replace(acceptances[0], decision={1, 2}))


def test_the_key_is_not_in_the_repr(ana):
    assert repr(ana) == "Identity(owner='Ana')"


def test_without_pynacl_the_module_loads_and_says_so(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "nacl"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nacl", None)
    module = importlib.reload(identity)
    assert module.can_check_signatures() is False
    assert module.check_signature("malformed", b"", "malformed") is False
    with pytest.raises(ImportError):
        module.Identity.generate("Ana")
