"""One keyboard and one screen that several people use after each other.

What was on the screen in private is gone afterwards: it is shown on the alternate screen, and
screen and scroll-back are cleared when it ends, however it ends. Lines are read from the terminal
itself, so there is no history to page back through, and what is typed ahead is thrown away.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

# Some terminals push what the second clears into the scroll-back, which the third clears.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
MAX_LINE = 8000


class TerminalError(ValueError):
    """There is no terminal that several people could share. The message is a plain sentence."""


class Closed(Exception):
    """The terminal is gone: hung up, closed, at its end, or the process was told to stop."""


class Terminal:
    """Text in and out of two file descriptors that are the same terminal."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = reading
        self._writing = writing
        self._pending = b""
        self._is_waiting = False
        self._is_interrupted = False
        self._is_closed = False

    @classmethod
    def of_process(cls) -> Terminal:
        """Return the terminal of this process. Raises `TerminalError` when standard input or output
        is none, or it cannot be cleared."""
        try:
            import termios  # noqa: F401
        except ImportError:
            raise TerminalError("This command needs a terminal as Linux and macOS have.") from None
        try:
            descriptors = sys.stdin.fileno(), sys.stdout.fileno()
        except (OSError, ValueError, AttributeError):
            descriptors = ()
        if not descriptors or not all(map(os.isatty, descriptors)):
            raise TerminalError("This command needs a terminal: people type here in turn.")
        if os.environ.get("TERM", "dumb") == "dumb":
            raise TerminalError("This terminal cannot be cleared between two people.")
        return cls(*descriptors)

    def say(self, text: str = "") -> None:
        """Write a line, or lines. Raises `Closed`."""
        self.write(f"{text}\n")

    def write(self, text: str) -> None:
        """Write text as it is. Raises `Closed`."""
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[os.write(self._writing, data) :]
        except OSError:
            raise Closed from None

    def clear(self) -> None:
        """Empty the screen and the scroll-back. Raises `Closed`."""
        self.write(CLEAR)

    def ask(self, prompt: str) -> str:
        """Return a line without its end, trimmed. Raises `Closed`, and `KeyboardInterrupt`."""
        self.write(prompt)
        while b"\n" not in self._pending:
            with self.waiting():
                try:
                    data = os.read(self._reading, 4096)
                except OSError:
                    raise Closed from None
            if not data:
                raise Closed
            self._pending = (self._pending + data)[-MAX_LINE:]
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def ask_hidden(self, prompt: str) -> str:
        """Return a line that is not shown while it is typed."""
        import termios

        before = termios.tcgetattr(self._reading)
        hidden = list(before)
        hidden[3] &= ~termios.ECHO
        try:
            termios.tcsetattr(self._reading, termios.TCSADRAIN, hidden)
            return self.ask(prompt)
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._reading, termios.TCSADRAIN, before)
            with contextlib.suppress(Closed):
                self.say()

    def forget_typed(self) -> None:
        """Throw away what was typed and not read yet."""
        import termios

        self._pending = b""
        self._is_interrupted = False
        with contextlib.suppress(termios.error):
            termios.tcflush(self._reading, termios.TCIFLUSH)

    @contextlib.contextmanager
    def private(self) -> Iterator[None]:
        """For one person alone: nothing shown or typed inside stays on the screen or behind it."""
        try:
            self.write(_ENTER + CLEAR)
            yield
        finally:
            self.forget_typed()
            with contextlib.suppress(Closed):
                self.write(CLEAR + _LEAVE + CLEAR)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """While this lasts, Ctrl-C raises `KeyboardInterrupt`, and a hang-up or a request to stop
        `Closed`, but only out of `waiting`: what is being kept or cleared is never cut in two.
        Nobody can leave somebody's private screen behind by suspending the process."""
        before: dict[int, Any] = {}
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            before[number] = signal.signal(number, self._signalled)
        for number in (signal.SIGTSTP, signal.SIGQUIT):
            before[number] = signal.signal(number, signal.SIG_IGN)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Around what may be interrupted, because nothing is lost by it but what it waits for."""
        self._is_waiting = True
        try:
            if self._is_closed:
                raise Closed
            if self._is_interrupted:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_waiting = self._is_interrupted = False

    def _signalled(self, number: int, _frame: Any) -> None:
        if number == signal.SIGINT:
            self._is_interrupted = True
        else:
            self._is_closed = True
        if self._is_waiting:
            raise KeyboardInterrupt if number == signal.SIGINT else Closed
