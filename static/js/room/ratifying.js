/** Accepting or declining the outcome. The engine refuses an acceptance that the sheet rejects; so does this page. */
import { ApiError } from "../api.js";
import { Confirmations } from "../confirm.js";
import { hasNoResult } from "../decision-state.js";
import { announce, byId, element, fillNode } from "../dom.js";
import { engineSentence } from "../engine-status.js";
import { SigningMemory } from "../signing/memory.js";
import { fill, gettext } from "../text.js";
import { saveText } from "./receipt-download.js";
import { SentAnswers } from "./sent.js";
import { Witness } from "./witness.js";

/**
 * @typedef {object} Ways how this seat's word is given
 * @property {(accept: boolean) => Promise<void>} give makes it and sends it
 * @property {boolean} [isSafe] false: what the server shows does not hold, and no word at all is given on it
 * @property {boolean} [canSign] whether this browser has what it takes
 * @property {() => {accepted: boolean} | null} [waiting] gives the word that was signed and may not have arrived
 * @property {{accepted?: string, declined?: string} | null} [toSign] the texts of which one is signed
 */

export class Ratifying {
  /** @param {string} decision @param {() => Promise<void>} refresh */
  constructor(decision, refresh) {
    this.decision = decision;
    this.refresh = refresh;
    this.busy = false;
    this.asked = "";
    /** Whether something about the record itself could not be checked. */
    this.recordUnknown = false;
    /** @type {(accept: boolean) => Promise<void>} */
    this.give = () => Promise.resolve();
    /** @type {() => {accepted: boolean} | null} */
    this.waiting = () => null;
  }

  /**
   * @param {any} state
   * @param {import("./checks.js").Check[]} checks
   * @param {string | null} sheet
   * @param {boolean} contradicted whether the server's state does not fit what this browser knows
   * @param {Ways} ways
   */
  show(state, checks, sheet, contradicted, { give, isSafe = true, canSign = true, waiting = () => null, toSign = null }) {
    this.give = give;
    this.waiting = waiting;
    const place = byId("ratify");
    const asked = JSON.stringify([state.state, state.me, state.outcome.transcript_hash, checks, contradicted, isSafe, canSign, waiting()]);
    if (asked === this.asked) return;
    this.asked = asked;
    if (!state.me) return fillNode(place);
    if (state.me.closing && (contradicted || !isSafe)) return fillNode(place);
    if (state.me.closing) return fillNode(place, element("p", { class: "notice" }, closedText(state)));
    if (hasNoResult(state)) return fillNode(place);
    if (!isSafe) return fillNode(place, element("p", { class: "notice" }, gettext("Nothing is signed and nothing is sent from here: what the server shows does not hold.")));
    const word = waiting();
    if (word && !contradicted) return fillNode(place, this.again(word.accepted));
    if (!canSign) return fillNode(place, element("p", { class: "notice" }, gettext("The key of this seat is not in this browser, so it cannot give your word here. Accept or decline in the browser from which you answered, or move the seat here by its file.")));
    const failed = contradicted || checks.some((check) => check.passed === false);
    const unknown = checks.some((check) => check.passed === null);
    this.recordUnknown = checks.some((check) => check.passed === null && check.id !== "my-sheet");
    if (state.outcome.status === "deadlock") {
      return fillNode(place, this.buttons(state, sheet, failed ? null : gettext("I have seen it"), null, unknown), signedTexts(toSign));
    }
    return fillNode(place,
      element("p", {}, gettext("Not finished yet: it counts when everybody accepts.")),
      this.buttons(state, sheet, failed ? null : gettext("Accept"), gettext("Decline"), unknown),
      signedTexts(toSign));
  }

  /** Another record is on its way to the screen: no word is given before this browser has checked it. */
  pause() {
    if (this.busy) return;
    this.asked = "";
    fillNode(byId("ratify"));
  }

  /** @param {boolean} accepted @param {string} [problem] why it did not arrive */
  again(accepted, problem = "") {
    const error = element("p", { class: "error", role: "alert", id: "ratify-error" }, problem);
    return element("div", { class: "notice" },
      element("p", {}, accepted
        ? gettext("You accepted, and the server has not confirmed that it arrived. It is signed and cannot be changed any more.")
        : gettext("You declined, and the server has not confirmed that it arrived. It is signed and cannot be changed any more.")),
      element("button", { type: "button", class: "primary", id: "send-again", onclick: () => this.close(accepted, error) }, gettext("Send it again")),
      error);
  }

