/**
 * The private sheet as it is being written. Rows are kept as typed, complete or not; `toSheet` makes the
 * `parley-sheet/1` text that the engine reads, out of the complete ones.
 *
 * @typedef {{attr: string, condition: string, value: string, until: string, choices: any[],
 *   constraint?: {op: string, value: any}}} RedLineRow
 * @typedef {{attr: string, wish: string, value: any, weight: number, term?: object}} WishRow
 *   a row that is "fixed" came from a file and says what no other row can: its `constraint` or `term`, as it is
 * @typedef {{red_line?: boolean, rating?: string}} OptionSay rating as typed
 *   `options` is keyed by each option's digest, or until the engine has said it by `placeKey`
 * @typedef {import("./python-rules.js").PythonRow} PythonRow
 * @typedef {{anything: boolean, redLines: RedLineRow[], wishes: WishRow[], options: Record<string, OptionSay>,
 *   python: PythonRow[]}} SheetModel
 * @typedef {import("../format.js").Attribute} Attribute
 * @typedef {import("../format.js").Option} Option
 */
import { isNumeric } from "../format.js";
import { numberTyped, ratingTyped } from "./numbers.js";
import { restoreRules } from "./python-rules.js";

const DIGEST = /^[0-9a-f]{64}$/;

/** @param {string} agendaDigest @param {number} index @returns {string} stands for an option whose digest is not known yet */
export function placeKey(agendaDigest, index) {
  return `${agendaDigest}/${index}`;
}

/**
 * Puts what was said about options before the engine was ready under their digests.
 * @param {SheetModel} model
 * @param {string} agendaDigest
 * @param {string[]} digests
 * @returns {boolean} whether there was any
 */
export function settleOptions(model, agendaDigest, digests) {
  let moved = false;
  digests.forEach((digest, index) => {
    const key = placeKey(agendaDigest, index);
    if (!model.options[key]) return;
    model.options[digest] = { ...model.options[digest], ...model.options[key] };
    delete model.options[key];
    moved = true;
  });
  return moved;
}

/**
 * Takes back what was kept, leaving out what has not the shape of a sheet.
 * @param {any} kept
 * @param {Attribute[]} attributes
 * @returns {SheetModel}
 */
export function restoreSheet(kept, attributes) {
  const known = new Set(attributes.map((attribute) => attribute.name));
  const rows = (/** @type {any} */ list) => (Array.isArray(list) ? list.filter((row) => row && known.has(row.attr)) : []);
  return {
    anything: kept?.anything === true,
    redLines: rows(kept?.redLines).filter((row) => typeof row.value === "string" && typeof row.until === "string" && Array.isArray(row.choices) && (row.condition !== "fixed" || isObject(row.constraint))),
    wishes: rows(kept?.wishes).filter((row) => typeof row.weight === "number" && (row.wish !== "fixed" || isObject(row.term))),
    options: isObject(kept?.options) ? kept.options : {},
    python: restoreRules(kept?.python),
  };
}

/** @param {any} value */
function isObject(value) {
  return value !== null && typeof value === "object";
}

/** @param {Attribute} attribute @returns {RedLineRow} */
export function newRedLine(attribute) {
  return { attr: attribute.name, condition: redLineConditions(attribute)[0], value: "", until: "", choices: [] };
}

/** @param {Attribute} attribute @returns {WishRow} */
export function newWish(attribute) {
  return { attr: attribute.name, wish: wishKinds(attribute)[0], value: null, weight: 2 };
}

/** @param {Attribute} attribute @returns {string[]} what can be ruled out about such an attribute */
export function redLineConditions(attribute) {
  if (isNumeric(attribute)) return ["above", "below"];
  if (attribute.type === "date") return ["before", "after", "outside"];
  if (attribute.type === "yes-no") return ["no", "yes"];
  return ["any-of", "none-of"];
}

/** @param {Attribute} attribute @returns {string[]} */
export function wishKinds(attribute) {
  if (isNumeric(attribute)) return ["lower", "higher"];
  if (attribute.type === "date") return ["earlier", "later"];
  if (attribute.type === "yes-no") return ["yes", "no"];
  return ["prefer"];
}

/**
 * The constraints that a red line stands for: what must hold. Empty while the row is not complete.
 * @param {RedLineRow} row
 * @param {Attribute} attribute
 * @returns {{attr: string, op: string, value: any}[]}
 */
