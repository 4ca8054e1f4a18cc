import { element, fillNode, isolated } from "../dom.js";
import { fill, gettext } from "../text.js";
import { visible } from "../visible.js";
import { checksOf } from "./checks.js";
import { sentence } from "./sentences.js";

/**
 * Shows a finished report.
 * @param {HTMLElement} container
 * @param {string} fileName
 * @param {any} report as the engine gives it
 * @returns {string} the result in one sentence
 */
export function showReport(container, fileName, report) {
  if (report.result === "UNREADABLE") return showUnreadable(container, fileName, sentence(report.findings[0]));
  const verified = report.result === "VERIFIED";
  const reason = verified ? goodReason(report) : badReason(report);
  fillNode(container,
    resultPanel(fileName, verified ? "verified" : "failed", verified ? "✓" : "✕",
      verified ? gettext("VERIFIED") : gettext("FAILED"), reason, outcome(report)),
    ...(report.findings.length ? [section(gettext("What is wrong"), "findings", remarks(report.findings))] : []),
    section(gettext("The six checks"), "six-checks", element("ol", { class: "verify-checks" }, ...checksOf(report).map(checkItem))),
    section(gettext("Who accepted"), "who-accepted", acceptanceList(report)),
    ...(report.notes.length ? [section(gettext("Worth knowing"), "notes", remarks(report.notes))] : []),
    section(gettext("What this does not prove"), "not-proved", remarks(report.not_proved)),
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
  const words = gettext("Cannot be read as a receipt");
  fillNode(container, resultPanel(fileName, "unreadable", "?", words, reason, null));
  return `${words}. ${reason}`;
}

/**
 * @param {string} fileName @param {string} kind @param {string} shape @param {string} word
 * @param {string} reason @param {Node | null} rest
 */
function resultPanel(fileName, kind, shape, word, reason, rest) {
  return element("section", { class: `result result-${kind}`, "aria-labelledby": "result-word" },
    element("p", { class: "small quiet file-name" }, isolated(visible(fileName))),
    element("h2", { id: "result-word", class: "result-word", tabindex: -1 },
      element("span", { class: "result-shape", "aria-hidden": "true" }, shape), word),
    element("p", { class: "lead" }, reason), rest);
}

/** @param {any} report */
function goodReason(report) {
  const follows = gettext("Everything that this receipt claims follows from its own record.");
  if (report.status === "deadlock") return `${follows} ${gettext("No option was acceptable to everyone.")}`;
  if (report.unanimous.recomputed) return `${follows} ${gettext("Everyone accepted.")}`;
  return `${follows} ${gettext("Not everyone has accepted it.")}`;
}

/** @param {any} report */
function badReason(report) {
  const onlyUnchecked = report.findings.every((/** @type {any} */ one) => one.code.endsWith("-unchecked"));
  return onlyUnchecked
    ? gettext("Nothing was found wrong, but it carries signatures that this page cannot check, and unchecked is not verified.")
    : gettext("Not everything that this receipt claims follows from its own record. Do not rely on it.");
}

/** @param {any} report */
function outcome(report) {
  const { decision } = report;
  const fields = decision && typeof decision === "object" && !Array.isArray(decision) ? Object.entries(decision) : null;
  return element("dl", { class: "outcome" },
    element("dt", {}, gettext("Title")), element("dd", {}, isolated(report.title)),
    element("dt", {}, gettext("Announced")), element("dd", {}, decision === null
      ? gettext("No decision") : fields
        ? element("ul", { class: "values" }, ...fields.map(([name, value]) => element("li", {},
          element("span", { class: "quiet" }, isolated(visible(name)), ": "), isolated(shown(value)))))
        : isolated(report.decision_text)));
}

/** @param {any} value of JSON */
function shown(value) {
  if (value === true) return gettext("yes");
  if (value === false) return gettext("no");
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}

/** @param {string} heading @param {string} id @param {Node} content */
function section(heading, id, content) {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, heading), content);
}

/** @param {any[]} list */
function remarks(list) {
  return element("ul", { class: "remarks" }, ...list.map((remark) => element("li", {}, sentence(remark))));
}

/** @param {import("./checks.js").Check} check */
function checkItem(check) {
  const [shape, word] = check.passed === null ? ["–", gettext("nothing to check")]
    : check.passed ? ["✓", gettext("holds")] : ["✕", gettext("fails")];
  return element("li", {}, element("details", { open: check.passed === false },
    element("summary", {},
      element("span", { class: "mark", "aria-hidden": "true" }, shape), element("span", { class: "check-words" }, check.words),
      element("span", { class: "check-result" }, word)),
    element("div", { class: "check-detail small" }, ...check.detail)));
}

/** @param {any} report */
function acceptanceList(report) {
  if (!report.acceptances.length) return element("p", {}, gettext("Nobody so far."));
  return element("ul", { class: "acceptances" }, ...report.acceptances.map((/** @type {any} */ one) => element("li", {},
    element("span", { class: "mark", "aria-hidden": "true" }, one.passed ? "✓" : "✕"),
    element("span", {}, element("strong", {}, isolated(one.owner)), ` ${acceptedWord(one, report.status)}`,
      element("span", { class: "detail" }, fill(gettext("%(bound)s; %(signature)s"), {
        bound: one.bound ? gettext("for this record") : gettext("not for this record"), signature: signatureWord(one.signature),
      }))))));
}

/** @param {any} one @param {string} status */
function acceptedWord(one, status) {
  if (one.accepted === null) return gettext("says neither yes nor no");
  if (!one.accepted) return gettext("declined");
  return status === "deadlock" ? gettext("has seen the deadlock") : gettext("accepted");
}

/** @param {string} state */
function signatureWord(state) {
  switch (state) {
    case "valid": return gettext("signature valid");
    case "invalid": return gettext("signature invalid");
    case "unchecked": return gettext("signature not checked");
    default: return gettext("unsigned");
  }
}
