"""The world outside, as a proxy that lets nothing through and remembers who asked for what."""

from __future__ import annotations

import socketserver
import threading


class Outside(socketserver.ThreadingTCPServer):
    """Chromium sends it whatever is not for this machine.

    `asked` holds the first line of every request, such as "CONNECT example.org:443 HTTP/1.1".
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Refusal)
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Refusal(socketserver.StreamRequestHandler):
    server: Outside

    def handle(self) -> None:
        line = self.rfile.readline(65536).decode("latin-1").strip()
        if line:
            self.server.asked.append(line)
        self.wfile.write(
            b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