function constraintsOf(row, attribute) {
  const { attr } = row;
  const one = (/** @type {string} */ op, /** @type {any} */ value) => ({ attr, op, value });
  const typed = isNumeric(attribute) ? numberTyped(row.value, attribute) : row.value || null;
  switch (row.condition) {
    case "above":
    case "after":
      return typed === null ? [] : [one("<=", typed)];
    case "below":
    case "before":
      return typed === null ? [] : [one(">=", typed)];
    case "outside":
      return typed === null || !row.until || row.until < typed ? [] : [one(">=", typed), one("<=", row.until)];
    case "no":
      return [one("==", true)];
    case "yes":
      return [one("==", false)];
    case "any-of":
      return row.choices.length ? [one("not_in", row.choices)] : [];
    case "none-of":
      return row.choices.length ? [one("in", row.choices)] : [];
    case "fixed":
      return row.constraint ? [one(row.constraint.op, row.constraint.value)] : [];
    default:
      return [];
  }
}

/**
 * The term that a wish stands for. Numbers and dates are measured over the range that the options span.
 * @param {WishRow} row
 * @param {Option[]} options
 * @returns {object | null} null while the row is not complete
 */
function termOf(row, options) {
  const { attr, weight } = row;
  if (row.wish === "fixed") return { attr, weight, ...row.term };
  if (row.wish === "prefer") return row.value === null || row.value === "" ? null : { attr, weight, prefer: row.value };
  if (row.wish === "yes" || row.wish === "no") return { attr, weight, prefer: row.wish === "yes" };
  const range = measured(attr, options);
  const direction = row.wish === "higher" || row.wish === "later" ? "higher" : "lower";
  return range && { attr, weight, direction, ...range };
}

/** @param {string} attr @param {Option[]} options @returns {{lo: any, hi: any} | null} the range that the options span */
export function measured(attr, options) {
  const values = options.map((option) => option[attr]).filter((value) => value !== undefined);
  if (!values.length) return null;
  const lo = values.reduce((least, value) => (value < least ? value : least));
  const hi = values.reduce((most, value) => (value > most ? value : most));
  return { lo, hi };
}

/**
 * @param {SheetModel} model
 * @param {string} owner
 * @param {{attributes: Attribute[], options: Option[]}} agenda
 * @returns {{text: string, redLineRows: number[], openRedLines: number[], openWishes: number[], openRatings: string[]}}
 *   the sheet's text; for each of its red lines the row it comes from; the rows that are not complete and therefore
 *   do not count; the digests of options whose rating is no whole number from 0 to 100
 */
export function toSheet(model, owner, agenda) {
  const byName = new Map(agenda.attributes.map((attribute) => [attribute.name, attribute]));
  /** @type {any[]} */
  const redLines = [];
  /** @type {number[]} */
  const redLineRows = [];
  /** @type {number[]} */
  const openRedLines = [];
  model.redLines.forEach((row, index) => {
    const constraints = constraintsOf(row, /** @type {Attribute} */ (byName.get(row.attr)));
    if (!constraints.length) openRedLines.push(index);
    for (const constraint of constraints) {
      redLines.push(constraint);
      redLineRows.push(index);
    }
  });
  /** @type {any[]} */
  const wishes = [];
  /** @type {number[]} */
  const openWishes = [];
  model.wishes.forEach((row, index) => {
    const term = termOf(row, agenda.options);
    if (term) wishes.push(term);
    else openWishes.push(index);
  });
  /** @type {Record<string, any>} */
  const options = {};
  /** @type {string[]} */
  const openRatings = [];
  for (const [digest, say] of Object.entries(model.options)) {
    /** @type {Record<string, any>} */
    const entry = {};
    if (say.red_line) entry.red_line = true;
    const typed = (say.rating ?? "").trim();
    if (typed !== "") {
      const rating = ratingTyped(typed);
      if (rating !== null) entry.rating = rating;
      else openRatings.push(digest);
    }
    if (DIGEST.test(digest) && Object.keys(entry).length) options[digest] = entry;
  }
  const sheet = {
    format: "parley-sheet/1", owner, anything: model.anything, red_lines: redLines, wishes, options,
    python: model.python.map(({ name, code, on }) => ({ name, code, on })),
  };
  return { text: JSON.stringify(sheet), redLineRows, openRedLines, openWishes, openRatings };
}
