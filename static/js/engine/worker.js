/**
 * The worker in which private sheets are read, and another one for each pasted rule in Python (static/js/rules/), made
 * from this same text as a classic script. It runs under a policy of its own (parleysite/engine_files.py) that
 * allows no request at all, which is also why it imports nothing: the page fetches every file and hands over the bytes
 * as they come. Only JSON text crosses the border, so that no number changes its kind on the way.
 *
 * Messages in:  {kind: "start", lock: string, entry: string, snapshot: "make" | "load" | "none"}, entry being the
 *               module whose `call` answers
 *               {kind: "bytes", part: string, bytes: Uint8Array | null}, null after the last ones
 *               {kind: "call", id: number, name: string, text: string}
 * Messages out: {kind: "alive"}, {kind: "progress", step: "python" | "engine"}, {kind: "ready"},
 *               {kind: "failed", reason: "unsupported" | "crash"}, {kind: "answer", id: number, text: string},
 *               {kind: "at", id: number, text: string} before an answer that takes several steps: where it is
 *               {kind: "snapshot", bytes: Uint8Array} after "ready", when it was ordered and could be made
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

/** The size of the pieces of memory that a snapshot leaves out where they are empty, in words of four bytes. */
const PIECE = 1024;

/** How Python says that an answer takes several steps, and how many it may have, see parley/rule_run.py. */
const AT = "at ";
const MOST_STEPS = 1000;

/**
 * What is built in and what the library and rules may still import. Other modules of the kind, such as _ctypes, are never
 * made. It comes before a snapshot is taken, so that a later start has it already.
 */
const BUILT_IN = `
for name in """
    _bisect _blake2 _csv _datetime _heapq _locale _md5 _opcode _random _sha1 _sha2 _sha3 _string _struct
    _suggestions _tokenize _types array atexit binascii cmath math unicodedata zlib
""".split():
    __import__(name)
`;

/** What forgetJavaScript() does in Python. */
const FORGET = `
def forget():
    import _frozen_importlib, _frozen_importlib_external, _imp, gc, sys

    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("js", "pyodide_js", "pyodide", "_pyodide_core") or name == "_pyodide.jsbind":
            del sys.modules[name]
            if isinstance(module, type(sys)):
                # Functions that somebody else holds then lack all that they would reach JavaScript with.
                vars(module).clear()
    for name in ("_ctypes", "_posixsubprocess", "_pyodide_core", "asyncio"):
        sys.modules[name] = None
    for name in sys.builtin_module_names:
        sys.modules.setdefault(name, None)
    for name in ("create_builtin", "exec_builtin", "create_dynamic", "exec_dynamic"):
        delattr(_imp, name)
    sys.meta_path[:] = [_frozen_importlib.FrozenImporter, _frozen_importlib_external.PathFinder]
    gc.collect()


forget
`;

/** How long sending a snapshot waits, in milliseconds: the first calls are what the person waits for. */
const CALLS_FIRST = 1000;

/**
 * A file that is still arriving.
 * @typedef {{stream: ReadableStream<Uint8Array>, arriving: ReadableStreamDefaultController<Uint8Array>}} Part
 * @typedef {{lock: string, entry: string, snapshot: "make" | "load" | "none"}} Order
 */
const parts = Object.fromEntries(
  ["loader", "glue", "wasm", "stdlib", "engine", "snapshot"].map((name) => [name, newPart()]),
);

/** @type {(order: Order) => void} */
let begin;

/** @type {((name: string, text: string) => string) | undefined} */
let callPython;

self.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  const { kind } = event.data;
  if (kind === "start") begin(event.data);
  else if (kind === "bytes") take(event.data);
  else if (kind === "call") answer(event.data);
});
post({ kind: "alive" });
start(new Promise((resolve) => { begin = resolve; })).catch(fail);

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
    let said = String(callPython?.(name, text));
    for (let step = 0; said.startsWith(AT) && step < MOST_STEPS; step += 1) {
      post({ kind: "at", id, text: said.slice(AT.length) });
      said = String(callPython?.("next", ""));
    }
    post({ kind: "answer", id, text: said });
  } catch (error) {
    fail(error);
  }
}

/**
 * What needs no order starts at once, while the files still arrive and the page looks for a snapshot.
 * @param {Promise<Order>} ordered
 */
