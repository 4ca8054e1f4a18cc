import re

import pytest

from parley.agent import Verdict
from parley.preferences import PreferenceSheet
from parley.ratify import ratify
from parley.receipt import build_receipt, verify, verify_receipt
from parley.report_text import render
from parley.sentences import NOT_PROVED
from parley.transcript import Transcript

CLEAN = "d08a48ebf62b63f22d5e754cccbc7babcf42b867fc6be9fd1366c4135828b6bc"
SWAPPED = "733058d64bb9085c43b870e468a5587d9a80da6fb39e776af67a5c441fc90878"
EDITED = "2f0eaae11316761c9c9a9fc58c6fbb78b37ca675a2465ba84fe75c36fcca3084"

# Labels and marks of one printed report, in order; what stands between them is free.
PARTS = [
    r"^Parley receipt check: {title}$",
    r"^  status agreed   decision \{{.*\}}$",
    r"^Record$",
    r"^  transcript hash   claimed    {claimed}$",
    r"^                    recomputed {recomputed}   {hash}$",
    r"^  status/decision   .*   OK$",
    r"^  max-min honest    {honest} .*   {max_min}$",
    r"^  roster            Budget, Impact, Novelty \(record: Budget, Impact, Novelty\)   OK$",
    r"^  verdict sigs      none$",
    r"^Acceptances$",
    r"^  Impact           accepted  {bound} +signature unsigned   {acceptance}$",
    r"^  Budget           accepted  {bound} +signature unsigned   {acceptance}$",
    r"^  Novelty          accepted  {bound} +signature unsigned   {acceptance}$",
    r"^  unanimous         {unanimous} \(receipt says yes; .*unsigned.*\)   {acceptance}$",
    r"^Result: {result}",
]


def report_of(vector, name):
    return render(verify(vector(f"committee-{name}.json", raw=True)))


def assert_parts(text, **words):
    position = 0
    for part in PARTS:
        found = re.compile(
            part.format(title=r"Fund a grant proposal \(committee vote\)", **words), re.MULTILINE
        ).search(text, position)
        assert found, f"{part} is missing, or in the wrong place:\n{text}"
        position = found.end()


def result_of(text):
    """The lines from the result to the next empty one."""
    return text[text.index("Result: ") :].split("\n\n")[0].splitlines()


def test_the_clean_receipt_prints_as_verified(vector):
    text = report_of(vector, "clean")
    assert_parts(
        text,
        claimed=CLEAN, recomputed=CLEAN, hash="OK", honest="yes", max_min="OK",
        bound="bound to this record", acceptance="OK", unanimous="yes", result=r"VERIFIED\. ",
    )  # fmt: skip
    assert len(result_of(text)) == 1
    assert "FAIL" not in text


def test_the_swapped_winner_prints_its_five_findings(vector):
    text = report_of(vector, "swapped-winner")
    assert_parts(
        text,
        claimed=SWAPPED, recomputed=SWAPPED, hash="OK", honest="NO", max_min="FAIL",
        bound="NOT bound to this record", acceptance="FAIL", unanimous="no", result="FAILED$",
    )  # fmt: skip
    findings = result_of(text)[1:]
    for line, words in zip(
        findings,
        [
            "the announced decision is not the max-min option",
            "Impact: acceptance is not bound",
            "Budget: acceptance is not bound",
            "Novelty: acceptance is not bound",
            "unanimous_acceptance claim does not match",
        ],
        strict=True,
    ):
        assert line.startswith("  - ")
        assert words in line


def test_the_edited_verdict_prints_both_hashes(vector):
    text = report_of(vector, "edited-verdict")
    assert_parts(
        text,
        claimed=CLEAN, recomputed=EDITED, hash="FAIL", honest="NO", max_min="FAIL",
        bound="NOT bound to this record", acceptance="FAIL", unanimous="no", result="FAILED$",
    )  # fmt: skip
    findings = result_of(text)[1:]
    assert "transcript hash mismatch" in findings[0]
    assert "edited" in findings[0]
    assert "not the max-min option" in findings[1]
    assert sum("acceptance is not bound" in line for line in findings) == 3
    assert "unanimous_acceptance claim does not match" in findings[-1]


