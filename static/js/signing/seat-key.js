/**
 * The seat's own key: made here, kept in this browser, never sent, and never given to the worker that runs Python.
 */
import { libsodium } from "../signatures.js";
import { keep, recall, watch } from "../storage.js";

/**
 * @typedef {{public: string, sign: (message: string) => string}} SeatKey
 *   `public` in hex; `sign` gives the Ed25519 signature over a text's UTF-8 bytes, in hex
 */

/** @param {string} decision @param {string} seat */
function seedKey(decision, seat) {
  return `parley/${decision}/${seat}/key`;
}

/** @param {string} decision @param {string} seat @returns {string | null} 64 hex digits, the secret itself */
export function keptSeed(decision, seat) {
  const seed = recall(seedKey(decision, seat));
  return typeof seed === "string" && /^[0-9a-f]{64}$/.test(seed) ? seed : null;
}

/** @param {string} decision @param {string} seat @param {string | null} seed null: this browser signs for it no more */
export function keepSeed(decision, seat, seed) {
  keep(seedKey(decision, seat), seed);
}

/** @param {string} decision @param {string} seat @param {() => void} changed called when another window has changed it */
export function watchSeed(decision, seat, changed) {
  watch(seedKey(decision, seat), changed);
}

/**
 * Makes room for a new key; the one before is kept aside, for nobody but the server has said that it is of no use.
 * @param {string} decision @param {string} seat
 */
export function retireSeed(decision, seat) {
  const former = `${seedKey(decision, seat)}/former`;
  keep(former, [...(recall(former) ?? []), keptSeed(decision, seat)]);
  keepSeed(decision, seat, null);
}

/**
 * @param {string} decision
 * @param {string} seat
 * @returns {Promise<SeatKey | null>} null where this browser has no key of this seat; rejects without libsodium
 */
export async function seatKey(decision, seat) {
  const seed = keptSeed(decision, seat);
  return seed === null ? null : keyOf(seed);
}

/**
 * The key of a seat that has none yet.
 * @param {string} decision
 * @param {string} seat
 * @returns {Promise<SeatKey>}
 */
export async function newSeatKey(decision, seat) {
  const sodium = await libsodium();
  // Another window may have made one in the meantime.
  if (keptSeed(decision, seat) === null) keepSeed(decision, seat, sodium.to_hex(sodium.randombytes_buf(32)));
  return keyOf(/** @type {string} */ (keptSeed(decision, seat)));
}

/** @param {string} seed @returns {Promise<SeatKey>} */
async function keyOf(seed) {
  const sodium = await libsodium();
  const pair = sodium.crypto_sign_seed_keypair(sodium.from_hex(seed));
  return {
    public: sodium.to_hex(pair.publicKey),
    sign: (message) => sodium.to_hex(sodium.crypto_sign_detached(new TextEncoder().encode(message), pair.privateKey)),
  };
}
