/** Below the red line: what leaves the browser, in exactly the form in which it is sent. */
import { byId, element, fillNode } from "../dom.js";
import { isNumeric, optionName, outOf100, showValue } from "../format.js";
import { scrolling } from "../scrolling.js";
import { fill, gettext, ngettext } from "../text.js";

/**
 * @typedef {import("./rule-rows.js").Agenda} Agenda
 * @typedef {{answers: import("./options-table.js").Answer[], ballot: string, acceptable: number, rejected: number}} Preview
 */

/**
 * @param {Preview | null} preview null while it is being worked out
 * @param {Agenda} agenda
 */
export function showShared(preview, agenda) {
  byId("exact-text").textContent = preview ? preview.ballot : "…";
  byId("leaving").textContent = preview ? leavingText(preview) : gettext("Working your answers out…");
  const shown = JSON.stringify(preview?.answers.map(({ acceptable, score }) => [acceptable, score]));
  if (!preview || byId("shared-answers").dataset.shown === shown) return;
  byId("shared-answers").dataset.shown = shown;
  const rows = preview.answers.map((answer, index) => element("tr", {},
    element("th", { scope: "row" }, element("bdi", {}, optionName(agenda.options[index], agenda.attributes))),
    element("td", {}, answer.acceptable ? gettext("yes") : gettext("no")),
    element("td", { class: "number" }, String(answer.score))));
  fillNode(byId("shared-answers"), scrolling(gettext("What is sent"), element("table", {},
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, gettext("Option")), element("th", { scope: "col" }, gettext("Acceptable")),
      element("th", { scope: "col", class: "number" }, gettext("Score of 1024")))),
    element("tbody", {}, ...rows))));
}

/** @param {Preview} preview */
function leavingText(preview) {
  const all = preview.acceptable + preview.rejected;
  const verdicts = fill(ngettext("%(count)s yes/no answer", "%(count)s yes/no answers", all), { count: all });
  const scores = fill(ngettext("%(count)s score", "%(count)s scores", preview.acceptable), { count: preview.acceptable });
  return fill(gettext("%(verdicts)s and %(scores)s leave this browser."), { verdicts, scores });
}

/**
 * How far the yes/no answers narrow each single limit down, if nothing else had decided them.
 * @param {Preview | null} preview
 * @param {Agenda} agenda
 * @param {import("./sheet-model.js").SheetModel} model
 */
export function showNarrowed(preview, agenda, model) {
  const lines = [];
  for (const row of preview && !model.anything ? model.redLines : []) {
    const attribute = agenda.attributes.find((candidate) => candidate.name === row.attr);
    if (!attribute || !(isNumeric(attribute) || attribute.type === "date") || row.condition === "outside") continue;
    const upper = row.condition === "above" || row.condition === "after";
    const values = (/** @type {boolean} */ acceptable) => agenda.options
      .filter((option, index) => preview?.answers[index].acceptable === acceptable && option[row.attr] !== undefined)
      .map((option) => option[row.attr]);
    const accepted = values(true).sort(ascending);
    const rejected = values(false).sort(ascending);
    const last = upper ? accepted[accepted.length - 1] : accepted[0];
    const first = upper ? rejected.find((value) => value > last) : rejected.reverse().find((value) => value < last);
    if (last === undefined || first === undefined) continue;
    lines.push(element("li", {}, fill(gettext("Somebody who guesses that %(name)s decides for you can place your limit between %(last)s and %(first)s."), {
      name: row.attr, last: showValue(last, attribute), first: showValue(first, attribute),
    })));
  }
  fillNode(byId("narrowed"), ...lines);
}

/** @param {any} one @param {any} other */
function ascending(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** @param {number} score from 0 to 1 */
export function percent(score) {
  return outOf100(score * 1024);
}
