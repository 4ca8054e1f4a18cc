import { gettext } from "./text.js";

/**
 * @typedef {{name: string, type: string, unit: string | null}} Attribute
 * @typedef {Record<string, any>} Option
 */

const pageLanguage = document.documentElement.lang || "en";

/** The page's language as this person writes it: dates of a British reader are not American ones. */
export const language = navigator.languages.find((tag) => tag.split("-")[0] === pageLanguage) ?? pageLanguage;
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
const cents = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });

/** @param {Attribute} attribute */
export function isNumeric(attribute) {
  return ["whole", "decimal", "money"].includes(attribute.type);
}

/**
 * A value as people read it. For showing only: nothing that is hashed or sent is made from it.
 * @param {any} value undefined where the cell was empty
 * @param {Attribute} attribute
 * @returns {string}
 */
export function showValue(value, attribute) {
  if (value === undefined || value === null) return gettext("not given");
  if (attribute.type === "yes-no") return value === true ? gettext("yes") : gettext("no");
  if (attribute.type === "date") return showDay(value);
  if (isNumeric(attribute) && typeof value === "number") {
    const text = attribute.type === "money" && !Number.isInteger(value) ? cents.format(value) : numbers.format(value);
    return attribute.unit ? `${text}\u00a0${attribute.unit}` : text;
  }
  return String(value);
}

/** @param {any} value an ISO date */
function showDay(value) {
  const day = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? String(value) : days.format(day);
}

/**
 * What an option is called: its first attribute.
 * @param {Option} option
 * @param {Attribute[]} attributes
 */
export function optionName(option, attributes) {
  return showValue(option[attributes[0].name], attributes[0]);
}

/** @param {number} score from 0 to 1024 @returns {number} from 0 to 100, for showing */
export function outOf100(score) {
  return Math.round((score * 100) / 1024);
}
