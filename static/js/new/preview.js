import { byId, element, fillNode, isolated } from "../dom.js";
import { fill, gettext, ngettext } from "../text.js";
import { visible } from "../visible.js";
import { misfitsPart } from "./misfits.js";
import { cellsOf, readColumns, readInstead, unitOf } from "./read-table.js";
import { remarkQuestion, remarkSentence } from "./remarks.js";
import { TYPES, typeLabel } from "./types.js";

/**
 * @typedef {import("./read-table.js").ReadColumn} ReadColumn
 * @typedef {import("./remarks.js").Remark} Remark
 * @typedef {{attributes: {name: string, type: string, unit: string | null}[], rows: string[][], remarks: Remark[],
 *            has_header?: boolean, is_list?: boolean | null, title?: string, context?: string, parties_ignored?: number}} Read the engine's answer
 * @typedef {{columns: ReadColumn[], words: {title?: string, context?: string}}} Wanted
 * @typedef {{text: string, isPrimary?: boolean, go: (wanted: Wanted) => void}} Choice
 */

const SHOWN_ROWS = 5;

/**
 * Shows what was read before any of it counts.
 * @param {HTMLElement} panel
 * @param {Read} read
 * @param {object} about
 * @param {string} about.name of the file, "" for a paste
 * @param {boolean} about.takesWords whether the recipe's title and context are wanted unless the person says otherwise
 * @param {Choice[]} about.choices what can be done with it
 * @param {(hasHeader: boolean) => void} about.headerChanged
 * @param {(isList: boolean) => void} about.listChanged
 */
export function showPreview(panel, read, { name, takesWords, choices, headerChanged, listChanged }) {
  const columns = readColumns(read);
  const misfits = misfitsPart(columns);
  const table = previewTable(columns, misfits.check);
  const words = wordsOf(read);
  const takes = /** @type {HTMLInputElement | null} */ (words && element("input", { type: "checkbox", checked: takesWords }));
  const names = columns.map((column) => column.name);
  const heading = element("h3", { id: "preview-heading", tabindex: "-1" });
  fillNode(heading, name ? fill(gettext("What was read from %(name)s"), { name: `\u2068${visible(name)}\u2069` }) : gettext("What was read"));
  const wanted = () => ({ columns, words: takes?.checked && words ? words : {} });
  fillNode(panel, heading,
    element("p", {}, countSentence(read.rows.length, columns.length)),
    words && takes && wordsPart(words, takes),
    read.parties_ignored ? element("p", { class: "parties" }, partiesSentence(read.parties_ignored)) : null,
    read.has_header === undefined ? null : checkPart("preview-header", read.has_header, gettext("The first row is the names of the columns"), headerChanged),
    typeof read.is_list === "boolean" ? checkPart("preview-list", read.is_list, gettext("One option per line"), listChanged) : null,
    remarkList(read.remarks, names),
    ...questions(read.remarks, names, (remark, reading) => {
      const column = columns[remark.column ?? 0];
      readInstead(column, reading);
      table.show();
      misfits.check(column);
    }, columns),
    misfits.node,
    table.node,
    element("p", { class: "error", id: "error-preview", role: "alert" }),
    element("div", { class: "row" }, ...choices.map(({ text, isPrimary, go }) =>
      element("button", { type: "button", class: isPrimary ? "primary" : null, onclick: () => go(wanted()) }, text))),
  );
  table.show();
  panel.hidden = false;
}

/** @param {HTMLElement} panel */
export function hidePreview(panel) {
  panel.hidden = true;
  fillNode(panel);
}

/** @param {string} sentence why what was chosen cannot be done */
export function refuseChoice(sentence) {
  byId("error-preview").textContent = sentence;
}

/** @param {number} rows @param {number} columns */
function countSentence(rows, columns) {
  return fill(gettext("%(options)s, %(columns)s. Nothing counts until you use it."), {
    options: fill(ngettext("%(count)s option", "%(count)s options", rows), { count: rows }),
    columns: fill(ngettext("%(count)s column", "%(count)s columns", columns), { count: columns }),
  });
}

