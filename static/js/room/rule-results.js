/** What the rules in Python of a sheet say about this decision's options. Each is run once for each wording of it. */
import { engine } from "../engine/client.js";

/**
 * @typedef {import("../rules/runner.js").RuleResults} RuleResults
 * @typedef {import("../rules/runner.js").RuleRunner} RuleRunner
 */

/** After so many milliseconds without a question the isolation ends, and with it the memory that it takes. */
const IDLE = 60_000;

export class PythonResults {
  /** @param {string} agendaText */
  constructor(agendaText) {
    this.agendaText = agendaText;
    /** @type {RuleRunner | null} */
    this.runner = null;
    /** @type {string | null} the options in the engine's own words */
    this.options = null;
    /** @type {Map<string, RuleResults>} by the code; not of those that were stopped, which may have met a busy moment */
    this.known = new Map();
    /** @type {number | undefined} */
    this.idle = undefined;
  }

  /** @param {string[]} codes @returns {boolean} whether all of them were run */
  knows(codes) {
    return codes.every((code) => this.known.has(code));
  }

  /**
   * @param {string[]} codes of the rules that are switched on; without any, the isolation ends
   * @param {() => boolean} [wanted] asked before each rule
   * @returns {Promise<RuleResults[]>} one for each, fewer when they were no longer wanted; rejects with an EngineError
   */
  async of(codes, wanted = () => true) {
    if (!codes.length) {
      this.runner?.stop();
      return [];
    }
    const results = [];
    for (const code of codes) {
      if (!wanted()) break;
      results.push(this.known.get(code) ?? await this.run(code));
    }
    return results;
  }

  /** @private @param {string} code */
  async run(code) {
    // Loaded by those alone who have a rule.
    const { RuleRunner } = await import("../rules/runner.js");
    clearTimeout(this.idle);
    this.runner ??= new RuleRunner();
    this.runner.prepare();
    this.options ??= (await engine.call("python_options", { agenda: this.agendaText })).options;
    const [found] = await this.runner.evaluate([{ id: "", code }], /** @type {string} */ (this.options));
    this.idle = setTimeout(() => this.runner?.stop(), IDLE);
    if (!found.stopped) this.known.set(code, found);
    return found;
  }
}

/**
 * @param {{code: string, on: boolean}[]} rules
 * @returns {string[]} what is to be run
 */
export function codesOf(rules) {
  return rules.filter((rule) => rule.on).map((rule) => rule.code);
}

/** @param {RuleResults[]} results @returns {string[][]} what the engine wants to know of them */
export function bare(results) {
  return results.map((result) => result.results);
}
