import gzip
import warnings

import pytest

from parleysite.engine_files import WORKER_POLICY
from parleysite.static_files import PIECE, StaticFiles
from tests.parleysite.asgi import request

pytestmark = pytest.mark.asyncio


async def elsewhere(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body"})


@pytest.fixture
def folder(tmp_path, settings):
    settings.STATICFILES_DIRS = [tmp_path]
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    yield tmp_path
    finders.get_finder.cache_clear()


def put(folder, name, content: bytes):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


async def test_a_file_is_sent_whole_and_in_pieces(folder):
    content = bytes(range(256)) * (PIECE // 100)
    put(folder, "big.bin", content)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        status, headers, body = await request(StaticFiles(elsewhere), "/static/big.bin")
    assert (status, body) == (200, content)
    assert headers["content-length"] == str(len(content))


async def test_a_compressed_sibling_is_sent_to_whoever_takes_it(folder):
    put(folder, "a.js", b"let a = 1;" * 100)
    put(folder, "a.js.gz", gzip.compress(b"let a = 1;" * 100))
    put(folder, "a.js.br", b"br")
    site = StaticFiles(elsewhere)
    _status, headers, body = await request(
        site, "/static/a.js", headers={"Accept-Encoding": "gzip, br"}
    )
    assert (headers["content-encoding"], body) == ("br", b"br")
    assert headers["vary"] == "Accept-Encoding"
    assert headers["content-type"].startswith("text/javascript")
    _status, headers, body = await request(
        site, "/static/a.js", headers={"Accept-Encoding": "gzip"}
    )
    assert gzip.decompress(body) == b"let a = 1;" * 100
    _status, headers, body = await request(site, "/static/a.js")
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.mjs", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json"),
        ("a.svg", "image/svg+xml"),
        ("a.css", "text/css"),
    ],
)
async def test_files_have_the_kind_that_browsers_demand(folder, name, kind):
    put(folder, name, b"x")
    _status, headers, _body = await request(StaticFiles(elsewhere), f"/static/{name}")
    assert headers["content-type"].split(";")[0] == kind


async def test_our_files_are_asked_for_anew_and_vendored_ones_are_kept(folder):
    for name in ("js/a.js", "vendor/x-1.0/a.js", "vendor/engine.json"):
        put(folder, name, b"x")
    site = StaticFiles(elsewhere)
    for name, immutable in (("js/a.js", 0), ("vendor/x-1.0/a.js", 1), ("vendor/engine.json", 0)):
        _status, headers, _body = await request(site, f"/static/{name}")
        assert ("immutable" in headers["cache-control"]) == immutable
        assert immutable or "max-age=0" in headers["cache-control"]


async def test_an_unchanged_file_is_not_sent_again(folder):
    put(folder, "a.js", b"x")
    site = StaticFiles(elsewhere)
    _status, headers, _body = await request(site, "/static/a.js")
    again = await request(site, "/static/a.js", headers={"If-None-Match": headers["etag"]})
    assert (again[0], again[2]) == (304, b"")


async def test_every_file_says_what_it_is_for(folder):
    put(folder, "a.js", b"x")
    _status, headers, _body = await request(StaticFiles(elsewhere), "/static/a.js")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "content-security-policy" not in headers


async def test_the_engines_worker_has_a_policy_of_its_own(folder):
    put(folder, "js/engine/worker.js", b"x")
    _status, headers, _body = await request(StaticFiles(elsewhere), "/static/js/engine/worker.js")
    assert headers["content-security-policy"] == WORKER_POLICY


async def test_only_reading_is_possible(folder):
    put(folder, "a.js", b"x")
    assert (await request(StaticFiles(elsewhere), "/static/a.js", "POST"))[0] == 405
    status, headers, body = await request(StaticFiles(elsewhere), "/static/a.js", "HEAD")
    assert (status, headers["content-length"], body) == (200, "1", b"")


@pytest.mark.parametrize("refreshing", [True, False])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/static/",
        "/static/none.js",
        "/static/../secret",
        "/static//etc/passwd",
        "/static/a\x00b",
        "/static/..\\secret",
        "/statics/a.js",
    ],
)
async def test_everything_else_is_passed_on(folder, settings, refreshing, path):
    settings.WHITENOISE_AUTOREFRESH = refreshing
    put(folder.parent, "secret", b"x")
    assert (await request(StaticFiles(elsewhere), path))[0] == 418


async def test_edited_and_new_files_are_seen_while_developing(folder, settings):
    settings.WHITENOISE_AUTOREFRESH = True
    site = StaticFiles(elsewhere)
    put(folder, "a.js", b"one")
    assert (await request(site, "/static/a.js"))[2] == b"one"
    put(folder, "a.js", b"and two")
    assert (await request(site, "/static/a.js"))[2] == b"and two"
