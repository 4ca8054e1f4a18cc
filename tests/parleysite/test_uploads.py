"""Which receipts are let in to be checked, and that nothing else may be as large."""

import asyncio

import pytest

from negotiation import rates
from negotiation.refusals import Refusal
from parleysite import uploads
from parleysite.uploads import LARGE_AT_ONCE, LARGEST, Uploads
from tests.parleysite.asgi import request

pytestmark = pytest.mark.asyncio

ORDINARY = 100


@pytest.fixture(autouse=True)
def rates_forgotten():
    rates.forget()


class Site:
    """An application that reads whole bodies and remembers what came."""

    def __init__(self):
        self.bodies, self.refusals = [], []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope, receive, send):
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            if not message.get("more_body"):
                break
        self.bodies.append(body)
        refusal = scope.get("parley.refusal")
        self.refusals.append(refusal)
        await self.may_answer.wait()
        status = refusal.status if refusal else 200
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body"})


@pytest.fixture
def site():
    return Site()


@pytest.fixture
def others():
    return Site()


@pytest.fixture
def application(site, others):
    return Uploads(site, others, ORDINARY)


def post(application, length, pieces=None, path="/verify"):
    headers = {"Content-Length": str(length)}
    return request(application, path, "POST", headers, pieces or [b"x" * min(length, 1000)])


async def test_a_receipt_reaches_the_page_whole(application, site, others):
    status, _headers, _body = await post(application, 6, [b"abc", b"def"])
    assert (status, site.bodies, site.refusals) == (200, [b"abcdef"], [None])
    assert others.bodies == []


@pytest.mark.parametrize(
    ("path", "method"), [("/verify", "GET"), ("/new", "POST"), ("/d/x/", "GET")]
)
async def test_everything_else_goes_where_the_small_bounds_are(
    application, site, others, path, method
):
    await request(application, path, method)
    assert (len(others.bodies), site.bodies) == (1, [])


@pytest.mark.parametrize("length", [LARGEST + 1, 10**12, "many", "-1"])
async def test_what_is_too_large_reaches_the_page_as_a_refusal_without_its_body(
    application, site, length
):
    headers = {"Content-Length": str(length)}
    status, headers, _body = await request(application, "/verify", "POST", headers, [b"x" * 10])
    assert (status, headers["connection"]) == (413, "close")
    assert site.bodies == [b""]
    assert isinstance(site.refusals[0], Refusal)


async def test_the_largest_receipt_fits_with_what_a_form_puts_around_it(application, site):
    status, _headers, _body = await post(application, LARGEST)
    assert (status, site.refusals) == (200, [None])
    assert LARGEST > 16 * 1024 * 1024


async def test_large_files_have_few_places_and_small_ones_do_not_need_any(application, site):
    site.may_answer.clear()
    arriving = [asyncio.create_task(post(application, ORDINARY + 1)) for _ in range(LARGE_AT_ONCE)]
    while len(site.bodies) < LARGE_AT_ONCE:
        await asyncio.sleep(0)
    one_more = asyncio.create_task(post(application, ORDINARY + 1))
    small = asyncio.create_task(post(application, ORDINARY))
    while len(site.bodies) < LARGE_AT_ONCE + 2:
        await asyncio.sleep(0)
    site.may_answer.set()
    assert [(await task)[0] for task in arriving] == [200] * LARGE_AT_ONCE
    assert ((await one_more)[0], (await small)[0]) == (503, 200)
    assert (await post(application, ORDINARY + 1))[0] == 200


async def test_a_body_that_comes_too_slowly_gives_its_place_back(application, monkeypatch):
    monkeypatch.setattr(uploads, "LONGEST", 0.05)
    sent = []

    async def never():
        await asyncio.sleep(3600)

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "path": "/verify",
        "method": "POST",
        "headers": [(b"content-length", b"5000")],
        "client": ["192.0.2.1", 1],
    }
    await application(scope, never, send)
    assert application.large == 0
    assert sent == []


async def test_one_visitor_cannot_have_everything_checked(application, site, settings):
    settings.RATES_ON = True
    statuses = [(await post(application, 5))[0] for _ in range(31)]
    assert statuses == [200] * 30 + [429]
