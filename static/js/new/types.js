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
