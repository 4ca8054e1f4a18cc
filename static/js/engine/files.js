/**
 * Fetches the engine's files and hands them on as they come.
 *
 * @typedef {{url: string, size: number}} EngineFile size in bytes, before compression
 * @typedef {{loader: EngineFile, glue: EngineFile, wasm: EngineFile, stdlib: EngineFile, engine: EngineFile,
 *   lock: object}} EngineFiles
 */

/** The part of the wasm file that is still missing when the standard library is asked for. */
const NEAR = 0.05;

/** How many bytes are handed on at a time, and how many milliseconds fewer of them wait for others. */
const ENOUGH = 128 * 1024;
const LONGEST_WAIT = 1000;

const PARTS = /** @type {const} */ (["loader", "glue", "wasm", "stdlib", "engine"]);

/** @returns {EngineFiles | null} the list that the server wrote into this page */
export function listedFiles() {
  return JSON.parse(document.getElementById("engine-files")?.textContent ?? "null");
}

/** @param {EngineFiles} list */
export function totalSize(list) {
  return PARTS.reduce((sum, part) => sum + list[part].size, 0);
}

/**
 * @typedef {(part: typeof PARTS[number], bytes: Uint8Array<ArrayBuffer> | null) => void} Deliver
 *   is given each part's bytes as they come, and null after the last ones; it may keep them
 */

/**
 * The order is that of their need: Python starts a while after the last byte of the wasm file, which is most of what
 * there is to fetch. On a slow line the others, if they came at the same time, would only hold it up.
 * @param {EngineFiles} list
 * @param {Deliver} deliver
 * @param {AbortSignal} signal
 * @returns {Promise<void>} rejects when a file cannot be fetched whole
 */
export async function fetchFiles(list, deliver, signal) {
  /** @type {(value?: unknown) => void} */
  let wasmIsNear = () => {};
  const near = new Promise((resolve) => { wasmIsNear = resolve; });

  /** @param {typeof PARTS[number]} part */
  const fetchPart = async (part) => {
    const { url, size } = list[part];
    let left = size;
    for await (const bytes of piecesOf(url, signal)) {
      left -= bytes.length;
      if (part === "wasm" && left < NEAR * size) wasmIsNear();
      deliver(part, bytes);
    }
    if (left !== 0) throw new TypeError(`${url} is not the file that was listed`);
    deliver(part, null);
  };

  await Promise.all([
    fetchPart("wasm"), fetchPart("loader"), fetchPart("glue"),
    near.then(() => fetchPart("stdlib")).then(() => fetchPart("engine")),
  ]);
}

/**
 * Browsers give what arrives in pieces of a few kilobytes, and each that is handed on costs the page and the worker a
 * turn: they are handed on together, a slow line's once a second.
 * @param {string} url @param {AbortSignal} signal
 */
async function* piecesOf(url, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new TypeError(`${url} answered ${response.status}`);
  const reader = response.body.getReader();
  let pieces = [];
  let size = 0;
  let since = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (value) {
      pieces.push(value);
      size += value.length;
    }
    if (size > 0 && (done || size >= ENOUGH || performance.now() - since > LONGEST_WAIT)) {
      yield joined(pieces, size);
      pieces = [];
      size = 0;
      since = performance.now();
    }
    if (done) return;
  }
}

/** @param {Uint8Array<ArrayBuffer>[]} pieces @param {number} size of all together */
function joined(pieces, size) {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
