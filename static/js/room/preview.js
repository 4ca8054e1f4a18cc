/** Asks the engine for the masked answers after every change; only the newest question counts. */
import { engine } from "../engine/client.js";

const PAUSE = 80;

/** @returns {string} 64 hexadecimal digits nobody can guess */
export function newNonce() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Preview {
  /**
   * @param {string} agendaText
   * @param {string} owner
   * @param {(preview: any | null, error: Error | null) => void} show
   */
  constructor(agendaText, owner, show) {
    this.agendaText = agendaText;
    this.owner = owner;
    this.show = show;
    this.question = 0;
    /** @type {any} the answers to the newest question, null while they are not known */
    this.latest = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {string} sheetText */
  ask(sheetText) {
    this.question += 1;
    this.latest = null;
    const question = this.question;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(question, sheetText), PAUSE);
  }

  /** @param {number} question @param {string} sheetText */
  async run(question, sheetText) {
    try {
      const preview = await engine.call("preview", {
        agenda: this.agendaText, sheet: sheetText, owner: this.owner, nonce: newNonce(),
      });
      if (question !== this.question) return;
      this.latest = { ...preview, sheet: sheetText };
      this.show(this.latest, null);
    } catch (error) {
      if (question === this.question) this.show(null, /** @type {Error} */ (error));
    }
  }
}
