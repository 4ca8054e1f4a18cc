/**
 * What this browser keeps: the links of a decision, and for each seat its sheet and the exact text that it sent.
 * Where a browser refuses to keep anything, it lasts as long as the page, and `isLasting()` says so.
 */
/** @type {Map<string, string>} */
const memory = new Map();
/** The keys whose newest value the browser refused to keep: what it still has of them is old. */
const refused = new Set();
let lasting = true;

/** @param {string} key @returns {any} the kept value, or null */
export function recall(key) {
  let text = memory.get(key) ?? null;
  try {
    if (!refused.has(key)) text = localStorage.getItem(key) ?? text;
  } catch {
    lasting = false;
  }
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
export function keep(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
    refused.delete(key);
  } catch {
    refused.add(key);
    lasting = false;
  }
}

/** @returns {boolean} whether what is kept outlives this page */
export function isLasting() {
  return lasting;
}

/** @param {string} decision */
export function linksKey(decision) {
  return `parley/${decision}/links`;
}

/** @param {string} decision @returns {string[]} the codes in the links that this browser was given */
export function linkCodes(decision) {
  return recall(linksKey(decision))?.codes ?? [];
}

/** @param {string} decision @param {Record<string, string>} secrets @param {string | null | undefined} code */
export function keepLinks(decision, secrets, code) {
  const codes = [...new Set([...linkCodes(decision), ...(code ? [code] : [])])];
  keep(linksKey(decision), { ...recall(linksKey(decision)), ...secrets, ...(codes.length ? { codes } : {}) });
}

/** @param {string} decision which seat this browser had last: {seat, owner} */
export function seatKey(decision) {
  return `parley/${decision}/seat`;
}

/** @param {string} decision */
export function witnessKey(decision) {
  return `parley/${decision}/witness`;
}

/** @param {string} decision @param {string} seat */
export function sheetKey(decision, seat) {
  return `parley/${decision}/${seat}/sheet`;
}

/** @param {string} decision @param {string} agendaDigest the engine's digests of its options, in their order */
export function digestsKey(decision, agendaDigest) {
  return `parley/${decision}/digests/${agendaDigest}`;
}

/** @param {string} decision @param {string} seat @param {number} round */
export function sentKey(decision, seat, round) {
  return `parley/${decision}/${seat}/sent/${round}`;
}

/**
 * Calls back when another window of this browser changes what is kept under a key.
 * @param {string} key
 * @param {() => void} changed
 */
export function watch(key, changed) {
  addEventListener("storage", (event) => {
    if (event.key === key) changed();
  });
}
