"""The bodies that an agent's server waits for, and for how long and how much."""

import asyncio
import json

import pytest

from parley.net import agent_server
from parley.net.identity import Identity, can_check_signatures
from parley.net.owner_agent import OwnerAgent
from parley.preferences import PreferenceSheet
from tests.parley.agents.processes import TOKEN

pytest.importorskip("starlette")
pytest.importorskip("limits")

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not can_check_signatures(), reason="needs PyNaCl"),
]


@pytest.fixture
def application():
    agent = OwnerAgent(PreferenceSheet("Ana"), Identity.generate("Ana"))
    return agent_server.make_application(agent, TOKEN)


async def post(application, *parts, then=None, token=TOKEN):
    """(status, JSON) of a question whose body comes in these parts, and after them whatever `then`
    gives, for ever without one. The last says how many parts were taken."""
    coming = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    taken, sent = 0, []

    async def receive():
        nonlocal taken
        if taken < len(coming):
            taken += 1
            return coming[taken - 1]
        if then is None:
            await asyncio.Event().wait()
        return then

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/consider", "raw_path": b"/consider", "query_string": b"", "root_path": "",
        "server": ("127.0.0.1", 1), "client": ("127.0.0.1", 2),
        "headers": [
            (b"authorization", f"Bearer {token}".encode()),
            (b"content-type", b"application/json"),
        ],
    }  # fmt: skip
    await asyncio.wait_for(application(scope, receive, send), 30)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(body), taken


END = {"type": "http.request", "body": b"", "more_body": False}


async def test_a_body_in_pieces_is_one_body(application):
    status, reply, _ = await post(application, b'{"opt', b'ions": ["ga', b'rden"]}', then=END)
    assert status == 200
    assert [one["acceptable"] for one in reply["verdicts"]] == [True]


@pytest.mark.parametrize("parts", [(), (b'{"options"',), (b'{"options": ["garden"]}',)])
async def test_a_body_that_does_not_end_is_given_up(application, monkeypatch, parts):
    monkeypatch.setattr(agent_server, "BODY_SECONDS", 0.05)
    status, reply, _ = await post(application, *parts)
    assert (status, reply["code"]) == (408, "too-slow")
    # The next one is served.
    assert (await post(application, b'{"options": [1]}', then=END))[0] == 200


async def test_of_a_body_that_is_too_large_no_more_is_taken(application, monkeypatch):
    monkeypatch.setattr(agent_server, "MAX_BODY_BYTES", 1000)
    status, reply, taken = await post(application, *[b" " * 400] * 50)
    assert (status, reply["code"], taken) == (413, "too-large", 3)


async def test_a_stranger_s_body_is_not_waited_for(application):
    status, reply, taken = await post(application, b"{", token="not-the-token-of-ana")
    assert (status, reply["code"], taken) == (401, "unauthorized", 0)


async def test_wrong_tokens_use_up_nothing_of_what_the_owner_may_ask():
    agent = OwnerAgent(PreferenceSheet("Ana"), Identity.generate("Ana"))
    application = agent_server.make_application(agent, TOKEN, rate=agent_server.FAILED_RATE)
    strangers = [(await post(application, token="not-the-token-of-ana"))[0] for _ in range(21)]
    assert strangers == [401] * 20 + [429]
    assert (await post(application, b'{"options": [1]}', then=END))[0] == 200


@pytest.mark.parametrize("rate", ["0/minute", "5/minute;9/hour", "often", ""])
async def test_a_rate_is_one_that_lets_somebody_ask(rate):
    agent = OwnerAgent(PreferenceSheet("Ana"), Identity.generate("Ana"))
    with pytest.raises(ValueError):
        agent_server.make_application(agent, TOKEN, rate=rate)
