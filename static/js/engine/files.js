/**
 * Fetches the engine's files, all at once, and tells how far it is.
 *
 * @typedef {{url: string, size: number}} EngineFile size in bytes, before compression
 * @typedef {{loader: EngineFile, glue: EngineFile, wasm: EngineFile, stdlib: EngineFile, engine: EngineFile,
 *   lock: object}} EngineFiles
 */

export const PARTS = /** @type {const} */ (["loader", "glue", "wasm", "stdlib", "engine"]);

/** @returns {EngineFiles | null} the list that the server wrote into this page */
export function listedFiles() {
  return JSON.parse(document.getElementById("engine-files")?.textContent ?? "null");
}

/**
 * @param {EngineFiles} list
 * @param {(fraction: number) => void} progress from 0 to 1, by bytes
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, ArrayBuffer>>} the bytes of each part; rejects when one cannot be fetched
 */
export async function fetchFiles(list, progress, signal) {
  const total = PARTS.reduce((sum, part) => sum + list[part].size, 0);
  let fetched = 0;
  const count = (/** @type {number} */ bytes) => {
    fetched += bytes;
    progress(Math.min(1, fetched / total));
  };
  const contents = await Promise.all(PARTS.map((part) => fetchFile(list[part], count, signal)));
  return Object.fromEntries(PARTS.map((part, index) => [part, contents[index]]));
}

/**
 * @param {EngineFile} file
 * @param {(bytes: number) => void} count
 * @param {AbortSignal} signal
 */
async function fetchFile({ url, size }, count, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new TypeError(`${url} answered ${response.status}`);
  const content = new Uint8Array(size);
  const reader = response.body.getReader();
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Throws a RangeError when more arrives than was listed.
    content.set(value, filled);
    filled += value.length;
    count(value.length);
  }
  if (filled !== size) throw new TypeError(`${url} ended early`);
  return content.buffer;
}
