/**
 * Fetches the engine's files, all at once, and hands them on as they come.
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

/** @param {EngineFiles} list */
export function totalSize(list) {
  return PARTS.reduce((sum, part) => sum + list[part].size, 0);
}

/**
 * @typedef {(part: typeof PARTS[number], bytes: Uint8Array<ArrayBuffer> | null) => void} Deliver
 *   is given each part's bytes as they come, and null after the last ones; it may keep them
 */

/**
 * @param {EngineFiles} list
 * @param {Deliver} deliver
 * @param {AbortSignal} signal
 * @returns {Promise<void>} rejects when a file cannot be fetched whole
 */
export async function fetchFiles(list, deliver, signal) {
  await Promise.all(PARTS.map(async (part) => {
    const { url, size } = list[part];
    let left = size;
    for await (const bytes of piecesOf(url, signal)) {
      left -= bytes.length;
      deliver(part, bytes);
    }
    if (left !== 0) throw new TypeError(`${url} is not the file that was listed`);
    deliver(part, null);
  }));
}

/** @param {string} url @param {AbortSignal} signal */
async function* piecesOf(url, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new TypeError(`${url} answered ${response.status}`);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
