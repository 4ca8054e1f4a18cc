import json

import pytest

from parley import ratify as ratifying
from parley.agent import Verdict
from parley.consensus import run_consensus
from parley.preferences import HardConstraint, PreferenceSheet
from parley.ratify import ratify
from parley.receipt import FIELDS, build_receipt, receipt_text, verify, verify_receipt
from parley.sentences import NOT_PROVED
from parley.transcript import Transcript
from tests.parley.receipts import ALL, HAS_PYNACL, codes, first_verdict, notes, spoilt


@pytest.fixture
def transcript(quickstart):
    return run_consensus(*quickstart).transcript


@pytest.fixture
def receipt(transcript):
    acceptances = [ratify(PreferenceSheet(name), transcript, True) for name in ALL]
    return build_receipt("Where we celebrate", transcript, acceptances, ALL)


class TestBuilding:
    def test_it_has_the_nine_fields_and_verifies(self, receipt):
        assert set(receipt) == set(FIELDS)
        assert receipt["max_min_verified"] is receipt["unanimous_acceptance"] is True
        assert verify(receipt_text(receipt)).exit_code == 0

    def test_it_shares_nothing_with_the_transcript(self, transcript, receipt):
        before = transcript.hash()
        receipt["decision"]["cost"] = 0
        receipt["transcript"]["entries"][0]["verdicts"].clear()
        assert transcript.hash() == before

    def test_claims_are_computed_not_believed(self, transcript):
        transcript.finalize("agreed", {"venue": "diner", "cost": 300})
        acceptances = [ratify(PreferenceSheet(name), transcript, True) for name in ALL[:2]]
        receipt = build_receipt("x", transcript, acceptances, ALL)
        assert receipt["max_min_verified"] is receipt["unanimous_acceptance"] is False
        assert codes(verify_receipt(receipt)) == ["max-min"]

    def test_a_record_that_is_not_finalized_gives_no_receipt(self):
        with pytest.raises(ValueError, match="finalized"):
            build_receipt("x", Transcript(), [], [])

    def test_the_text_is_that_of_a_receipt_file(self, vector):
        content = vector("committee-clean.json", raw=True).decode()
        assert receipt_text(json.loads(content)).rstrip("\n") == content.rstrip("\n")


class TestCommittee:
    def test_the_clean_receipt_verifies(self, vector):
        report = verify(vector("committee-clean.json", raw=True))
        assert (report.exit_code, report.result, codes(report)) == (0, "VERIFIED", [])
        assert notes(report) == ["scores-unmasked"]
        assert report.hash.claimed == report.hash.recomputed
        assert report.verdict_signatures.state == "none"

    def test_the_masked_receipt_verifies_without_a_note(self, vector):
        report = verify(vector("committee-masked-scores.json", raw=True))
        assert (report.exit_code, notes(report)) == (0, [])

    def test_the_swapped_winner_is_caught(self, vector):
        report = verify(vector("committee-swapped-winner.json", raw=True))
        assert report.exit_code == 1
        assert codes(report) == ["max-min", *["acceptance-not-bound"] * 3, "unanimous-claim"]
        assert [remark.owner for remark in report.findings[1:4]] == ["Impact", "Budget", "Novelty"]
        assert report.hash.passed
        assert report.status_decision.passed
        assert not report.max_min.passed

    def test_the_edited_verdict_is_caught(self, vector):
        report = verify(vector("committee-edited-verdict.json", raw=True))
        assert report.exit_code == 1
        # The edit left the old reason beside the new answer, which is one finding more.
        assert codes(report) == [
            "hash-mismatch",
            "max-min",
            "verdict-reason",
            *["acceptance-not-bound"] * 3,
            "unanimous-claim",
        ]


HOSTILE = {
    "00-baseline-signed.json": [],
    "01-decision-true-for-1.json": ["decision-differs"],
    "03-result-true-entry-1-resigned.json": ["decision-unknown"],
    "05-accepted-is-string-declined.json": ["acceptance-undecided"],
    "07-title-edited.json": [],
    "09-acceptable-true-reason-red-line.json": ["verdict-reason"],
    "11-score-minus-3.json": ["verdict-score"],
    "13-nan-score-wins.json": ["not-a-number"],
    "15-duplicate-key-decision.json": ["duplicate-key"],
    "17-lone-surrogate-option.json": ["lone-surrogate"],
    "19-owner-list.json": ["verdict-owner"],
    "21-tuple-tag-in-acceptance.json": ["acceptance-not-canonical"],
    "23-one-signature-stripped-and-score-changed.json": ["verdict-signatures-partial"],
    "25-old-verdict-replayed.json": [],
    "27-lookalike-names.json": ["names-alike"],
    "28-tie-order-AB.json": ["tie-listed-order"],
    "29-tie-order-BA.json": ["tie-listed-order"],
    "33-v2-shape-readable-by-v1.json": ["further-fields"],
}


