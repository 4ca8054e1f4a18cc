"""Runs one step on the database away from the event loop, one after the other on SQLite.

SQLite has one writer at a time. Waiting for it in a queue is fair and quick; waiting in the
database, by asking again and again, is neither, and ends in "database is locked".
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection

Given = ParamSpec("Given")
Result = TypeVar("Result")

_THREADS = 1 if connection.vendor == "sqlite" else 8
_executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="database")


async def in_database(
    step: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Calls `step` in a database thread and returns or raises what it does.

    A step that was begun is finished even when the caller is cancelled meanwhile.
    """

    def run() -> Result:
        # A connection that broke since the last step is replaced here, not found out in the middle.
        close_old_connections()
        try:
            return step(*args, **kwargs)
        finally:
            close_old_connections()

    return await sync_to_async(run, thread_sensitive=False, executor=_executor)()
