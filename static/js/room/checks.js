/** The things that this browser makes sure of by itself, in plain words. */
import { element } from "../dom.js";
import { signedClaim, signedExplanation } from "../signing/check-words.js";
import { fill, gettext } from "../text.js";

/**
 * @typedef {{id: string, passed: boolean | null, code: string, detail: any}} Check
 */

/** @param {Check} check @param {string} status "agreed" or "deadlock" */
export function checkLine(check, status) {
  const [shape, word] = check.passed === true ? ["✓", gettext("holds")] : check.passed === false ? ["✕", gettext("DOES NOT HOLD")] : ["–", gettext("not checked here")];
  return element("li", { "data-check": check.id, "data-passed": String(check.passed) },
    element("span", { class: "mark", "aria-hidden": "true" }, shape),
    element("span", {}, `${claim(check.id, status)} `, element("strong", {}, word)),
    element("span", { class: "detail" }, explain(check)));
}

/** @param {string} id @param {string} status */
function claim(id, status) {
  /** @type {Record<string, string>} */
  const claims = {
    hash: gettext("The fingerprint follows from the record:"),
    winner: status === "deadlock"
      ? gettext("The deadlock follows from everybody's answers:")
      : gettext("The pick follows from everybody's answers:"),
    "my-answers": gettext("My answers stand in the record exactly as my browser sent them:"),
    "my-sheet": gettext("My own sheet holds:"),
  };
  return claims[id] ?? signedClaim(id) ?? id;
}

/** @param {Check} check */
function explain(check) {
  const ofSigned = signedExplanation(check);
  if (ofSigned && (signedClaim(check.id) || check.code === "nothing-decided")) return ofSigned;
  if (check.code === "no-record") return gettext("There is no outcome that it could be held against.");
  if (check.code === "python-results-missing") {
    return gettext("A rule in Python of your sheet could not be run in this browser now. Reload the page to try again.");
  }
  if (check.passed === null) {
    return check.id === "my-sheet"
      ? gettext("This browser does not hold your sheet. It stands in the browser in which you wrote it.")
      : gettext("This browser does not hold what you sent. It stands in the browser from which you sent it.");
  }
  if (check.passed) {
    /** @type {Record<string, string>} */
    const good = {
      hash: gettext("Worked out here from the record below."),
      winner: gettext("Worked out here from the answers below."),
      "my-answers": gettext("Compared here with the text kept at sending."),
      "my-sheet": gettext("Your limits were replayed here; nothing of them was sent."),
    };
    return good[check.id] ?? "";
  }
  /** @type {Record<string, string>} */
  const bad = {
    hash: gettext("The server announced another fingerprint than the one its record has."),
    winner: gettext("By the rule, these answers lead to another outcome than the one announced, or the people in the record are not the ones listed."),
    "my-answers": gettext("The server shows you a record in which your answers, or the options, are not what your browser sent."),
    "my-sheet": gettext("The pick crosses something that you cannot accept. Accepting it is not possible."),
  };
  /** @type {Record<string, string>} */
  const particular = {
    "owner-missing": gettext("You are not among the people of this record."),
    "roster-differs": gettext("The people in the record are not the ones listed."),
    "roster-not-on-agenda": gettext("The people in the record are not the ones this decision was made for."),
    "options-differ": gettext("The options in the record are not the ones that you answered."),
    "ballot-unreadable": gettext("What this browser kept of your answers is damaged, so they cannot be compared here."),
    "sheet-unreadable": gettext("What this browser kept of your sheet is damaged, so it cannot be replayed here."),
    "record-malformed": gettext("The server's record cannot be read."),
  };
  return particular[check.code] ?? bad[check.id] ?? fill(gettext("Reason: %(code)s"), { code: check.code });
}

/** @param {Check[]} checks @returns {boolean} whether the coordinator, not the sheet, is what fails */
export function coordinatorFails(checks) {
  return checks.some((check) => check.passed === false && (check.id !== "my-sheet" || check.code === "no-record") && check.code !== "ballot-unreadable");
}
