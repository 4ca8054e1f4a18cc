import copy
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Verdict
from parley.canonical import canonical_json
from parley.record import verdict_of
from parley.record_text import text_of_answers
from parley.transcript import Transcript
from parley.verdicts import usual_rows, verdict_fault, verdict_to_dict

usual = st.builds(
    lambda owner, score, keys: (
        verdict_to_dict(Verdict(owner, score is not None, *score_of(score))) | keys
    ),
    st.text(min_size=1, max_size=5),
    st.none() | st.floats(0, 1) | st.sampled_from([0.0, -0.0, 1.0, 5e-324]),
    st.sampled_from([{}, {"sig": "aa", "pubkey_hex": 'ü"\\'}]),
)
FIELDS = tuple(verdict_to_dict(Verdict("Ana", True, 1.0, "ok")))
odd_values = st.sampled_from(
    [None, True, False, 0, 1, 1.0, 2.0, "", "Ana", "ok", "red-line", [], ["Ana"], {"a": 1}, (1,)]
)
odd = st.builds(
    lambda verdict, changes: verdict | changes,
    usual,
    st.dictionaries(st.sampled_from(FIELDS), odd_values, min_size=1),
)
options = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def score_of(score):
    return (0.0, "red-line") if score is None else (score, "ok")


def text_or_error(make):
    try:
        return make()
    except TypeError:
        return TypeError


@given(st.lists(st.tuples(options, st.lists(usual | odd, max_size=3)), max_size=3), options)
def test_a_record_written_in_pieces_is_its_canonical_text(entries, decision):
    transcript = Transcript()
    transcript.entries = [{"option": option, "verdicts": verdicts} for option, verdicts in entries]
    transcript.finalize("agreed", decision)
    whole = {"entries": transcript.entries, "result": transcript.result}
    assert text_or_error(transcript.canonical) == text_or_error(lambda: canonical_json(whole))
    assert text_or_error(transcript.hash) == text_or_error(
        lambda: hashlib.sha256(canonical_json(whole).encode()).hexdigest()
    )


@pytest.mark.parametrize(
    "entries",
    [
        [None],
        [{"option": 1}],
        [{"option": 1, "verdicts": [], "extra": 1}],
        [{"option": 1, "verdicts": None}],
        [{"option": 1, "verdicts": ["Ana"]}],
        [{"option": 1, "verdicts": [{}]}],
        ({"option": 1, "verdicts": []},),
        {},
        None,
    ],
)
def test_entries_put_in_by_hand_are_written_as_they_are(entries):
    transcript = Transcript()
    transcript.entries = entries
    assert transcript.canonical() == canonical_json({"entries": entries, "result": None})


def nested(levels):
    value = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("levels", range(194, 203))
def test_the_depth_of_an_option_counts_from_the_whole_record(levels):
    transcript = Transcript()
    transcript.entries = [{"option": nested(levels), "verdicts": []}]
    whole = transcript.entries, transcript.result
    assert text_or_error(transcript.canonical) == text_or_error(
        lambda: canonical_json({"entries": whole[0], "result": whole[1]})
    )


@pytest.mark.parametrize("field", ["owner", "sig", "pubkey_hex"])
def test_half_of_a_surrogate_pair_has_no_text(field):
    verdict = verdict_to_dict(Verdict("Ana", True, 1.0, "ok", "aa", "bb")) | {field: "\ud800"}
    transcript = Transcript()
    transcript.entries = [{"option": 1, "verdicts": [verdict]}]
    for write in (transcript.canonical, transcript.hash):
        with pytest.raises(TypeError):
            write()


@given(st.lists(usual | odd, max_size=3))
def test_what_is_usual_is_without_fault_and_holds_nothing_mutable(verdicts):
    rows = usual_rows(verdicts)
    if rows is None:
        return
    assert not any(map(verdict_fault, verdicts))
    assert [
        (v["acceptable"], v["owner"], v["pubkey_hex"], v["score"], v["sig"]) for v in verdicts
    ] == rows
    kinds = {type(value) for verdict in verdicts for value in verdict.values()}
    assert kinds <= {bool, str, float, type(None)}


@given(usual)
def test_what_an_honest_run_records_is_usual(verdict):
    assert usual_rows([verdict]) is not None


@given(st.lists(st.tuples(options, st.lists(usual | odd, max_size=3)), max_size=3))
def test_a_rebuilt_record_equals_its_source_and_shares_nothing_with_it(entries):
    data = {
        "entries": [{"option": option, "verdicts": verdicts} for option, verdicts in entries],
        "result": None,
    }
    before = copy.deepcopy(data)
    rebuilt = Transcript.from_dict(data)
    assert canonical_json(rebuilt.entries) == canonical_json(before["entries"])
    ids = {id(part) for part in mutable_parts(data)}
    assert ids.isdisjoint(id(part) for part in mutable_parts(rebuilt.entries))


def mutable_parts(value):
    if isinstance(value, (dict, list)):
        yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for child in value:
            yield from mutable_parts(child)


answer = st.tuples(st.just(True), st.integers(0, 1024)) | st.just((False, 0))


@given(
    st.lists(
        st.text(min_size=1, max_size=5).filter(str.isprintable), min_size=1, max_size=4, unique=True
    ),
    st.data(),
)
def test_the_text_made_of_answers_is_that_of_the_record(names, data):
    options = [{"n": number} for number in range(data.draw(st.integers(1, 4)))]
    owners = sorted(names)
    said = [
        data.draw(st.lists(answer, min_size=len(options), max_size=len(options))) for _ in owners
    ]
    record = Transcript()
    for number, option in enumerate(options):
        verdicts = [
            verdict_of(owner, *pairs[number]) for owner, pairs in zip(owners, said, strict=True)
        ]
        record.record(option, verdicts)
    record.finalize("agreed", options[0])
    texts = list(map(canonical_json, options))
    answers = list(zip(owners, said, strict=True))
    assert text_of_answers(texts, answers, record.result, 1024) == record.canonical()
