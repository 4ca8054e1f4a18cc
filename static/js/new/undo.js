import { announce, byId, element, fillNode } from "../dom.js";
import { gettext } from "../text.js";

/** @typedef {{said: string, undo: () => void}} Step */

/**
 * Offers to take back the changes that remove or overwrite something, latest first.
 * @param {() => void} afterUndo called when a change was taken back
 * @returns {(said: string, undo: () => void) => void} notes a change: what was done, and how it is taken back
 */
export function offerUndo(afterUndo) {
  const line = byId("undo");
  /** @type {Step[]} */
  const steps = [];

  const show = () => {
    const last = steps.at(-1);
    line.hidden = !last;
    if (!last) return fillNode(line);
    const button = element("button", { type: "button", onclick: () => {
      steps.pop();
      last.undo();
      afterUndo();
      show();
      announce(gettext("Undone."));
      const next = line.querySelector("button");
      if (next) next.focus();
    } }, gettext("Undo"));
    fillNode(line, element("span", {}, last.said), button);
  };
  return (said, undo) => {
    steps.push({ said, undo });
    show();
    announce(said);
  };
}
