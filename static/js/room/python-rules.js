/** Rules in Python, for those who want them: writing them, and what each says about every option. */
import { byId, element, fillNode } from "../dom.js";
import { engineSentence } from "../engine-status.js";
import { optionName } from "../format.js";
import { fill, gettext } from "../text.js";
import { visible } from "../visible.js";

const MOST_RULES = 20;
const LONGEST_NAME = 80;
const LARGEST_CODE = 4096;

/**
 * @typedef {{name: string, code: string, on: boolean}} PythonRow
 * @typedef {import("../rules/runner.js").RuleResults} RuleResults
 * @typedef {import("./rule-rows.js").Agenda} Agenda
 */

/** @param {any} kept @returns {PythonRow[]} what of it has the shape of rules */
export function restoreRules(kept) {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MOST_RULES)
    .filter((row) => typeof row?.name === "string" && typeof row.code === "string")
    .map(({ name, code, on }) => ({ name, code, on: on === true }));
}

/** @param {PythonRow} row @returns {boolean} whether the format of sheets has no place for it */
export function isTooLong({ name, code }) {
  return new TextEncoder().encode(code).length > LARGEST_CODE || [...name].length > LONGEST_NAME;
}

/** @param {PythonRow[]} rules @param {number} index @returns {string} what a rule is called */
export function ruleName(rules, index) {
  const name = visible(rules[index]?.name ?? "").trim();
  return name || fill(gettext("rule %(number)s in Python"), { number: index + 1 });
}

export class PythonRules {
  /**
   * @param {PythonRow[]} rows
   * @param {Agenda} agenda
   * @param {() => void} changed after every change of the rows
   */
  constructor(rows, agenda, changed) {
    this.rows = rows;
    this.agenda = agenda;
    this.changed = changed;
    /** What each rule that is switched on said, where it is known. @type {Map<PythonRow, RuleResults>} */
    this.results = new Map();
    /** The failures that their owner has ticked, as they were then. @type {Set<string>} */
    this.seen = new Set();
    byId("add-python").addEventListener("click", () => {
      if (this.rows.length >= MOST_RULES) return;
      this.rows.push({ name: "", code: "", on: false });
      this.draw();
      byId(`python-${this.rows.length - 1}-code`).focus();
      this.changed();
    });
    this.draw();
  }

  /** @param {PythonRow[]} rows taken over from another window, or from a file */
  replace(rows) {
    this.rows = rows;
    this.draw();
  }

  draw() {
    this.results.clear();
    fillNode(byId("python-rules"), ...this.rows.map((row, index) => this.row(row, index)));
    byId("add-python").toggleAttribute("disabled", this.rows.length >= MOST_RULES);
    const section = /** @type {HTMLDetailsElement} */ (byId("python-section"));
    if (this.rows.length) section.open = true;
  }

  /** @param {PythonRow} row @param {number} index */
  row(row, index) {
    const id = `python-${index}`;
    const name = /** @type {HTMLInputElement} */ (element("input", { id: `${id}-name`, type: "text", maxlength: String(LONGEST_NAME), autocomplete: "off" }));
    name.value = row.name;
    name.addEventListener("input", () => {
      row.name = name.value;
      this.changed();
    });
    const code = /** @type {HTMLTextAreaElement} */ (element("textarea", {
      id: `${id}-code`, class: "mono", rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off",
      "aria-describedby": `python-hint ${id}-open`, placeholder: this.example(),
    }));
    code.value = row.code;
    code.addEventListener("input", () => {
      row.code = code.value;
      this.say(index);
      this.changed();
    });
    const on = /** @type {HTMLInputElement} */ (element("input", { id: `${id}-on`, type: "checkbox" }));
    on.checked = row.on;
    on.addEventListener("change", () => {
      row.on = on.checked;
      this.say(index);
      this.changed();
    });
    const remove = () => {
      this.rows.splice(index, 1);
      this.draw();
      byId("add-python").focus();
      this.changed();
    };
    return element("fieldset", { class: "python-rule", "aria-label": fill(gettext("Rule %(number)s in Python"), { number: index + 1 }) },
      element("label", { for: name.id }, gettext("What it is about, for yourself")), name,
      element("label", { for: code.id }, gettext("What must hold, in Python")), code,
      element("p", { class: "error", id: `${id}-open` }),
      element("div", { class: "row" },
        element("label", { class: "check" }, on, element("span", {}, gettext("Switched on"))),
        element("button", { type: "button", class: "plain", onclick: remove }, gettext("Remove"))),
      element("div", { id: `${id}-results`, role: "status" }));
  }

  /** A rule that could be written about these options. */
  example() {
    const attribute = this.agenda.attributes.find(({ type }) => ["whole", "decimal", "money"].includes(type)) ?? this.agenda.attributes[0];
    const value = this.agenda.options.map((option) => option[attribute.name]).find((one) => one !== undefined);
    const test = typeof value === "number" ? `<= ${value}` : `!= ${JSON.stringify(value ?? "")}`;
    return `option[${JSON.stringify(attribute.name)}] ${test}`;
  }

