"""A pseudo-terminal with `parley decide` in it, and what somebody at its screen could read."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from parley.receipt import verify

ROOT = Path(__file__).parent.parent.parent.parent
PATIENCE = 60

_SEQUENCE = re.compile(r"\x1b\[(\?1049h|\?1049l|2J|3J|H)")


class Keyboard:
    """The other end of the terminal: types, and waits for what is shown."""

    def __init__(self, *arguments, home, **environment):
        self.master, slave = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parley", "decide", *map(str, arguments)],
            preexec_fn=lambda: os.login_tty(slave),
            pass_fds=[slave],
            cwd=home,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "HOME": str(home),
                "XDG_STATE_HOME": str(home / "state"),
                "TERM": "xterm",
                **environment,
            },
        )
        os.close(slave)
        self.shown = ""
        self._read = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self.master is not None:
            os.close(self.master)

    def expect(self, text):
        """Wait until `text` is shown after what was expected before."""
        until = time.monotonic() + PATIENCE
        while (found := self.shown.find(text, self._read)) < 0:
            assert time.monotonic() < until, f"never shown: {text!r} after {self.shown!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    data = b""
                assert data, f"ended before {text!r}: {self.shown!r}"
                self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        self._read = found + len(text)

    def type(self, line):
        os.write(self.master, f"{line}\n".encode())

    def press(self, character):
        os.write(self.master, character.encode())

    def answer(self, prompt, line):
        self.expect(prompt)
        self.type(line)

    def begin(self):
        self.answer("Is this what you decide about?", "")

    def take_seat(self, name):
        self.answer(f"Now {name}. Nobody else should see the screen.\nPress Enter", "")
        self.expect(f"{name}, ")

    def write_sheet(self, name, *lines, confirm="", word=""):
        """Ana's whole private turn by hand."""
        self.take_seat(name)
        for line in lines:
            self.answer("> ", line)
        self.answer("> ", f"confirm {confirm}")
        self.answer("Word: ", word)
        if word:
            self.answer("Again: ", word)

    def hang_up(self):
        os.close(self.master)
        self.master = None
        self.process.wait(PATIENCE)

    def finish(self):
        """Read to the end and return the exit code."""
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return self.process.wait(PATIENCE)

    def readable(self):
        """All that can be read on the screen now, or by scrolling back, on a terminal that keeps
        as much as any does: what is cleared from a screen goes into the scroll-back."""
        screens, scrolled, current = {"main": "", "other": ""}, "", "main"
        position = 0
        for found in _SEQUENCE.finditer(self.shown):
            screens[current] += self.shown[position : found.start()]
            position = found.end()
            match found[1]:
                case "?1049h":
                    current = "other"
                case "?1049l":
                    current = "main"
                case "2J":
                    scrolled += screens[current]
                    screens[current] = ""
                case "3J":
                    scrolled = ""
        screens[current] += self.shown[position:]
        return scrolled + screens["main"] + screens["other"]


def decide(home, *more, people="Ana,Bob", **environment):
    """Somebody decides about the flats."""
    return Keyboard(
        "--options", "flats.tsv", "--participants", people, *more, home=home, **environment
    )


def receipt(home, name="parley-receipt.json"):
    """A receipt's content, and the report on it."""
    content = (home / name).read_bytes()
    return json.loads(content), verify(content)
