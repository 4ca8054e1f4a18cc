"""Makes sure that one process alone serves, where sockets of another would hear nothing of it."""

import fcntl
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured


def hold_alone(path: Path) -> IO[str]:
    """Locks `path` for as long as the returned file is kept, at most while the process lives.

    Raises ImproperlyConfigured when another process holds it.
    """
    held = path.open("a")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise ImproperlyConfigured(
            "Another process already serves from this folder. Several workers need REDIS_URL, and "
            "a second server needs its own PARLEY_VAR."
        ) from None
    return held