  /** @param {RuleResults[] | null} results of the rules that are switched on, in their order; null while they run */
  show(results) {
    this.results.clear();
    const on = this.rows.filter((row) => row.on);
    results?.forEach((found, index) => this.results.set(on[index], found));
    byId("python-error").textContent = "";
    this.rows.forEach((_, index) => this.say(index));
  }

  /** Says that the rules could not be run at all. @param {Error} error */
  fail(error) {
    this.results.clear();
    this.rows.forEach((_, index) => this.say(index));
    fillNode(byId("python-error"),
      element("span", {}, fill(gettext("No rule in Python could be run. %(reason)s"), { reason: engineSentence(error) }), " "),
      element("button", { type: "button", onclick: this.changed }, gettext("Try again")));
  }

  /** @private @param {number} index */
  say(index) {
    const row = this.rows[index];
    const open = isTooLong(row) ? fill(gettext("Too long: the code of a rule has at most %(most)s bytes."), { most: LARGEST_CODE }) : "";
    byId(`python-${index}-open`).textContent = open;
    byId(`python-${index}-code`).toggleAttribute("aria-invalid", Boolean(open));
    const found = this.results.get(row);
    const place = byId(`python-${index}-results`);
    if (!row.on) fillNode(place, row.code.trim() && element("p", { class: "small quiet" }, gettext("Off: it is not run and does not count.")));
    else if (open) fillNode(place);
    else if (!found) fillNode(place, element("p", { class: "small quiet" }, gettext("Running it on every option…")));
    else fillNode(place, this.outcome(found), this.tick(found, row));
  }

  /** @private @param {RuleResults} found */
  stoppedWords({ at }) {
    const option = at === null ? undefined : this.agenda.options[at];
    if (!option) return gettext("Stopped: it took too long. Every option counts as not acceptable.");
    return fill(gettext("Stopped at %(option)s: it took too long. Every option counts as not acceptable."),
      { option: `\u2068${optionName(option, this.agenda.attributes)}\u2069` });
  }

  /** @private @param {RuleResults} found */
  outcome(found) {
    if (found.stopped) return element("p", { class: "error" }, this.stoppedWords(found));
    const [first] = found.errors;
    if (found.errors.length > 1 && first && found.errors.every((error) => error === first)) {
      return element("p", { class: "error" }, fill(gettext("It fails for every option, and so counts as not acceptable: %(error)s"), { error: visible(first) }));
    }
    const [kind] = found.gave;
    if (kind && found.gave.every((one) => one === kind)) return element("p", { class: "error" }, gaveWords(kind));
    return element("ul", { class: "rule-results small" }, ...found.results.map((result, option) => element("li", {},
      element("bdi", {}, optionName(this.agenda.options[option], this.agenda.attributes)), ": ",
      result === "passed" ? gettext("✓ holds")
        : found.gave[option] ? `✕ ${gaveWords(found.gave[option] ?? "")}`
        : result === "crossed" ? gettext("✕ does not hold")
        : element("span", {}, gettext("✕ fails, and so counts as not acceptable: "), element("code", {}, visible(found.errors[option] ?? ""))))));
  }

  /** @private @param {RuleResults} found @param {PythonRow} row */
  tick(found, row) {
    const failure = failureOf(found, row);
    if (failure === null) return null;
    const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    box.checked = this.seen.has(failure);
    box.addEventListener("change", () => {
      if (box.checked) this.seen.add(failure);
      else this.seen.delete(failure);
    });
    return element("label", { class: "check" }, box, element("span", {}, gettext("I have seen that this rule fails, and want to send my answers like this")));
  }

  /** @returns {HTMLElement | null} where the owner is still to see that a rule fails */
  unseen() {
    const index = this.rows.findIndex((row) => {
      const found = this.results.get(row);
      const failure = found ? failureOf(found, row) : null;
      return row.on && failure !== null && !this.seen.has(failure);
    });
    return index < 0 ? null : byId(`python-${index}-results`).querySelector("input");
  }
}

/** @param {string} kind of a value that is neither True nor False @returns {string} */
function gaveWords(kind) {
  if (kind === "function") {
    return gettext("This gave a function, not True or False, and so counts as not acceptable. Write the expression itself, or def acceptable(option): …");
  }
  return fill(gettext("This gave a value of the type %(type)s, not True or False, and so counts as not acceptable. A comparison gives True or False."), { type: visible(kind) });
}

/** @param {RuleResults} found @param {PythonRow} row @returns {string | null} what there is to see, null for nothing */
function failureOf(found, row) {
  if (!found.stopped && !found.results.includes("error")) return null;
  return JSON.stringify([row.code, found.stopped, found.errors]);
}
