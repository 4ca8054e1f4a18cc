/** The outcome of a signed decision: the seven checks, the people behind it, the code to compare, and this seat's word. */
import { post } from "../api.js";
import { hasNoResult } from "../decision-state.js";
import { byId, element, fillNode } from "../dom.js";
import { decisionPath } from "../links.js";
import { statusWords } from "../room/people.js";
import { linkCodes } from "../storage.js";
import { fill, gettext } from "../text.js";
import { Comparison } from "./comparison.js";
import { SigningMemory } from "./memory.js";
import { peoplePanel } from "./people.js";
import { checkRound, rememberedFor, shownBy, signClosing } from "./round.js";
import { seatKey } from "./seat-key.js";

/** What the check of the coordinator says where a roster was really signed by it. */
const SIGNED_ROSTER = ["coordinator-signed", "roster-seen-another"];

export class SignedRecord {
  /** @param {string} decision */
  constructor(decision) {
    this.decision = decision;
    this.comparison = new Comparison();
    this.peoplePlace = element("div");
    this.comparisonPlace = element("div");
    /** @type {any} */
    this.last = null;
  }

  /** @param {any} state */
  memory(state) {
    return new SigningMemory(this.decision, state.me?.seat);
  }

  /**
   * @param {any} state
   * @param {{sent: import("../room/sent.js").Sent | null, sheet: string | null, python_results: string[][] | null}} own
   * @returns {Promise<any>} what `check_round` answers, with its `basis`, `computed_hash` and the body of the `roster`
   */
  async check(state, { sent, sheet, python_results }) {
    const memory = this.memory(state);
    const key = state.me ? await seatKey(this.decision, state.me.seat) : null;
    const shown = shownBy(state);
    const remembered = rememberedFor(state, key?.public ?? null, memory.all(), {
      ballot: sent?.signed ?? null, replaced: sent?.replaced ?? [], sheet, python_results, linkCodes: linkCodes(this.decision),
    });
    const result = await checkRound(shown, remembered, true);
    const coordinator = result.checks.find((/** @type {any} */ check) => check.id === "coordinator");
    if (SIGNED_ROSTER.includes(coordinator.code)) memory.sawRoster(state.round, result.roster_digest, shown.roster);
    const kept = memory.closing(state.round);
    if (kept && shown.closings.includes(kept.text)) memory.closingArrived(state.round);
    return { ...result, basis: { shown, remembered, key }, computed_hash: result.transcript_hash, roster: result.roster_digest && JSON.parse(shown.roster).body };
  }

  /** @param {any} state @param {any} result of `check` @returns {string[]} a sentence for each thing beyond the seven that does not fit */
  problems(state, result) {
    const kept = this.memory(state).closing(state.round);
    const said = state.me?.closing;
    const words = wordsOf(result);
    const mine = words.get(state.me?.owner);
    const everybody = acceptedByAll(result);
    const owners = JSON.stringify(result.people.map((/** @type {any} */ person) => person.owner));
    return [
      kept?.arrived && !state.outcome.closings.includes(kept.text) && gettext("The server no longer shows the word that this browser signed and sent."),
      said && mine === undefined && gettext("The server says that you have given your word on the outcome. Nothing that is signed with your key says so."),
      said && mine !== undefined && mine !== (said !== "declined") && gettext("The server says the opposite of what you signed."),
      state.state === "agreed" && !everybody && gettext("The server says that everybody accepted. What is signed does not say so."),
      state.state === "declined" && ![...words.values()].includes(false) && gettext("The server says that somebody declined. Nothing that is signed says so."),
      hasNoResult(state) && everybody && gettext("The server says that this ended without a result. Everybody has accepted it, and that is final: the receipt shows it."),
      ...state.seats.filter((/** @type {any} */ seat) => seat.owner !== state.me?.owner && isSaidWithoutSigning(seat, words)).map((/** @type {any} */ seat) => fill(
        gettext("The server says of %(owner)s: %(word)s. Nothing that is signed with the key of that seat says so."), { owner: `\u2068${seat.owner}\u2069`, word: statusWords(seat.status)[1] })),
      result.closings.filter((/** @type {any} */ closing) => closing.valid).length > words.size && gettext("Somebody has signed two different words on this outcome."),
      result.closings.some((/** @type {any} */ closing) => !closing.valid) && gettext("Somebody's word on the outcome is not signed with the key of their seat."),
      result.roster_digest && owners !== JSON.stringify(state.outcome.participants) && gettext("The people listed are not those of the signed list."),
      result.status && result.status !== state.outcome.status && gettext("The outcome that the server announces is not the one that follows from the answers."),
    ].filter((sentence) => typeof sentence === "string");
  }

