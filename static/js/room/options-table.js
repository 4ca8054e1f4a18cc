/** Every option with what its owner says about it alone and, beside it, the live answer. */
import { element, fillNode } from "../dom.js";
import { isNumeric, optionName, outOf100, showValue } from "../format.js";
import { fill, gettext } from "../text.js";
import { redLineText } from "./sentences.js";
import { attributeOf } from "./rule-rows.js";

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
   * @param {string[]} digests one per option, in their order
   * @param {() => void} changed
   */
  constructor(place, model, agenda, digests, changed) {
    this.model = model;
    this.agenda = agenda;
    this.digests = digests;
    this.changed = changed;
    /** @type {HTMLElement[]} */
    this.answers = [];
    /** @type {HTMLElement[]} */
    this.errors = [];
    this.body = element("tbody", { role: "rowgroup" });
    const heads = [...agenda.attributes.map((attribute) => attribute.name), gettext("Your own word on it"), gettext("Your answer")];
    fillNode(place, element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": gettext("Options") },
      element("table", { class: "cards", role: "table" },
        element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads.map((head) => element("th", { scope: "col", role: "columnheader" }, head)))),
        this.body)));
    this.draw();
  }

  /** @param {SheetModel} model */
  replace(model) {
    this.model = model;
    this.draw();
  }

  draw() {
    this.body.classList.toggle("anything", this.model.anything);
    this.answers = [];
    this.errors = [];
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
    const digest = this.digests[index];
    const said = () => (this.model.options[digest] ??= {});
    const refuse = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", "aria-label": fill(gettext("I cannot accept %(option)s"), { option: name }) }));
    refuse.checked = this.model.options[digest]?.red_line === true;
    refuse.addEventListener("change", () => {
      said().red_line = refuse.checked;
      this.changed();
    });
    const error = element("p", { class: "error", id: `rating-error-${index}` });
    this.errors.push(error);
    const rating = /** @type {HTMLInputElement} */ (element("input", {
      type: "number", min: "0", max: "100", step: "1", inputmode: "numeric", class: "rating", autocomplete: "off",
      "aria-label": fill(gettext("How good is %(option)s, from 0 to 100"), { option: name }), "aria-describedby": error.id,
    }));
    rating.value = this.model.options[digest]?.rating ?? "";
    rating.addEventListener("input", () => {
      said().rating = rating.validity.badInput ? "?" : rating.value;
      this.changed();
    });
    return [
      element("label", { class: "check" }, refuse, element("span", {}, gettext("I cannot accept this one"))),
      element("label", { class: "rate" }, rating, element("span", {}, gettext("of 100"))),
      error,
    ];
  }

  /** @param {string[]} digests of options whose rating does not count */
  markOpen(digests) {
    this.errors.forEach((node, index) => {
      const text = digests.includes(this.digests[index]) ? gettext("Does not count: give a whole number from 0 to 100, or leave it empty.") : "";
      if (node.textContent !== text) node.textContent = text;
    });
  }

  /**
   * @param {Answer[] | null} answers null while they are not known
   * @param {number[]} redLineRows for each red line of the sheet the row it was written in
   */
  showAnswers(answers, redLineRows) {
    this.answers.forEach((cell, index) => {
      if (!answers) fillNode(cell, "…");
      else fillNode(cell, ...this.answerText(answers[index], redLineRows));
    });
  }

  /** @param {Answer} answer @param {number[]} redLineRows */
  answerText(answer, redLineRows) {
    if (answer.acceptable) {
      const score = outOf100(answer.score);
      return [element("span", { class: "verdict" }, gettext("✓ acceptable")),
        element("span", { class: "score" }, fill(gettext("%(score)s of 100"), { score }))];
    }
    const reasons = new Set(answer.crossed.map((crossed) => {
      if (crossed.kind !== "attribute") return gettext("your word on it");
      const row = this.model.redLines[redLineRows[/** @type {number} */ (crossed.index)]];
      return row ? redLineText(row, attributeOf(this.agenda, row.attr)) : "";
    }));
    return [element("span", { class: "verdict" }, gettext("✕ not acceptable")),
      element("span", { class: "score" }, fill(gettext("only you see why: %(why)s"), { why: [...reasons].join("; ") }))];
  }
}
