"""Checking a receipt that somebody sent, without letting one file hold up everybody else."""

import asyncio
import json
import os
import sys
from typing import Any

from django.conf import settings

LONGEST = 30
"""Seconds, however the process spends them."""

AT_ONCE = 2
MOST_WAITING = 10

_places = asyncio.Semaphore(AT_ONCE)
_waiting = 0

# What Python itself may need. Nothing else of the server's environment is the checker's business.
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH")


class TooCostly(Exception):
    """The file took more time or memory than a check gets here."""


class TooBusy(Exception):
    """As many files wait for a check as may."""


async def check(content: bytes) -> dict[str, Any]:
    """The summary (`parley.summary.summary`) of a receipt, made by a process of its own.

    At most `AT_ONCE` are checked at a time; `MOST_WAITING` others wait. Raises TooBusy, TooCostly.
    Nothing of the content is written anywhere.
    """
    global _waiting
    if _waiting >= MOST_WAITING:
        raise TooBusy
    _waiting += 1
    try:
        await _places.acquire()
    finally:
        _waiting -= 1
    try:
        return await _check_alone(content)
    finally:
        _places.release()


async def _check_alone(content: bytes) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "receipts.isolated",
        cwd=settings.BASE_DIR,
        env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # What Python says about an error may repeat what it was reading.
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(LONGEST):
            found, _nothing = await process.communicate(content)
    except TimeoutError:
        raise TooCostly from None
    finally:
        # Also when the person went away meanwhile.
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise TooCostly
    return json.loads(found)
