import json
from pathlib import Path

from parley import receipt as receipts
from parley.agent import Verdict
from parley.preferences import PreferenceSheet
from parley.ratify import ratify
from parley.receipt import build_receipt, verify, verify_receipt
from parley.report import Report
from parley.sentences import FINDINGS, NOTES
from parley.transcript import Transcript


def test_a_report_is_ready_for_json(vector):
    for name in ("committee-clean", "committee-swapped-winner", "hostile-receipts/19-owner-list"):
        report = verify(vector(f"{name}.json", raw=True)).to_dict()
        assert json.loads(json.dumps(report)) == report
        assert set(report) == set(Report.__dataclass_fields__)
    assert json.loads(json.dumps(verify(b"x").to_dict()))["hash"] is None


def test_a_report_passes_exactly_when_nothing_was_found(vector):
    for name in vector("hostile-receipts/expected.json"):
        report = verify(vector(f"hostile-receipts/{name}", raw=True))
        if report.exit_code == 2:
            continue
        lines = [report.hash, report.status_decision, report.max_min, report.roster,
                 report.verdict_signatures, report.unanimous, *report.acceptances]  # fmt: skip
        if not all(line.passed for line in lines):
            assert report.findings
        assert (report.exit_code == 0) is (not report.findings)


def test_texts_in_a_report_are_safe_to_show():
    name = "A\u202ena\x1b[2J"
    other = Transcript()
    other.record("x\u200b", [Verdict(name, True, 1.0, "ok")])
    other.finalize("agreed", "x\u200b")
    receipt = build_receipt(
        "T\u202e\n", other, [ratify(PreferenceSheet(name), other, True)], [name]
    )
    receipt["e\u202e"] = 1
    report = verify_receipt(receipt)
    assert report.exit_code == 0
    shown = report.to_dict()
    del shown["decision"]
    text = json.dumps(shown, ensure_ascii=False)
    assert not {"\u202e", "\x1b", "\u200b"} & set(text)
    assert "\\u001b" not in text
    assert report.title == "T<U+202E><U+000A>"


def test_every_sentence_can_be_said():
    package = Path(receipts.__file__).parent
    sources = "".join(path.read_text() for path in (package / "checks").glob("*.py"))
    sources += (package / "receipt.py").read_text() + (package / "expected.py").read_text()
    # What is wrong with a roster's people has the same code before it.
    sources += (package / "protocol" / "roster.py").read_text().replace('return "', '"proof-')
    for code in (*FINDINGS, *NOTES):
        is_fault = code.removeprefix("verdict-") in (
            "owner",
            "acceptable",
            "score",
            "reason",
            "signature",
        )
        assert is_fault or f'"{code}"' in sources, code
