"""The terminal command answers as the function does, whatever it is handed. The verify page does,
too: tests/browser/test_same_verification.py."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("nacl", reason="needs PyNaCl: pip install parley[crypto]")

from parley import strict
from parley.command import main
from parley.receipt import verify
from parley.report_text import render
from tests.parley.changes.covering import covered, expected
from tests.parley.same_answer.sources import corpus, damaged, every

ROOT = Path(__file__).parent.parent.parent.parent
CORPUS = corpus()


@pytest.mark.parametrize("name", CORPUS)
def test_every_text_of_the_corpus_is_read_or_refused_as_it_should(name):
    content, answer = CORPUS[name]
    if answer == "read":
        value = strict.parse(content)
        assert json.dumps(value) == json.dumps(json.loads(content))
        assert json.dumps(strict.parse(content.decode())) == json.dumps(value)
    else:
        with pytest.raises(strict.StrictError) as caught:
            strict.parse(content)
        assert caught.value.code == answer


def test_the_corpus_has_several_hundred_texts_of_each_kind():
    kinds = [name[:2] for name in CORPUS]
    assert all(kinds.count(kind) >= least for kind, least in (("y_", 150), ("n_", 300), ("i_", 50)))
    assert set(kinds) == {"y_", "n_", "i_"}
    for name, (_, answer) in CORPUS.items():
        # What is JSON to everybody is read, what is none to anybody is not.
        assert name.startswith("i_") or (answer == "read") is name.startswith("y_")


def test_a_text_in_a_further_field_passes_exactly_when_it_is_read():
    answers = dict(every())
    for name, (_, answer) in CORPUS.items():
        # One level more lies around it there.
        if "deepest" not in name and answer != "byte-order-mark":
            code = verify(answers[f"{name}, in a further field"]).exit_code
            assert code == (0 if answer == "read" else 2), name


def test_damage_is_accepted_only_where_nothing_is_covered():
    codes = []
    for name, content, before in damaged():
        try:
            code = expected(strict.parse(content), before, covered(before))
        except (strict.StrictError, TypeError):
            code = 2
        assert verify(content).exit_code == code, name
        codes.append(code)
    assert set(codes) == {0, 1, 2}


def in_process(content, *options):
    """(exit code, standard output, standard error) of the command, reading standard input."""
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content))
    output, errors = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = main(["verify", "-", *options])
    finally:
        sys.stdin = before
    return code, output.getvalue(), errors.getvalue()


def as_printed(report):
    if report.exit_code == 2:
        return 2, "", f"parley: {render(report)}"
    return report.exit_code, render(report), ""


def test_the_command_answers_as_the_function_does():
    codes = []
    for number, (name, content) in enumerate(every()):
        report = verify(content)
        if number % 2:
            assert in_process(content) == as_printed(report), name
        else:
            code, output, errors = in_process(content, "--json")
            assert (code, json.loads(output)) == (report.exit_code, report.to_dict()), name
            assert errors == ""
        codes.append(report.exit_code)
    assert set(codes) == {0, 1, 2}
    assert len(codes) > 2000


def test_a_process_of_its_own_answers_as_the_function_does():
    sources = list(every())
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    for name, content in sources[:: len(sources) // 16]:
        run = subprocess.run(
            [sys.executable, "-m", "parley", "verify", "-"],
            input=content, capture_output=True, env=environment, timeout=60, check=False,
        )  # fmt: skip
        printed = (run.returncode, run.stdout.decode(), run.stderr.decode())
        assert printed == as_printed(verify(content)), name