/** @param {number} count */
function partiesSentence(count) {
  return fill(ngettext("The party in this file was not read in and never leaves this browser.",
    "The parties in this file (%(count)s) were not read in and never leave this browser.", count), { count });
}

/** @param {Read} read */
function wordsOf({ title = "", context = "" }) {
  if (!title && !context) return null;
  return { ...(title && { title }), ...(context && { context }) };
}

/** @param {{title?: string, context?: string}} words @param {HTMLInputElement} takes */
function wordsPart({ title, context }, takes) {
  return element("div", { class: "words" },
    title ? element("p", { class: "words-title" }, isolated(visible(title))) : null,
    context ? element("p", { class: "small quiet words-context" }, isolated(context.split("\n").map(visible).join("\n"))) : null,
    element("label", { class: "check" }, takes, element("span", {}, gettext("Take over these words as well"))));
}

/** @param {string} id @param {boolean} checked @param {string} text @param {(isChecked: boolean) => void} changed */
function checkPart(id, checked, text, changed) {
  const box = /** @type {HTMLInputElement} */ (element("input", {
    type: "checkbox", id, checked, onchange: () => changed(box.checked),
  }));
  return element("label", { class: "check" }, box, element("span", {}, text));
}

/** @param {Remark[]} remarks @param {string[]} names */
function remarkList(remarks, names) {
  const sentences = remarks.filter((remark) => !remark.instead)
    .map((remark) => remarkSentence(remark, names))
    .filter((sentence) => sentence !== null);
  return sentences.length
    ? element("ul", { class: "remarks small" }, ...sentences.map((sentence) => element("li", {}, sentence)))
    : null;
}

/**
 * @param {Remark[]} remarks
 * @param {string[]} names
 * @param {(remark: Remark, reading: import("./remarks.js").Reading) => void} answered
 * @param {ReadColumn[]} columns
 */
function questions(remarks, names, answered, columns) {
  return remarks.map((remark, index) => {
    const asked = remarkQuestion(remark, names);
    if (!asked || !remark.instead) return null;
    const readings = [columns[remark.column ?? 0].reading, remark.instead];
    return element("fieldset", { class: "question" }, element("legend", {}, asked.question),
      ...asked.answers.map((answer, which) => element("label", { class: "check" },
        element("input", {
          type: "radio", name: `question-${index}`, checked: which === 0, onchange: () => answered(remark, readings[which]),
        }),
        element("span", {}, answer))));
  });
}

/**
 * @param {ReadColumn[]} columns are changed by what is chosen in the heads
 * @param {(column: ReadColumn) => void} chosen
 * @returns {{node: HTMLElement, show: () => void}} `show` draws the columns as they stand now
 */
function previewTable(columns, chosen) {
  const count = columns[0].reading.cells.length;
  const selects = columns.map((column) => {
    const select = /** @type {HTMLSelectElement} */ (element("select", {
      "aria-label": fill(gettext("Kind of values in %(column)s"), { column: column.name }),
      onchange: () => {
        column.type = select.value;
        show();
        chosen(column);
      },
    }, ...TYPES.map((type) => element("option", { value: type }, typeLabel(type)))));
    return select;
  });
  const units = columns.map(() => element("span", { class: "unit" }));
  const body = element("tbody");
  const show = () => {
    const cells = columns.map(cellsOf);
    columns.forEach((column, index) => {
      selects[index].value = column.type;
      units[index].textContent = unitOf(column);
    });
    fillNode(body, ...Array.from({ length: Math.min(count, SHOWN_ROWS) }, (_, row) =>
      element("tr", {}, ...cells.map((column) => element("td", {}, isolated(visible(column[row])))))));
  };
  const head = columns.map((column, index) => element("th", { scope: "col" },
    element("span", { class: "column-name" }, isolated(visible(column.name))),
    element("span", { class: "kind" }, selects[index], units[index])));
  const caption = count > SHOWN_ROWS
    ? element("caption", {}, fill(gettext("The first %(shown)s of %(count)s options"), { shown: SHOWN_ROWS, count }))
    : null;
  const node = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "preview-heading" },
    element("table", {}, caption, element("thead", {}, element("tr", {}, ...head)), body));
  return { node, show };
}
