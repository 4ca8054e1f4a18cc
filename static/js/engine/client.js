/**
 * The engine as the pages use it: Python in a worker that reaches no network, asked by name, answered in JSON.
 */
import { fetchFiles, listedFiles, totalSize } from "./files.js";
import { forgetSnapshots, keepSnapshot, keptSnapshot, maySnapshotBeKept } from "./snapshots.js";
import { Watchdog } from "./watchdog.js";

/** How far along each step of the start is; fetching the files takes the part before. */
const FETCHED = 0.7;
const STEPS = { python: 0.8, engine: 0.95 };

/**
 * @typedef {"network" | "unsupported" | "hang" | "crash"} FailureReason
 *   network: a file could not be fetched; unsupported: this browser does not run WebAssembly here;
 *   hang: no progress for too long; crash: anything else.
 * @typedef {{id: number, name: string, text: string, resolve: (value: any) => void,
 *   reject: (error: EngineError) => void, at?: string}} Call
 * @typedef {import("./files.js").EngineFiles} EngineFiles
 */

/**
 * @typedef {EventTarget & {postMessage(message: any, transfer?: Transferable[]): void, terminate(): void}} EngineWorker
 */

/** @returns {EngineWorker} */
function newWorker() {
  return new Worker(new URL("worker.js", import.meta.url), { type: "module" });
}

/** Why a call has no result: a code of the engine's own, or a FailureReason when the engine itself failed. */
export class EngineError extends Error {
  /** @param {string} code @param {string} [message] @param {string} [at] the step at which it was, of those that say so */
  constructor(code, message = "", at = undefined) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.at = at;
  }
}

/**
 * Events: `progress` (detail {step: "download" | "python" | "engine", fraction: 0 to 1}), `ready`, and
 * `failed` (detail {reason: FailureReason}). After a failure every waiting call is rejected with the reason as its
 * code, and so is every later one until `restart()`.
 */
export class Engine extends EventTarget {
  /**
   * @param {object} [options]
   * @param {() => EngineWorker} [options.makeWorker]
   * @param {string} [options.entry] the Python module whose `call` answers
   * @param {boolean} [options.snapshots] whether it starts from a snapshot where there is one. The memory in it holds
   *   `parley.bridge` and all that this imports, nothing private
   * @param {number} [options.startTimeout] milliseconds without any progress
   * @param {number} [options.callTimeout] milliseconds for one call
   */
  constructor({
    makeWorker = newWorker, entry = "parley.bridge", snapshots = makeWorker === newWorker, startTimeout = 30_000,
    callTimeout = 10_000,
  } = {}) {
    super();
    this.makeWorker = makeWorker;
    this.entry = entry;
    this.startTimeout = startTimeout;
    this.callTimeout = callTimeout;
    /** @type {"idle" | "loading" | "ready" | "failed"} */
    this.status = "idle";
    /** @type {FailureReason | null} */
    this.reason = null;
    /** @type {EngineWorker | undefined} */
    this.worker = undefined;
    /** @type {Call[]} the first one is with the worker once the engine is ready */
    this.calls = [];
    this.lastId = 0;
    this.fraction = 0;
    this.fetching = new AbortController();
    this.watchdog = new Watchdog(() => this.fail("hang"));
    /** Whether to start from a snapshot, or make one: no more after one has failed. */
    this.trustsSnapshots = snapshots;
    /** @type {"make" | "load" | "none"} what this start does with one; "load" while it looks for one, too */
    this.snapshot = "none";
    this.hasAnswered = false;
  }

  /** Starts loading; does nothing when that has been done, whatever came of it. */
  start() {
    if (this.status === "idle") this.load();
  }

  /** Starts again from nothing, after a failure or in the middle of anything. Waiting calls go on waiting. */
  restart() {
    this.stop();
    this.load();
  }

