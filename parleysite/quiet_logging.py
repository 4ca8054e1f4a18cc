"""Log lines that tell where something failed, and nothing that anybody typed.

A log message may hold anything: a name, a link's secret in a database error, a line of a sheet. So
no message, argument, exception text or local variable is printed: only when, how bad, which logger,
and for an exception its type and the places in the code it passed through.
"""

import logging
import time
import traceback

# Lines of the server about itself: an address, a process number, never a request.
_PLAIN = (
    "Started server process",
    "Waiting for application",
    "Application startup complete",
    "Uvicorn running on",
    "Shutting down",
    "Waiting for connections to close",
    "Waiting for background tasks",
    "Finished server process",
)
_DEEPEST = 40


def is_lifecycle(record: logging.LogRecord) -> bool:
    """Whether a record is the ASGI server's own about starting and stopping."""
    return record.name == "uvicorn.error" and str(record.msg).startswith(_PLAIN)


class LifecycleFilter(logging.Filter):
    """Of what is merely information, keeps only starting and stopping.

    The ASGI server tells of every socket at the same level: who came to which decision, and when.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.INFO or is_lifecycle(record)


class QuietFormatter(logging.Formatter):
    """One line for a record, then one line for each place an exception passed through."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        line = f"{moment} {record.levelname} {record.name}"
        if is_lifecycle(record):
            line += f" {record.getMessage()}"
        status = getattr(record, "status_code", None)
        if isinstance(status, int):
            line += f" {status}"
        lines = [line]
        if record.exc_info and record.exc_info[1] is not None:
            lines += describe(record.exc_info[1])
        return "\n".join(lines)


def describe(error: BaseException) -> list[str]:
    """Types and places of an exception and of those it came from, without their messages."""
    lines: list[str] = []
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen and len(seen) < 10:
        seen.add(id(following))
        kind = type(following)
        lines.append(f"  {kind.__module__}.{kind.__qualname__}")
        frames = traceback.extract_tb(following.__traceback__)[-_DEEPEST:]
        lines += [f"    {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        if following.__cause__ is not None or following.__suppress_context__:
            following = following.__cause__
        else:
            following = following.__context__
    return lines
