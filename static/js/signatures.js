/** Where set-up puts the library; the version is the one in package.json. */
const LIBRARY = "../vendor/libsodium-0.8.4/libsodium-wrappers.mjs";

/** So many signatures are checked before the page gets its turn to draw. */
const AT_ONCE = 200;

/**
 * Public key in hex, the text that was signed (its UTF-8 bytes are), signature in hex.
 * @typedef {[string, string, string]} Signature
 */

/** @type {Promise<any> | undefined} */
let loading;

/** @returns {Promise<any>} libsodium; rejects when it cannot be fetched or does not run here */
export function libsodium() {
  loading ??= load();
  loading.catch(() => { loading = undefined; });
  return loading;
}

async function load() {
  const { default: sodium } = await import(LIBRARY);
  await sodium.ready;
  return sodium;
}

/**
 * @param {(Signature | null)[]} signatures
 * @returns {Promise<boolean[]>} whether each holds, in their order; null holds nowhere. Rejects when none can be
 *   checked here
 */
export async function answersTo(signatures) {
  const sodium = await libsodium();
  const encoder = new TextEncoder();
  const answers = [];
  for (const [index, signature] of signatures.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => { setTimeout(resolve); });
    answers.push(signature !== null && holds(sodium, signature[0], encoder.encode(signature[1]), signature[2]));
  }
  return answers;
}

/**
 * @param {Signature[]} signatures
 * @returns {Promise<number[]>} the places, from 0, of those that do not hold; rejects when none can be checked here
 */
export async function invalidPlaces(signatures) {
  const answers = await answersTo(signatures);
  return [...answers.keys()].filter((place) => !answers[place]);
}

/**
 * Whether an Ed25519 signature holds, as libsodium answers: small-order points and other spellings of a number are
 * refused.
 * @param {any} sodium libsodium
 * @param {string} key in hex
 * @param {Uint8Array} message
 * @param {string} signature in hex
 */
export function holds(sodium, key, message, signature) {
  try {
    return sodium.crypto_sign_verify_detached(sodium.from_hex(signature), message, sodium.from_hex(key)) === true;
  } catch {
    return false;
  }
}
