/** A text sealed with a passphrase, by the browser's own cryptography (AES-GCM under PBKDF2-SHA-256). */
import { gettext } from "../text.js";

/** What OWASP's password storage cheat sheet asks for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;
const FORMAT = "parley-seat/1";

/** @typedef {{format: string, rounds: number, salt: string, iv: string, sealed: string}} Sealed bytes in base 64 */

/** @returns {boolean} whether this page has it: browsers give it to https and to this machine's own pages only */
export function canSeal() {
  return Boolean(globalThis.crypto?.subtle);
}

/** @param {string} text @param {string} passphrase @returns {Promise<string>} the file's content */
export async function seal(text, passphrase) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyFrom(passphrase, salt, ROUNDS);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return `${JSON.stringify({ format: FORMAT, rounds: ROUNDS, salt: toBase64(salt), iv: toBase64(iv), sealed: toBase64(new Uint8Array(sealed)) })}\n`;
}

/** @param {string} content @param {string} passphrase @returns {Promise<string>} rejects with an error that says why */
export async function unseal(content, passphrase) {
  const file = read(content);
  const key = await keyFrom(passphrase, fromBase64(file.salt), file.rounds);
  try {
    const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv: fromBase64(file.iv) }, key, fromBase64(file.sealed));
    return new TextDecoder("utf-8", { fatal: true }).decode(opened);
  } catch {
    throw new Error(gettext("The passphrase does not open this file."));
  }
}

/** @param {string} content @returns {Sealed} */
function read(content) {
  const wrong = new Error(gettext("This is not the file of a seat."));
  let file;
  try {
    file = JSON.parse(content);
    for (const name of ["salt", "iv", "sealed"]) fromBase64(file[name]);
  } catch {
    throw wrong;
  }
  if (file.format !== FORMAT || !Number.isInteger(file.rounds) || file.rounds < 1 || file.rounds > 10 * ROUNDS) throw wrong;
  return file;
}

/** @param {string} passphrase @param {Uint8Array<ArrayBuffer>} salt @param {number} iterations */
async function keyFrom(passphrase, salt, iterations) {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(passphrase.normalize("NFKC")), "PBKDF2", false, ["deriveKey"]);
  return crypto.subtle.deriveKey({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
