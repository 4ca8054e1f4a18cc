/**
 * A printed receipt's QR code leads to this page with the hash of its record after the `#`: it reaches no server, and
 * nothing is fetched for it. It is only compared with the hash of the file that is checked here.
 */
import { byId, element, fillNode } from "../dom.js";
import { gettext } from "../text.js";

const GIVEN = /^#hash=(.*)$/;
const HASH = /^[0-9a-f]{64}$/;

/** @returns {string | null} the hash on the paper that this page was opened from */
function hashOnPaper() {
  const hash = given();
  return hash !== null && HASH.test(hash) ? hash : null;
}

/** @returns {string | null} what the address gives as a hash, whatever it is */
function given() {
  return GIVEN.exec(location.hash)?.[1].toLowerCase() ?? null;
}

/** Says above the file field what the page was opened for. */
export function showPaper() {
  const paper = byId("paper");
  const hash = hashOnPaper();
  paper.hidden = given() === null;
  if (paper.hidden) return;
  if (hash === null) {
    fillNode(paper, element("p", {}, gettext("The address of this page holds a hash that is cut off or mistyped, so that no file can be compared with a paper. A hash has 64 digits from 0 to 9 and a to f.")));
    return;
  }
  fillNode(paper,
    element("p", {}, gettext("You come from a printed receipt. Choose the receipt file: this page will compare it with the hash that was on the paper.")),
    element("p", { class: "small" }, `${gettext("On the paper:")} `, element("span", { class: "hash" }, hash)));
}

/**
 * @param {string | null} hash that of the record, worked out here
 * @returns {Node | null} whether it is the one on the paper; null where the page was not opened from one
 */
export function comparedWithPaper(hash) {
  const printed = hashOnPaper();
  if (printed === null) return null;
  const same = printed === hash;
  return element("p", { class: "paper-match", "data-same": String(same) },
    element("span", { class: "mark", "aria-hidden": "true" }, same ? "✓" : "✕"),
    same ? gettext("This is the record on the paper: the hashes are the same.")
      : gettext("This is not the record on the paper: the hashes differ."));
}
