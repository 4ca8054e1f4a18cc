"""A server that never comes to the end of its reply is given up, whichever part it trickles."""

import socket
import threading
from contextlib import contextmanager

import pytest

from parley.net.http import HttpError, get_json

pytest.importorskip("httpx2")

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


@contextmanager
def trickling(first, again):
    """A server that sends `first`, and `again` every few milliseconds until its client hangs up;
    gives its address, and an event for that."""
    listening = socket.create_server(("127.0.0.1", 0))
    hung_up = threading.Event()

    def serve():
        connection, _ = listening.accept()
        with connection:
            try:
                connection.recv(65536)
                connection.sendall(first)
                while not stop.wait(0.01):
                    connection.sendall(again)
            except OSError:
                hung_up.set()

    stop = threading.Event()
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/card", hung_up
    finally:
        stop.set()
        thread.join(30)
        listening.close()


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (OK + b"X-Long: ", b"a"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        (CHUNKED + b"1;", b"a"),
        (CHUNKED, b"1\r\n \r\n"),
        (CHUNKED + b"2\r\n{}\r\n0\r\nX-Long: ", b"a"),
        (OK + b"Content-Length: 100000\r\n\r\n", b" "),
    ],
    ids=["header", "early hints", "chunk extension", "chunks", "trailer", "body"],
)
def test_a_trickle_is_given_up_and_hung_up_on(first, again):
    with trickling(first, again) as (address, hung_up):
        answers = []

        def ask():
            try:
                answers.append(get_json(address, token=None, timeout=1, most=10**6))
            except HttpError as error:
                answers.append(str(error))

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(20)
        assert answers == ["The server could not be reached, or took too long."]
        assert hung_up.wait(20)


def test_a_reply_that_comes_in_time_is_read():
    with trickling(OK + b"Content-Length: 2\r\n\r\n{}", b"") as (address, _):
        assert get_json(address, token=None, timeout=20, most=100) == (200, {})
