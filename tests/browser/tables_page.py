"""Tables from outside on the page of a new decision, as a test brings and sees them."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import ENGINE_WAIT
from tests.browser.test_new_page import paste

FLATS = "flat\trent\tbalcony\tfree from\nMill Lane\t€ 700\tyes\t2027-05-01\nDockside\t€ 650\tno\t\n"


def a_file(name: str, content: bytes | str) -> dict:
    content = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def bring(page: Page, *files: dict) -> None:
    page.set_input_files("#table-file", list(files))


def paste_table(page: Page, text: str) -> None:
    page.locator("#table-paste").focus()
    paste(page, text)


def drop(page: Page, target: str, *files: dict) -> None:
    """Let go of files over a place of the page."""
    given = [(file["name"], file["buffer"].decode()) for file in files]
    page.evaluate(
        """([target, files]) => {
          const dataTransfer = new DataTransfer();
          for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
          for (const kind of ["dragenter", "dragover", "drop"]) {
            document.querySelector(target).dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
          }
        }""",
        [target, given],
    )


def preview(page: Page) -> Locator:
    """The panel, once something was read into it."""
    panel = page.locator("#preview")
    expect(panel).to_be_visible(timeout=ENGINE_WAIT)
    expect(page.locator("#reading-table")).to_have_text("")
    return panel


def shown_heads(panel: Locator) -> list[tuple[str, str, str]]:
    """Name, kind of values and unit of each column in the preview."""
    return [
        (
            head.locator(".column-name").inner_text(),
            head.locator("select").input_value(),
            head.locator(".unit").inner_text(),
        )
        for head in panel.locator("thead th").all()
    ]


def shown_column(panel: Locator, column: int) -> list[str]:
    return panel.locator(f"tbody td:nth-child({column + 1})").all_inner_texts()


def use(page: Page, name: str = "Use this table") -> None:
    preview(page).get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#preview")).to_be_hidden()


def grid_rows(page: Page) -> list[list[str]]:
    rows = page.locator("#grid tbody tr:not(.row-error)").all()
    return [[one.input_value() for one in row.locator("td input").all()] for row in rows]


def said(page: Page) -> Locator:
    return page.locator("#error-table-in")
