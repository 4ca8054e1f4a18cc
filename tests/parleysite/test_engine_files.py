"""How the engine's files are served."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from parleysite.engine_files import engine_files, is_immutable, worker_headers


def headers_of(url: str) -> dict[str, str]:
    headers: dict[str, str] = {}
    worker_headers(headers, "anywhere", url)
    return headers


def test_the_worker_may_ask_for_nothing_and_run_only_what_it_was_given():
    policy = headers_of("/static/js/engine/worker.js")["Content-Security-Policy"]
    assert policy.split("; ") == [
        "default-src 'none'",
        "script-src blob: 'wasm-unsafe-eval'",
        "connect-src 'none'",
        "worker-src 'none'",
    ]


def test_other_files_keep_their_headers():
    assert headers_of("/static/js/engine/client.js") == {}
    assert headers_of("/static/js/worker.js") == {}


def test_what_set_up_vendored_never_changes_but_its_list_does():
    assert is_immutable("anywhere", "/static/vendor/pyodide-314.0.7/pyodide.mjs")
    assert not is_immutable("anywhere", "/static/vendor/engine.json")
    assert not is_immutable("anywhere", "/static/js/engine/client.js")
    assert not is_immutable("anywhere", "/static/js/vendor/other.js")


def test_a_page_lists_no_files_before_set_up_made_them(settings, tmp_path, rf):
    settings.BASE_DIR = tmp_path
    assert engine_files(rf.get("/")) == {"engine": None}


def test_a_page_lists_the_files_that_set_up_made_last(settings, tmp_path, rf):
    settings.BASE_DIR = tmp_path
    manifest = tmp_path / "static" / "vendor" / "engine.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text('{"wasm": {"url": "/static/vendor/first.wasm", "size": 1}}')
    first = engine_files(rf.get("/"))
    manifest.write_text('{"wasm": {"url": "/static/vendor/second.wasm", "size": 22}}')
    second = engine_files(rf.get("/"))
    assert first["engine"]["wasm"]["url"] == "/static/vendor/first.wasm"
    assert second["engine"]["wasm"]["url"] == "/static/vendor/second.wasm"


VENDOR = Path(__file__).resolve().parent.parent.parent / "static" / "vendor"


@pytest.fixture(scope="module")
def library() -> dict[str, int]:
    """The modules of the standard library as it is served, and their sizes in bytes."""
    url = json.loads((VENDOR / "engine.json").read_text())["stdlib"]["url"]
    with zipfile.ZipFile(VENDOR / url.rpartition("/")[2]) as archive:
        return {
            entry.filename.removesuffix(".pyc").removesuffix("/__init__"): entry.file_size
            for entry in archive.infolist()
        }


def test_python_in_the_browser_has_no_library_for_networks_processes_and_native_memory(library):
    ways_out = (
        "_ssl ctypes multiprocessing selectors socket ssl subprocess threading urllib zipfile"
    )
    assert library.keys() & set(ways_out.split()) == set()


def test_python_in_the_browser_is_served_stand_ins_for_what_it_never_uses(library):
    for name in ("asyncio", "pyodide/webloop", "pyodide/_package_loader"):
        assert 0 < library[name] < 3000
    assert [name for name in library if name.startswith("asyncio/")] == []
