"""A wire between browsers and a server that keeps a copy of every byte the browsers send."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading


class Tap(socketserver.ThreadingTCPServer):
    """Forwards every connection to a port of this machine, as long as it is used with `with`.

    `sent()` is what the browsers sent, request lines, headers, bodies and socket frames as they
    were on the wire. Frames are masked there (RFC 6455, 5.3): read those from the browser itself.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Wire)
        self.port = port
        self.connections: list[bytearray] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def sent(self) -> list[bytes]:
        return [bytes(connection) for connection in self.connections]

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        super().__exit__(*exception)


class Wire(socketserver.BaseRequestHandler):
    server: Tap

    def handle(self) -> None:
        copy = bytearray()
        self.server.connections.append(copy)
        with socket.create_connection(("127.0.0.1", self.server.port)) as upstream:
            back = threading.Thread(target=pump, args=(upstream, self.request), daemon=True)
            back.start()
            pump(self.request, upstream, copy)
            back.join(10)


def pump(source: socket.socket, target: socket.socket, copy: bytearray | None = None) -> None:
    """Pass on what comes in until either side is gone."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            if copy is not None:
                copy += data
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
