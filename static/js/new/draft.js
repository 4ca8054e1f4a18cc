import { isSecret, newSecret } from "../links.js";
import { gettext } from "../text.js";
import { hasUnit } from "./types.js";

/**
 * What is typed on the page. A row keeps its cells by the column's id, so that a column can go and come back with all
 * of its values. The secrets are those of the links that will be made of the draft: they belong to it from the start, so
 * that sending it again after an answer that got lost does not make a second decision.
 * @typedef {{id: string, name: string, type: string, unit: string}} Column
 * @typedef {{id: string, cells: Record<string, string>}} Row
 * @typedef {{title: string, context: string, who: "people" | "names", people: string, names: string,
 *            columns: Column[], rows: Row[], secrets: {group: string, organiser: string}}} Draft
 */

export const MOST_ROWS = 200;
export const MOST_COLUMNS = 20;

let lastId = 0;

/** @returns {string} an id that no other row or column of this page has */
function newId() {
  lastId += 1;
  return `${Date.now().toString(36)}-${lastId}`;
}

/** @param {string} [name] @param {string} [type] @param {string} [unit] @returns {Column} */
export function newColumn(name = "", type = "text", unit = "") {
  return { id: newId(), name, type, unit };
}

/** @param {Record<string, string>} [cells] @returns {Row} */
export function newRow(cells = {}) {
  return { id: newId(), cells };
}

/** @returns {Draft} */
export function blankDraft() {
  return {
    title: "", context: "", who: "people", people: "3", names: "",
    columns: [newColumn(gettext("Option")), newColumn()],
    rows: [newRow(), newRow(), newRow()],
    secrets: newSecrets(),
  };
}

/** @returns {{group: string, organiser: string}} */
export function newSecrets() {
  return { group: newSecret(), organiser: newSecret() };
}

/** @param {Draft} draft @returns {boolean} whether nothing was typed that could be lost */
export function isUntouched(draft) {
  return !draft.title && !draft.context && !draft.names && isUntouchedTable(draft);
}

/** @param {Draft} draft @returns {boolean} whether nothing was typed into the table */
export function isUntouchedTable(draft) {
  const named = draft.columns.filter((column, index) => column.name && (index > 0 || column.name !== gettext("Option")));
  return !named.length && draft.rows.every(isEmptyRow);
}

/** @param {Row} row */
export function isEmptyRow(row) {
  return Object.values(row.cells).every((text) => !text.trim());
}

/**
 * A draft from one of the server's templates, values as they would be typed.
 * @param {any} template
 * @returns {Draft}
 */
export function draftFromTemplate(template) {
  const columns = template.attributes.map((/** @type {any} */ given) => newColumn(given.name, given.type, given.unit ?? ""));
  const rows = template.options.map((/** @type {Record<string, any>} */ option) => newRow(Object.fromEntries(
    columns.map((/** @type {Column} */ column) => [column.id, typed(option[column.name])]),
  )));
  return {
    ...blankDraft(), title: template.title, context: template.context, people: String(template.people ?? 3), columns, rows,
  };
}

/** @param {any} value a value of an option, undefined where the cell is empty */
function typed(value) {
  if (value === true) return gettext("yes");
  if (value === false) return gettext("no");
  return value === undefined || value === null ? "" : String(value);
}

/** @param {any} kept what the browser had kept @returns {Draft | null} null when it is no draft */
export function restoredDraft(kept) {
  if (!kept || typeof kept !== "object" || !Array.isArray(kept.columns) || !Array.isArray(kept.rows)) return null;
  if (!kept.columns.length) return null;
  const fresh = blankDraft();
  const hasSecrets = isSecret(kept.secrets?.group) && isSecret(kept.secrets?.organiser);
  return { ...fresh, ...kept, secrets: hasSecrets ? kept.secrets : fresh.secrets };
}

