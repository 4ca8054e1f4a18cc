/** Every option with what its owner says about it alone and, beside it, the live answer. */
import { element, fillNode } from "../dom.js";
import { isNumeric, optionName, outOf100, showValue } from "../format.js";
import { scrolling } from "../scrolling.js";
import { fill, gettext } from "../text.js";
import { ruleName } from "./python-rules.js";
import { redLineText } from "./sentences.js";
import { attributeOf } from "./rule-rows.js";
import { placeKey, settleOptions } from "./sheet-model.js";

/**
 * @typedef {import("./rule-rows.js").Agenda} Agenda
 * @typedef {import("./sheet-model.js").SheetModel} SheetModel
 * @typedef {{acceptable: boolean, score: number, crossed: {kind: string, index?: number}[]}} Answer
 */

export class OptionsTable {
  /**
   * @param {HTMLElement} place
   * @param {SheetModel} model
   * @param {Agenda} agenda
   * @param {string} agendaDigest
   * @param {() => void} changed
   */
  constructor(place, model, agenda, agendaDigest, changed) {
    this.model = model;
    this.agenda = agenda;
    this.agendaDigest = agendaDigest;
    this.changed = changed;
    /** @type {string[] | null} one per option, in their order; only the engine can say them */
    this.digests = null;
    /** @type {HTMLElement[]} */
    this.answers = [];
    /** @type {HTMLElement[]} */
    this.errors = [];
    /** @type {(() => void)[]} for each option, puts what the sheet says of it into its fields */
    this.said = [];
    this.body = element("tbody", { role: "rowgroup" });
    const heads = [...agenda.attributes.map((attribute) => attribute.name), gettext("Your own word on it"), gettext("Your answer")];
    fillNode(place, scrolling(gettext("Options"), element("table", { class: "cards", role: "table" },
      element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads.map((head) => element("th", { scope: "col", role: "columnheader" }, head)))),
      this.body)));
    this.draw();
  }

  /** @param {SheetModel} model */
  replace(model) {
    this.model = model;
    if (this.digests) settleOptions(model, this.agendaDigest, this.digests);
    this.draw();
  }

  /** @param {string[]} digests one per option, in their order @returns {boolean} whether the sheet's keys changed */
  settle(digests) {
    this.digests = digests;
    const moved = settleOptions(this.model, this.agendaDigest, digests);
    this.said.forEach((show) => show());
    return moved;
  }

  /** @param {number} index @returns {string} under what the sheet keeps what is said about this option */
  key(index) {
    return this.digests?.[index] ?? placeKey(this.agendaDigest, index);
  }

  draw() {
    this.body.classList.toggle("anything", this.model.anything);
    this.answers = [];
    this.errors = [];
    this.said = [];
    fillNode(this.body, ...this.agenda.options.map((option, index) => this.row(option, index)));
  }

  /** @param {import("../format.js").Option} option @param {number} index */
  row(option, index) {
    const [first, ...others] = this.agenda.attributes;
    const name = optionName(option, this.agenda.attributes);
    const answer = element("td", { role: "cell", class: "answer", "data-label": gettext("Your answer") }, "…");
    this.answers.push(answer);
    return element("tr", { role: "row" },
      element("th", { scope: "row", role: "rowheader", "data-label": first.name }, element("bdi", {}, name)),
      ...others.map((attribute) => element("td", { role: "cell", "data-label": attribute.name, class: isNumeric(attribute) ? "number" : "" },
        element("bdi", {}, showValue(option[attribute.name], attribute)))),
      element("td", { role: "cell", class: "say", "data-label": gettext("Your own word on it") }, ...this.say(index, name)),
      answer);
  }

  /** @param {number} index @param {string} name */
  say(index, name) {
    const said = () => (this.model.options[this.key(index)] ??= {});
    const refuse = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", "aria-label": fill(gettext("I cannot accept %(option)s"), { option: name }) }));
    refuse.addEventListener("change", () => {
      said().red_line = refuse.checked;
      this.changed();
    });
    const error = element("p", { class: "error", id: `rating-error-${index}` });
    this.errors.push(error);
    const rating = /** @type {HTMLInputElement} */ (element("input", {
      type: "text", inputmode: "numeric", maxlength: "20", class: "rating", autocomplete: "off",
      "aria-label": fill(gettext("How good is %(option)s, from 0 to 100"), { option: name }), "aria-describedby": error.id,
    }));
    rating.addEventListener("input", () => {
      said().rating = rating.value;
      this.changed();
    });
    const show = () => {
      const entry = this.model.options[this.key(index)];
      refuse.checked = entry?.red_line === true;
      if (rating.value !== (entry?.rating ?? "")) rating.value = entry?.rating ?? "";
    };
    this.said.push(show);
    show();
    return [
      element("label", { class: "check" }, refuse, element("span", {}, gettext("I cannot accept this one"))),
      element("label", { class: "rate" }, rating, element("span", {}, gettext("of 100"))),
      error,
    ];
  }

  /** @param {string[]} digests of options whose rating does not count, or the keys that stand for them */
  markOpen(digests) {
    this.errors.forEach((node, index) => {
      const wrong = digests.includes(this.key(index));
      const field = node.parentElement?.querySelector(".rating");
      if (wrong) field?.setAttribute("aria-invalid", "true");
      else field?.removeAttribute("aria-invalid");
      const text = wrong ? gettext("Does not count: give a whole number from 0 to 100, or leave it empty.") : "";
      if (node.textContent !== text) node.textContent = text;
    });
  }

  /**
   * @param {Answer[] | null} answers null while they are not known
   * @param {number[]} redLineRows for each red line of the sheet the row it was written in
   */
  showAnswers(answers, redLineRows) {
    // With two hundred options most answers stay as they are at each key pressed.
    this.answers.forEach((cell, index) => {
      const parts = answers ? this.answerText(answers[index], this.agenda.options[index], redLineRows) : ["…"];
      const text = parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
      if (cell.textContent !== text) fillNode(cell, ...parts);
    });
  }

  /** @param {Answer} answer @param {import("../format.js").Option} option @param {number[]} redLineRows */
  answerText(answer, option, redLineRows) {
    if (answer.acceptable) {
      const score = outOf100(answer.score);
      return [element("span", { class: "verdict" }, gettext("✓ acceptable")),
        element("span", { class: "score" }, fill(gettext("%(score)s of 100"), { score }))];
    }
    const reasons = new Set(answer.crossed.map((crossed) => {
      if (crossed.kind === "python") return ruleName(this.model.python, /** @type {number} */ (crossed.index));
      if (crossed.kind !== "attribute") return gettext("your word on it");
      const row = this.model.redLines[redLineRows[/** @type {number} */ (crossed.index)]];
      if (!row) return "";
      return Object.hasOwn(option, row.attr)
        ? redLineText(row, attributeOf(this.agenda, row.attr))
        : fill(gettext("%(name)s is not given, which counts as crossing your line"), { name: row.attr });
    }));
    return [element("span", { class: "verdict" }, gettext("✕ not acceptable")),
      element("span", { class: "score" }, fill(gettext("only you see why: %(why)s"), { why: [...reasons].join("; ") }))];
  }
}