@pytest.mark.skipif(not HAS_PYNACL, reason="needs PyNaCl: pip install parley[crypto]")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_receipt_gets_its_exit_code_and_its_reason(vector, name):
    report = verify(vector(f"hostile-receipts/{name}", raw=True))
    assert report.exit_code == vector("hostile-receipts/expected.json")[name]["exit"]
    assert set(HOSTILE[name]) <= {*codes(report), *notes(report)}


def test_every_hostile_receipt_is_expected(vector):
    assert set(vector("hostile-receipts/expected.json")) == set(HOSTILE)


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("title-malformed", lambda r: r.update(title=None)),
        ("hash-malformed", lambda r: r.update(transcript_hash=None)),
        ("hash-malformed", lambda r: r.update(transcript_hash=r["transcript_hash"].upper())),
        ("hash-mismatch", lambda r: r.update(transcript_hash="0" * 64)),
        ("status-differs", lambda r: r.update(status="deadlock")),
        ("status-differs", lambda r: r.update(status=["agreed"])),
        ("decision-differs", lambda r: r.update(decision=None)),
        ("decision-differs", lambda r: r["decision"].update(cost=600.0)),
        ("max-min-claim", lambda r: r.update(max_min_verified=False)),
        ("max-min-claim", lambda r: r.update(max_min_verified=1)),
        ("roster-malformed", lambda r: r.update(participants="Ana, Bob, Cara")),
        ("roster-malformed", lambda r: r.update(participants=["Ana", "Bob", ["Cara"]])),
        ("roster-repeated", lambda r: r["participants"].append("Ana")),
        ("roster-differs", lambda r: r["participants"].append("Dan")),
        ("roster-differs", lambda r: r["participants"].pop()),
        ("acceptances-malformed", lambda r: r.update(acceptances={})),
        ("acceptances-too-many", lambda r: r.update(acceptances=[[]] * 10_001)),
        ("acceptance-malformed", lambda r: r["acceptances"].append(None)),
        ("acceptance-malformed", lambda r: r["acceptances"][0].update(why="x")),
        ("acceptance-malformed", lambda r: r["acceptances"][0].pop("sig")),
        ("acceptance-owner", lambda r: r["acceptances"][0].update(owner=["Ana"])),
        ("acceptance-stranger", lambda r: r["acceptances"][0].update(owner="Dan")),
        ("acceptance-repeated", lambda r: r["acceptances"].append(r["acceptances"][0])),
        ("acceptance-undecided", lambda r: r["acceptances"][0].update(accepted=1)),
        (
            "acceptance-not-canonical",
            lambda r: r["acceptances"][0].update(decision={"__tuple__": []}),
        ),
        ("acceptance-not-bound", lambda r: r["acceptances"][0].update(transcript_hash="0" * 64)),
        ("acceptance-not-bound", lambda r: r["acceptances"][0]["decision"].update(cost=600.0)),
        ("acceptance-signature-invalid", lambda r: r["acceptances"][0].update(sig="00")),
        ("acceptance-signatures-partial", lambda r: r["acceptances"][0].update(sig="00")),
        ("unanimous-claim", lambda r: r.update(unanimous_acceptance=False)),
        ("unanimous-claim", lambda r: r.update(unanimous_acceptance="true")),
        ("unanimous-claim", lambda r: r["acceptances"].pop()),
        ("unanimous-claim", lambda r: r["acceptances"][0].update(accepted=False)),
        ("record-malformed", lambda r: r.update(transcript=None)),
        ("record-malformed", lambda r: r["transcript"].pop("result")),
        ("record-malformed", lambda r: first_verdict(r).update(violated=[])),
        (
            "record-malformed",
            lambda r: r["transcript"]["entries"][0].update(option={"__tuple__": 1}),
        ),
    ],
)
def test_one_fault_is_a_named_finding(receipt, code, spoil):
    report = spoilt(receipt, spoil)
    assert report.exit_code == 1
    assert code in codes(report)


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("not-finalized", lambda r: r["transcript"].update(result=None)),
        ("status-unknown", lambda r: r["transcript"]["result"].update(status="maybe")),
        ("deadlock-with-decision", lambda r: r["transcript"]["result"].update(status="deadlock")),
        ("deadlock-false", lambda r: r["transcript"].update(
            result={"status": "deadlock", "decision": None})),
        ("agreed-without-decision", lambda r: r["transcript"]["result"].update(decision=None)),
        ("decision-unknown", lambda r: r["transcript"]["result"]["decision"].update(cost=1)),
        ("verdict-owner", lambda r: first_verdict(r).update(owner=None)),
        ("verdict-acceptable", lambda r: first_verdict(r).update(acceptable="yes")),
        ("verdict-score", lambda r: first_verdict(r).update(score=1.5)),
        ("verdict-reason", lambda r: first_verdict(r).update(reason="budget")),
        ("verdict-signature", lambda r: first_verdict(r).update(pubkey_hex="0" * 64)),
        ("verdict-signatures-partial", lambda r: first_verdict(r).update(pubkey_hex="0" * 64)),
        ("entry-owners", lambda r: r["transcript"]["entries"][0]["verdicts"].pop()),
        ("entry-owners", lambda r: first_verdict(r).update(owner="Bob")),
        ("option-repeated", lambda r: r["transcript"]["entries"].append(
            r["transcript"]["entries"][0])),
    ],
)  # fmt: skip
def test_a_fault_in_the_record_is_found_though_hash_and_acceptances_follow(receipt, code, spoil):
    report = spoilt(receipt, spoil, rehash=True)
    assert report.exit_code == 1
    assert code in codes(report)
    assert report.hash.passed