  /** @param {any} result of `check` */
  show(result) {
    this.last = { ...result.basis, result };
    const place = byId("signed-round");
    if (!place.contains(this.peoplePlace)) fillNode(place, this.peoplePlace, this.comparisonPlace);
    fillNode(this.peoplePlace, result.people.length > 0 && peoplePanel(result.people));
    const panel = result.code && this.comparison.panel(result.code);
    // Somebody may be writing in it, whose place would be lost.
    if (!panel || !this.comparisonPlace.contains(panel)) fillNode(this.comparisonPlace, panel);
  }

  /** @param {any} state @returns {import("./memory.js").KeptClosing | null} a word that was signed and may not have arrived */
  waiting(state) {
    const kept = state.me && !state.me.closing ? this.memory(state).closing(state.round) : null;
    return kept && !kept.arrived ? kept : null;
  }

  /** @param {any} state @returns {boolean} whether this browser can sign for the seat */
  canSign(state) {
    const { key, result } = this.last ?? {};
    return Boolean(state.me && key && (result.people.find((/** @type {any} */ person) => person.is_me)?.key ?? state.me.key) === key.public);
  }

  /**
   * Signs this seat's word, keeps it, and sends it. A word that was signed before is sent again as it is.
   * @param {any} state @param {boolean} accept
   * @returns {Promise<void>} rejects where nothing may be signed, or another word than this one is signed already
   */
  async close(state, accept) {
    const memory = this.memory(state);
    const { shown, remembered, result } = this.last;
    await this.comparison.compared;
    if (accept && this.comparison.differs) throw new Error(gettext("The code that you pasted is not the same. Find out why, or empty that box, before you accept."));
    // The seat may have moved away since the page was drawn, in this window or in another.
    const key = await seatKey(this.decision, state.me.seat);
    if (!key || key.public !== remembered.key) throw new Error(gettext("The key of this seat is not in this browser any more."));
    const confirmed = result.checks.filter((/** @type {any} */ check) => check.passed === null).map((/** @type {any} */ check) => check.code);
    let kept = memory.closing(state.round);
    if (!kept) {
      // Another window may have been shown something else since this one made its checks.
      const { agendas, rosters, coordinator = null } = memory.all();
      const now = { ...remembered, agendas_seen: agendas?.[state.round] ?? [], rosters_seen: rosters?.[state.round] ?? [], coordinator };
      const text = await signClosing(shown, now, accept, confirmed, result.to_sign[accept ? "accepted" : "declined"], key).catch((error) => {
        if (error.code === "check-failed") throw new Error(gettext("A check does not hold any more: this browser was shown something else meanwhile, perhaps in another window. Nothing was signed. Load this page again to see what."));
        throw error;
      });
      memory.knows(result.people);
      // The one that another window kept in the meantime, if there is one.
      kept = memory.closes(state.round, text, accept);
    }
    if (kept.accepted !== accept) {
      throw new Error(kept.accepted
        ? gettext("This browser has already signed that you accept, and that cannot be changed any more.")
        : gettext("This browser has already signed that you decline, and that cannot be changed any more."));
    }
    await post(`${decisionPath(this.decision)}closing`, { closing: kept.text });
    memory.closingArrived(state.round);
  }
}

/** @param {any} result @returns {Map<string, boolean>} by owner whether they accepted, of those whose signature stands */
function wordsOf(result) {
  const words = new Map();
  for (const { owner, accepted, valid } of result.closings) {
    // Of two words by one person, the decline counts.
    if (valid) words.set(owner, accepted && words.get(owner) !== false);
  }
  return words;
}

/** @param {any} result of `check` @returns {boolean} by what is signed, whatever the server says */
export function acceptedByAll(result) {
  const words = wordsOf(result);
  return result.people.length > 0 && result.people.every((/** @type {any} */ person) => words.get(person.owner) === true);
}

/** @param {{owner: string, status: string}} seat @param {Map<string, boolean>} words */
function isSaidWithoutSigning({ owner, status }, words) {
  return ["accepted", "declined", "seen"].includes(status) && words.get(owner) !== (status !== "declined");
}
