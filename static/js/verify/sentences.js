import { byId } from "../dom.js";
import { fill } from "../text.js";

/**
 * Something that is said about a receipt: `code` names the sentence, `detail` and `owner` are what is filled in. They
 * come with everything invisible made visible.
 * @typedef {{code: string, message?: string, owner?: string, detail?: Record<string, string | number>}} Remark
 */

/** The sentences by code, as the server says them too (receipts/wording.py). @type {Record<string, string>} */
const texts = JSON.parse(byId("sentences").textContent ?? "{}");

/**
 * @param {Remark} remark
 * @returns {string} in the language of the page; the engine's English where the page does not know the code
 */
export function sentence(remark) {
  if (!Object.hasOwn(texts, remark.code)) return remark.message ?? "";
  return fill(texts[remark.code], { ...remark.detail, owner: `\u2068${remark.owner ?? ""}\u2069` });
}

/** @param {string} code @returns {string} */
export function word(code) {
  return sentence({ code });
}

/** @param {number} count @returns {string} how many were left out of a list */
export function andMore(count) {
  return sentence({ code: "word-more", detail: { count } });
}