/**
 * Writes a rectangle of texts into the table, growing it where needed.
 * @param {Draft} draft is changed
 * @param {string[][]} rectangle
 * @param {number} firstRow -1 for the column heads
 * @param {number} firstColumn
 * @returns {{lost: number, fresh: Column[], setKind: (column: Column, type: string, unit: string) => void,
 *            undo: () => void}} how many rows and columns did not fit; the columns that held nothing before, whose kind
 *   can still be set; and what takes back everything that was not changed again since
 */
export function pasteRectangle(draft, rectangle, firstRow, firstColumn) {
  const width = Math.max(...rectangle.map((line) => line.length));
  const columns = Math.min(firstColumn + width, MOST_COLUMNS);
  const rows = Math.min(firstRow + rectangle.length, MOST_ROWS);
  const knownColumns = new Set(draft.columns);
  const knownRows = new Set(draft.rows);
  while (draft.columns.length < columns) draft.columns.push(newColumn());
  while (draft.rows.length < rows) draft.rows.push(newRow());
  const fresh = draft.columns.slice(Math.max(1, firstColumn), columns)
    .filter((column) => column.type === "text" && !column.unit && isEmptyColumn(draft, column));

  /** @type {(() => void)[]} */
  const takeBack = [];
  const write = (/** @type {Record<string, string>} */ holder, /** @type {string} */ key, /** @type {string} */ text) => {
    const before = holder[key] ?? "";
    holder[key] = text;
    takeBack.push(() => {
      if (holder[key] === text) holder[key] = before;
    });
  };
  rectangle.slice(0, rows - firstRow).forEach((line, down) => {
    line.slice(0, columns - firstColumn).forEach((text, across) => {
      const column = draft.columns[firstColumn + across];
      if (firstRow + down < 0) write(/** @type {any} */ (column), "name", text);
      else write(draft.rows[firstRow + down].cells, column.id, text);
    });
  });
  return {
    fresh: fresh.filter((column) => !isEmptyColumn(draft, column)),
    setKind: (column, type, unit) => {
      write(/** @type {any} */ (column), "type", type);
      write(/** @type {any} */ (column), "unit", unit);
    },
    lost: Math.max(0, firstRow + rectangle.length - MOST_ROWS) + Math.max(0, firstColumn + width - MOST_COLUMNS),
    undo: () => {
      for (const step of takeBack) step();
      draft.rows = draft.rows.filter((row) => knownRows.has(row) || !isEmptyRow(row));
      draft.columns = draft.columns.filter((column) => knownColumns.has(column) || column.name || !isEmptyColumn(draft, column));
    },
  };
}

/** @param {Draft} draft @param {Column} column */
export function isEmptyColumn(draft, column) {
  return draft.rows.every((row) => !(row.cells[column.id] ?? "").trim());
}

/** @param {string} names as typed, one a line @returns {{name: string, line: number}[]} lines count from 0 */
export function listedNames(names) {
  return names.split("\n")
    .map((name, line) => ({ name: name.trim(), line }))
    .filter(({ name }) => name);
}

/** @param {Draft} draft @returns {Column[]} without the columns in which nothing was typed at all */
export function usedColumns(draft) {
  return draft.columns.filter((column, index) => index === 0 || column.name.trim() || !isEmptyColumn(draft, column));
}

/** @param {Draft} draft @returns {object} what the server is asked to make a decision of */
export function requestOf(draft) {
  const columns = usedColumns(draft);
  const byName = draft.who === "names";
  const people = draft.people.trim();
  return {
    title: draft.title,
    context: draft.context,
    people: byName ? null : /^\d{1,9}$/.test(people) ? Number(people) : null,
    names: byName ? listedNames(draft.names).map(({ name }) => name) : null,
    attributes: columns.map(({ name, type, unit }) => ({ name, type, unit: hasUnit(type) && unit.trim() ? unit.trim() : null })),
    rows: draft.rows.map((row) => columns.map((column) => row.cells[column.id] ?? "")),
    signed: true,
    group_secret: draft.secrets.group,
    organiser_secret: draft.secrets.organiser,
  };
}
