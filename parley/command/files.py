"""Reading files within bounds, and writing them whole or not at all."""

from __future__ import annotations

import errno
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
        # A process that was started without standard input.
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


class NoFileError(OSError):
    """What is there is no regular file, and is not replaced."""


def can_be_written(path: Path) -> bool:
    """Return whether `write_whole` could put a file there now."""
    try:
        path = _target(path)
        return path.parent.is_dir() and os.access(path.parent, os.W_OK)
    except (OSError, ValueError, RuntimeError):
        return False


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Put `text` into `path` in one step, on disk before this returns: an interruption leaves the
    old content. A `private` file can be read by its owner alone. A symbolic link stays, and what it
    leads to is written. Raises `OSError`; `NoFileError` for a device, a pipe or a directory."""
    path = _target(path)
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


def _target(path: Path) -> Path:
    try:
        target = path.resolve()
    except RuntimeError:
        # Python up to 3.12: links that lead to each other.
        raise NoFileError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise NoFileError(errno.EINVAL, "what is there is no regular file")
    return target


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
