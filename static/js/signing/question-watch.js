/** Follows the question that the server shows: it is checked once for each text, before anything is signed. */
import { EngineError, engine } from "../engine/client.js";
import { engineSentence } from "../engine-status.js";
import { linkCodes } from "../storage.js";
import { gettext } from "../text.js";
import { SigningMemory } from "./memory.js";
import { openQuestion, whatDoesNotFit, whatIsGone } from "./question.js";

export class QuestionWatch {
  /** @param {string} decision @param {() => void} found called when a check has come to an end */
  constructor(decision, found) {
    this.decision = decision;
    this.found = found;
    this.checked = "";
    /** The texts that the answer is about. */
    this.settled = "";
    /** The check that is going on. */
    this.checking = Promise.resolve();
    /** @type {string[]} */
    this.problems = [];
    /** What keeps this browser from checking; empty when nothing does. */
    this.obstacle = "";
    engine.addEventListener("ready", () => {
      if (!this.obstacle) return;
      this.checked = "";
      this.found();
    });
  }

  /** @param {any} state @returns {string[]} what does not fit, as far as it is known by now */
  hear(state) {
    const text = JSON.stringify([state.signed_agenda, state.agenda, state.agenda_digest, state.round, linkCodes(this.decision)]);
    if (state.signed_agenda && text !== this.checked) {
      this.checked = text;
      this.checking = this.check(state, text);
    }
    return [...this.gone(state), ...this.problems];
  }

  /** @private @param {any} state */
  gone(state) {
    return whatIsGone(state, linkCodes(this.decision), new SigningMemory(this.decision).all());
  }

  /**
   * Waits for the check that is going on.
   * @param {any} state
   * @returns {Promise<boolean>} whether the question may be answered as far as signatures go
   */
  async holds(state) {
    await this.checking;
    if (this.gone(state).length) return false;
    return !state.signed_agenda || (this.checked !== "" && this.settled === this.checked && !this.problems.length && !this.obstacle);
  }

  /** @param {any} state @param {string} text */
  async check(state, text) {
    const memory = new SigningMemory(this.decision);
    let problems;
    this.obstacle = "";
    try {
      const opened = await openQuestion(state.signed_agenda);
      problems = whatDoesNotFit(opened, state, this.decision, linkCodes(this.decision), memory.all());
      // One that does not fit is remembered as well: shown once, it stays shown, whatever comes next.
      if (opened.signed && opened.question.decision === this.decision) memory.saw(opened.question.round, opened.question, state.signed_agenda);
    } catch (error) {
      if (text !== this.checked) return;
      const isUnreadable = error instanceof EngineError && error.code.includes("-");
      problems = isUnreadable ? [gettext("The question that the server shows cannot be read.")] : [];
      if (!isUnreadable) this.obstacle = engineSentence(/** @type {Error} */ (error));
    }
    if (text !== this.checked) return;
    this.problems = problems;
    this.settled = text;
    this.found();
  }
}
