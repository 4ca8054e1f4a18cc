/**
 * The worker in which private sheets are read, and another one for each pasted rule in Python (static/js/rules/), made
 * from this same text as a classic script. It runs under a policy of its own (parleysite/engine_files.py) that
 * allows no request at all, which is also why it imports nothing: the page fetches every file and hands over the bytes
 * as they come. Only JSON text crosses the border, so that no number changes its kind on the way.
 *
 * Messages in:  {kind: "start", lock: string, entry: string}, entry being the module whose `call` answers
 *               {kind: "bytes", part: string, bytes: Uint8Array | null}, null after the last ones
 *               {kind: "call", id: number, name: string, text: string}
 * Messages out: {kind: "alive"}, {kind: "progress", step: "python" | "engine"}, {kind: "ready"},
 *               {kind: "failed", reason: "unsupported" | "crash"}, {kind: "answer", id: number, text: string}
 */

/**
 * What the language itself and Pyodide need after the start. Everything else a worker knows is removed: the network,
 * storage, other workers, channels to other pages, and whatever browsers add next.
 */
const KEPT = new Set([
  // The language.
  "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean",
  "DataView", "Date", "Error", "EvalError", "FinalizationRegistry", "Float16Array", "Float32Array", "Float64Array",
  "Function", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "NaN",
  "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set",
  "SharedArrayBuffer", "String", "SuppressedError", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array",
  "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "decodeURI",
  "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "eval", "globalThis", "isFinite", "isNaN",
  "parseFloat", "parseInt", "undefined", "unescape",
  // What Pyodide calls while Python runs: text, clocks, random bytes, timers.
  "TextDecoder", "TextEncoder", "clearTimeout", "console", "crypto", "performance", "queueMicrotask", "self",
  "setTimeout",
]);

/** Where Pyodide believes its files to be: an address that exists nowhere, answered from the bytes at hand. */
const FILES = "https://files.invalid/";

const post = self.postMessage.bind(self);

/**
 * A file that is still arriving.
 * @typedef {{stream: ReadableStream<Uint8Array>, arriving: ReadableStreamDefaultController<Uint8Array>}} Part
 */
const parts = Object.fromEntries(["loader", "glue", "wasm", "stdlib", "engine"].map((name) => [name, newPart()]));

/** @type {((name: string, text: string) => string) | undefined} */
let callPython;

self.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  const { kind } = event.data;
  if (kind === "start") start(JSON.parse(event.data.lock), event.data.entry).catch(fail);
  else if (kind === "bytes") take(event.data);
  else if (kind === "call") answer(event.data);
});
post({ kind: "alive" });

/** @param {unknown} error */
function fail(error) {
  post({ kind: "failed", reason: error instanceof Unsupported ? "unsupported" : "crash" });
}

class Unsupported extends Error {}

/** @returns {Part} */
function newPart() {
  /** @type {any} */
  let arriving;
  const stream = new ReadableStream({ start: (controller) => { arriving = controller; } });
  return { stream, arriving };
}

/** @param {{part: string, bytes: Uint8Array | null}} message */
function take({ part, bytes }) {
  if (bytes) parts[part].arriving.enqueue(bytes);
  else parts[part].arriving.close();
}

/** @param {{id: number, name: string, text: string}} call */
function answer({ id, name, text }) {
  try {
    post({ kind: "answer", id, text: String(callPython?.(name, text)) });
  } catch (error) {
    fail(error);
  }
}

/** @param {object} lock @param {string} entry */
async function start(lock, entry) {
  await refuseWithoutWebAssembly();
  answerFetches();
  const { loadPyodide } = await importPart("loader");
  const { default: createPyodideModule } = await importPart("glue");
  const pyodide = await raceWithWasmFailure(loadPyodide({
    indexURL: FILES,
    packageBaseUrl: FILES,
    stdLibURL: `${FILES}stdlib`,
    lockFileContents: lock,
    createPyodideModule,
    fsInit: async () => post({ kind: "progress", step: "python" }),
    // Nothing that Python prints may end up where somebody reads it later.
    stdout: () => {},
    stderr: () => {},
    stdin: () => null,
  }));
  post({ kind: "progress", step: "engine" });
  pyodide.FS.writeFile("/lib/parley.zip", new Uint8Array(await whole("engine").arrayBuffer()));
  const call = pyodide.runPython(`
import sys
sys.path.insert(0, "/lib/parley.zip")
from ${entry} import call
call
`);
  closeTheDoors(pyodide);
  callPython = call;
  post({ kind: "ready" });
}

/** Compiling the smallest module there is tells whether this browser, under this policy, compiles any. */
async function refuseWithoutWebAssembly() {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new Unsupported();
  }
}

/** @param {string} part @param {string} [type] */
function whole(part, type = "application/octet-stream") {
  return new Response(parts[part].stream, { headers: { "content-type": type } });
}

/** Pyodide fetches two files by itself. */
function answerFetches() {
  self.fetch = async (request) => {
    const address = String(request);
    // Compiled while it arrives; under another type it would not be, and Pyodide would wait for ever.
    if (address === `${FILES}pyodide.asm.wasm`) return whole("wasm", "application/wasm");
    if (address === `${FILES}stdlib`) return whole("stdlib");
    throw new TypeError("There is no network here");
  };
}

/**
 * @param {string} part a script
 * @returns {Promise<Record<string, any>>} what it exports
 */
async function importPart(part) {
  const address = URL.createObjectURL(await whole(part, "text/javascript").blob());
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Pyodide reports a wasm file that does not compile to the console only, and then waits for ever.
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T>}
 */
function raceWithWasmFailure(loading) {
  const instantiateStreaming = WebAssembly.instantiateStreaming;
  return new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = async (...given) => {
      try {
        return await instantiateStreaming(...given);
      } catch (error) {
        reject(error);
        throw error;
      }
    };
    loading.then(resolve, reject);
  });
}

/**
 * The policy alone keeps every request from leaving. This takes away what it says nothing about: storage that other
 * pages read, channels to them, forged messages to the page, and Python's way to any of it.
 * @param {any} pyodide
 */
function closeTheDoors(pyodide) {
  pyodide.runPython(`
import gc
for name in [name for name in sys.modules if name.split(".")[0] in ("js", "pyodide_js")]:
    del sys.modules[name]
gc.collect()
`);
  pyodide.unregisterJsModule("js");
  pyodide.unregisterJsModule("pyodide_js");
  const listening = EventTarget.prototype;
  for (let holder = globalThis; holder !== listening; holder = Object.getPrototypeOf(holder)) {
    for (const name of Reflect.ownKeys(holder)) {
      if (typeof name === "string" && !KEPT.has(name)) Reflect.deleteProperty(holder, name);
    }
  }
}