@pytest.mark.parametrize("name", ["clean", "swapped-winner", "edited-verdict", "masked-scores"])
def test_what_is_not_proved_stands_last_every_time(vector, name):
    text = " ".join(report_of(vector, name).split())
    last = text[text.index("What this check does not prove") :]
    for sentence in NOT_PROVED.values():
        assert sentence in last


def test_a_file_that_is_no_receipt_prints_one_line():
    for source in (b"", b"\xff", "[]", "{}"):
        text = render(verify(source))
        assert text.startswith("Not readable as a receipt. ")
        assert text.count("\n") == 1


@pytest.fixture
def deadlock():
    transcript = Transcript()
    transcript.record({"a": 1}, [Verdict("Ana", False, 0.0, "red-line")])
    transcript.finalize("deadlock", None)
    return transcript


def test_a_deadlock_says_seen_and_none(deadlock):
    seen = [ratify(PreferenceSheet("Ana"), deadlock, True)]
    text = render(verify_receipt(build_receipt("x", deadlock, seen, ["Ana"])))
    assert "  status deadlock   decision none\n" in text
    assert re.search(r"^  Ana +seen +bound to this record +signature unsigned   OK$", text, re.M)
    assert "  unanimous         no (receipt says no; " in text
    assert "Result: VERIFIED" in text


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "0 of 3 have accepted it."),
        ({"Ana": True}, "1 of 3 has accepted it."),
        ({"Ana": True, "Bob": True, "Cy": False}, "2 of 3 have accepted it."),
        ({"Ana": True, "Bob": True, "Cy": True}, None),
    ],
)
def test_the_result_says_how_many_accepted_unless_all_did(answers, words):
    names = ["Ana", "Bob", "Cy"]
    transcript = Transcript()
    transcript.record({"a": 1}, [Verdict(name, True, 0.5, "ok") for name in names])
    transcript.finalize("agreed", {"a": 1})
    given = [ratify(PreferenceSheet(name), transcript, answer) for name, answer in answers.items()]
    text = render(verify_receipt(build_receipt("x", transcript, given, names)))
    sentence = (
        "Result: VERIFIED. All that this receipt claims follows from its record. It is "
        "consistent, and unsigned."
    )
    assert result_of(text) == [sentence + (f" {words}" if words else "")]


def test_no_acceptances_are_said_to_be_none(deadlock):
    text = render(verify_receipt(build_receipt("x", deadlock, [], ["Ana"])))
    assert "Acceptances\n  none\n" in text


@pytest.mark.parametrize(
    "spoil",
    [
        {"title": None},
        {"status": {"a": []}},
        {"decision": {"__tuple__": 1}},
        {"transcript_hash": 5},
        {"max_min_verified": None},
        {"unanimous_acceptance": "yes"},
        {"participants": {"Ana": 1}},
        {"participants": [1, None]},
        {"acceptances": [None, 1, {}, {"owner": 5}]},
        {"transcript": {}},
        {"transcript": {"entries": [], "result": None}},
        {"transcript": {"entries": [], "result": {"status": [], "decision": {}}}},
    ],
)
def test_every_report_can_be_printed(deadlock, spoil):
    report = verify_receipt(build_receipt("x", deadlock, [], ["Ana"]) | spoil)
    assert report.exit_code == 1
    text = render(report)
    assert "Result: FAILED\n  - " in text
    assert "What this check does not prove" in text


def test_hostile_names_cannot_fake_a_line():
    name = "Ana\n\nResult: VERIFIED.\x1b[2K\u202e"
    transcript = Transcript()
    transcript.record({"a": 1}, [Verdict(name, False, 0.0, "red-line")])
    transcript.finalize("agreed", {"a": "\u202e\x1b"})
    receipt = build_receipt(name, transcript, [], [name])
    text = render(verify_receipt(receipt))
    assert len(re.findall(r"^Result: ", text, re.M)) == 1
    assert not {"\x1b", "\u202e"} & set(text)
    assert "Ana<U+000A><U+000A>Result: VERIFIED.<U+001B>[2K<U+202E>" in text
