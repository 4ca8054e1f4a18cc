"""Agents as processes of their own, and stand-ins that lie."""

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.parent
TOKEN = "velvet-otter-in-the-harbour"

PARTIES = {
    "Ana": {
        "owner": "Ana",
        "hard": [{"attr": "rent", "op": "<=", "value": 1611.25}],
        "utility": [{"attr": "rent", "direction": "lower", "lo": 1200, "hi": 1900}],
    },
    "Bob": {
        "owner": "Bob",
        "hard": [{"attr": "area", "op": "!=", "value": "Station"}],
        "utility": [{"attr": "balcony", "prefer": True}],
    },
    "Cara": {
        "format": "parley-sheet/1", "owner": "Cara", "anything": False,
        "red_lines": [{"attr": "free from", "op": ">=", "value": "2027-02-01"}],
        "wishes": [], "options": {}, "python": [],
    },
}  # fmt: skip


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(ROOT), "PARLEY_AGENT_TOKEN": TOKEN, **more}


def parley(*arguments, cwd=None, **more):
    return subprocess.run(
        [sys.executable, "-m", "parley", *map(str, arguments)],
        capture_output=True, text=True, timeout=120, cwd=cwd, env=environment(**more), check=False,
    )  # fmt: skip


@contextmanager
def agent(folder, party, *arguments, **more):
    """A running agent; gives its process, with `.address` and `.key`."""
    path = folder / f"{party['owner']}.json"
    path.write_text(json.dumps(party))
    process = subprocess.Popen(
        [sys.executable, "-m", "parley", "agent", str(path), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more),
    )  # fmt: skip
    try:
        first, second = process.stdout.readline(), process.stdout.readline()
        process.address = re.search(r"http://\S+", first)[0]
        process.key = re.search(r"[0-9a-f]{64}", second)[0]
        yield process
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
        process.stderr.close()


@contextmanager
def stand_in(answer):
    """Something at an address: `answer(path, message)` gives the reply's JSON, bytes or (status,
    JSON)."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply(None)

        def do_POST(self):
            self.reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def reply(self, message):
            value = answer(self.path, message)
            status, value = value if isinstance(value, tuple) else (200, value)
            body = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