def test_a_false_max_min_claim_adds_no_line_where_max_min_fails(transcript):
    transcript.finalize("agreed", {"venue": "diner", "cost": 300})
    receipt = build_receipt("x", transcript, [], ALL)
    for claim in (True, False):
        assert codes(verify_receipt({**receipt, "max_min_verified": claim})) == ["max-min"]


def test_a_declined_decision_verifies_and_says_who_declined(transcript):
    acceptances = [ratify(PreferenceSheet(n), transcript, n != "Bob") for n in ALL]
    report = verify_receipt(build_receipt("x", transcript, acceptances, ALL))
    assert (report.exit_code, notes(report)) == (0, ["declined"])
    assert report.notes[0].detail == {"owners": "Bob"}
    assert report.unanimous.recomputed is False


def test_a_receipt_before_everyone_answered_verifies_and_says_so(transcript):
    acceptances = [ratify(PreferenceSheet("Ana"), transcript, True)]
    report = verify_receipt(build_receipt("x", transcript, acceptances, ALL))
    assert (report.exit_code, notes(report)) == (0, ["answers-missing"])


def test_a_deadlock_verifies_with_and_without_acknowledgements():
    transcript = Transcript()
    transcript.record(
        {"a": 1}, [Verdict("Ana", False, 0.0, "red-line"), Verdict("Bob", True, 1.0, "ok")]
    )
    transcript.finalize("deadlock", None)
    never = PreferenceSheet("Ana", [HardConstraint("never", lambda _: False)])
    for acceptances in ([], [ratify(never, transcript, True)]):
        report = verify_receipt(build_receipt("x", transcript, acceptances, ["Ana", "Bob"]))
        assert (report.exit_code, notes(report)) == (0, [])
        assert report.status == "deadlock"


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"", "not-json"),
        (b"\xff\xfe", "not-utf-8"),
        (b"\x89PNG\r\n", "not-utf-8"),
        ("[]", "not-an-object"),
        ("null", "not-an-object"),
        ("{}", "field-missing"),
        ("[" * 100_000, "too-deep"),
        ("[" + "[]," * 5_000_000 + "[]]", "too-many"),
        (None, "not-text"),
        (7, "not-text"),
    ],
)
def test_what_is_no_receipt_has_one_reason_and_no_list(source, code):
    report = verify(source)
    assert (report.exit_code, report.result, codes(report)) == (2, "UNREADABLE", [code])
    assert report.not_proved == report.notes == ()


@pytest.mark.parametrize("field", FIELDS)
def test_each_of_the_nine_fields_is_required(receipt, field):
    del receipt[field]
    report = verify_receipt(receipt)
    assert (report.exit_code, codes(report)) == (2, ["field-missing"])
    assert field in report.findings[0].message


@pytest.mark.parametrize("receipt", [{1, 2}, {"a": {1}}, float("nan"), object(), {(1,): 2}])
def test_a_value_that_json_cannot_hold_is_unreadable_too(receipt):
    assert verify_receipt(receipt).exit_code == 2


def test_the_list_of_what_is_not_proved_follows_every_completed_check(vector):
    for name in ("clean", "swapped-winner", "edited-verdict"):
        report = verify(vector(f"committee-{name}.json", raw=True))
        assert [remark.code for remark in report.not_proved] == list(NOT_PROVED)


def test_a_report_does_not_grow_with_acceptances_that_no_decision_has(receipt):
    receipt["acceptances"] = [[]] * 200_000
    report = verify(json.dumps(receipt))
    assert (report.exit_code, report.acceptances) == (1, ())


def test_the_decision_is_written_once_for_all_acceptances(monkeypatch, receipt):
    written = []
    honest = ratifying.canonical_json

    def canonical_json(value):
        written.append(value)
        return honest(value)

    decision, acceptance = receipt["decision"], receipt["acceptances"][0]
    receipt["acceptances"] = [acceptance | {"decision": other} for other in range(500)]
    monkeypatch.setattr(ratifying, "canonical_json", canonical_json)
    verify(json.dumps(receipt))
    assert sum(value == decision for value in written) <= 2


def test_keys_that_are_no_texts_make_a_receipt_unreadable(receipt):
    assert verify_receipt(receipt | {1: 2}).exit_code == 2
