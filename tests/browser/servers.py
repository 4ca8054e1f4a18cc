"""The real server, as a process of its own on a free port, with a folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """One coordinator.

    `url` is its address without a slash at the end, `var` the folder with its database (SQLite,
    `var/parley.sqlite3` and the journal files beside it), `log` the file with everything it
    printed. `settings` names another settings module, for a coordinator that is not honest;
    `environment` adds to the variables it starts with.
    """

    def __init__(
        self,
        var: Path,
        *,
        settings: str = "parleysite.settings",
        environment: dict[str, str] | None = None,
    ) -> None:
        self.var = var
        self.var.mkdir(parents=True, exist_ok=True)
        self.log = var.with_name(var.name + ".log")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = (
            os.environ
            | {
                "DJANGO_SETTINGS_MODULE": settings,
                "PARLEY_VAR": str(var),
                "PARLEY_RATES": "off",
                "PORT": str(self.port),
                "PYTHON": sys.executable,
                "PYTHONPATH": str(ROOT),
            }
            | (environment or {})
        )
        self.process: subprocess.Popen | None = None

    @property
    def database(self) -> Path:
        return self.var / "parley.sqlite3"

    def manage(self, *words: str) -> None:
        """Runs `manage.py` on its data."""
        self._run([sys.executable, "manage.py", *words])

    def start(self) -> Server:
        """Migrates and serves, and returns when the first page comes back."""
        self.manage("migrate", "--verbosity", "0")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(ROOT / "scripts" / "serve.sh")],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_it_answers()
        return self

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def restart(self) -> None:
        """Stops it and starts it again: same address, same database."""
        self.stop()
        self.start()

    def _run(self, command: list[str]) -> None:
        with self.log.open("ab") as log:
            subprocess.run(
                command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=True,
            )

    def _wait_until_it_answers(self, seconds: float = 30) -> None:
        last_moment = time.monotonic() + seconds
        while time.monotonic() < last_moment:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError(f"The server does not answer:\n{self.log.read_text()}")


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
