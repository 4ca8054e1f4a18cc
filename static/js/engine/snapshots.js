/**
 * The memory of an engine that has just started, kept in this browser: a later start takes it instead of starting
 * Python again, in about half the time.
 *
 * It is made before the first call, so that nothing private is in it. It fits only the files, the worker's script and
 * the browser that it was made with, and all of these are in the name under which it is kept. A digest finds damage,
 * and an engine that fails with it starts without (client.js).
 *
 * Pasted rules in Python start from it too (static/js/rules/runner.js). The page hands a copy to their isolation, which
 * cannot reach what is kept, and takes none from there.
 *
 * What nothing here finds is a snapshot that somebody made on purpose. Who can write this site's storage can run scripts
 * in its pages, and reads the sheets that lie in the same storage: a snapshot gives nothing new away. Python from it is
 * as confined as any other: the worker's policy and its closed doors come before it. But it could give wrong answers,
 * and go on doing so after the hole that let it in is closed. Therefore none is used for longer than a month, and an
 * engine that was started from one never makes the next.
 */
const CACHE = "parley-engine";
const LONGEST = 30 * 24 * 60 * 60 * 1000;
/** What people wrote lies in the same storage and matters more: a snapshot takes this part of what is free at most. */
const SMALL_PART = 1 / 20;

/** @typedef {import("./files.js").EngineFiles} EngineFiles */

/** @returns {boolean} whether to make one: not where nothing can be kept, nor for people who save data */
export function maySnapshotBeKept() {
  const { connection } = /** @type {any} */ (navigator);
  return "caches" in globalThis && !connection?.saveData;
}

/**
 * @param {EngineFiles} list
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>} null where there is none, or none that may be used
 */
export async function keptSnapshot(list) {
  try {
    const cache = await caches.open(CACHE);
    const found = await cache.match(await addressFor(list));
    if (!found) return null;
    const bytes = new Uint8Array(await found.arrayBuffer());
    const age = Date.now() - Number(found.headers.get("made-at"));
    const fits = age >= 0 && age < LONGEST && await digest(bytes) === found.headers.get("digest");
    return fits ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a snapshot instead of all older ones, when the browser has nothing else to do. Where it cannot, nothing happens.
 * @param {EngineFiles} list
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function keepSnapshot(list, bytes) {
  try {
    await idle();
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (bytes.length > SMALL_PART * (quota - usage)) return;
    const headers = { digest: await digest(bytes), "made-at": String(Date.now()) };
    await forgetSnapshots();
    const cache = await caches.open(CACHE);
    await cache.put(await addressFor(list), new Response(bytes, { headers }));
  } catch {
    // This browser keeps nothing, or no more.
  }
}

/** Throws away whatever is kept: the next start goes without. */
export async function forgetSnapshots() {
  try {
    await caches.delete(CACHE);
  } catch {
    // There are none where there is no storage.
  }
}

/** @param {EngineFiles} list @returns {Promise<string>} a name: nothing is ever fetched from there */
async function addressFor(list) {
  const fits = JSON.stringify([list, navigator.userAgent]);
  return `/engine-snapshot/${await digest(new TextEncoder().encode(fits))}`;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<string>} SHA-256, hexadecimal */
async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Promise<unknown>} */
function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 2000);
  });
}
