"""Parley in an environment that has Python, this repository and nothing else."""

import json
import os
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
VECTORS = ROOT / "tests" / "vectors"
SIGNED = VECTORS / "hostile-receipts" / "00-baseline-signed.json"
UNSIGNED = VECTORS / "committee-masked-scores.json"

IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
# A system's Python may bring modules of its own along at its start.
there_before = set(sys.modules)
import parley
names = [module.name for module in pkgutil.walk_packages(parley.__path__, "parley.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
added = {name.partition(".")[0] for name in set(sys.modules) - there_before}
strangers = added - set(sys.stdlib_module_names)
print(len(names) > 50, sorted(strangers - {"parley", "__main__"}))
"""

DECIDE_AND_VERIFY = """
from parley.agent import Agent
from parley.consensus import run_consensus
from parley.elicit import Elicitation
from parley.net.identity import Identity
from parley.preferences import PreferenceSheet
from parley.ratify import ratify
from parley.receipt import build_receipt, receipt_text, verify

sheets = [PreferenceSheet("Ana"), PreferenceSheet("Bob")]
result = run_consensus([Agent(sheet.owner, sheet) for sheet in sheets], ["garden"])
acceptances = [ratify(sheet, result.transcript, True) for sheet in sheets]
receipt = build_receipt("Where?", result.transcript, acceptances, ["Ana", "Bob"])
report = verify(receipt_text(receipt))
service = Elicitation(lambda answers: {})
interview = service.start_interview("flat", "Ana")
draft = service.draft_sheet(interview.interview_id)
print(report.exit_code, [remark.code for remark in report.notes], draft.version)
try:
    Identity.generate("Ana")
except ImportError:
    print("no keys")
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Runs Python with these arguments in the bare environment."""
    folder = tmp_path_factory.mktemp("bare")
    venv.EnvBuilder(symlinks=os.name != "nt").create(folder)
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(*arguments, **environment):
        return subprocess.run(
            [interpreter, *map(str, arguments)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
            env={**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment},
            cwd=folder, timeout=120, check=False,
        )  # fmt: skip

    return run


@pytest.fixture(scope="module")
def parley(python):
    """Runs the command `parley` in the bare environment."""
    return lambda *arguments, **environment: python("-m", "parley", *arguments, **environment)


def test_there_is_really_nothing_else(python):
    code = "import importlib.util as util; print([*map(util.find_spec, {names!r})])"
    names = ["nacl", "httpx2", "starlette", "uvicorn", "limits", "django", "pytest"]
    assert python("-c", code.format(names=names)).stdout == f"{[None] * len(names)}\n"


def test_every_module_can_be_imported(python):
    run = python("-c", IMPORT_EVERYTHING)
    assert (run.stdout, run.stderr) == ("True []\n", "")


def test_a_decision_is_taken_ratified_and_verified(python):
    run = python("-c", DECIDE_AND_VERIFY)
    assert (run.stdout, run.stderr) == ("0 [] 1\nno keys\n", "")


def test_an_unsigned_receipt_verifies_without_a_note(parley):
    run = parley("verify", UNSIGNED)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Result: VERIFIED." in run.stdout
    assert "PyNaCl" not in run.stdout


def test_a_signed_receipt_fails_with_a_note(parley):
    run = parley("verify", SIGNED)
    assert (run.returncode, run.stderr) == (1, "")
    assert 'Signatures cannot be checked without PyNaCl: pip install "parley[crypto]"' in run.stdout
    assert "4 signed, NOT checked   FAIL" in run.stdout
    assert "signature unchecked  FAIL" in run.stdout
    assert "Result: FAILED" in run.stdout
    assert "What this check does not prove" in run.stdout
    report = json.loads(parley("verify", "--json", SIGNED).stdout)
    assert (report["exit_code"], report["verdict_signatures"]["state"]) == (1, "unchecked")
    assert {finding["code"] for finding in report["findings"]} == {
        "verdict-signatures-unchecked",
        "acceptance-signature-unchecked",
    }
    assert [note["code"] for note in report["notes"]] == ["no-pynacl"]


def test_what_is_wrong_with_a_signed_receipt_is_still_found(parley, tmp_path):
    receipt = json.loads(SIGNED.read_text())
    receipt["acceptances"][0]["sig"] = receipt["acceptances"][0]["sig"].upper()
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(receipt))
    report = json.loads(parley("verify", "--json", path).stdout)
    assert "acceptance-signature-invalid" in {one["code"] for one in report["findings"]}


def test_a_recipe_is_decided_and_its_receipt_verifies(parley, tmp_path):
    recipe, receipt = tmp_path / "recipe.json", tmp_path / "receipt.json"
    parties = [
        {"owner": "Ana", "hard": [{"attr": "cost", "op": "<", "value": 5}]},
        {"owner": "Bob"},
    ]
    options = [{"cost": 9}, {"cost": 4}]
    recipe.write_text(json.dumps({"title": "What?", "options": options, "parties": parties}))
    assert parley("run", recipe, "--receipt", receipt).returncode == 0
    assert parley("verify", receipt).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["decide", "--manual", "--sign", "--options", "shared-flat"],
            'Signing needs PyNaCl: pip install "parley[crypto]".',
        ),
        (
            ["agent", "SHEET"],
            'an agent needs more packages: pip install "parley[agents]".',
        ),
        (
            ["room", "--options", "shared-flat", "http://127.0.0.1:9"],
            'a room needs PyNaCl: pip install "parley[agents]".',
        ),
    ],
)
def test_what_needs_more_says_so_in_one_line(parley, tmp_path, arguments, words):
    sheet = tmp_path / "ana.json"
    sheet.write_text('{"owner": "Ana"}')
    arguments = [sheet if argument == "SHEET" else argument for argument in arguments]
    run = parley(*arguments, PARLEY_AGENT_TOKEN="velvet-otter-in-the-harbour")
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"parley: {words}\n")
