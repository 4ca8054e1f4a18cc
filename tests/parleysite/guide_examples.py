"""Runs what a guide shows, in one folder and from top to bottom, as its reader would.

- ```json NAME (or csv, …): a file that the reader saves.
- ```python: run in one namespace per guide; what it prints stands in the ```text after it, and
  where there is none it prints nothing.
- ```console: after `$ ` a command, then what it prints, standard error included. One shell per
  guide. A command that ends in `&` goes on in the background.
- ```sh: how to call something; not run.

In what is printed, … stands for what was left out: within a line, or for whole lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
LEFT_OUT = "…"
PATIENCE = 120
PORTS = ("8101", "8102")


@dataclass(frozen=True)
class Example:
    """One thing to do and what it prints. `line` is where it stands in the guide."""

    kind: str
    text: str
    printed: str
    line: int


@dataclass(frozen=True)
class Outcome:
    """An example with what it really printed."""

    example: Example
    really_printed: str

    @property
    def fits(self) -> bool:
        return pattern(self.example.printed).fullmatch(self.really_printed) is not None


def pattern(printed: str) -> re.Pattern[str]:
    """What an output has to look like."""
    lines = [
        r"(?:.*\n)*?" if line == f"{LEFT_OUT}\n" else re.escape(line).replace(LEFT_OUT, ".*?")
        for line in printed.splitlines(keepends=True)
    ]
    return re.compile("".join(lines))


def examples(source: str) -> Iterator[Example]:
    """Everything in a guide that can be run, in order."""
    fences = [token for token in MarkdownIt("commonmark").parse(source) if token.type == "fence"]
    for fence, after in zip(fences, [*fences[1:], None], strict=True):
        kind, _, name = fence.info.partition(" ")
        line = fence.map[0] + 1
        if name:
            yield Example(f"file {name}", fence.content, "", line)
        elif kind == "python":
            # The output follows its program at once.
            follows = after is not None and after.info == "text"
            follows = follows and not re.search(
                r"[^`\s]", "\n".join(source.splitlines()[fence.map[1] : after.map[0]])
            )
            yield Example("python", fence.content, after.content if follows else "", line)
        elif kind == "console":
            for command in re.split(r"^\$ ", fence.content, flags=re.MULTILINE)[1:]:
                text, _, printed = command.partition("\n")
                yield Example("command", text, printed, line)
        else:
            assert kind in ("sh", "text", "json"), f"line {line}: nobody knows how to run {kind}"


class Shell:
    """A shell in `folder` in which `parley` is the command of this repository."""

    def __init__(self, folder: Path, programs: Path) -> None:
        programs.mkdir()
        parley = programs / "parley"
        parley.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m parley "$@"\n')
        parley.chmod(0o755)
        (programs / "python3").symlink_to(sys.executable)
        environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
        }
        self.process = subprocess.Popen(
            ["bash", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)

    def run(self, command: str, printed: str) -> str:
        """Run one command and return what it printed; of one in the background, as many lines as
        are expected of it."""
        mark = f"end-of-command-{os.urandom(8).hex()}"
        # `$?` is the command's for the next one, too.
        self.process.stdin.write(f"{command}\n{{ code=$?; echo {mark}; (exit $code); }}\n")
        self.process.stdin.flush()
        found, ended, background = [], False, command.endswith("&")
        while not ended or (background and len(found) < printed.count("\n")):
            line = self.lines.get(timeout=PATIENCE)
            ended = ended or line == f"{mark}\n"
            if line != f"{mark}\n":
                found.append(line)
        return "".join(found)

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def run_guide(source: str, folder: Path) -> list[Outcome]:
    """Do everything that a guide shows in a folder below `folder`, and return what came of it.

    The working directory of this process must be put back by the caller."""
    for port in PORTS:
        source = source.replace(port, str(_free_port()))
    place = folder / "guide"
    place.mkdir()
    os.chdir(place)
    shell = Shell(place, folder / "programs")
    namespace: dict = {"__name__": "__main__"}
    try:
        return [Outcome(one, _run(one, namespace, shell, place)) for one in examples(source)]
    finally:
        shell.close()


def _run(example: Example, namespace: dict, shell: Shell, place: Path) -> str:
    if example.kind == "command":
        return shell.run(example.text, example.printed)
    if example.kind.startswith("file "):
        (place / example.kind.removeprefix("file ")).write_text(example.text, encoding="utf-8")
        return ""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example.text, f"line {example.line}", "exec"), namespace)
    return printed.getvalue()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]
