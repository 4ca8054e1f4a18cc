/** Sending answers: signed with the seat's key where the decision is signed. */
import { ApiError, post } from "../api.js";
import { engineSentence } from "../engine-status.js";
import { decisionPath } from "../links.js";
import { gettext } from "../text.js";
import { signBallot } from "./round.js";
import { newSeatKey, retireSeed, seatKey } from "./seat-key.js";

export class Posting {
  /** @param {string} decision @param {import("../room/sent.js").SentAnswers} sent */
  constructor(decision, sent) {
    this.decision = decision;
    this.sent = sent;
  }

  /**
   * @param {{ballot: string, digest: string, sheet: string}} preview
   * @param {any} state
   * @returns {Promise<void>} rejects with an error whose message says why nothing was taken
   */
  async send(preview, state) {
    try {
      await this.sendOnce(preview, state);
    } catch (error) {
      // The key here is one that the seat had before the organiser let it start with another.
      if (!(error instanceof ApiError) || error.code !== "key-taken" || state.me.key !== null) throw error;
      retireSeed(this.decision, state.me.seat);
      await this.sendOnce(preview, state);
    }
  }

  /** @private @param {{ballot: string, digest: string, sheet: string}} preview @param {any} state */
  async sendOnce(preview, state) {
    const signed = state.signed_agenda ? await this.sign(preview, state) : undefined;
    const undo = this.sent.leaving(preview, state.agenda, signed);
    try {
      await post(`${decisionPath(this.decision)}ballot`, { ballot: signed ?? preview.ballot, replaces: state.me.digest });
      this.sent.arrived();
    } catch (error) {
      // A refused ballot never counted: what the server holds is still the earlier one.
      const { status } = /** @type {ApiError} */ (error);
      if (status >= 400 && status < 500) undo();
      throw error;
    }
  }

  /** @private @param {{ballot: string}} preview @param {any} state @returns {Promise<string>} */
  async sign(preview, state) {
    const { seat, key: bound } = state.me;
    let key;
    try {
      key = bound === null ? await newSeatKey(this.decision, seat) : await seatKey(this.decision, seat);
    } catch {
      throw new Error(gettext("The library that signs your answers could not be loaded. Try again in a moment."));
    }
    if (!key || (bound !== null && key.public !== bound)) {
      throw new Error(gettext("The key of this seat is not in this browser, so it cannot sign. Change your answers in the browser from which you sent them, move the seat here by its file, or ask the organiser to let you start with a new key."));
    }
    try {
      return await signBallot(state.signed_agenda, preview.ballot, key);
    } catch (error) {
      throw new Error(engineSentence(/** @type {Error} */ (error)));
    }
  }
}
