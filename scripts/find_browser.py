"""Finds a Chromium for the browser tests, and brings one where there is none.

    python scripts/find_browser.py            prints the path of the browser, or says what to do
    python scripts/find_browser.py --install  brings one first where none is there

Looked for in this order: the path in PARLEY_BROWSER, a Chromium or Chrome of this machine (the one
without windows first: it starts twice as fast), Playwright's own. Brought in this order: Debian's
package (as root), Playwright's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
DEBIAN_PACKAGES = ("chromium-headless-shell", "chromium")


def find() -> str | None:
    """The path of a browser that is already here, or None."""
    named = os.environ.get("PARLEY_BROWSER")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        # Ubuntu's chromium-browser without the snap is a script that only says how to get it.
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return playwrights_own()


def playwrights_own() -> str | None:
    """The path of the browser that Playwright downloaded earlier, or None."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> str | None:
    """Brings a browser and gives its path; None when neither way worked."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's chromium for the browser tests (about a minute) ...", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update"], env=environment, **quiet)
        command = ["apt-get", "install", "--yes", "--no-install-recommends"]
        for package in DEBIAN_PACKAGES:
            subprocess.run([*command, package], env=environment, **quiet)
            if path := find():
                return path
    print("Downloading Playwright's Chromium for the browser tests ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])
    return find()


def main() -> int:
    path = find()
    if path is None and "--install" in sys.argv[1:]:
        path = install()
    if path is None:
        print(
            "The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install "
            "chromium), or put its path into PARLEY_BROWSER",
            file=sys.stderr,
        )
        return 1
    print(f"Browser for the tests: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