async function start(ordered) {
  await refuseWithoutWebAssembly();
  const engine = whole("engine").arrayBuffer();
  const compiling = WebAssembly.compileStreaming(whole("wasm", "application/wasm"));
  const [{ loadPyodide }, { default: createPyodideModule }, { lock, entry, snapshot }] = await Promise.race([
    Promise.all([importPart("loader"), importPart("glue"), ordered]),
    failureOf(compiling),
  ]);
  answerFetches();
  const pyodide = await raceWithInstance(compiling, () => loadPyodide({
    indexURL: FILES,
    packageBaseUrl: FILES,
    stdLibURL: `${FILES}stdlib`,
    lockFileContents: JSON.parse(lock),
    createPyodideModule,
    _makeSnapshot: snapshot === "make",
    _loadSnapshot: snapshot === "load" ? unpackedSnapshot() : undefined,
    // The last moment before there is any Python, be it from a snapshot that somebody else may have made.
    fsInit: async () => {
      post({ kind: "progress", step: "python" });
      closeTheDoors();
    },
    // Nothing that Python prints may end up where somebody reads it later.
    stdout: () => {},
    stderr: () => {},
    stdin: () => null,
  }));
  post({ kind: "progress", step: "engine" });
  pyodide.FS.writeFile("/lib/parley.zip", new Uint8Array(await engine));
  const call = pyodide.runPython(`
import sys
if "/lib/parley.zip" not in sys.path:
    sys.path.insert(0, "/lib/parley.zip")
from ${entry} import call
call
`);
  pyodide.runPython(BUILT_IN);
  // No call has been taken yet, so that nothing private can be in it.
  const memory = snapshot === "make" ? copiedMemory(pyodide) : null;
  // All starts from one snapshot would draw the same numbers; what comes from the system is new each time anyway,
  // and whoever imports random later begins with that.
  if (snapshot === "load") pyodide.runPython(`if random := sys.modules.get("random"): random.seed()`);
  forgetJavaScript(pyodide);
  callPython = call;
  post({ kind: "ready" });
  if (memory) setTimeout(() => sendSnapshot(memory), CALLS_FIRST);
}

/**
 * @param {Promise<unknown>} trying
 * @returns {Promise<never>} rejects when that does, and never resolves
 */
function failureOf(trying) {
  return new Promise((_resolve, reject) => { trying.catch(reject); });
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
    // Is compiled by now, see raceWithInstance().
    if (address === `${FILES}pyodide.asm.wasm`) return new Response();
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
 * Gives Pyodide an instance of the compiled module. It reports one that cannot be made to the console only, and then
 * waits for ever.
 * @template T
 * @param {Promise<WebAssembly.Module>} compiling
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
function raceWithInstance(compiling, load) {
  return new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      try {
        const module = await compiling;
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      } catch (error) {
        reject(error);
        throw error;
      }
    };
    load().then(resolve, reject);
  });
}

/**
 * @param {any} pyodide
 * @returns {Uint32Array | null} Python's whole memory; null where it holds what cannot be kept
 */
function copiedMemory(pyodide) {
  try {
    return new Uint32Array(pyodide.makeMemorySnapshot().buffer);
  } catch {
    return null;
  }
}

/**
 * Sends a memory without the pieces that are empty: how many words it has, how many pieces there are, where each
 * begins, and the pieces.
 * @param {Uint32Array} memory
 */
function sendSnapshot(memory) {
  const pieces = [];
  for (let from = 0; from < memory.length; from += PIECE) {
    const piece = memory.subarray(from, from + PIECE);
    if (!isEmpty(piece)) pieces.push({ from, piece });
  }
  const head = 2 + pieces.length;
  const packed = new Uint32Array(head + pieces.length * PIECE);
  packed.set([memory.length, pieces.length, ...pieces.map(({ from }) => from)]);
  pieces.forEach(({ piece }, index) => packed.set(piece, head + index * PIECE));
  const bytes = new Uint8Array(packed.buffer);
  post({ kind: "snapshot", bytes }, [bytes.buffer]);
}

/** @param {Uint32Array} words */
function isEmpty(words) {
  for (let index = 0; index < words.length; index += 1) if (words[index] !== 0) return false;
  return true;
}

/** @returns {Promise<Uint8Array>} the memory that sendSnapshot() sent */
async function unpackedSnapshot() {
  const packed = new Uint32Array(await whole("snapshot").arrayBuffer());
  const [length, count] = packed;
  const memory = new Uint32Array(length);
  for (let index = 0; index < count; index += 1) {
    const from = packed[2 + index];
    const at = 2 + count + index * PIECE;
    memory.set(packed.subarray(at, at + Math.min(PIECE, length - from)), from);
  }
  return new Uint8Array(memory.buffer);
}

/**
 * The policy alone keeps every request from leaving. This takes away what it says nothing about: storage that other
 * pages read, channels to them, forged messages to the page. It comes before any Python, which could otherwise keep
 * hold of them.
 */
function closeTheDoors() {
  const listening = EventTarget.prototype;
  for (let holder = globalThis; holder !== listening; holder = Object.getPrototypeOf(holder)) {
    for (const name of Reflect.ownKeys(holder)) {
      if (typeof name === "string" && !KEPT.has(name)) Reflect.deleteProperty(holder, name);
    }
  }
}

/**
 * Takes away what of JavaScript and of native memory Python can name: Pyodide's own modules, every way to make them or
 * others again, and what leads out of the memory of Python. It makes attacks longer and does not end them: whoever finds
 * a way that is missing here meets the policy, which is what keeps everything in.
 * @param {any} pyodide
 */
function forgetJavaScript(pyodide) {
  const forget = pyodide.runPython(FORGET);
  pyodide.unregisterJsModule("js");
  pyodide.unregisterJsModule("pyodide_js");
  // Called from here: what runPython() itself is made of is gone afterwards.
  forget();
  forget.destroy();
}
