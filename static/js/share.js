import { announce, element } from "./dom.js";
import { gettext } from "./text.js";

/**
 * A text with a button that copies it. The text can be selected by hand where the clipboard is not to be had.
 * @param {string} text
 * @param {string} label what the text is, for people who listen to the page
 * @returns {HTMLElement}
 */
export function copyable(text, label) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", { type: "text", readonly: true, "aria-label": label, class: "mono", spellcheck: "false" })
  );
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const button = element("button", { type: "button" }, gettext("Copy"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.focus();
      field.select();
      if (!document.execCommand("copy")) {
        announce(gettext("Could not copy by itself: the text is selected, copy it by hand."));
        return;
      }
    }
    button.textContent = gettext("Copied");
    announce(gettext("Copied"));
    setTimeout(() => { button.textContent = gettext("Copy"); }, 2000);
  });
  return element("div", { class: "copyable" }, field, button);
}
