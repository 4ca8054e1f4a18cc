/** Coming in by the link in this page's address, then following the decision. */
import { post } from "../api.js";
import { decisionPath, takeLink } from "../links.js";
import { keepLinks } from "../storage.js";
import { gettext } from "../text.js";
import { followDecision } from "./live.js";

const PAUSE = 5000;

/**
 * @typedef {{message: string, advice?: string, hides?: boolean, again?: () => void}} Trouble
 * @typedef {import("../api.js").ApiError} ApiError
 */

/**
 * @param {string} decision
 * @param {(state: any) => void} onState
 * @param {(trouble: Trouble | null) => void} onTrouble
 * @returns {{refresh: () => Promise<void>, takeSeatSecret: () => string | undefined}} `takeSeatSecret` gives once the
 *   secret of the return link that this page was opened by
 */
export function enter(decision, onState, onTrouble) {
  /** The secrets of this page's address that the server has not answered to yet. */
  const { secrets: pending, code } = takeLink();
  let seatSecret = pending.seat;
  /** @type {ApiError | null} why the link in the address opened nothing */
  let refused = null;
  let entered = false;
  /** @type {{refresh: () => Promise<void>} | null} */
  let follower = null;
  /** @type {number | undefined} */
  let timer;

  async function open() {
    clearTimeout(timer);
    for (const [kind, secret] of Object.entries(pending)) {
      try {
        await post(`${decisionPath(decision)}enter`, { kind, secret });
        entered = true;
        keepLinks(decision, kind === "group" ? { group: secret } : {}, code);
      } catch (error) {
        const { status, message } = /** @type {ApiError} */ (error);
        if (!status || status === 429 || status >= 500) {
          onTrouble({ message, again: open });
          timer = setTimeout(open, PAUSE);
          return;
        }
        refused = /** @type {ApiError} */ (error);
        if (kind === "seat") seatSecret = undefined;
      }
      delete pending[/** @type {"group"} */ (kind)];
    }
    follower ??= followDecision(decision, onState, (error) => onTrouble(explain(error)));
  }

  /** @param {ApiError | null} error of reading the state @returns {Trouble | null} */
  function explain(error) {
    if (error?.code === "no-link") {
      return { message: refused ? refused.message : gettext("This browser has no seat here yet."), advice: wayIn(), hides: true };
    }
    if (error) return { message: error.message, again: () => follower?.refresh() };
    if (!refused) return null;
    return { message: refused.message, advice: gettext("What you see here was opened by a link that this browser was given earlier.") };
  }

  function wayIn() {
    if (entered) return gettext("The link is right, but this browser keeps no cookies for this site. Allow them, then open the link again.");
    return gettext("Open the whole link that you were given, with everything after the # sign. If you had a seat, open your return link.");
  }

  open();
  return {
    refresh: () => follower?.refresh() ?? Promise.resolve(),
    takeSeatSecret: () => {
      const secret = seatSecret;
      seatSecret = undefined;
      return secret;
    },
  };
}
