/** Accepting or declining the outcome. The engine refuses an acceptance that the sheet rejects; so does this page. */
import { ApiError, post } from "../api.js";
import { announce, byId, element, fillNode } from "../dom.js";
import { engine } from "../engine/client.js";
import { engineSentence } from "../engine-status.js";
import { decisionPath } from "../links.js";
import { fill, gettext } from "../text.js";
import { saveText } from "./receipt-download.js";
import { SentAnswers } from "./sent.js";
import { Witness } from "./witness.js";

export class Ratifying {
  /** @param {string} decision @param {() => Promise<void>} refresh */
  constructor(decision, refresh) {
    this.decision = decision;
    this.refresh = refresh;
    this.busy = false;
    this.asked = "";
    /** @type {object} */
    this.python = {};
  }

  /**
   * @param {any} state
   * @param {import("./checks.js").Check[]} checks
   * @param {string | null} sheet
   * @param {{agenda: string, python_results: string[][]} | {}} python what the rules in Python of the sheet said
   * @param {boolean} contradicted whether the server's state does not fit what this browser knows
   */
  show(state, checks, sheet, python, contradicted) {
    this.python = python;
    const place = byId("ratify");
    const asked = JSON.stringify([state.state, state.me, state.outcome.transcript_hash, checks, contradicted]);
    if (asked === this.asked) return;
    this.asked = asked;
    if (!state.me) return fillNode(place);
    if (state.me.closing && contradicted) return fillNode(place);
    if (state.me.closing) return fillNode(place, element("p", { class: "notice" }, closedText(state)));
    if (state.state === "cancelled") return fillNode(place);
    const failed = contradicted || checks.some((check) => check.passed === false);
    const unknown = checks.some((check) => check.passed === null);
    if (state.outcome.status === "deadlock") {
      return fillNode(place, this.buttons(state, sheet, failed ? null : gettext("I have seen it"), null, unknown));
    }
    return fillNode(place,
      element("p", {}, gettext("Not finished yet: it counts when everybody accepts.")),
      this.buttons(state, sheet, failed ? null : gettext("Accept"), gettext("Decline"), unknown));
  }

  /** @param {any} state @param {string | null} sheet @param {string | null} yes @param {string | null} no @param {boolean} unknown */
  buttons(state, sheet, yes, no, unknown) {
    const error = element("p", { class: "error", role: "alert", id: "ratify-error" });
    const consent = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    const accept = () => {
      if (unknown && sheet === null && !consent.checked) {
        error.textContent = gettext("Tick the sentence above first: this browser cannot check for you.");
        return;
      }
      this.close(state, sheet, true, error);
    };
    return element("div", {},
      yes && unknown && sheet === null && state.outcome.status !== "deadlock" && element("label", { class: "check" }, consent, element("span", {}, gettext("This browser does not hold my sheet. I have compared the pick with my limits myself."))),
      element("div", { class: "row" },
        yes && element("button", { type: "button", class: "primary", id: "accept", onclick: accept }, yes),
        no && element("button", { type: "button", id: "decline", onclick: () => this.close(state, sheet, false, error) }, no)),
      error);
  }

  /** @param {any} state @param {string | null} sheet @param {boolean} accept @param {HTMLElement} error */
  async close(state, sheet, accept, error) {
    if (this.busy) return;
    this.busy = true;
    error.textContent = "";
    try {
      const { acceptance } = await engine.call("close", {
        sheet, transcript: state.outcome.transcript, owner: state.me.owner, accept, without_sheet: sheet === null, ...this.python,
      });
      const witness = new Witness(this.decision);
      witness.closes(acceptance, accept);
      await post(`${decisionPath(this.decision)}closing`, { acceptance });
      witness.closed();
      announce(accept ? gettext("Accepted.") : gettext("Declined."));
    } catch (problem) {
      error.textContent = fill(gettext("Not sent: %(reason)s"), { reason: engineSentence(/** @type {Error} */ (problem)) });
      if (problem instanceof ApiError && problem.status === 409) this.asked = "";
    } finally {
      this.busy = false;
      await this.refresh();
    }
  }
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
    sent: sent && { ballot: sent.ballot, digest: sent.digest, agenda: sent.agenda },
  };
  saveText(JSON.stringify(evidence, null, 2), "parley-evidence.json");
}
