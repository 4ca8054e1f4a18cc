/**
 * What this browser remembers of a signed decision by itself, so that nobody can show it one thing today and another
 * tomorrow: what it was shown, whatever its seat, and what its seat gave. Only ever added to.
 *
 * @typedef {{text: string, accepted: boolean, arrived: boolean}} KeptClosing the exact signed text
 * @typedef {{coordinator?: string, agendas?: Record<string, string[]>, rosters?: Record<string, string[]>,
 *   earlier?: Record<string, string>, texts?: Record<string, string>}} Seen digests by round; in `earlier` the signed
 *   agenda that was seen first in each round, and in `texts` by digest what else was signed: with two of one round they
 *   are the proof against whoever signed them
 * @typedef {{known?: Record<string, string>, closings?: Record<string, KeptClosing>}} Given keys by name as they were
 *   when this seat's word was given, and that word by round
 * @typedef {Seen & Given} Remembered
 */
import { keep, recall } from "../storage.js";

/** A second one is proof already: more would only fill this browser up. */
const MOST_OF_A_ROUND = 3;

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
  takeOver({ known, closings, ...moved }) {
    const here = this.seen();
    keep(this.seenKey, {
      // What came with the seat is older than what the server has shown here.
      coordinator: moved.coordinator ?? here.coordinator,
      agendas: together(moved.agendas, here.agendas),
      rosters: together(moved.rosters, here.rosters),
      earlier: { ...here.earlier, ...moved.earlier },
      texts: { ...byItself(here), ...here.texts, ...moved.texts },
    });
    const given = this.given();
    // A word that was given here stays, whatever comes along.
    keep(this.givenKey, { known: { ...known, ...given.known }, closings: { ...closings, ...given.closings } });
  }

  /** @param {number} round @param {{digest: string, coordinator: string}} agenda @param {string} text the signed agenda */
  saw(round, { digest, coordinator }, text) {
    const seen = this.seen();
    const agendas = added(seen.agendas, round, digest);
    const first = seen.earlier?.[round] ?? text;
    keep(this.seenKey, {
      ...seen,
      coordinator: seen.coordinator ?? coordinator,
      agendas,
      earlier: { ...seen.earlier, [round]: first },
      texts: first !== text && agendas[round].includes(digest) ? { ...seen.texts, [digest]: text } : seen.texts,
    });
  }

  /** @param {number} round @param {string} digest of a roster @param {string} text the signed roster */
  sawRoster(round, digest, text) {
    const seen = this.seen();
    const rosters = added(seen.rosters, round, digest);
    keep(this.seenKey, { ...seen, rosters, texts: rosters[round].includes(digest) ? { ...seen.texts, [digest]: text } : seen.texts });
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

/**
 * @param {Record<string, string[]> | undefined} lists
 * @param {number} round
 * @param {string} digest
 * @returns {Record<string, string[]>}
 */
function added(lists, round, digest) {
  return { ...lists, [round]: [...new Set([...(lists?.[round] ?? []), digest])].slice(0, MOST_OF_A_ROUND) };
}

/** @param {Record<string, string[]>} [one] @param {Record<string, string[]>} [other] */
function together(one = {}, other = {}) {
  const rounds = Object.keys({ ...one, ...other });
  return Object.fromEntries(rounds.map((round) => [round, [...new Set([...(one[round] ?? []), ...(other[round] ?? [])])].slice(0, MOST_OF_A_ROUND)]));
}

/** @param {Seen} seen @returns {Record<string, string>} the agendas in `earlier` by digest */
function byItself({ agendas = {}, earlier = {} }) {
  return Object.fromEntries(Object.entries(earlier).filter(([round]) => agendas[round]?.length).map(([round, text]) => [agendas[round][0], text]));
}
