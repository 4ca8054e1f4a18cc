/**
 * Reads JSON into objects that inherit nothing: a column called "constructor" is then there only where a cell was given.
 * @param {string} text
 * @returns {any}
 */
export function readJson(text) {
  return JSON.parse(text, (_key, value) =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value);
}
