/**
 * Numbers as people type them, read by the rules that the table of options was read by (`parley.cells`): where both
 * marks occur the last one is the decimal mark; one mark alone before exactly three digits is a thousands mark, except
 * the point in a decimal attribute.
 */
const LARGEST = Number.MAX_SAFE_INTEGER;
const FINEST = 1e-9;
const WHOLE = /^\d+$|^\d{1,3}(?:([ '.,])\d{3})(?:\1\d{3})*$/;

/** One mark alone before exactly three digits. */
const TWO_WAYS = /(?:^|[^\d.,])([1-9]\d{0,2})[.,](\d{3})(?:$|[^\d.,])/;

/**
 * @param {string} text
 * @param {import("../format.js").Attribute} attribute whose unit may stand before or after the number
 * @returns {number | null} null where it is empty, no number, or one that the engine does not take
 */
export function numberTyped(text, attribute) {
  const bare = withoutUnit(text.normalize("NFKC").replace(/\s+/g, " ").replace(/\u2212/g, "-").replace(/\u2019/g, "'").trim(), attribute.unit);
  const parts = /^([+-]?) ?(\d(?:[\d.,' ]*\d)?)$/.exec(bare);
  if (!parts) return null;
  const [whole, fraction] = split(parts[2], attribute.type);
  if (!WHOLE.test(whole) || !/^\d*$/.test(fraction)) return null;
  const number = Number(`${parts[1]}${whole.replace(/\D/g, "")}.${fraction || "0"}`);
  const size = Math.abs(number);
  if (size !== 0 && (size < FINEST || size > LARGEST)) return null;
  return number === 0 ? 0 : number;
}

/**
 * @param {string} text
 * @param {import("../format.js").Attribute} attribute
 * @returns {[number, number] | null} how it is read, and how somebody may have meant it who writes the other decimal
 *   mark; null where it can be read in one way only
 */
export function twoReadings(text, attribute) {
  const read = numberTyped(text, attribute);
  const [, before, after] = TWO_WAYS.exec(text) ?? [];
  if (read === null || attribute.type !== "decimal" || !before) return null;
  const readings = [`${before}${after}`, `${before}.${after}`].map((digits) => Math.sign(read) * Number(digits));
  return [read, readings[0] === read ? readings[1] : readings[0]];
}

/** @param {string} body digits with marks @param {string} type @returns {[string, string]} whole part and fraction */
function split(body, type) {
  const at = Math.max(body.lastIndexOf("."), body.lastIndexOf(","));
  if (at < 0) return [body, ""];
  const mark = body[at];
  const alone = !body.includes(mark === "." ? "," : ".");
  const thousands = alone && (body.indexOf(mark) !== at || (/^[1-9]\d{0,2}[.,]\d{3}$/.test(body) && (mark === "," || type !== "decimal")));
  return thousands ? [body, ""] : [body.slice(0, at), body.slice(at + 1)];
}

/** @param {string} text @param {string | null} unit */
function withoutUnit(text, unit) {
  if (!unit) return text;
  if (text.endsWith(unit)) return text.slice(0, -unit.length).trim();
  return text.startsWith(unit) ? text.slice(unit.length).trim() : text;
}

/** @param {string} text @returns {number | null} a whole number from 0 to 100, or null */
export function ratingTyped(text) {
  const bare = text.normalize("NFKC").trim();
  return /^\d{1,3}$/.test(bare) && Number(bare) <= 100 ? Number(bare) : null;
}