  /**
   * Asks the engine; starts it when needed. Calls are answered in the order they were made.
   * @param {string} name of a call of parley.bridge
   * @param {object} payload goes over as JSON
   * @returns {Promise<any>} what the call answers; rejects with an EngineError
   */
  call(name, payload) {
    this.start();
    if (this.status === "failed") return Promise.reject(new EngineError(this.reason ?? "crash"));
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      this.calls.push({ id: this.lastId, name, text: JSON.stringify(payload), resolve, reject });
      if (this.status === "ready" && this.calls.length === 1) this.send();
    });
  }

  /** @private */
  load() {
    this.status = "loading";
    this.reason = null;
    this.fraction = 0;
    this.fetching = new AbortController();
    const { signal } = this.fetching;
    this.progress("download", 0);
    this.snapshot = this.trustsSnapshots ? "load" : "none";
    this.hasAnswered = false;
    const worker = this.makeWorker();
    this.worker = worker;
    let alive = false;
    worker.addEventListener("message", (event) => {
      if (worker !== this.worker) return;
      alive = true;
      this.hear(/** @type {MessageEvent} */ (event).data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.worker) this.fail(alive ? "crash" : "network");
    });
    this.feed(worker, signal);
  }

  /** @private @param {EngineWorker} worker @param {AbortSignal} signal */
  async feed(worker, signal) {
    try {
      const list = listedFiles();
      if (list === null) throw new TypeError("The page lists no files of the engine");
      const total = totalSize(list);
      let fetched = 0;
      const fetching = fetchFiles(list, (part, bytes) => {
        if (signal.aborted || this.status !== "loading") return;
        fetched += bytes?.length ?? 0;
        this.progress("download", FETCHED * Math.min(1, fetched / total));
        hand(worker, part, bytes);
      }, signal);
      await Promise.all([fetching, this.order(worker, list, signal)]);
    } catch {
      if (!signal.aborted) this.fail("network");
    }
  }

  /**
   * Tells the worker how to start: from a snapshot if there is one.
   * @private @param {EngineWorker} worker @param {EngineFiles} list @param {AbortSignal} signal
   */
  async order(worker, list, signal) {
    const kept = this.trustsSnapshots ? await keptSnapshot(list) : null;
    if (signal.aborted) return;
    // Others only load them: they run what somebody pasted.
    const makes = this.trustsSnapshots && this.isOwn() && maySnapshotBeKept();
    this.snapshot = kept ? "load" : makes ? "make" : "none";
    worker.postMessage({
      kind: "start", lock: JSON.stringify(list.lock), entry: this.entry, snapshot: this.snapshot,
    });
    if (!kept) return;
    hand(worker, "snapshot", kept);
    hand(worker, "snapshot", null);
  }

  /**
   * Whatever the worker says is looked at before it is believed: Python in it may have come to say it.
   * @private @param {any} message
   */
  hear(message) {
    const kind = message?.kind;
    if (kind === "alive") return;
    if (this.status === "loading" && kind === "progress" && Object.hasOwn(STEPS, message.step)) {
      this.progress(message.step, STEPS[/** @type {keyof typeof STEPS} */ (message.step)]);
    } else if (this.status === "loading" && kind === "ready") {
      this.watchdog.rest();
      this.status = "ready";
      this.dispatchEvent(new CustomEvent("ready"));
      this.send();
    } else if (this.status === "ready" && kind === "answer" && message.id === this.calls[0]?.id) {
      this.answer(message.text);
    } else if (this.status === "ready" && kind === "at" && message.id === this.calls[0]?.id) {
      this.calls[0].at = String(message.text);
    } else if (this.status === "ready" && kind === "snapshot" && this.snapshot === "make" && message.bytes instanceof Uint8Array) {
      this.snapshot = "none";
      const list = listedFiles();
      if (list) keepSnapshot(list, message.bytes);
    } else {
      this.fail(kind === "failed" && message.reason === "unsupported" ? "unsupported" : "crash");
    }
  }

  /** @private The next call goes to the worker when the one before is answered, so that each has its full time. */
  send() {
    const call = this.calls[0];
    if (!call) return;
    this.watchdog.watch(this.callTimeout);
    this.worker?.postMessage({ kind: "call", id: call.id, name: call.name, text: call.text });
  }

  /** @private @param {unknown} text */
  answer(text) {
    let answer;
    try {
      answer = JSON.parse(/** @type {string} */ (text));
    } catch {
      answer = null;
    }
    const isResult = answer !== null && typeof answer === "object" && Object.hasOwn(answer, "ok");
    if (!isResult && typeof answer?.error?.code !== "string") {
      this.fail("crash");
      return;
    }
    this.watchdog.rest();
    this.hasAnswered = true;
    const call = this.calls.shift();
    if (isResult) call?.resolve(answer.ok);
    else call?.reject(new EngineError(answer.error.code, String(answer.error.message ?? "")));
    this.send();
  }

  /** @private @param {"download" | "python" | "engine"} step @param {number} fraction */
  progress(step, fraction) {
    this.watchdog.watch(this.startTimeout);
    // Python may be starting while the last file still arrives.
    this.fraction = Math.max(this.fraction, fraction);
    this.dispatchEvent(new CustomEvent("progress", { detail: { step, fraction: this.fraction } }));
  }

  /** @private @param {FailureReason} reason */
  fail(reason) {
    this.stop();
    if (this.snapshot === "load" && (reason === "crash" || (reason === "hang" && !this.hasAnswered))) {
      this.trustsSnapshots = false;
      // A rule that somebody pasted may stop working as it likes, and takes nothing from the engine with that.
      if (this.isOwn()) forgetSnapshots();
      if (this.status === "loading") {
        this.load();
        return;
      }
    }
    this.status = "failed";
    this.reason = reason;
    for (const call of this.calls.splice(0)) call.reject(new EngineError(reason, "", call.at));
    this.dispatchEvent(new CustomEvent("failed", { detail: { reason } }));
  }

  /** @private @returns {boolean} whether its worker is the engine's own, and no pasted code runs there */
  isOwn() {
    return this.makeWorker === newWorker;
  }

  /** Ends the worker. Only `restart()` starts another one. */
  stop() {
    this.watchdog.rest();
    this.fetching.abort();
    this.worker?.terminate();
    this.worker = undefined;
  }
}

/** @param {EngineWorker} worker @param {string} part @param {Uint8Array<ArrayBuffer> | null} bytes */
function hand(worker, part, bytes) {
  worker.postMessage({ kind: "bytes", part, bytes }, bytes ? [bytes.buffer] : []);
}

/** The one engine of a page. */
export const engine = new Engine();
