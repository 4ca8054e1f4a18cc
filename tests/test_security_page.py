"""SECURITY.md names tests that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
PROMISES = [
    line
    for line in PAGE.partition("## Not promised")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| promise |", "| attack |"))
]


def named(text):
    """The paths in the repository that a text names."""
    return re.findall(r"`(tests/[^`]*)`", text)


def has_tests(path):
    """Whether a file has something that pytest runs."""
    source = path.read_text(encoding="utf-8")
    return re.search(r"^ *(async )?def test_|^Test\w+ = ", source, re.MULTILINE) is not None


def test_there_are_promises():
    assert len(PROMISES) > 20


@pytest.mark.parametrize("path", sorted(set(named(PAGE))))
def test_what_is_named_is_there(path):
    assert (ROOT / path).is_file()
    assert not path.endswith(".py") or has_tests(ROOT / path)


@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_is_shown_by_a_test(promise):
    assert any(path.endswith(".py") for path in named(promise))


def test_links_lead_to_files():
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    assert links and all((ROOT / link).is_file() for link in links)
