import { element, fillNode, isolated } from "../dom.js";
import { gettext } from "../text.js";
import { visible } from "../visible.js";
import { andMore, sentence, word } from "./sentences.js";

/** How a state looks: a shape beside its word. @type {Record<string, string>} */
const SHAPES = { holds: "✓", fails: "✕", unchecked: "?", nothing: "–", missing: "…" };

/** The shape of each result. @type {Record<string, string>} */
const RESULTS = { VERIFIED: "✓", FAILED: "✕", "NOT PROVABLE": "…" };

/**
 * Shows a finished report. templates/verify-report.html shows the same for browsers without scripts.
 * @param {HTMLElement} container
 * @param {string} fileName
 * @param {any} summary of the report, as the engine gives it
 * @param {Node | null} [aside] what else belongs to the result
 * @returns {string} the result in one sentence
 */
export function showReport(container, fileName, summary, aside = null) {
  const reason = summary.reason.map(sentence).join(" ");
  if (summary.result === "UNREADABLE") return showUnreadable(container, fileName, reason);
  const unchecked = summary.reason[0].code === "reason-unchecked";
  fillNode(container,
    resultPanel(fileName, summary.result, RESULTS[summary.result], reason, outcome(summary), aside),
    summary.findings.length > 0 && section(unchecked ? gettext("What was not checked") : gettext("What is wrong"), "findings",
      remarks(summary.findings, summary.more_findings)),
    section(summary.proof ? gettext("The checks") : gettext("The six checks"), "six-checks", element("ol", { class: "verify-checks" }, ...summary.checks.map(checkItem))),
    section(gettext("Who accepted"), "who-accepted", acceptances(summary)),
    summary.notes.length > 0 && section(gettext("Worth knowing"), "notes", remarks(summary.notes)),
    section(gettext("What this does not prove"), "not-proved", remarks(summary.not_proved)),
  );
  return reason;
}

/**
 * Says why a file could not be checked as a receipt.
 * @param {HTMLElement} container
 * @param {string} fileName
 * @param {string} reason
 * @returns {string} the same in one sentence
 */
export function showUnreadable(container, fileName, reason) {
  fillNode(container, resultPanel(fileName, "UNREADABLE", "?", reason));
  return `${word("word-UNREADABLE")}. ${reason}`;
}

/**
 * @param {string} fileName @param {string} result @param {string} shape @param {string} reason
 * @param {...(Node | null)} rest
 */
function resultPanel(fileName, result, shape, reason, ...rest) {
  return element("section", { class: `result result-${result.toLowerCase().replace(" ", "-")}`, "aria-labelledby": "result-word" },
    element("p", { class: "small quiet file-name" }, isolated(visible(fileName))),
    element("h2", { id: "result-word", class: "result-word", tabindex: -1 },
      element("span", { class: "result-shape", "aria-hidden": "true" }, shape), word(`word-${result}`)),
    element("p", { class: "lead" }, reason), ...rest);
}

/** @param {any} summary */
function outcome({ title, decision }) {
  return element("dl", { class: "outcome" },
    element("dt", {}, gettext("Title")), element("dd", {}, isolated(title)),
    element("dt", {}, gettext("Announced")),
    element("dd", {}, decision === null ? word("word-no-decision") : described(decision)));
}

/**
 * An option as the engine describes it.
 * @param {{text: string} | {fields: {name: string, value: string | boolean}[], more: number}} option
 * @returns {HTMLElement}
 */
export function described(option) {
  if ("text" in option) return isolated(option.text);
  return element("ul", { class: "values" },
    ...option.fields.map(({ name, value }) => element("li", {},
      element("span", { class: "quiet" }, isolated(name), ": "),
      isolated(typeof value === "boolean" ? word(value ? "word-yes" : "word-no") : value))),
    option.more > 0 && element("li", {}, andMore(option.more)));
}

/** @param {string} heading @param {string} id @param {Node} content */
function section(heading, id, content) {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, heading), content);
}

/** @param {import("./sentences.js").Remark[]} list @param {number} [more] */
function remarks(list, more = 0) {
  return element("ul", { class: "remarks" }, ...list.map((remark) => element("li", {}, sentence(remark))),
    more > 0 && element("li", {}, andMore(more)));
}

/** @param {any} check */
function checkItem(check) {
  const open = ["fails", "unchecked", "missing"].includes(check.state);
  return element("li", {}, element("details", { open },
    element("summary", {},
      element("span", { class: "mark", "aria-hidden": "true" }, SHAPES[check.state]),
      element("span", { class: "check-words" }, sentence(check)),
      element("span", { class: "check-result" }, word(`word-${check.state}`))),
    element("div", { class: "check-detail small" }, ...check.lines.map(detailLine))));
}

/** @param {any} line a sentence, a sentence and a word, or a label and texts */
function detailLine(line) {
  if (line.word) return element("p", {}, `${sentence(line)} ${word(line.word)}`);
  if (!line.kind) return element("p", {}, sentence(line));
  const values = line.values.flatMap((/** @type {string} */ value, /** @type {number} */ index) =>
    [index ? ", " : "", element("bdi", { class: `value-${line.kind}` }, value)]);
  return element("p", {}, `${sentence(line)} `, ...(values.length ? values : [word("word-none")]),
    line.more > 0 && `, ${andMore(line.more)}`);
}

/** @param {any} summary */
function acceptances(summary) {
  if (!summary.acceptances.length) return element("p", {}, gettext("Nobody so far."));
  return element("ul", { class: "acceptances" },
    ...summary.acceptances.map((/** @type {any} */ one) => element("li", {},
      element("span", { class: "mark", "aria-hidden": "true" }, SHAPES[one.state]),
      element("span", {}, element("strong", {}, isolated(one.owner)), ` ${word(one.answer)}`,
        element("span", { class: "detail" }, `${word(one.bound)}; ${word(one.signature)}`)))),
    summary.more_acceptances > 0 && element("li", {}, element("span"), element("span", {}, andMore(summary.more_acceptances))));
}
