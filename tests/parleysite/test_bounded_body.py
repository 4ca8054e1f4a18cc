import json

import pytest

from parleysite.bounded_body import BoundedBody
from tests.parleysite.asgi import request

pytestmark = pytest.mark.asyncio


class Reader:
    """An application that reads whole bodies, as Django does."""

    def __init__(self):
        self.read = 0

    async def __call__(self, scope, receive, send):
        while True:
            message = await receive()
            self.read += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})


async def test_a_body_up_to_the_limit_passes():
    status, _headers, _body = await request(
        BoundedBody(Reader(), 10), "/", "POST", {"Content-Length": "10"}, [b"12345", b"67890"]
    )
    assert status == 200


async def test_a_body_that_announces_too_much_is_refused_unread():
    reader = Reader()
    status, headers, body = await request(
        BoundedBody(reader, 10), "/", "POST", {"Content-Length": "11"}, [b"x"]
    )
    assert status == 413
    assert json.loads(body)["code"] == "too-big"
    assert headers["connection"] == "close"
    assert reader.read == 0


async def test_a_body_that_announces_nothing_ends_at_the_limit():
    reader = Reader()
    status, _headers, body = await request(
        BoundedBody(reader, 10), "/", "POST", {}, [b"12345", b"67890", b"1", b"2" * 1000]
    )
    assert status == 413
    assert json.loads(body)["code"] == "too-big"
    assert reader.read == 10


@pytest.mark.parametrize("length", ["9" * 30, "-1", "1e3", "", "x"])
async def test_a_length_that_is_none_is_refused(length):
    status, _headers, _body = await request(
        BoundedBody(Reader(), 10), "/", "POST", {"Content-Length": length}, [b"x"]
    )
    assert status == 413
