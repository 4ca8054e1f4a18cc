import asyncio
import secrets

import pytest
from asgiref.sync import sync_to_async

from negotiation import consumers, services
from negotiation.broadcasting import perform
from negotiation.refusals import Refusal
from parley.ballot import build_ballot
from tests.negotiation.room import LIKES_THE_FIRST, LIKES_THE_SECOND, new_room
from tests.negotiation.sockets import Page, room_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_a_socket_says_the_version_first_and_every_change_after(room):
    cookies = {"group": room.group_secret}
    page = room_page(room.decision, cookies)
    assert await page.connect()
    assert await page.hear() == {"version": 1, "kind": "created"}
    await perform(services.join, room.decision, cookies, "Ana")
    assert await page.hear() == {"version": 2, "kind": "joined"}
    await page.leave()


async def test_nothing_of_an_answer_passes_a_room_page(transactional_db):
    room = await sync_to_async(new_room, thread_sensitive=False)(people=2)
    page = room_page(room.decision, {"organiser": room.organiser_secret})
    await page.connect()
    cookies = {}
    for name in ("Ana", "Bob"):
        joined = await perform(services.join, room.decision, {"group": room.group_secret}, name)
        cookies[name] = {"seat": joined.return_secret}
    for name, answers in (("Ana", LIKES_THE_FIRST), ("Bob", LIKES_THE_SECOND)):
        state = await perform(services.state, room.decision, cookies[name])
        text = build_ballot(state["agenda"], name, secrets.token_hex(32), answers)
        await perform(services.submit, room.decision, cookies[name], text, None)
    said = [await page.hear() for _ in range(6)]
    kinds = ["created", "joined", "joined", "answered", "answered", "all-in"]
    assert said == [{"version": n + 1, "kind": kind} for n, kind in enumerate(kinds)]
    assert await page.hears_nothing()
    await page.leave()


async def test_a_step_that_is_refused_says_nothing(room):
    page = room_page(room.decision, {"group": room.group_secret})
    await page.connect()
    await page.hear()
    with pytest.raises(Refusal):
        await perform(services.join, room.decision, {}, "Ana")
    assert await page.hears_nothing()
    await page.leave()


async def test_a_change_of_one_decision_is_not_heard_in_another(room):
    other = await sync_to_async(new_room, thread_sensitive=False)()
    page = room_page(other.decision, {"group": other.group_secret})
    await page.connect()
    await page.hear()
    await perform(services.join, room.decision, {"group": room.group_secret}, "Ana")
    assert await page.hears_nothing()
    await page.leave()


async def test_the_sockets_are_told_even_when_the_person_is_gone(room):
    cookies = {"group": room.group_secret}
    page = room_page(room.decision, cookies)
    await page.connect()
    await page.hear()
    joining = asyncio.create_task(perform(services.join, room.decision, cookies, "Ana"))
    await asyncio.sleep(0)
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    assert await page.hear() == {"version": 2, "kind": "joined"}
    await page.leave()


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "http://localhost",
        "http://localhost:8001",
        "https://localhost:8000",
        "http://127.0.0.1:8000",
        "http://localhost:8000.evil.example",
        "http://evil.example/http://localhost:8000",
    ],
)
async def test_a_page_of_another_origin_gets_no_room_page(room, origin):
    page = room_page(room.decision, {"group": room.group_secret}, origin)
    assert not await page.connect()


async def test_a_foreign_name_for_this_machine_gets_no_room_page(room):
    page = room_page(
        room.decision, {"group": room.group_secret}, "http://evil.example", host="evil.example"
    )
    assert not await page.connect()


async def test_configured_origins_are_the_only_ones(room, settings):
    settings.ORIGINS = ["https://parley.example.org"]
    cookies = {"group": room.group_secret}
    page = room_page(room.decision, cookies, "https://parley.example.org", host="inner:80")
    assert await page.connect()
    await page.leave()
    assert not await room_page(room.decision, cookies).connect()


async def test_a_stranger_gets_no_room_page(room):
    for cookies in ({}, {"group": "x" * 43}, {"seat": room.group_secret}):
        assert not await room_page(room.decision, cookies).connect()


@pytest.mark.parametrize("decision", ["0" * 32, "x", "%00", "a" * 5000])
async def test_an_unknown_decision_has_no_room_page(room, decision):
    assert not await room_page(decision, {"group": room.group_secret}).connect()


async def test_an_unknown_address_has_no_room_page(room):
    page = Page("/elsewhere")
    assert not await page.connect()


@pytest.mark.parametrize("said", ["", "{}", "x" * 4000, b"", b"\x00"])
async def test_a_page_that_says_anything_is_closed(room, said):
    page = room_page(room.decision, {"group": room.group_secret})
    await page.connect()
    await page.hear()
    if isinstance(said, bytes):
        await page.say(bytes=said)
    else:
        await page.say(text=said)
    assert await page.output() == {"type": "websocket.close", "code": 1008}
    await page.leave()


async def test_sockets_of_one_decision_are_bounded_and_places_are_given_back(room, monkeypatch):
    monkeypatch.setattr(consumers, "MOST_SOCKETS", 2)
    cookies = {"group": room.group_secret}
    pages = [room_page(room.decision, cookies) for _ in range(3)]
    assert [await page.connect() for page in pages] == [True, True, False]
    await pages[0].leave()
    again = room_page(room.decision, cookies)
    assert await again.connect()
    await again.leave()
    await pages[1].leave()
    assert not consumers._open
