import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Verdict
from parley.canonical import canonical_json
from parley.consensus import verify_outcome
from parley.preferences import PreferenceSheet
from parley.ratify import ratify
from parley.receipt import FIELDS, build_receipt, verify, verify_receipt
from parley.transcript import VERDICT_FIELDS, Transcript
from tests.parley.receipts import HAS_PYNACL


def paths(value, path=()):
    """Every place in a JSON value."""
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in items:
        yield from paths(child, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def changed(receipt, path, new):
    receipt = copy.deepcopy(receipt)
    at(receipt, path[:-1])[path[-1]] = new
    return receipt


STAND_INS = [None, True, 1, 1.0, "", "ok", ["Ana"], {"__tuple__": []}]


@pytest.mark.parametrize("name", ["committee-masked-scores", "hostile-receipts/00-baseline-signed"])
def test_no_change_of_one_place_is_accepted(vector, name):
    receipt = vector(f"{name}.json")
    baseline = verify_receipt(receipt).exit_code
    assert baseline == 0 or not HAS_PYNACL
    for path in paths(receipt):
        if not path:
            continue
        for new in STAND_INS:
            if canonical_or_none(new) == canonical_or_none(at(receipt, path)):
                continue
            report = verify_receipt(changed(receipt, path, new))
            is_title = path == ("title",) and isinstance(new, str)
            assert report.exit_code == (baseline if is_title else 1), (path, new)


def canonical_or_none(value):
    try:
        return canonical_json(value)
    except TypeError:
        return None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=8,
)


@given(data=st.data())
def test_nothing_makes_the_verifier_raise(data):
    receipt = {field: data.draw(json_values) for field in FIELDS}
    assert verify_receipt(receipt).exit_code in (1, 2)
    verdict = {field: data.draw(json_values) for field in sorted(VERDICT_FIELDS)}
    shape = {
        "entries": [{"option": data.draw(json_values), "verdicts": [verdict]}],
        "result": {"status": data.draw(json_values), "decision": data.draw(json_values)},
    }
    acceptance = {
        field: data.draw(json_values)
        for field in ("owner", "decision", "transcript_hash", "accepted", "sig", "pubkey_hex")
    }
    receipt |= {"transcript": shape, "acceptances": [acceptance]}
    assert verify_receipt(receipt).exit_code in (1, 2)


@given(st.binary(max_size=40), st.integers(0, 6000))
def test_a_receipt_with_bytes_overwritten_never_raises(noise, position):
    content = json.dumps(quick_receipt()).encode()
    spoiled = content[:position] + noise + content[position + len(noise) :]
    assert verify(spoiled).exit_code in ((0,) if spoiled == content else (0, 1, 2))


def quick_receipt():
    transcript = Transcript()
    transcript.record({"a": 1}, [Verdict("Ana", True, 1.0, "ok")])
    transcript.finalize("agreed", {"a": 1})
    return build_receipt(
        "x", transcript, [ratify(PreferenceSheet("Ana"), transcript, True)], ["Ana"]
    )


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=4))
def test_the_max_min_line_agrees_with_verify_outcome(answers):
    transcript = Transcript()
    for number, (accepts, score) in enumerate(answers):
        verdict = Verdict(
            "Ana", accepts, score if accepts else 0.0, "ok" if accepts else "red-line"
        )
        transcript.record({"id": number}, [verdict])
    for decision in (None, *({"id": number} for number in range(len(answers)))):
        transcript.finalize("deadlock" if decision is None else "agreed", decision)
        report = verify_receipt(build_receipt("x", transcript, [], ["Ana"]))
        assert report.max_min.recomputed is verify_outcome(transcript)
        assert report.exit_code == (0 if verify_outcome(transcript) else 1)
