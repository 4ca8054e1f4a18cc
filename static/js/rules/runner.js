/**
 * Runs pasted rules in Python, each in an isolation of its own that ends with it: a rule meets neither another rule nor
 * what another one left behind. It is given its own text and the public options, and nothing else.
 */
import { Engine, EngineError } from "../engine/client.js";
import { gettext } from "../text.js";
import { Sandbox } from "./sandbox.js";

const LONGEST_RUN = 500;
const LONGEST_ERROR = 1000;
const RESULTS = ["passed", "crossed", "error"];

/**
 * @typedef {"passed" | "crossed" | "error"} Result
 * @typedef {{id: string, code: string}} Rule
 * @typedef {{id: string, results: Result[], errors: (string | null)[], stopped: boolean,
 *   finished: boolean, at: number | null, gave: (string | null)[]}} RuleResults
 *   one result and one error (null where there is none) for each option; `stopped`: it took too long; `finished`: it
 *   gave these results itself, rather than being stopped or bringing Python down; `at`: the option at which it was
 *   stopped, where that is known; `gave`: for each option the type of a value that is neither True nor False
 */

export class RuleRunner {
  /** @param {number} [longest] milliseconds for one rule on all options; starting Python does not count */
  constructor(longest = LONGEST_RUN) {
    this.longest = longest;
    this.sandbox = new Sandbox();
    /** @type {Engine | null} started, for the next rule */
    this.next = null;
    /** @type {Promise<any>} the runs before */
    this.turn = Promise.resolve();
  }

  /** Starts Python for the first rule. */
  prepare() {
    if (this.next && this.next.status !== "failed") return this.next;
    this.next = new Engine({
      makeWorker: () => this.sandbox.newWorker(), entry: "parley.rule_run", callTimeout: this.longest,
      // The engine's own: a rule gets a copy of a memory that has never held anything but Python and public modules,
      // and what it does to the copy ends with it. One for rules alone would only hold less of the same.
      snapshots: true,
    });
    this.next.start();
    return this.next;
  }

  /** Ends everything; the next question starts anew. */
  stop() {
    this.next?.stop();
    this.next = null;
    this.sandbox.remove();
  }

  /**
   * @param {Rule[]} rules
   * @param {string} optionsText JSON list of the options, in the engine's own words
   * @returns {Promise<RuleResults[]>} one for each rule; rejects with an EngineError when the isolation does not start
   */
  evaluate(rules, optionsText) {
    const run = async () => {
      const all = [];
      for (const rule of rules) all.push(await this.one(rule, optionsText));
      return all;
    };
    const results = this.turn.then(run);
    this.turn = results.catch(() => {});
    return results;
  }

  /** @private @param {Rule} rule @param {string} optionsText @returns {Promise<RuleResults>} */
  async one({ id, code }, optionsText) {
    const count = JSON.parse(optionsText).length;
    const python = this.prepare();
    await ready(python);
    this.next = null;
    try {
      const answer = checked(await python.call("run", { code, options: optionsText }), count);
      return { id, ...answer, stopped: false, finished: true, at: null };
    } catch (error) {
      const { code: reason, at } = /** @type {EngineError} */ (error);
      const stopped = reason === "hang";
      const words = stopped ? null : gettext("Python itself stopped working at this rule.");
      return {
        id, results: Array(count).fill("error"), errors: Array(count).fill(words), stopped, finished: false,
        at: at !== undefined && /^\d{1,4}$/.test(at) && Number(at) < count ? Number(at) : null, gave: Array(count).fill(null),
      };
    } finally {
      python.stop();
      this.prepare();
    }
  }
}

/** @param {Engine} python @returns {Promise<void>} rejects with an EngineError when it does not start */
function ready(python) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new EngineError(python.reason ?? "crash"));
    if (python.status === "ready") resolve();
    else if (python.status === "failed") fail();
    python.addEventListener("ready", () => resolve(), { once: true });
    python.addEventListener("failed", fail, { once: true });
  });
}

/**
 * What a rule's isolation says is the rule's own word: it is looked at before it is believed.
 * @param {any} answer
 * @param {number} count of options
 * @returns {{results: Result[], errors: (string | null)[], gave: (string | null)[]}}
 */
function checked(answer, count) {
  const { results, errors, gave } = answer ?? {};
  const fits = [results, errors, gave].every((list) => Array.isArray(list) && list.length === count)
    && results.every((/** @type {any} */ result) => RESULTS.includes(result))
    && errors.every((/** @type {any} */ error, /** @type {number} */ index) => (results[index] === "error" ? isShort(error) : error === null))
    && gave.every((/** @type {any} */ kind, /** @type {number} */ index) => kind === null || (results[index] === "crossed" && isShort(kind)));
  if (!fits) throw new EngineError("crash");
  return { results, errors, gave };
}

/** @param {unknown} text */
function isShort(text) {
  return typeof text === "string" && text.length <= LONGEST_ERROR;
}
