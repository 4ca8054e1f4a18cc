"""The verify page answers about a file as Python does here, whatever the file is; the terminal
command does, too: tests/parley/same_answer/."""

from __future__ import annotations

import base64
import json
from itertools import islice

import pytest
from playwright.sync_api import Page

pytest.importorskip("nacl", reason="needs PyNaCl: pip install parley[crypto]")

from parley.receipt import verify
from parley.summary import summary
from tests.parley.same_answer.sources import every

# As text, because the numbers of a report should not change their kind on the way.
CHECKED = """async (files) => {
  const { checked } = await import("/static/js/verify/checked.js");
  const reports = [];
  for (const file of files) reports.push(await checked(file));
  return JSON.stringify(reports);
}"""
AT_ONCE = 250


def answers(page: Page, contents: list[bytes]) -> list[dict]:
    """What the page's own way of checking a file says about each."""
    files = [base64.b64encode(content).decode() for content in contents]
    return in_javascript(page.evaluate(CHECKED, files))


def in_javascript(text: str) -> list | dict:
    """The value of a JSON text where every number is a float."""
    return json.loads(text, parse_int=float)


def test_the_page_answers_as_python_does_here(new_person):
    page = new_person().open("/verify")
    codes = set()
    sources = every()
    while batch := list(islice(sources, AT_ONCE)):
        for (name, content), there in zip(
            batch, answers(page, [content for _, content in batch]), strict=True
        ):
            report = verify(content)
            here = in_javascript(json.dumps({**report.to_dict(), "summary": summary(report)}))
            assert there == here, name
            codes.add(there["exit_code"])
    assert codes == {0, 1, 2}
