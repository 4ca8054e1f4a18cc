"""Ctrl-C while a command still starts."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = re.search(r'\nparley = "([\w.]+):(\w+)"\n', (ROOT / "pyproject.toml").read_text())
AS_SCRIPT = "import sys; from {} import {}; sys.exit({}())".format(*SCRIPT.groups(), SCRIPT[2])
WAYS = [["-m", "parley"], ["-c", AS_SCRIPT]]

# Stands in for a module that takes long to read; the first one that any command needs.
SLOW = """\
import os, time
os.write(1, b"reading")
time.sleep(600)
"""


def started(way, *arguments, before=ROOT, handling=signal.SIG_DFL):
    """A process that heeds or ignores Ctrl-C, whatever this one does."""
    return subprocess.Popen(
        [sys.executable, *way, *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{before}{os.pathsep}{ROOT}"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, handling),
    )  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=["module", "script"])
def test_while_modules_are_read_it_ends_without_a_word(tmp_path, way):
    (tmp_path / "argparse.py").write_text(SLOW)
    with started(way, "verify", "-", before=tmp_path) as process:
        assert process.stdout.read(7) == b"reading"
        process.send_signal(signal.SIGINT)
        # A shell has 130 for this.
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize("way", WAYS, ids=["module", "script"])
def test_a_command_that_runs_says_that_it_was_stopped(tmp_path, way):
    waiting = "import time, os\nos.write(1, b'waiting')\ntime.sleep(600)\n"
    (tmp_path / "nacl.py").write_text(waiting)
    signed = ROOT / "tests" / "vectors" / "hostile-receipts" / "00-baseline-signed.json"
    with started(way, "verify", str(signed), before=tmp_path) as process:
        assert process.stdout.read(7) == b"waiting"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"parley: stopped.\n")
        assert process.returncode == 130


@pytest.mark.parametrize("way", WAYS, ids=["module", "script"])
def test_who_started_it_deaf_to_ctrl_c_is_obeyed(tmp_path, way):
    asked = "import signal\nraise SystemExit(7 if signal.getsignal(2) is signal.SIG_IGN else 8)\n"
    (tmp_path / "argparse.py").write_text(asked)
    with started(way, before=tmp_path, handling=signal.SIG_IGN) as process:
        process.communicate(timeout=60)
        assert process.returncode == 7
