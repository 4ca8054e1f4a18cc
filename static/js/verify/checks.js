import { element, isolated } from "../dom.js";
import { fill, gettext, ngettext } from "../text.js";

/**
 * One of the six checks as it is shown: null where there was nothing to check.
 * @typedef {{passed: boolean | null, words: string, detail: Node[]}} Check
 */

/**
 * The six checks of a report in words, in the order of the report.
 * @param {any} report as the engine gives it, not unreadable
 * @returns {Check[]}
 */
export function checksOf(report) {
  return [hash(report.hash), outcome(report), winner(report.max_min, report.status), people(report.roster),
    acceptances(report), signatures(report)];
}

/** @param {string} text */
function line(text) {
  return element("p", {}, text);
}

/** @param {string} label @param {string | null} value */
function hashLine(label, value) {
  return element("p", {}, `${label} `, element("span", { class: "hash" }, value ?? gettext("none")));
}

/** @param {any} found @returns {Check} */
function hash(found) {
  return {
    passed: found.passed,
    words: found.passed
      ? gettext("The hash follows from the record: nothing was edited after the receipt was written.")
      : gettext("The hash does not follow from the record: it was edited after the receipt was written."),
    detail: [
      hashLine(gettext("Given by the receipt:"), found.claimed),
      hashLine(gettext("Worked out here:"), found.recomputed),
      line(gettext("Compare it with the hash you were shown before you accepted.")),
    ],
  };
}

/** @param {any} report @returns {Check} */
function outcome(report) {
  return {
    passed: report.status_decision.passed,
    words: report.status_decision.passed
      ? gettext("The announced outcome is the one in the record.")
      : gettext("The announced outcome is not the one in the record."),
    detail: [
      line(fill(gettext("Announced: %(status)s."), { status: statusWord(report.status) })),
      element("p", {}, `${gettext("Decision, to the letter:")} `, element("code", {}, report.decision_text)),
    ],
  };
}

/** @param {string} status */
function statusWord(status) {
  if (status === "agreed") return gettext("an option was picked");
  if (status === "deadlock") return gettext("a deadlock");
  return `\u2068${status}\u2069`;
}

/** @param {any} found @param {string} status @returns {Check} */
function winner(found, status) {
  const holds = status === "deadlock"
    ? gettext("The deadlock is real: no option is acceptable to everyone.")
    : gettext("The winner follows from the answers: of all options acceptable to everyone, it leaves the least happy person happiest.");
  const fails = found.recomputed
    ? gettext("The winner follows from the answers, but the receipt does not say so.")
    : gettext("The winner does not follow from the answers.");
  return {
    passed: found.passed,
    words: found.passed ? holds : fails,
    detail: [line(gettext("The winner was worked out again here, from every recorded yes or no and every score, each option with exactly one answer from each person."))],
  };
}

/** @param {any} found @returns {Check} */
function people(found) {
  const list = (/** @type {string} */ label, /** @type {string[]} */ names) => element("p", {}, `${label} `,
    ...(names.length ? names.flatMap((name, index) => [index ? ", " : "", isolated(name)]) : [gettext("none")]));
  return {
    passed: found.passed,
    words: found.passed
      ? fill(ngettext("The list of people is the one in the record: %(count)s person.",
        "The list of people is the one in the record: %(count)s people.", found.listed.length), { count: found.listed.length })
      : gettext("The list of people is not the one in the record."),
    detail: [list(gettext("Listed by the receipt:"), found.listed), list(gettext("In the record:"), found.recorded)],
  };
}

/** @param {any} report @returns {Check} */
function acceptances(report) {
  const { unanimous } = report;
  const passed = unanimous.passed && report.acceptances.every((/** @type {any} */ one) => one.passed);
  const answer = (/** @type {boolean | null} */ said) => (said === null ? gettext("neither yes nor no") : said ? gettext("yes") : gettext("no"));
  let words = gettext("Each acceptance is for exactly this record and this decision.");
  if (!passed) words = gettext("The acceptances do not hold: one is for something else, or the receipt counts them wrongly.");
  else if (!report.acceptances.length) words = gettext("Nobody has accepted or declined yet, and the receipt says so.");
  return {
    passed,
    words,
    detail: [line(fill(gettext("Accepted by everyone: worked out here %(here)s, receipt says %(claimed)s."),
      { here: answer(unanimous.recomputed), claimed: answer(unanimous.claimed) }))],
  };
}

/** @param {any} report @returns {Check} */
function signatures(report) {
  const verdicts = report.verdict_signatures;
  const signed = report.acceptances.filter((/** @type {any} */ one) => one.signature !== "unsigned");
  const states = [verdicts.state, ...signed.map((/** @type {any} */ one) => one.signature)];
  if (!verdicts.count && !signed.length) {
    return {
      passed: null,
      words: gettext("There are no signatures to check: nothing in this receipt is signed."),
      detail: [line(gettext("Without signatures an edit shows, but a record that somebody wrote from scratch does not."))],
    };
  }
  const passed = verdicts.passed && signed.every((/** @type {any} */ one) => one.signature === "valid");
  let words = gettext("Every signature fits its key and content.");
  if (!passed) {
    words = states.includes("failed") || states.includes("invalid")
      ? gettext("Not every signature fits its key and content.")
      : gettext("The signatures could not be checked on this page.");
  }
  return {
    passed,
    words,
    detail: [line(fill(gettext("Signed answers: %(answers)s. Signed acceptances: %(acceptances)s."),
      { answers: verdicts.count, acceptances: signed.length }))],
  };
}
