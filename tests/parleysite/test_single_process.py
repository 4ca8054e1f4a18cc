import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from parleysite.single_process import hold_alone

HOLD = """
import sys
from pathlib import Path
from parleysite.single_process import hold_alone
held = hold_alone(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_told_and_the_place_is_free_when_the_first_ends(tmp_path):
    path = tmp_path / "serving"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"held\n"
        with pytest.raises(ImproperlyConfigured, match="PARLEY_VAR"):
            hold_alone(path)
        first.stdin.close()
        first.wait(10)
    hold_alone(path).close()
