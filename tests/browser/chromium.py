"""Chromium, started so that nothing in it reaches any other machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from scripts import find_browser
from tests.browser.listener import Listener

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    # Chromium would ask its maker what the fields of a form mean. Only the last flag of this name
    # counts, so what Playwright switches off for the same reason has to stand here again.
    "--disable-features=AutofillServerCommunication,OptimizationHints,MediaRouter,Translate,"
    "HttpsUpgrades,NetworkTimeServiceQuerying,LensOverlay,AimEnabled,PreconnectToSearch,"
    "AcceptCHFrame,DestroyProfileOnBrowserClose,PaintHolding",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # What Chromium itself would ask its maker for. Port 1 answers nobody.
    "--component-updater=url-source=http://127.0.0.1:1/",
    "--gaia-url=http://127.0.0.1:1/",
)

# The dictionary of the spelling check, which Chromium fetches for a text field by itself and which
# no flag and no page has a say in.
ASKED_BY_ITSELF = ("CONNECT redirector.gvt1.com:443 HTTP/1.1",)


@contextmanager
def chromium(outside: Listener) -> Iterator[Browser]:
    """A browser for as long as it is used; `outside` hears what is not for this machine."""
    path = find_browser.find()
    if path is None:
        raise RuntimeError("No Chromium is here: `make test` brings one")
    # Chromium's own sandbox does not work for root, as which containers run.
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else list(FLAGS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=flags, proxy=outside.as_proxy
        )
        yield browser
        browser.close()
