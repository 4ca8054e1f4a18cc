"""Writing to the streams of a process, which can be gone, full or of few characters."""

from __future__ import annotations

import errno
import os
import sys
from typing import TextIO


def write(output: str, errors: str, code: int) -> int:
    """Write to standard output and standard error; return `code`, or 2 if the output did not get
    out, or an error of what ended well: of a closed terminal, the code says enough."""
    if (reason := not_written(sys.stdout, output)) is not None:
        code, errors = 2, f"{errors}{cannot_be_written(reason)}"
    return code if not_written(sys.stderr, errors) is None else code or 2


def cannot_be_written(reason: str) -> str:
    """Return the line about output that did not get out."""
    return f"parley: the output cannot be written: {reason}.\n"


def not_written(stream: TextIO | None, text: str) -> str | None:
    """Write and flush `text`; return why that failed. A reader that went away is no failure."""
    # A process that was started without this stream.
    if stream is None:
        return os.strerror(errno.EBADF) if text else None
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # Python would flush once more at its end and complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return None if isinstance(error, BrokenPipeError) or not text else error.strerror
    return None


def write_any_character() -> None:
    """From now on, write an escape for a character that a stream's encoding does not have."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
