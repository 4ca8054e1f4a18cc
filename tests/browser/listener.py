"""Something on this machine that hears every request, refuses it, and remembers it."""

from __future__ import annotations

import socketserver
import threading


class Listener(socketserver.ThreadingTCPServer):
    """Listens on a free port as long as it is used in a `with` statement.

    `heard` holds the first line of every request, such as "CONNECT example.org:443 HTTP/1.1".
    As the proxy of a browser it stands for the whole world outside.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Refusal)
        self.heard: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def as_proxy(self) -> dict[str, str]:
        """For Playwright's `launch(proxy=…)`."""
        # Playwright sends even this machine's own addresses to a proxy, unless told not to.
        return {"server": f"http://{self.host}", "bypass": "127.0.0.1,localhost,[::1]"}

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        super().__exit__(*exception)


class Refusal(socketserver.StreamRequestHandler):
    server: Listener

    def handle(self) -> None:
        line = self.rfile.readline(65536).decode("latin-1").strip()
        if line:
            self.server.heard.append(line)
        self.wfile.write(
            b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
