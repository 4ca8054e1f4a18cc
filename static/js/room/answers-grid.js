/** Options by people: a picture that is a table too. */
import { element } from "../dom.js";
import { optionName } from "../format.js";
import { scrolling } from "../scrolling.js";
import { fill, gettext, ngettext } from "../text.js";
import { percent } from "./shared-answers.js";

/**
 * @param {any} explanation of the engine
 * @param {any} agenda
 * @param {string[]} people
 * @returns {HTMLElement}
 */
export function answersGrid(explanation, agenda, people) {
  const heads = [gettext("Option"), gettext("Lowest score"), ...people];
  const rows = explanation.order.map((/** @type {number} */ index) => gridRow(explanation.rows[index], agenda, people));
  return element("div", {},
    element("p", { class: "hint", id: "grid-hint" }, gettext("Each bar is a person's score for an option, out of 100. The lowest score of a row decides: the pick is the row whose lowest score is highest.")),
    scrolling(gettext("Everybody's answers"), element("table", { class: "grid", "aria-describedby": "grid-hint" },
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, element("bdi", {}, head))))),
      element("tbody", {}, ...rows))));
}

/** @param {any} row @param {any} agenda @param {string[]} people */
function gridRow(row, agenda, people) {
  const byOwner = new Map(row.answers.map((/** @type {any} */ answer) => [answer.owner, answer]));
  return element("tr", { class: row.is_pick ? "pick" : "" },
    element("th", { scope: "row" }, element("bdi", {}, optionName(row.option, agenda.attributes)), row.is_pick ? element("span", { class: "tag" }, gettext("the pick")) : null),
    element("td", { class: "deciding" }, row.acceptable_to_all
      ? element("strong", {}, fill(gettext("%(score)s of 100"), { score: percent(row.minimum) }))
      : element("span", {}, gettext("not acceptable to: "), ...names(row.rejected_by))),
    ...people.map((owner) => answerCell(byOwner.get(owner), row)));
}

/** @param {any} answer @param {any} row */
function answerCell(answer, row) {
  if (!answer) return element("td", {}, "–");
  if (!answer.acceptable) return element("td", { class: "refused" }, gettext("✕ cannot accept"));
  const lowest = row.acceptable_to_all && answer.score === row.minimum;
  const bar = element("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--score", `${percent(answer.score)}%`);
  return element("td", { class: lowest ? "lowest" : "" },
    element("span", { class: "figure" }, String(percent(answer.score)), lowest ? element("span", { class: "tag" }, gettext("lowest")) : null),
    element("span", { class: "track", "aria-hidden": "true" }, bar));
}

/** @param {string[]} owners */
export function names(owners) {
  return owners.flatMap((owner, index) => (index ? [", ", element("bdi", {}, owner)] : [element("bdi", {}, owner)]));
}

/** How many tied options are called by name. */
const MOST_NAMED = 5;

/** @param {any} explanation @param {any} agenda @returns {HTMLElement | null} how an exact tie was broken */
export function tieText(explanation, agenda) {
  const { tie } = explanation;
  if (!tie) return null;
  const all = tie.with.map((/** @type {number} */ index) => optionName(explanation.rows[index].option, agenda.attributes));
  const more = all.length - MOST_NAMED;
  const tied = more > 1
    ? fill(ngettext("%(options)s and %(count)s more", "%(options)s and %(count)s more", more), { options: all.slice(0, MOST_NAMED).join(", "), count: more })
    : all.join(", ");
  const text = tie.broken_by === "total"
    ? gettext("Exactly the same lowest score: %(options)s. The higher sum of all scores decided.")
    : gettext("Exactly the same lowest score and the same sum: %(options)s. The order of the list decided: the first listed wins.");
  return element("p", { id: "tie" }, fill(text, { options: tied }));
}
