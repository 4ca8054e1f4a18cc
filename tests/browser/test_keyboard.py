"""One whole run without a mouse, always with a visible focus."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.decisions import make_decision
from tests.browser.steps import ENGINE_WAIT, Participant

MOST_TABS = 80

FOCUS = """() => {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    return {
        name: node.id || node.getAttribute("aria-label") || node.textContent.trim(),
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        inside: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    };
}"""


def focus(page: Page) -> str:
    """What has the focus: its id, label or text. It must be outlined and in sight."""
    found = page.evaluate(FOCUS)
    if found is None:
        return ""
    assert found["outlined"], f"{found['name']} shows no focus"
    assert found["inside"], f"{found['name']} has the focus out of sight"
    return found["name"]


def tab_to(page: Page, name: str, *, back: bool = False) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(MOST_TABS):
        if focus(page) == name:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never reaches {name}")


def test_joining_answering_and_accepting_by_keyboard_alone(new_person, server):
    links = make_decision(server, people=2)
    bob = Participant("Bob", new_person().page)
    bob.join(links.group)
    bob.fine_with_anything()
    bob.send()

    page = new_person().open(links.group)
    keys = page.keyboard
    expect(page.get_by_label("Your name")).to_be_visible()
    keys.press("Tab")
    assert focus(page) == "Skip to the content"
    keys.press("Enter")
    keys.press("Tab")
    tab_to(page, "join-name")
    keys.type("Bob")
    keys.press("Enter")
    expect(page.locator("#join-error")).to_contain_text("already has this name")
    tab_to(page, "join-name")
    keys.press("ControlOrMeta+a")
    keys.type("Ana")
    keys.press("Enter")
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator("#answer-heading")).to_be_focused()

    tab_to(page, "add-red-line")
    keys.press("Enter")
    assert focus(page) == "red-line-0-attr"
    tab_to(page, "red-line-0-value")
    keys.type("1500")
    tab_to(page, "add-wish")
    keys.press("Space")
    assert focus(page) == "wish-0-attr"
    keys.type("commute")
    expect(page.locator("#wish-0-attr")).to_have_value("commute")
    assert focus(page) == "wish-0-attr"
    expect(page.locator("#leaving")).to_contain_text("leave this browser", timeout=ENGINE_WAIT)
    tab_to(page, "send")
    keys.press("Enter")

    # What was focused is gone with the sheet; the focus waits on what came instead.
    expect(page.locator("#accept")).to_be_visible(timeout=ENGINE_WAIT)
    expect(page.locator("#pick")).to_be_focused()
    tab_to(page, "accept")
    keys.press("Enter")
    expect(page.locator("#ratify")).to_contain_text("You accepted")
