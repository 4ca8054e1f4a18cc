/** What came of replaying a sheet, in words: what matches, what differs, and what follows. */
import { element, fillNode } from "../dom.js";
import { scrolling } from "../scrolling.js";
import { fill, gettext, ngettext } from "../text.js";
import { visible } from "../visible.js";
import { ownRuleName } from "./own-rules.js";
import { andMore, word } from "./sentences.js";
import { described } from "./show.js";

const language = document.documentElement.lang || "en";
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

/**
 * @param {HTMLElement} container
 * @param {any} found as parley.replay gives it
 * @param {any} summary of the receipt's report
 * @param {Node | null} [rules] the sheet's rules in Python, and the way to run them
 * @returns {string} what follows, for people who listen
 */
export function showReplay(container, found, summary, rules = null) {
  const follows = conclusions(found, summary);
  fillNode(container,
    element("ul", { class: "replay-checks" }, ...[owner(found), decision(found), answers(found), acceptance(found)]),
    rules,
    element("h3", {}, gettext("What follows")),
    element("div", { id: "what-follows" }, ...follows.map((text) => element("p", {}, text))),
  );
  return follows.join(" ");
}

/** @param {string} id @param {boolean | null} passed @param {string} words @param {...(Node | null | false)} detail */
function line(id, passed, words, ...detail) {
  const shape = passed === null ? "–" : passed ? "✓" : "✕";
  return element("li", { "data-check": id, "data-passed": String(passed) },
    element("span", { class: "mark", "aria-hidden": "true" }, shape), element("span", {}, words),
    detail.length > 0 && element("div", { class: "detail" }, ...detail));
}

/** @param {any} found */
function name(found) {
  return { owner: `\u2068${visible(found.owner)}\u2069` };
}

/** @param {any} found */
function owner(found) {
  return found.owner_in_record
    ? line("owner", true, fill(gettext("%(owner)s, whose sheet this is, is in the record."), name(found)))
    : line("owner", false, fill(gettext("%(owner)s, whose sheet this is, is not in the record under this very name."), name(found)));
}

/** @param {any} found */
function decision(found) {
  if (found.decision === "deadlock") return line("decision", true, gettext("Nothing was decided, so nothing was forced on you."));
  if (found.decision === "unchecked") return line("decision", null, gettext("Whether the decision crosses your red lines is not checked: your rules in Python are not run."));
  if (found.decision === "holds") return line("decision", true, gettext("The decision crosses none of your red lines."));
  return line("decision", false, gettext("The decision crosses what your sheet cannot accept:"),
    element("ul", {}, ...found.crossed.map((/** @type {any} */ crossed) => element("li", {}, crossedWords(crossed)))));
}

/** @param {any} crossed */
function crossedWords(crossed) {
  if (crossed.kind === "python") return fill(gettext("It does not hold in Python: %(rule)s"), { rule: ownRuleName(crossed) });
  if (crossed.kind === "option") return gettext("You said of this very option that you cannot accept it.");
  if (crossed.kind === "unknown-option") return gettext("It is none of the options that people were asked about.");
  const { attr, op, value } = crossed.line;
  /** @type {Record<string, string>} */
  const texts = {
    "<=": gettext("%(name)s must be at most %(value)s"),
    "<": gettext("%(name)s must be below %(value)s"),
    ">=": gettext("%(name)s must be at least %(value)s"),
    ">": gettext("%(name)s must be above %(value)s"),
    "==": gettext("%(name)s must be %(value)s"),
    "!=": gettext("%(name)s must not be %(value)s"),
    in: gettext("%(name)s must be one of: %(value)s"),
    not_in: gettext("%(name)s must be none of: %(value)s"),
  };
  const values = (Array.isArray(value) ? value : [value]).map(shown).join(", ");
  return fill(texts[op] ?? "%(name)s %(value)s", { name: `\u2068${visible(attr)}\u2069`, value: values });
}

/** @param {any} value of a red line */
function shown(value) {
  if (typeof value === "boolean") return word(value ? "word-yes" : "word-no");
  return typeof value === "string" ? `\u2068${visible(value)}\u2069` : numbers.format(value);
}

/** @param {any} found @returns {boolean} whether the answers hang on rules that were not run */
function isOpen({ owner_in_record, answers_match }) {
  return owner_in_record && answers_match === null;
}

/** @param {any} found */
function answers(found) {
  if (isOpen(found)) return line("answers", null, gettext("Whether the answers recorded under your name are those of this sheet is not checked: your rules in Python are not run."));
  if (found.answers_match === null) return line("answers", null, gettext("There are no answers under this name to compare."));
  if (found.answers_match) {
    return line("answers", true, fill(gettext("All %(options)s answers recorded under your name are those that this sheet gives, scores included."),
      { options: found.options }));
  }
  return line("answers", false, fill(ngettext(
    "Of the %(options)s answers recorded under your name, %(differing)s is not the one that this sheet gives:",
    "Of the %(options)s answers recorded under your name, %(differing)s are not those that this sheet gives:", found.differing),
  { options: found.options, differing: found.differing }), differences(found));
}

