/** Asks the engine for the masked answers after every change; only the newest question counts. */
import { engine } from "../engine/client.js";
import { bare, codesOf } from "./rule-results.js";

const PAUSE = 80;
/** Starting Python for a rule takes longer than typing the next letter of it. */
const PAUSE_FOR_PYTHON = 700;

/** @returns {string} 64 hexadecimal digits nobody can guess */
function newNonce() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Why no rule in Python could be run: the engine itself may be well. */
export class PythonFailure extends Error {
  /** @param {Error} cause */
  constructor(cause) {
    super(cause.message, { cause });
  }
}

export class Preview {
  /**
   * @param {string} agendaText
   * @param {string} owner
   * @param {import("./rule-results.js").PythonResults} python
   * @param {(preview: any | null, error: Error | null) => void} show the preview holds besides the engine's answer the
   *   `sheet` it is of, and as `rules` what its rules in Python said
   */
  constructor(agendaText, owner, python, show) {
    this.agendaText = agendaText;
    this.owner = owner;
    this.python = python;
    this.show = show;
    this.question = 0;
    /** @type {any} the answers to the newest question, null while they are not known */
    this.latest = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {string} sheetText @param {{code: string, on: boolean}[]} rules in Python, that are to count */
  ask(sheetText, rules) {
    this.question += 1;
    this.latest = null;
    const question = this.question;
    clearTimeout(this.timer);
    const codes = codesOf(rules);
    const pause = this.python.knows(codes) ? PAUSE : PAUSE_FOR_PYTHON;
    this.timer = setTimeout(() => this.run(question, sheetText, codes), pause);
  }

  /** @param {number} question @param {string} sheetText @param {string[]} codes */
  async run(question, sheetText, codes) {
    try {
      const rules = await this.rules(question, codes);
      if (question !== this.question) return;
      const preview = await engine.call("preview", {
        agenda: this.agendaText, sheet: sheetText, owner: this.owner, nonce: newNonce(), python_results: bare(rules),
      });
      if (question !== this.question) return;
      this.latest = { ...preview, sheet: sheetText, rules };
      this.show(this.latest, null);
    } catch (error) {
      if (question === this.question) this.show(null, /** @type {Error} */ (error));
    }
  }

  /** @private @param {number} question @param {string[]} codes */
  async rules(question, codes) {
    try {
      return await this.python.of(codes, () => question === this.question);
    } catch (error) {
      throw new PythonFailure(/** @type {Error} */ (error));
    }
  }
}
