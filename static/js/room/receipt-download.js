/** The receipt as a file, but only if it is about the very record that this browser has checked. */
import { element } from "../dom.js";
import { decisionPath } from "../links.js";
import { gettext } from "../text.js";

/**
 * @typedef {{hash: string, title: string, roster: string | null}} Checked
 */

/**
 * @param {string} decision
 * @param {() => Checked | null} checked the hash computed here, the title known here, and the body of the signed list of
 *   people, null in a decision without signatures; nothing at all while nothing was checked
 * @returns {HTMLElement}
 */
export function receiptDownload(decision, checked) {
  const address = `${decisionPath(decision)}receipt.json`;
  const error = element("p", { class: "error", role: "alert", id: "receipt-error" });
  const save = async (/** @type {Event} */ event) => {
    const expected = checked();
    if (!expected) return;
    event.preventDefault();
    error.textContent = "";
    const response = await fetch(address, { cache: "no-store" }).catch(() => null);
    if (!response?.ok) {
      error.textContent = gettext("The receipt could not be fetched. Try again in a moment.");
      return;
    }
    const text = await response.text();
    if (!isAbout(text, expected)) error.textContent = gettext("Careful: the receipt that the server gave is about another record than the one checked here. It is saved as evidence; do not rely on it.");
    saveText(text, isAbout(text, expected) ? "parley-receipt.json" : "parley-wrong-receipt.json");
  };
  return element("div", {},
    element("a", { class: "button", href: address, download: "parley-receipt.json", onclick: save }, gettext("Download the receipt")),
    error);
}

/** @param {string} text @param {Checked} expected */
function isAbout(text, { hash, title, roster }) {
  try {
    const receipt = JSON.parse(text);
    return receipt.transcript_hash === hash && receipt.title === title && (receipt.proof?.roster.body ?? null) === roster;
  } catch {
    return false;
  }
}

/** @param {string} text @param {string} name */
export function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: address, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