  /** @param {any} state @param {string | null} sheet @param {string | null} yes @param {string | null} no @param {boolean} unknown */
  buttons(state, sheet, yes, no, unknown) {
    const error = element("p", { class: "error", role: "alert", id: "ratify-error" });
    const consent = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    // A deadlock forces nothing on anyone; of a signed one only the record itself has to be looked at.
    const needsConsent = unknown && (state.signed_agenda || (sheet === null && state.outcome.status !== "deadlock"));
    const give = async (/** @type {boolean} */ accepted) => {
      if (needsConsent && !consent.checked && (accepted || (state.signed_agenda && this.recordUnknown))) {
        error.textContent = gettext("Tick the sentence above first: this browser cannot check for you.");
        return;
      }
      await this.close(accepted, error);
    };
    const words = [
      sheet === null && state.outcome.status !== "deadlock" && gettext("This browser does not hold my sheet. I have compared the pick with my limits myself."),
      state.signed_agenda && this.recordUnknown && gettext("What is marked above as not checked here I have looked at myself."),
    ].filter((sentence) => typeof sentence === "string");
    const row = element("div", { class: "row" });
    const confirmations = new Confirmations(() => fillNode(row, ...choices()));
    const choices = () => [
      yes && element("button", { type: "button", class: "primary", id: "accept", onclick: () => give(true) }, yes),
      no && confirmations.draw(declining(no, () => give(false))),
    ];
    fillNode(row, ...choices());
    return element("div", {},
      yes && needsConsent && element("label", { class: "check" }, consent, element("span", {}, words.join(" ") || gettext("Some things could not be checked in this browser; they are marked above. I have looked at them myself."))),
      row,
      error);
  }

  /** @param {boolean} accept @param {HTMLElement} error */
  async close(accept, error) {
    if (this.busy) return;
    this.busy = true;
    error.textContent = "";
    try {
      await this.give(accept);
      announce(accept ? gettext("Accepted.") : gettext("Declined."));
    } catch (problem) {
      error.textContent = fill(gettext("Not sent: %(reason)s"), { reason: engineSentence(/** @type {Error} */ (problem)) });
      const word = this.waiting();
      // It is signed, whether or not the server can be asked now: no other word is offered any more.
      if (word) fillNode(byId("ratify"), this.again(word.accepted, error.textContent));
      if (problem instanceof ApiError && problem.status === 409) this.asked = "";
    } finally {
      this.busy = false;
      await this.refresh();
    }
  }
}

/** @param {string} label @param {() => Promise<void>} act @returns {import("../confirm.js").Step} */
function declining(label, act) {
  return {
    key: "decline",
    label,
    question: gettext("Decline the outcome? Then the pick does not stand for anybody, and this cannot be undone. Nobody learns why."),
    yes: gettext("Yes, decline"),
    no: gettext("No, go back"),
    act,
  };
}

/** @param {{accepted?: string, declined?: string} | null} toSign @returns {Node | null} */
function signedTexts(toSign) {
  const texts = Object.values(toSign ?? {});
  if (texts.length === 0) return null;
  return element("details", { id: "to-sign" },
    element("summary", {}, gettext("What exactly is signed")),
    element("p", { class: "hint" }, texts.length > 1
      ? gettext("By the button you press, your key signs one of these two texts here, and nothing else. The text and its signature are shared with everyone.")
      : gettext("Your key signs this text here, and nothing else. The text and its signature are shared with everyone.")),
    ...texts.map((text) => element("pre", {}, element("code", {}, text))));
}

/** @param {any} state */
function closedText(state) {
  if (state.outcome.status === "deadlock") return gettext("You have seen this outcome. Nothing more is asked of you.");
  if (state.me.closing === "declined") return gettext("You declined. The receipt says so; nobody learns why.");
  if (state.state === "agreed") return gettext("You accepted, and so did everyone else. It is decided.");
  if (state.state === "declined") return gettext("You accepted; somebody else declined. The pick does not stand.");
  return gettext("You accepted. Waiting for the others.");
}

/**
 * Saves what shows that the server's record is wrong: what it announced, and what this browser knows and sent.
 * @param {string} decision
 * @param {any} state
 */
export function downloadEvidence(decision, state) {
  const sent = state.me ? new SentAnswers(decision, state.me.seat, state.round).counting(state.me.digest) : null;
  const evidence = {
    announced: state.outcome, shown: state, owner: state.me?.owner ?? null, known: new Witness(decision).known(),
    sent: sent && { ballot: sent.ballot, digest: sent.digest, agenda: sent.agenda, signed: sent.signed, replaced: sent.replaced },
    remembered: new SigningMemory(decision, state.me?.seat).all(),
  };
  saveText(JSON.stringify(evidence, null, 2), "parley-evidence.json");
}
