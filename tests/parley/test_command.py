import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parley import __version__, strict
from parley.command import main

ROOT = Path(__file__).parent.parent.parent
VECTORS = ROOT / "tests" / "vectors"


def parley(*arguments, **options):
    """Run the command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "parley", *map(str, arguments)],
        capture_output=True, env=environment, timeout=60, check=False, **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "code", "result"),
    [
        ("clean", 0, "Result: VERIFIED."),
        ("swapped-winner", 1, "Result: FAILED\n"),
        ("edited-verdict", 1, "Result: FAILED\n"),
    ],
)
def test_verify_prints_the_report_and_gives_its_exit_code(capsys, name, code, result):
    assert main(["verify", str(VECTORS / f"committee-{name}.json")]) == code
    output = capsys.readouterr()
    assert result in output.out
    assert "What this check does not prove" in output.out
    assert output.err == ""


def test_json_gives_the_report_as_data(capsys):
    assert main(["verify", "--json", str(VECTORS / "committee-swapped-winner.json")]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["result"] == "FAILED"
    assert report["findings"][0]["code"] == "max-min"
    assert report["not_proved"]


def test_a_minus_sign_reads_standard_input():
    content = (VECTORS / "committee-clean.json").read_bytes()
    assert parley("verify", "-", input=content).returncode == 0
    empty = parley("verify", "-", input=b"")
    assert (empty.returncode, empty.stdout) == (2, b"")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--expect-code", "X"),
        ("--expect-roster", "missing.json"),
        ("--expect-agenda", str(VECTORS / "committee-clean.json")),
    ],
)
def test_what_cannot_be_expected_is_said_as_data_too(capsys, wrong):
    receipt = str(VECTORS / "committee-clean.json")
    assert main(["verify", receipt, *wrong]) == 2
    plain = capsys.readouterr()
    assert (plain.out, plain.err.count("\n")) == ("", 1)
    assert main(["verify", "--json", receipt, *wrong]) == 2
    printed = capsys.readouterr()
    [finding] = json.loads(printed.out)["findings"]
    assert finding["code"] == "expected-unusable"
    assert (f"parley: {finding['message']}\n", printed.err) == (plain.err, "")


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{}", b"[1]", b"null", b"{" * 5000])
def test_a_wrong_file_gets_one_plain_line(capsys, tmp_path, content):
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("parley: Not readable as a receipt. ")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.json", "", "with\0zero", "ghost\u202e.json"])
def test_a_file_that_cannot_be_opened_gets_one_plain_line(capsys, tmp_path, name):
    assert main(["verify", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("parley: ")
    assert error.count("\n") == 1
    assert "\u202e" not in error
    assert main(["verify", "--json", str(tmp_path / name)]) == 2
    report = json.loads(capsys.readouterr().out)
    assert report["findings"][0]["code"] == "file-unreadable"


def test_no_more_is_read_than_is_allowed(capsys, monkeypatch):
    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size=-1):
            assert size > 0, "reads without a bound"
            self.asked += size
            return b" " * size

    endless = Endless()
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": endless}))
    assert main(["verify", "-"]) == 2
    assert endless.asked == strict.MAX_BYTES + 1
    assert "larger than" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "inside"),
    [
        (["verify", "-"], "parley.command.verify.read_bounded"),
        (["verify", "-", "--json"], "parley.command.verify.verify"),
        (["run", "recipe.json"], "parley.spec.DecisionSpec.load"),
        (["room", "--options", "shared-flat", "one", "two"], "parley.command.room.read_tokens"),
    ],
)
def test_ctrl_c_is_one_plain_line(capsys, monkeypatch, command, inside):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(b"{}")}))
    monkeypatch.setattr("parley.net.identity.can_check_signatures", lambda: True)
    monkeypatch.setattr(inside, interrupted)
    assert main(command) == 130
    assert capsys.readouterr() == ("", "parley: stopped.\n")


def test_a_lack_of_memory_is_one_plain_line(capsys, monkeypatch):
    def filled(*_, **__):
        raise MemoryError

    receipt = str(VECTORS / "committee-clean.json")
    monkeypatch.setattr("parley.command.verify.verify", filled)
    monkeypatch.setattr("parley.command.diff.difference", filled)
    assert main(["verify", receipt]) == 2
    assert capsys.readouterr() == (
        "",
        f"parley: Not readable as a receipt. {receipt}: there is not enough memory for it.\n",
    )
    assert main(["verify", "--json", receipt]) == 2
    printed = capsys.readouterr()
    assert json.loads(printed.out)["findings"][0]["code"] == "file-unreadable"
    assert printed.err == ""
    assert main(["diff", receipt, receipt]) == 2
    assert capsys.readouterr() == ("", "parley: there is not enough memory for this.\n")


@pytest.mark.parametrize(
    ("redirected", "code", "has_output", "err"),
    [
        ("verify good.json >/dev/full", 2, False, b"parley: the output cannot be written: "),
        ("verify good.json >&-", 2, False, b"parley: the output cannot be written: "),
        ("verify good.json >&- 2>&-", 2, False, b""),
        ("verify good.json >/dev/full 2>/dev/full", 2, False, b""),
        ("--help >/dev/full", 2, False, b"parley: the output cannot be written: "),
        ("verify --help >/dev/full", 2, False, b"parley: the output cannot be written: "),
        ("--version >/dev/full", 2, False, b"parley: the output cannot be written: "),
        ("--help >&-", 2, False, b"parley: the output cannot be written: "),
        ("--help | head -0", 0, False, b""),
        ("--nonsense 2>/dev/full", 2, False, b""),
        ("verify good.json 2>&-", 0, True, b""),
        ("verify missing.json 2>&-", 2, False, b""),
        ("verify missing.json 2>/dev/full", 2, False, b""),
        ("verify - <&-", 2, False, b"parley: "),
        ("verify --expect-roster - good.json <&-", 2, False, b"parley: "),
    ],
)
def test_a_missing_or_full_stream_is_no_fault(tmp_path, redirected, code, has_output, err):
    shutil.copy(VECTORS / "committee-clean.json", tmp_path / "good.json")
    run = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m parley {redirected}', sys.executable],
        capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path, timeout=60,
        check=False,
    )  # fmt: skip
    assert run.returncode == code
    assert bool(run.stdout) == has_output
    assert run.stderr.startswith(err) and run.stderr.count(b"\n") == bool(err)


def test_a_terminal_without_unicode_is_enough(tmp_path):
    receipt = json.loads((VECTORS / "committee-clean.json").read_text())
    receipt["title"] = "Žofie 😀"
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(receipt))
    run = parley("verify", path, env={"PYTHONIOENCODING": "ascii"})
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"\\u017dofie" in run.stdout or b"\\u017d" in run.stdout


def test_a_reader_that_goes_away_is_met_in_silence():
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-m", "parley", "verify", str(VECTORS / "committee-clean.json")],
        stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_wrong_command_line_says_how_to_use_it(capsys):
    for arguments in ([], ["verify"], ["unknown"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert "usage: parley" in capsys.readouterr().err


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"parley {__version__}\n"


def test_without_pynacl_a_signed_receipt_fails_with_a_note(tmp_path):
    (tmp_path / "nacl.py").write_text("raise ImportError('not installed')\n")
    run = parley(
        "verify",
        VECTORS / "hostile-receipts" / "00-baseline-signed.json",
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
    )
    assert (run.returncode, run.stderr) == (1, b"")
    assert b'pip install "parley[crypto]"' in run.stdout
    assert b"4 signed, NOT checked   FAIL" in run.stdout
    assert b"signature unchecked  FAIL" in run.stdout


def test_the_engine_imports_nothing_but_the_standard_library():
    code = (
        "import pkgutil, sys, parley, importlib\n"
        "for module in pkgutil.walk_packages(parley.__path__, 'parley.'):\n"
        "    if not module.name.endswith('__main__'): importlib.import_module(module.name)\n"
        "top = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(top - set(sys.stdlib_module_names) - {'parley', '__main__'}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert run.stdout == "[]\n"
