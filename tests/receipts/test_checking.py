"""A receipt is checked in a process of its own, which ends with its time and its memory."""

import asyncio
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from parley.receipt import verify
from parley.summary import summary
from receipts import checking, isolated
from tests.parley.same_answer.sources import every

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("name", ["committee-clean.json", "committee-swapped-winner.json"])
async def test_the_summary_is_that_of_the_engine(name):
    content = (VECTORS / name).read_bytes()
    assert await checking.check(content) == summary(verify(content))


async def test_whatever_is_posted_is_answered_as_the_engine_answers():
    sources = list(every())
    codes = set()
    for name, content in sources[:: len(sources) // 40]:
        report = verify(content)
        assert await checking.check(content) == summary(report), name
        codes.add(report.exit_code)
    assert codes == {0, 1, 2}


async def test_bytes_that_are_no_text_are_answered_too():
    found = await checking.check(b"\xff\x00")
    assert found["reason"][0]["code"] == "not-utf-8"


async def test_a_file_that_takes_too_long_ends_and_leaves_no_process(monkeypatch):
    started = []
    start = asyncio.create_subprocess_exec

    async def slow(*command, **options):
        started.append(await start("sleep", "600", **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", slow)
    monkeypatch.setattr(checking, "LONGEST", 0.05)
    with pytest.raises(checking.TooCostly):
        await checking.check(b"{}")
    with pytest.raises(ProcessLookupError):
        os.kill(started[0].pid, 0)


async def test_a_file_that_needs_too_much_memory_ends_with_its_own_process():
    receipt = json.loads((VECTORS / "committee-clean.json").read_text())
    receipt["padding"] = [{"": 0}] * 1_500_000

    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (200 * 2**20, 200 * 2**20))

    run = subprocess.run(
        [sys.executable, "-m", "receipts.isolated"],
        input=json.dumps(receipt).encode(),
        capture_output=True,
        preexec_fn=little_memory,
        cwd=ROOT,
    )
    assert (run.returncode, run.stdout) == (isolated.TOO_COSTLY, b"")


async def test_the_process_bounds_its_own_time_and_memory():
    report = (
        "import resource; from receipts import isolated; isolated.hold_itself_back();"
        "print(*(resource.getrlimit(which)[1] for which in"
        " (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_CORE)))"
    )
    run = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.split() == [str(isolated.MOST_SECONDS), str(isolated.MOST_MEMORY), "0"]


async def test_no_more_wait_than_may(monkeypatch):
    monkeypatch.setattr(checking, "_waiting", checking.MOST_WAITING)
    with pytest.raises(checking.TooBusy):
        await checking.check(b"{}")


async def test_the_process_gets_no_secret_of_the_server(monkeypatch):
    monkeypatch.setenv("PARLEY_DATABASE", "postgresql://user:secret@localhost/parley")
    seen = {}
    start = asyncio.create_subprocess_exec

    async def noting(*command, **options):
        seen.update(options)
        return await start(*command, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noting)
    await checking.check(b"{}")
    assert not any(name.startswith("PARLEY") for name in seen["env"])
