import { gettext } from "../text.js";

/** The kinds of values that a column can hold, as the server names them. */
export const TYPES = ["text", "whole", "decimal", "money", "date", "yes-no"];

/** @param {string} type @returns {string} the type in plain words */
export function typeLabel(type) {
  switch (type) {
    case "whole": return gettext("Whole number");
    case "decimal": return gettext("Decimal number");
    case "money": return gettext("Money");
    case "date": return gettext("Date");
    case "yes-no": return gettext("Yes or no");
    default: return gettext("Text");
  }
}

/** @param {string} type @returns {string} how a value of the type may be typed, "" where anything goes */
export function typeExample(type) {
  switch (type) {
    case "whole": return gettext("25");
    case "decimal": return gettext("2.5");
    case "money": return gettext("700");
    case "date": return gettext("2027-05-31");
    case "yes-no": return gettext("yes or no");
    default: return "";
  }
}

/** @param {string} type @returns {boolean} whether values of the type are counted in a unit */
export function hasUnit(type) {
  return type === "whole" || type === "decimal" || type === "money";
}

/** @param {string} type @returns {string} a unit to show as an example */
export function unitExample(type) {
  return type === "money" ? gettext("EUR") : gettext("min");
}

const CURRENCY = /[$£¥₹₩₽€]|\b(?:EUR|USD|GBP|CHF|SEK|DKK|NOK|PLN|CZK|JPY)\b/;
const YES_NO = /^(?:yes|no|y|n|true|false|✓)$/i;

/**
 * A first guess for a column that was just pasted; the person can change it in the column's head.
 * @param {string[]} values
 * @returns {string} one of TYPES, `text` when in doubt
 */
export function guessType(values) {
  const given = values.map((value) => value.trim()).filter(Boolean);
  const all = (/** @type {RegExp} */ pattern) => given.every((value) => pattern.test(value));
  if (!given.length) return "text";
  if (all(YES_NO)) return "yes-no";
  if (all(/^\d{4}-\d{2}-\d{2}$|^\d{1,2}\.\d{1,2}\.\d{4}$/)) return "date";
  if (all(/\d/) && all(CURRENCY)) return "money";
  if (all(/^[+-]?\d+$/)) return "whole";
  if (all(/^[+-]?\d+(?:[.,]\d+)?$/)) return "decimal";
  return "text";
}
