/**
 * The exact answers that this browser sent, kept so that the record can be held against them. Until the server said
 * that they arrived, the ones before are kept as well: either may be what counts.
 *
 * @typedef {{ballot: string, digest: string, sheet: string, agenda: string, signed?: string, replaced?: string[],
 *   arrived: boolean, before: Sent | null}} Sent `signed` is the text that left where the decision is signed, and
 *   `replaced` are the digests of those that these took the place of
 */
import { keep, recall, sentKey } from "../storage.js";

export class SentAnswers {
  /** @param {string} decision @param {string} seat @param {number} round */
  constructor(decision, seat, round) {
    this.key = sentKey(decision, seat, round);
    this.refusedKey = `${this.key}/refused`;
  }

  /** @returns {Sent | null} the last ones, arrived or not */
  last() {
    return recall(this.key);
  }

  /**
   * Before sending.
   * @param {{ballot: string, digest: string, sheet: string}} preview
   * @param {string} agenda
   * @param {string} [signed]
   * @returns {() => void} puts back what was kept before, for when the server refused
   */
  leaving({ ballot, digest, sheet }, agenda, signed) {
    const before = this.last();
    const arrived = before?.arrived ? before : before?.before;
    keep(this.key, {
      ballot, digest, sheet, agenda, signed, arrived: false,
      // If these arrive, they take the place of all before, of those too of which it was never known.
      replaced: [...(before?.replaced ?? []), ...(recall(this.refusedKey) ?? []), ...(before && !before.arrived && before.digest !== digest ? [before.digest] : [])],
      before: arrived ? { ...arrived, before: null } : null,
    });
    return () => {
      // Another window may have sent something in the meantime.
      if (this.last()?.digest !== digest || this.last()?.arrived) return;
      // What a server says it refused it may have kept: it stays one of those that must not come back.
      keep(this.refusedKey, [...(recall(this.refusedKey) ?? []), digest]);
      keep(this.key, before && { ...before, replaced: [...(before.replaced ?? []), digest] });
    };
  }

  /** The last ones arrived. */
  arrived() {
    const last = this.last();
    if (last && !last.arrived) keep(this.key, arrivedNow(last));
  }

  /**
   * The answers that count, as far as this browser can tell: the last ones that are known to have arrived. A digest of
   * the server's decides only between two of which that is not known.
   * @param {string | null} digest of the ballot that the server holds
   * @returns {Sent | null}
   */
  counting(digest) {
    const last = this.last();
    if (!last || last.arrived || last.digest === digest) return last;
    return last.before;
  }

  /** Notes that the last ones arrived after all. @param {string | null} digest of the ballot that the server holds */
  hear(digest) {
    const last = this.last();
    if (last && !last.arrived && last.digest === digest) keep(this.key, arrivedNow(last));
  }
}

/** @param {Sent} last @returns {Sent} */
function arrivedNow(last) {
  const replaced = last.before ? [...(last.replaced ?? []), last.before.digest] : last.replaced;
  return { ...last, replaced, arrived: true, before: null };
}
