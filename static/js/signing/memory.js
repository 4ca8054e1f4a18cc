/**
 * What this browser remembers of a signed decision by itself, so that nobody can show it one thing today and another
 * tomorrow: what it was shown, whatever its seat, and what its seat gave. Only ever added to.
 *
 * @typedef {{text: string, accepted: boolean, arrived: boolean}} KeptClosing the exact signed text
 * @typedef {{coordinator?: string, agendas?: Record<string, string[]>, rosters?: Record<string, string[]>,
 *   earlier?: Record<string, string>}} Seen digests by round; in `earlier` the signed agenda of each round
 * @typedef {{known?: Record<string, string>, closings?: Record<string, KeptClosing>}} Given keys by name as they were
 *   when this seat's word was given, and that word by round
 * @typedef {Seen & Given} Remembered
 */
import { keep, recall } from "../storage.js";

export class SigningMemory {
  /** @param {string} decision @param {string} [seat] */
  constructor(decision, seat) {
    this.seenKey = `parley/${decision}/seen`;
    this.givenKey = `parley/${decision}/${seat ?? "-"}/given`;
  }

  /** @returns {Remembered} */
  all() {
    return { ...this.seen(), ...this.given() };
  }

  /** @private @returns {Seen} */
  seen() {
    return recall(this.seenKey) ?? {};
  }

  /** @private @returns {Given} */
  given() {
    return recall(this.givenKey) ?? {};
  }

  /** @param {Remembered} remembered what another browser remembered of this seat, which has moved here */
  takeOver({ known, closings, ...seen }) {
    keep(this.seenKey, { ...seen, ...this.seen() });
    keep(this.givenKey, { known, closings });
  }

  /** @param {number} round @param {{digest: string, coordinator: string}} agenda @param {string} text the signed agenda */
  saw(round, { digest, coordinator }, text) {
    const seen = this.seen();
    keep(this.seenKey, {
      ...seen,
      coordinator: seen.coordinator ?? coordinator,
      agendas: added(seen.agendas, round, digest),
      earlier: { ...seen.earlier, [round]: seen.earlier?.[round] ?? text },
    });
  }

  /** @param {number} round @param {string} digest of a roster */
  sawRoster(round, digest) {
    const seen = this.seen();
    keep(this.seenKey, { ...seen, rosters: added(seen.rosters, round, digest) });
  }

  /** @param {{owner: string, key: string}[]} people as they are shown when this seat's word is given */
  knows(people) {
    const given = this.given();
    keep(this.givenKey, { ...given, known: { ...given.known, ...Object.fromEntries(people.map(({ owner, key }) => [owner, key])) } });
  }

  /** @param {number} round @returns {KeptClosing | null} */
  closing(round) {
    return this.given().closings?.[round] ?? null;
  }

  /**
   * Before it leaves. One that is kept stays, whatever is asked later.
   * @param {number} round @param {string} text @param {boolean} accepted
   * @returns {KeptClosing} what is kept
   */
  closes(round, text, accepted) {
    const given = this.given();
    const kept = given.closings?.[round] ?? { text, accepted, arrived: false };
    keep(this.givenKey, { ...given, closings: { ...given.closings, [round]: kept } });
    return kept;
  }

  /** @param {number} round */
  closingArrived(round) {
    const given = this.given();
    const kept = given.closings?.[round];
    if (kept) keep(this.givenKey, { ...given, closings: { ...given.closings, [round]: { ...kept, arrived: true } } });
  }
}

/** @param {Record<string, string[]> | undefined} lists @param {number} round @param {string} digest */
function added(lists, round, digest) {
  return { ...lists, [round]: [...new Set([...(lists?.[round] ?? []), digest])] };
}
