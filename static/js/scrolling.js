import { element, showIf } from "./dom.js";
import { gettext } from "./text.js";

/**
 * A box of its own for a table that may be wider than the screen. While a part is out of sight, a line above says so.
 * @param {string} label what the table is, for people who do not see it
 * @param {HTMLElement} table
 * @returns {HTMLElement}
 */
export function scrolling(label, table) {
  const hint = element("p", { class: "hint", hidden: true }, gettext("This table is wider than the screen: move it sideways to see the rest."));
  const box = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
  const observer = new ResizeObserver(() => showIf(box.scrollWidth > box.clientWidth, hint));
  observer.observe(box);
  observer.observe(table);
  return element("div", {}, hint, box);
}
