"""How the engine's files are served: their list for the pages, and the policy of its worker.

The worker in which private sheets are read gets a policy of its own, because a worker obeys the
policy of its own response, not that of the page that started it. Code may come from blobs alone:
the page fetches every file and hands it over. A policy that named the two scripts by address
would leave a way out, since a policy ignores what follows the `?` of an address, and an import
of an allowed script with a sheet after the `?` would carry the sheet to the server.
"""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest

WORKER = "js/engine/worker.js"
WORKER_POLICY = (
    "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; connect-src 'none'; worker-src 'none'"
)
VENDOR = "vendor/"
MANIFEST = "vendor/engine.json"


def worker_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Adds the worker's own policy to its script, for WHITENOISE_ADD_HEADERS_FUNCTION.

    `headers` are those of one static file, changed in place; `path` is where it lies, `url` its
    address. Other files keep their headers.
    """
    if url == settings.STATIC_URL + WORKER:
        headers["Content-Security-Policy"] = WORKER_POLICY


def is_immutable(path: str, url: str) -> bool:
    """Whether a static file never changes under its address, for WHITENOISE_IMMUTABLE_FILE_TEST.

    True for what set-up vendored, whose names hold a version or a hash; the list itself changes.
    """
    below = url.removeprefix(settings.STATIC_URL)
    return below.startswith(VENDOR) and below != MANIFEST


def engine_files(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `engine`, the list of files that the page's engine fetches.

    None when set-up has not made them; the page then says that the engine cannot be loaded.
    """
    manifest = Path(settings.BASE_DIR) / "static" / MANIFEST
    try:
        changed = manifest.stat().st_mtime_ns
    except FileNotFoundError:
        return {"engine": None}
    return {"engine": read_manifest(manifest, changed)}


@lru_cache(maxsize=1)
def read_manifest(manifest: Path, changed: int) -> dict[str, Any]:
    """The list of files, read again only when it has changed."""
    return json.loads(manifest.read_text(encoding="utf-8"))
