/** Why each person's favourite lost, and in a deadlock what the public answers tell about what stands in the way. */
import { element } from "../dom.js";
import { optionName } from "../format.js";
import { gettext, ngettext } from "../text.js";
import { names } from "./answers-grid.js";
import { percent } from "./shared-answers.js";

const MOST_SHOWN = 5;

/**
 * @param {any} explanation of the engine
 * @param {any} agenda
 * @param {string[]} people
 * @returns {HTMLElement}
 */
export function favourites(explanation, agenda, people) {
  const pick = explanation.rows.find((/** @type {any} */ row) => row.is_pick);
  return element("section", { id: "favourites", "aria-labelledby": "favourites-heading" },
    element("h3", { id: "favourites-heading" }, gettext("What became of each favourite")),
    element("ul", {}, ...people.map((owner) => element("li", {}, element("bdi", {}, owner), ": ", ...favouriteOf(owner, explanation, agenda, pick)))));
}

/** @param {string} owner @param {any} explanation @param {any} agenda @param {any} pick */
function favouriteOf(owner, explanation, agenda, pick) {
  const liked = explanation.rows
    .map((/** @type {any} */ row) => ({ row, answer: row.answers.find((/** @type {any} */ answer) => answer.owner === owner) }))
    .filter((/** @type {any} */ { answer }) => answer?.acceptable);
  const best = liked.reduce((/** @type {number} */ most, /** @type {any} */ { answer }) => Math.max(most, answer.score), 0);
  const top = liked.filter((/** @type {any} */ { answer }) => answer.score === best).map((/** @type {any} */ { row }) => row);
  if (!top.length) return [gettext("accepts none of the options.")];
  if (pick && top.includes(pick)) return [gettext("the pick is a favourite.")];
  if (top.length === explanation.rows.length) return [gettext("likes all options alike.")];
  const row = top[0];
  return [element("bdi", {}, optionName(row.option, agenda.attributes)), " – ", ...whyItLost(row, pick)];
}

/** @param {any} row @param {any} pick */
function whyItLost(row, pick) {
  if (row.rejected_by.length) return [gettext("not acceptable to "), ...names(row.rejected_by), "."];
  if (!pick) return [gettext("did not win.")];
  if (row.minimum < pick.minimum) {
    return sentence(gettext("its least happy person, {names}, is at {score} of 100; with the pick nobody is below {pick}."), {
      names: names(row.least_happy), score: [String(percent(row.minimum))], pick: [String(percent(pick.minimum))],
    });
  }
  return row.total < pick.total
    ? [gettext("its lowest score is the same as the pick's; the sum of all scores is lower.")]
    : [gettext("it is exactly level with the pick, which stands earlier in the list.")];
}

/**
 * @param {any} explanation of a deadlock
 * @param {any} agenda
 * @param {string[]} people
 * @returns {HTMLElement}
 */
export function obstacles(explanation, agenda, people) {
  const rows = explanation.order.map((/** @type {number} */ index) => explanation.rows[index]);
  const fewest = Math.min(...rows.map((/** @type {any} */ row) => row.rejected_by.length));
  const nearest = rows.filter((/** @type {any} */ row) => row.rejected_by.length === fewest);
  const refusals = people.map((owner) => ({ owner, count: rows.filter((/** @type {any} */ row) => row.rejected_by.includes(owner)).length }));
  const none = refusals.filter(({ count }) => count === rows.length).map(({ owner }) => owner);
  return element("section", { id: "obstacles", "aria-labelledby": "obstacles-heading" },
    element("h3", { id: "obstacles-heading" }, gettext("What stands in the way")),
    element("p", {}, gettext("This is all that the answers tell. They say who cannot accept an option, never why.")),
    none.length > 0 && element("p", {}, ...sentence(gettext("{names} can accept none of the options: without other options there is no agreement with them."), { names: names(none) })),
    element("p", {}, fewest === 1
      ? gettext("Only one person stands between the group and each of these:")
      : gettext("The fewest people cannot accept these:")),
    element("ul", {}, ...nearest.slice(0, MOST_SHOWN).map((/** @type {any} */ row) => element("li", {},
      element("bdi", {}, optionName(row.option, agenda.attributes)), " – ", gettext("not acceptable to "), ...names(row.rejected_by)))),
    nearest.length > MOST_SHOWN && element("p", { class: "quiet" }, more(nearest.length - MOST_SHOWN)));
}

/** @param {number} count */
function more(count) {
  return ngettext("and one more, in the table", "and more, in the table", count);
}

/**
 * Puts nodes into a translated sentence, in whatever order the language wants them.
 * @param {string} text with places such as {names}
 * @param {Record<string, (Node | string)[]>} parts
 * @returns {(Node | string)[]}
 */
function sentence(text, parts) {
  return text.split(/\{(\w+)\}/).flatMap((piece, index) => (index % 2 ? parts[piece] : [piece]));
}
