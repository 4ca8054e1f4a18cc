import { byId, element, fillNode } from "../dom.js";
import { fill, gettext, ngettext } from "../text.js";
import { columnName } from "./grid.js";
import { listedNames, usedColumns } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

/**
 * Finds for an error of the server the place on this page. To be made when the request is: the table may change
 * while the server thinks.
 * @param {Draft} draft
 * @returns {(path: string) => {field: string, where: string}} the field, and its place in words ("" where the
 *   message needs none); the field is "table" for what concerns no place in particular
 */
export function placesOf(draft) {
  const columns = usedColumns(draft);
  const rows = [...draft.rows];
  const lines = listedNames(draft.names);
  const nameOf = (/** @type {any} */ column) => columnName(column, draft.columns.indexOf(column));
  const inColumn = (/** @type {any} */ column) => (column.name.trim()
    ? fill(gettext("Column “%(name)s”"), { name: column.name.trim() })
    : fill(gettext("Column %(number)s"), { number: draft.columns.indexOf(column) + 1 }));
  const inRow = (/** @type {number} */ row) => fill(gettext("Option %(number)s"), { number: row + 1 });

  return (path) => {
    const [start, first, second] = path.split(".");
    const column = columns[Number(start === "attributes" ? first : second)];
    const row = rows[Number(first)];
    if (start === "title") return { field: start, where: gettext("What you decide") };
    if (start === "context") return { field: start, where: gettext("What everyone should know") };
    if (start === "people") return { field: start, where: "" };
    if (start === "names") {
      const line = lines[Number(first)];
      return { field: "names", where: line ? fill(gettext("Names, line %(number)s"), { number: line.line + 1 }) : gettext("Names") };
    }
    if (start === "attributes" && column) {
      const part = ["name", "type", "unit"].includes(second) ? second : "name";
      return { field: `column:${column.id}:${part}`, where: inColumn(column) };
    }
    if (start === "rows" && row) {
      if (!column) return { field: `row:${row.id}`, where: inRow(Number(first)) };
      const where = fill(gettext("%(option)s, %(column)s"), { option: inRow(Number(first)), column: nameOf(column) });
      return { field: `cell:${row.id}:${column.id}`, where };
    }
    return { field: "table", where: "" };
  };
}

/**
 * Shows the messages of the fields that stand in the template; the table shows its own.
 * @param {Map<string, string>} errors messages by field
 */
export function showFieldErrors(errors) {
  for (const name of ["title", "context", "people", "names", "table"]) {
    const message = errors.get(name);
    byId(`error-${name}`).textContent = message ?? "";
    const control = document.querySelector(`[data-field="${name}"]`);
    if (message) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
}

/**
 * Shows all errors at once above the form, each a link to its place, and moves there.
 * @param {{field: string, where: string, message: string}[]} errors none hides the summary
 */
export function showSummary(errors) {
  const summary = byId("error-summary");
  summary.hidden = errors.length === 0;
  if (!errors.length) return fillNode(summary);
  const count = ngettext("One thing has to be put right:", "%(count)s things have to be put right:", errors.length);
  fillNode(summary, element("h2", {}, fill(count, { count: errors.length })), element("ul", {}, ...errors.map((error) =>
    element("li", {}, element("a", { href: "#new-form", onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      goTo(error.field);
    } }, error.where ? fill(gettext("%(where)s: %(message)s"), { where: error.where, message: error.message }) : error.message)))));
  summary.focus();
}

/** @param {string} field */
function goTo(field) {
  const place = field.startsWith("row:") ? `cell:${field.slice(4)}:` : field;
  const control = /** @type {HTMLElement | null} */ (document.querySelector(`[data-field^="${CSS.escape(place)}"]`));
  (control ?? byId("grid")).focus();
}
