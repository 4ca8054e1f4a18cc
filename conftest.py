"""What holds for every test: the browser tests come last."""

from pathlib import Path

import pytest

BROWSER_TESTS = Path(__file__).parent / "tests" / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright leaves an event loop running in the main thread, which breaks coroutine tests
    # and Django's check for them in everything that runs after it.
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
