/**
 * Every text a person reads goes through these functions, so that it can be translated.
 * The catalogue is the script of Django's JavaScriptCatalog, loaded before any module.
 */
const catalogue = /** @type {any} */ (globalThis).django;

/** @param {string} text @returns {string} */
export function gettext(text) {
  return catalogue.gettext(text);
}

/** @param {string} one @param {string} many @param {number} count @returns {string} */
export function ngettext(one, many, count) {
  return catalogue.ngettext(one, many, count);
}

/**
 * Fills the `%(name)s` places of a translated text.
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return catalogue.interpolate(text, values, true);
}
