/** The words of red lines and wishes: what stands around their fields, and whole sentences for reading. */
import { isNumeric, showValue } from "../format.js";
import { fill, gettext } from "../text.js";
import { numberTyped } from "./numbers.js";

/**
 * @typedef {import("../format.js").Attribute} Attribute
 * @typedef {import("./sheet-model.js").RedLineRow} RedLineRow
 * @typedef {import("./sheet-model.js").WishRow} WishRow
 */

/** @param {string} condition @returns {string} */
export function conditionWord(condition) {
  /** @type {Record<string, string>} */
  const words = {
    above: gettext("above"),
    below: gettext("below"),
    before: gettext("before"),
    after: gettext("after"),
    outside: gettext("outside the days from"),
    no: gettext("is no"),
    yes: gettext("is yes"),
    "any-of": gettext("is one of"),
    "none-of": gettext("is anything but"),
  };
  return words[condition] ?? condition;
}

/** @param {string} wish @returns {string} */
export function wishWord(wish) {
  /** @type {Record<string, string>} */
  const words = {
    lower: gettext("lower is better"),
    higher: gettext("higher is better"),
    earlier: gettext("earlier is better"),
    later: gettext("later is better"),
    yes: gettext("yes is better"),
    no: gettext("no is better"),
    prefer: gettext("I prefer"),
  };
  return words[wish] ?? wish;
}

/** @returns {[number, string][]} how much a wish matters: its weight and the word for it */
export function weights() {
  return [[1, gettext("a little")], [2, gettext("quite")], [4, gettext("a lot")]];
}

/** @param {number} weight */
function weightWord(weight) {
  return weights().find(([number]) => number === weight)?.[1] ?? fill(gettext("with a weight of %(weight)s"), { weight });
}

/** @param {RedLineRow} row @param {Attribute} attribute @returns {string} "rent above 700 EUR" */
export function redLineText(row, attribute) {
  if (row.condition === "fixed" && row.constraint) return fixedText(row.attr, row.constraint, attribute);
  const values = {
    name: row.attr,
    condition: conditionWord(row.condition),
    value: typedValue(row.value, attribute),
    until: typedValue(row.until, attribute),
    choices: row.choices.map((choice) => showValue(choice, attribute)).join(", "),
  };
  if (row.condition === "outside") return fill(gettext("%(name)s before %(value)s or after %(until)s"), values);
  if (row.condition === "yes" || row.condition === "no") return fill(gettext("%(name)s %(condition)s"), values);
  if (row.condition === "any-of") return fill(gettext("%(name)s is one of: %(choices)s"), values);
  if (row.condition === "none-of") return fill(gettext("%(name)s is anything but: %(choices)s"), values);
  return fill(gettext("%(name)s %(condition)s %(value)s"), values);
}

/**
 * What must hold, for a line that came from a file and has no fields here.
 * @param {string} name @param {{op: string, value: any}} constraint @param {Attribute} attribute
 */
function fixedText(name, { op, value }, attribute) {
  /** @type {Record<string, string>} */
  const words = {
    "==": gettext("%(name)s unless it is %(value)s"),
    "!=": gettext("%(name)s if it is %(value)s"),
    "<": gettext("%(name)s unless it is below %(value)s"),
    "<=": gettext("%(name)s unless it is at most %(value)s"),
    ">": gettext("%(name)s unless it is above %(value)s"),
    ">=": gettext("%(name)s unless it is at least %(value)s"),
    in: gettext("%(name)s unless it is one of: %(value)s"),
    not_in: gettext("%(name)s if it is one of: %(value)s"),
  };
  const values = Array.isArray(value) ? value : [value];
  return fill(words[op] ?? "%(name)s", { name, value: values.map((one) => showValue(one, attribute)).join(", ") });
}

/** @param {WishRow} row @param {Attribute} attribute @returns {string} */
export function wishText(row, attribute) {
  if (row.wish === "fixed") return fixedWishText(row, attribute);
  const values = {
    name: row.attr,
    wish: wishWord(row.wish),
    value: showValue(row.value, attribute),
    weight: weightWord(row.weight),
  };
  if (row.wish === "prefer") return fill(gettext("%(name)s: I prefer %(value)s; it matters %(weight)s"), values);
  return fill(gettext("%(name)s: %(wish)s; it matters %(weight)s"), values);
}

/** @param {WishRow} row @param {Attribute} attribute */
function fixedWishText(row, attribute) {
  const { prefer, direction, lo, hi } = /** @type {any} */ (row.term);
  const show = (/** @type {any} */ value) => showValue(value, attribute);
  const weight = weightWord(row.weight);
  if (prefer !== undefined) return fill(gettext("%(name)s: I prefer %(value)s; it matters %(weight)s"), { name: row.attr, value: show(prefer), weight });
  const text = direction === "higher"
    ? gettext("%(name)s: the more the better, from %(lo)s to %(hi)s; it matters %(weight)s")
    : gettext("%(name)s: the less the better, from %(lo)s to %(hi)s; it matters %(weight)s");
  return fill(text, { name: row.attr, lo: show(lo), hi: show(hi), weight });
}

/** @param {string} typed @param {Attribute} attribute */
function typedValue(typed, attribute) {
  const value = isNumeric(attribute) ? numberTyped(typed, attribute) : typed;
  return value === null || value === "" ? "…" : showValue(value, attribute);
}

/** @param {RedLineRow} row @param {Attribute} attribute @returns {string} why a red line does not count yet */
export function openRedLineText(row, attribute) {
  if (isNumeric(attribute) && row.value.trim()) return gettext("Does not count yet: write the number like 1234.50.");
  if (row.condition === "outside" && row.value && row.until) return gettext("Does not count yet: the last day is before the first.");
  if (attribute.type === "text") return gettext("Does not count yet: choose at least one, or remove it.");
  return gettext("Does not count yet: say where the line is, or remove it.");
}