/** @param {any} found */
function differences({ differences, differing }) {
  const rows = differences.map((/** @type {any} */ one) => {
    // Two scores that differ must not look the same.
    const format = one.recorded && whole.format(outOf100(one.sheet)) === whole.format(outOf100(one.recorded)) ? numbers : whole;
    return element("tr", {},
      element("th", { scope: "row" }, one.is_decision && element("strong", { class: "decided" }, gettext("Decided: ")), described(one.option)),
      element("td", {}, answerWords(one.sheet, format)), element("td", {}, answerWords(one.recorded, format)));
  });
  return scrolling(gettext("Your sheet beside the record"), element("table", { class: "differences" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, gettext("Option")),
      element("th", { scope: "col" }, gettext("Your sheet")), element("th", { scope: "col" }, gettext("The record")))),
    element("tbody", {}, ...rows,
      differing > differences.length && element("tr", {}, element("td", { colspan: 3 }, andMore(differing - differences.length))))));
}

/** @param {{score: number}} answer */
function outOf100({ score }) {
  return (score * 100) / 1024;
}

/** @param {{acceptable: boolean, score: number} | null} answer @param {Intl.NumberFormat} format */
function answerWords(answer, format) {
  if (answer === null) return gettext("not one answer that can be read");
  if (!answer.acceptable && answer.score === 0) return gettext("no");
  const score = { score: format.format(outOf100(answer)) };
  return fill(answer.acceptable ? gettext("yes, %(score)s of 100") : gettext("no, and yet %(score)s of 100"), score);
}

/** @param {any} found */
function acceptance(found) {
  const deadlock = found.decision === "deadlock";
  switch (found.said) {
    case "accepted": return line("said", null, deadlock ? gettext("The receipt says that you have seen the deadlock.") : gettext("The receipt says that you accepted."));
    case "declined": return line("said", null, gettext("The receipt says that you declined."));
    case "unclear": return line("said", false, gettext("What the receipt says of your acceptance is not for this record, or is there twice."));
    default: return line("said", null, gettext("The receipt says neither that you accepted nor that you declined."));
  }
}

/** @param {any} found @param {any} summary @returns {string[]} */
function conclusions(found, summary) {
  const texts = [];
  if (summary.reason[0].code === "reason-wrong") {
    texts.push(gettext("The receipt itself did not pass its checks, see above. What is compared here is its record as it stands."));
  }
  if (!found.owner_in_record) {
    texts.push(gettext("If you took part under this very name, your answers were left out, and the outcome was worked out without you. If you took part under another one, this is not the sheet for this receipt."));
  } else if (isOpen(found)) {
    texts.push(open(found));
  } else if (found.answers_match) {
    texts.push(matching(found));
  } else {
    texts.push(...differing(found, summary));
  }
  return texts;
}

/** @param {any} found */
function open(found) {
  if (found.decision === "crossed") {
    return gettext("The decision crosses a red line of this sheet. Whether the record holds your answers is open as long as your rules in Python are not run.");
  }
  return gettext("Whether you were betrayed is open: it hangs on your rules in Python, and they are not run.");
}

/** @param {any} found */
function matching(found) {
  if (found.decision === "crossed") {
    return gettext("Your “no” is in the record, and it was decided all the same. That breaks the rule that no red line is crossed: the check of the winner above fails too.");
  }
  return gettext("By this sheet you were not betrayed: the record holds your answers, and the outcome respects your red lines.");
}

/** @param {any} found @param {any} summary */
function differing(found, summary) {
  const texts = [];
  if (found.differences.some((/** @type {any} */ one) => one.is_decision && one.kind === "recorded-yes")) {
    texts.push(gettext("The record says that you can accept what was decided, and this sheet says that you cannot."));
  } else if (found.decision === "unchecked") {
    texts.push(gettext("The record does not hold the answers of this sheet. Whether the outcome respects your red lines is open as long as your rules in Python are not run."));
  } else if (found.decision !== "crossed") {
    texts.push(gettext("The outcome respects your red lines, but the record does not hold the answers of this sheet."));
  }
  if (answersAreSigned(summary)) {
    texts.push(gettext("The ballot in this receipt is signed with the key of that seat. So either this is another sheet than the one from which the answers were made, or somebody else held that key. The page of the decision keeps what your browser sent, and compares it too."));
    return texts;
  }
  texts.push(gettext("There are two explanations: this sheet is not as it was when you sent your answers, or your answers were changed after you sent them. The page of the decision keeps what your browser sent, and compares it too."));
  if (!summary.proof && checkState(summary, "signatures") === "nothing") {
    texts.push(gettext("Nothing in this receipt is signed, so it cannot show which of the two it is. Keep it together with your sheet."));
  }
  return texts;
}

/** @param {any} summary @returns {boolean} whether the record's answers are those of ballots that the seats' keys signed */
function answersAreSigned(summary) {
  return checkState(summary, "proof-ballots") === "holds" && checkState(summary, "proof-record") === "holds";
}

/** @param {any} summary @param {string} id @returns {string | undefined} */
function checkState(summary, id) {
  return summary.checks.find((/** @type {any} */ check) => check.id === id)?.state;
}
