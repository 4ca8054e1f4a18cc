/**
 * What this browser saw and did in a decision, so that the server cannot tell it another story later: the question, the
 * seat, who answered, and the closing it sent. The server's word only counts where this browser knows nothing.
 *
 * @typedef {{agenda?: string, round?: number, seat?: string, owner?: string, answered?: string[],
 *   sent?: boolean, closing?: {text: string, accepted: boolean, arrived: boolean}}} Witnessed
 */
import { element } from "../dom.js";
import { keep, recall, witnessKey } from "../storage.js";
import { fill, gettext } from "../text.js";
import { names } from "./answers-grid.js";

export class Witness {
  /** @param {string} decision */
  constructor(decision) {
    this.key = witnessKey(decision);
  }

  /** @returns {Witnessed} */
  known() {
    return recall(this.key) ?? {};
  }

  /** Somebody takes a seat here, by name or by a return link: what was known of another seat does not count for it. */
  takesSeat() {
    const { agenda, round, answered } = this.known();
    keep(this.key, { agenda, round, answered });
  }

  /** Answers were sent from here: whatever is said in this seat's name later should come from here too. */
  sends() {
    keep(this.key, { ...this.known(), sent: true });
  }

  /** Before a closing leaves. @param {string} text its exact text @param {boolean} accepted */
  closes(text, accepted) {
    keep(this.key, { ...this.known(), closing: { text, accepted, arrived: false } });
  }

  /** After the server took it. */
  closed() {
    const known = this.known();
    if (known.closing) keep(this.key, { ...known, closing: { ...known.closing, arrived: true } });
  }

  /**
   * Holds a state against what is known, then learns from it what is new.
   * @param {any} state
   * @returns {(string | Node)[][]} a sentence for each contradiction
   */
  hear(state) {
    const known = this.known();
    const found = [...aboutTheQuestion(known, state), ...aboutTheSeat(known, state), ...aboutTheClosing(known, state), ...aboutThePeople(known, state)];
    if (!found.length) keep(this.key, learned(known, state));
    return found;
  }
}

/** @param {Witnessed} known @param {any} state @returns {Witnessed} */
function learned(known, state) {
  const answered = state.seats.filter((/** @type {any} */ seat) => seat.status !== "joined").map((/** @type {any} */ seat) => seat.owner);
  return {
    ...known,
    agenda: state.agenda,
    round: state.round,
    answered: [...new Set([...(known.answered ?? []), ...answered])],
    ...(state.me ? { seat: state.me.seat, owner: state.me.owner } : {}),
  };
}

/** @param {Witnessed} known @param {any} state */
function aboutTheQuestion(known, state) {
  if (known.agenda === undefined || (known.agenda === state.agenda && known.round === state.round)) return [];
  return [[gettext("The question is not the one that this browser was shown before: its title, context, options or round were changed.")]];
}

/** @param {Witnessed} known @param {any} state */
function aboutTheSeat(known, state) {
  if (!state.me || known.seat === undefined || (known.seat === state.me.seat && known.owner === state.me.owner)) return [];
  return [[gettext("The server says that this browser has another seat than the one it took.")]];
}

/** @param {Witnessed} known @param {any} state */
function aboutTheClosing(known, state) {
  const { closing } = known;
  const said = state.me?.closing;
  if (!state.me || !state.outcome) return [];
  // Where it is signed, static/js/signing/signed-record.js holds it against the signatures.
  if (state.signed_agenda) return [];
  if (!said) return closing?.arrived ? [[gettext("The server no longer knows the word that this browser gave on the outcome.")]] : [];
  if (!closing) return !known.sent ? [] : [[gettext("The server says that you have given your word on the outcome. This browser did not send it: unless you did so in another browser, somebody else did.")]];
  const own = state.outcome.acceptances.find((/** @type {any} */ acceptance) => acceptance.owner === state.me.owner);
  const { transcript_hash: hash } = JSON.parse(closing.text);
  const same = closing.accepted === (said !== "declined") && own?.accepted === closing.accepted && own.transcript_hash === hash && state.outcome.transcript_hash === hash;
  return same ? [] : [[gettext("The server shows another word on the outcome, or on another record, than the one this browser sent.")]];
}

/** @param {Witnessed} known @param {any} state */
function aboutThePeople(known, state) {
  if (!state.outcome) return [];
  const { participants } = state.outcome;
  const answered = new Set([...(known.answered ?? []), ...state.seats.filter((/** @type {any} */ seat) => seat.status !== "joined").map((/** @type {any} */ seat) => seat.owner)]);
  const dropped = [...answered].filter((owner) => !participants.includes(owner));
  if (dropped.length) return [[gettext("Somebody answered and is missing from the record: "), ...names(dropped), "."]];
  const { people } = JSON.parse(state.agenda);
  const announced = state.events.some((/** @type {any} */ event) => event.kind === "ended-early");
  if (participants.length >= people || announced) return [];
  return [[fill(gettext("%(people)s people were to answer, and only %(count)s are in the record, without anybody having ended it early."), { people, count: participants.length })]];
}

/** @param {(string | Node)[][]} contradictions @param {() => void} save @returns {Node[]} */
export function contradictionNotice(contradictions, save) {
  return [
    element("p", {}, element("strong", {}, gettext("What the server shows does not fit what this browser knows. Do not accept this."))),
    element("ul", {}, ...contradictions.map((sentence) => element("li", {}, ...sentence))),
    element("p", {}, gettext("Keep the evidence and tell the others.")),
    element("button", { type: "button", onclick: save }, gettext("Save what does not fit")),
  ];
}
