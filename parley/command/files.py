"""Reading files within bounds, and writing them whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from parley.strict import MAX_BYTES


def read_bounded(file: str) -> bytes:
    """Return the content of a file, or of standard input for `-`, up to one byte more than may be
    read: that tells that there is more. Raises `OSError`, and `ValueError` for a path with a zero
    byte in it."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Put `text` into `path` in one step, on disk before this returns: an interruption leaves the
    old content. A `private` file can be read by its owner alone. Raises `OSError`."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            if not private:
                os.fchmod(file.fileno(), 0o666 & ~_umask())
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
