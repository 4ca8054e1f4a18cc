import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent import Verdict
from parley.consensus import run_consensus
from parley.preferences import HardConstraint, PreferenceSheet
from parley.transcript import Transcript, verdict_fault, verdict_to_dict

GARDEN = {"venue": "garden", "cost": 600}


@pytest.fixture
def transcript(quickstart):
    return run_consensus(*quickstart).transcript


def test_the_quickstart_has_the_known_hash(transcript):
    assert transcript.hash() == "30483303e4d94e22833161d9bb8c292c0effff88c3303d7e195e57d49c88f516"


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("clean", "d08a48ebf62b63f22d5e754cccbc7babcf42b867fc6be9fd1366c4135828b6bc"),
        ("swapped-winner", "733058d64bb9085c43b870e468a5587d9a80da6fb39e776af67a5c441fc90878"),
        ("edited-verdict", "2f0eaae11316761c9c9a9fc58c6fbb78b37ca675a2465ba84fe75c36fcca3084"),
        ("masked-scores", "bc180fabe85145de66c8c21ae2d0fd850a60832c3665ded013cf24a4b0815d81"),
    ],
)
def test_the_grant_committee_has_the_known_hashes(vector, name, digest):
    record = vector(f"committee-{name}.json")["transcript"]
    assert Transcript.from_dict(record).hash() == digest


def test_an_entry_holds_the_option_and_six_fields_for_each_person(transcript):
    assert transcript.entries[0] == {
        "option": {"venue": "rooftop", "cost": 900},
        "verdicts": [
            verdict_to_dict(Verdict("Ana", True, 1.0, "ok")),
            verdict_to_dict(Verdict("Bob", False, 0.0, "red-line")),
            verdict_to_dict(Verdict("Cara", True, 0.5, "ok")),
        ],
    }
    assert set(transcript.entries[0]["verdicts"][0]) == {
        "owner", "acceptable", "score", "reason", "sig", "pubkey_hex",
    }  # fmt: skip


def test_a_new_transcript_is_empty_and_not_finalized():
    assert Transcript().to_dict() == {"entries": [], "result": None}


def test_finalizing_again_replaces_the_result(transcript):
    before = transcript.hash()
    transcript.finalize("deadlock", None)
    assert transcript.result == {"status": "deadlock", "decision": None}
    assert transcript.hash() != before


def test_nothing_is_shared_with_what_comes_in_and_goes_out(transcript):
    option, before = {"tags": ["a"]}, transcript.hash()
    other = Transcript()
    other.record(option, [])
    other.finalize("agreed", option)
    data = transcript.to_dict()
    rebuilt = Transcript.from_dict(data)
    option["tags"].append("b")
    data["entries"][0]["verdicts"][0]["score"] = 0.9
    data["entries"][1]["option"]["cost"] = 0
    data["result"]["decision"]["cost"] = 0
    assert other.entries[0]["option"] == other.result["decision"] == {"tags": ["a"]}
    assert rebuilt.hash() == transcript.hash() == before


def test_values_inside_a_faulty_verdict_are_not_shared_either(transcript):
    data = transcript.to_dict()
    data["entries"][0]["verdicts"][0]["owner"] = ["Ana"]
    rebuilt = Transcript.from_dict(data)
    data["entries"][0]["verdicts"][0]["owner"].append("Bob")
    assert rebuilt.entries[0]["verdicts"][0]["owner"] == ["Ana"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.pop("result"),
        lambda data: data.pop("entries"),
        lambda data: data.update(extra=1),
        lambda data: data.update(entries={}),
        lambda data: data.update(result=[]),
        lambda data: data["result"].pop("status"),
        lambda data: data["result"].update(extra=1),
        lambda data: data["entries"].append(None),
        lambda data: data["entries"][0].pop("option"),
        lambda data: data["entries"][0].update(extra=1),
        lambda data: data["entries"][0].update(verdicts=None),
        lambda data: data["entries"][0]["verdicts"].append("Ana"),
        lambda data: data["entries"][0]["verdicts"][0].pop("sig"),
        lambda data: data["entries"][0]["verdicts"][0].update(violated=["budget"]),
    ],
)
def test_a_missing_or_extra_key_is_refused(transcript, spoil):
    data = transcript.to_dict()
    spoil(data)
    with pytest.raises(ValueError):
        Transcript.from_dict(data)


@pytest.mark.parametrize("data", [None, [], "x", 1])
def test_what_is_no_object_is_refused(data):
    with pytest.raises(ValueError):
        Transcript.from_dict(data)


def test_every_single_change_changes_the_hash(transcript):
    before, seen = transcript.to_dict(), set()
    for entry in range(3):
        for verdict in range(3):
            for field, value in (
                ("acceptable", 1),
                ("score", 0.123),
                ("owner", "Dan"),
                ("sig", ""),
            ):
                data = copy.deepcopy(before)
                data["entries"][entry]["verdicts"][verdict][field] = value
                seen.add(Transcript.from_dict(data).hash())
    assert len(seen) == 36
    assert transcript.hash() not in seen


json_options = st.dictionaries(
    st.text().filter(lambda key: key != "__tuple__"),
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    max_size=4,
)


@given(st.lists(json_options, max_size=4))
def test_the_hash_survives_a_json_round_trip(options):
    transcript = Transcript()
    for option in options:
        transcript.record(option, [Verdict("Ana", True, 0.1 + 0.2, "ok")])
    transcript.finalize("agreed", options[0] if options else None)
    again = Transcript.from_dict(json.loads(json.dumps(transcript.to_dict())))
    assert again.hash() == transcript.hash()


def test_an_owner_replays_the_own_sheet(transcript):
    bob = PreferenceSheet("Bob", [HardConstraint("budget", lambda o: o["cost"] <= 700)])
    assert transcript.verify_non_betrayal(bob, GARDEN) is True
    assert transcript.verify_non_betrayal(bob, {"venue": "rooftop", "cost": 900}) is False
    assert transcript.verify_non_betrayal(bob, None) is True


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({}, None),
        ({"score": 1}, None),
        ({"score": 0}, None),
        ({"acceptable": False, "reason": "red-line", "score": 0.9}, None),
        ({"sig": "aa", "pubkey_hex": "bb"}, None),
        ({"owner": ""}, "owner"),
        ({"owner": None}, "owner"),
        ({"acceptable": "true"}, "acceptable"),
        ({"score": True}, "score"),
        ({"score": 1.0000001}, "score"),
        ({"score": float("nan")}, "score"),
        ({"score": None}, "score"),
        ({"reason": "budget"}, "reason"),
        ({"acceptable": False}, "reason"),
        ({"sig": "aa"}, "signature"),
        ({"sig": 1, "pubkey_hex": 1}, "signature"),
    ],
)
def test_a_fault_in_a_verdict_has_a_name(change, fault):
    verdict = verdict_to_dict(Verdict("Ana", True, 0.5, "ok"))
    assert verdict_fault(verdict | change) == fault
