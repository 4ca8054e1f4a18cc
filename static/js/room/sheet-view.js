/** The upper half of the sheet: "fine with anything", the red lines and the wishes. */
import { byId, fillNode, showIf } from "../dom.js";
import { isNumeric } from "../format.js";
import { gettext } from "../text.js";
import { attributeOf, redLineRow, wishRow } from "./rule-rows.js";
import { openRedLineText } from "./sentences.js";
import { newRedLine, newWish } from "./sheet-model.js";

/**
 * @typedef {import("./sheet-model.js").SheetModel} SheetModel
 * @typedef {import("./rule-rows.js").Agenda} Agenda
 */

export class SheetView {
  /**
   * @param {SheetModel} model
   * @param {Agenda} agenda
   * @param {() => void} changed after every change of the model
   */
  constructor(model, agenda, changed) {
    this.model = model;
    this.agenda = agenda;
    this.changed = changed;
    this.anything = /** @type {HTMLInputElement} */ (byId("anything"));
    this.anything.addEventListener("change", () => {
      this.model.anything = this.anything.checked;
      this.drawRules();
      this.changed();
    });
    byId("add-red-line").addEventListener("click", () => {
      this.model.redLines.push(newRedLine(this.usual()));
      this.redraw(`red-line-${this.model.redLines.length - 1}-attr`);
    });
    byId("add-wish").addEventListener("click", () => {
      this.model.wishes.push(newWish(this.usual()));
      this.redraw(`wish-${this.model.wishes.length - 1}-attr`);
    });
    this.draw();
  }

  /** Most limits are about a number; the first attribute only names an option. */
  usual() {
    const { attributes } = this.agenda;
    return attributes.slice(1).find(isNumeric) ?? attributes[1] ?? attributes[0];
  }

  /** @param {SheetModel} model taken over from another window */
  replace(model) {
    this.model = model;
    this.draw();
  }

  draw() {
    this.anything.checked = this.model.anything;
    this.drawRules();
  }

  drawRules() {
    showIf(!this.model.anything, byId("rules"));
    fillNode(byId("red-lines"), ...this.model.redLines.map((row, index) => redLineRow(row, index, this.agenda, this.hooks(this.model.redLines, index, "add-red-line"))));
    fillNode(byId("wishes"), ...this.model.wishes.map((row, index) => wishRow(row, index, this.agenda, this.hooks(this.model.wishes, index, "add-wish"))));
  }

  /** @param {string} [focus] */
  redraw(focus) {
    this.drawRules();
    if (focus) document.getElementById(focus)?.focus();
    this.changed();
  }

  /** @param {any[]} rows @param {number} index @param {string} afterRemoval */
  hooks(rows, index, afterRemoval) {
    return {
      changed: this.changed,
      redraw: (/** @type {string | undefined} */ focus) => this.redraw(focus),
      remove: () => {
        rows.splice(index, 1);
        this.redraw(afterRemoval);
      },
    };
  }

  /** @param {number[]} redLines @param {number[]} wishes the rows that do not count yet */
  markOpen(redLines, wishes) {
    this.model.redLines.forEach((row, index) => {
      say(`red-line-${index}`, redLines.includes(index) ? openRedLineText(row, attributeOf(this.agenda, row.attr)) : "");
    });
    this.model.wishes.forEach((row, index) => {
      const open = row.wish === "prefer" ? gettext("Does not count yet: say what you prefer, or remove it.") : gettext("Does not count: no option says anything about this.");
      say(`wish-${index}`, wishes.includes(index) ? open : "");
    });
  }
}

/** @param {string} row its id @param {string} text why it does not count, empty where it does */
function say(row, text) {
  const node = document.getElementById(`${row}-open`);
  if (node && node.textContent !== text) node.textContent = text;
  for (const field of document.querySelectorAll(`#${row}-value, #${row}-until`)) {
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

/** @param {HTMLElement} place where a row that is not complete is asked for what is missing */
export function focusOpenField(place) {
  for (const reason of place.querySelectorAll(".error")) {
    const row = reason.parentElement;
    // What is said of the whole sheet is about none of its fields.
    if (!reason.textContent || !row || row === place) continue;
    const field = row.querySelector("[aria-invalid], .choices input, select[id$=-value], .rating") ?? row.querySelector("select, button");
    if (!(field instanceof HTMLElement)) continue;
    field.focus();
    // With the reason, which stands below the field and may be hidden while the field is not.
    row.scrollIntoView({ block: "nearest" });
    return;
  }
}
