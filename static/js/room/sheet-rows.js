/** From a sheet file, as the engine read it, back to the rows of this page. */
import { isNumeric } from "../format.js";
import { numberTyped } from "./numbers.js";
import { weights } from "./sentences.js";
import { measured } from "./sheet-model.js";

/**
 * @typedef {import("../format.js").Attribute} Attribute
 * @typedef {import("./sheet-model.js").SheetModel} SheetModel
 * @typedef {import("./sheet-model.js").RedLineRow} RedLineRow
 * @typedef {import("./sheet-model.js").WishRow} WishRow
 * @typedef {{attr: string, op: string, value: any}} Constraint
 * @typedef {{anything: boolean, red_lines: Constraint[], wishes: any[], python: any[],
 *   options: Record<string, {red_line?: boolean, rating?: number}>}} Found
 */

/**
 * What no row of this page can say is kept as it is, so that the sheet means the same as before.
 * @param {Found} found
 * @param {{attributes: Attribute[], options: any[]}} agenda
 * @returns {SheetModel} with every rule in Python switched off
 */
export function modelOf(found, agenda) {
  const attribute = (/** @type {string} */ name) => /** @type {Attribute} */ (agenda.attributes.find((one) => one.name === name));
  /** @type {RedLineRow[]} */
  const redLines = [];
  const lines = found.red_lines;
  for (let index = 0; index < lines.length; index += 1) {
    const span = spanRow(lines[index], lines[index + 1], attribute(lines[index].attr));
    redLines.push(span ?? redLineOf(lines[index], attribute(lines[index].attr), agenda.options));
    if (span) index += 1;
  }
  return {
    anything: found.anything,
    redLines,
    wishes: found.wishes.map((wish) => wishOf(wish, attribute(wish.attr), agenda.options)),
    options: Object.fromEntries(Object.entries(found.options).map(([digest, { red_line, rating }]) => [
      digest, { red_line: red_line === true, rating: rating === undefined ? "" : String(rating) },
    ])),
    python: found.python.map(({ name, code }) => ({ name, code, on: false })),
  };
}

/** @param {string} attr @param {string} condition @param {Partial<RedLineRow>} [more] @returns {RedLineRow} */
function row(attr, condition, more = {}) {
  return { attr, condition, value: "", until: "", choices: [], ...more };
}

/** @param {Constraint} first @param {Constraint | undefined} second @param {Attribute} attribute */
function spanRow(first, second, attribute) {
  const isSpan = attribute.type === "date" && second?.attr === first.attr && first.op === ">=" && second.op === "<="
    && typeof first.value === "string" && typeof second.value === "string" && first.value <= second.value;
  return isSpan ? row(first.attr, "outside", { value: first.value, until: second.value }) : null;
}

/** @param {Constraint} line @param {Attribute} attribute @param {any[]} options @returns {RedLineRow} */
function redLineOf({ attr, op, value }, attribute, options) {
  if (isNumeric(attribute) && typeof value === "number" && numberTyped(String(value), attribute) === value) {
    if (op === "<=") return row(attr, "above", { value: String(value) });
    if (op === ">=") return row(attr, "below", { value: String(value) });
  }
  if (attribute.type === "date" && typeof value === "string") {
    if (op === "<=") return row(attr, "after", { value });
    if (op === ">=") return row(attr, "before", { value });
  }
  if (attribute.type === "yes-no" && op === "==" && typeof value === "boolean") return row(attr, value ? "no" : "yes");
  if (attribute.type === "text" && Array.isArray(value) && value.every((one) => isListed(one, attr, options))) {
    return row(attr, op === "in" ? "none-of" : "any-of", { choices: value });
  }
  return row(attr, "fixed", { constraint: { op, value } });
}

/** @param {any} value @param {string} attr @param {any[]} options */
function isListed(value, attr, options) {
  return options.some((option) => option[attr] === value);
}

/** @param {any} wish @param {Attribute} attribute @param {any[]} options @returns {WishRow} */
function wishOf(wish, attribute, options) {
  const { attr, weight, ...term } = wish;
  const fixed = { attr, wish: "fixed", value: null, weight, term };
  if (!weights().some(([one]) => one === weight)) return fixed;
  if ("prefer" in term) {
    if (attribute.type === "yes-no" && typeof term.prefer === "boolean") return { attr, wish: term.prefer ? "yes" : "no", value: null, weight };
    return attribute.type === "text" && isListed(term.prefer, attr, options) ? { attr, wish: "prefer", value: term.prefer, weight } : fixed;
  }
  const range = measured(attr, options);
  if (!range || range.lo !== term.lo || range.hi !== term.hi) return fixed;
  const up = term.direction === "higher";
  if (isNumeric(attribute)) return { attr, wish: term.direction, value: null, weight };
  return attribute.type === "date" ? { attr, wish: up ? "later" : "earlier", value: null, weight } : fixed;
}
