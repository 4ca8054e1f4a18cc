import { MOST_COLUMNS, MOST_ROWS, isEmptyColumn, isEmptyRow, newColumn, newRow } from "./draft.js";
import { cellsOf, unitOf, withUnit } from "./read-table.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Column} Column
 * @typedef {import("./read-table.js").ReadColumn} ReadColumn
 */

/**
 * Puts a table in the place of the one in the draft.
 * @param {Draft} draft is changed
 * @param {ReadColumn[]} read
 * @param {{title?: string, context?: string}} [words] that take the place of the draft's
 * @returns {() => void} takes it back; words that were changed again since stay
 */
export function replaceTable(draft, read, words = {}) {
  const before = { ...draft };
  draft.columns = read.map((column) => newColumn(column.name, column.type, unitOf(column)));
  draft.rows = rowsOf(read, draft.columns, read.map(cellsOf));
  // A plain list is where most tables start, not where they end.
  if (draft.columns.length === 1) draft.columns.push(newColumn());
  Object.assign(draft, words);
  return () => {
    draft.columns = before.columns;
    draft.rows = before.rows;
    for (const field of /** @type {const} */ (["title", "context"])) {
      if (words[field] !== undefined && draft[field] === words[field]) draft[field] = before[field];
    }
  };
}

/**
 * Adds the options of a table below those of the draft. Columns go to the draft's of the same name, the first one to
 * the first, and others become new ones.
 * @param {Draft} draft is changed
 * @param {ReadColumn[]} read
 * @returns {(() => void) | null} takes it back; null, with nothing changed, when it does not fit
 */
export function addTable(draft, read) {
  const filled = draft.rows.filter((row) => !isEmptyRow(row));
  const named = draft.columns.filter((column, index) => index === 0 || column.name.trim() || !isEmptyColumn(draft, column));
  const targets = read.map((column, index) => (index === 0 ? named[0] : named.slice(1).find((other) => sameName(other, column))));
  const fresh = targets.filter((target) => !target).length;
  const count = read[0].reading.cells.length;
  if (filled.length + count > MOST_ROWS || named.length + fresh > MOST_COLUMNS) return null;

  const before = { columns: draft.columns, rows: draft.rows };
  /** @type {(() => void)[]} */
  const takeBack = [];
  const columns = [...named];
  const cells = read.map(cellsOf);
  targets.forEach((target, index) => {
    const unit = unitOf(read[index]);
    if (!target) {
      targets[index] = newColumn(read[index].name, read[index].type, unit);
      columns.push(/** @type {Column} */ (targets[index]));
    } else if (isEmptyColumn(draft, target) && !target.unit) {
      const { type } = target;
      Object.assign(target, { type: read[index].type, unit });
      takeBack.push(() => Object.assign(target, { type, unit: "" }));
    } else if (unit && unit !== target.unit.trim()) {
      // Dollars that come below euros are said to be dollars, and refused in their cells.
      cells[index] = cells[index].map((cell) => withUnit(cell, unit));
    }
  });
  const added = rowsOf(read, /** @type {Column[]} */ (targets), cells);
  draft.columns = columns;
  draft.rows = [...filled, ...added];
  return () => {
    const later = (/** @type {any[]} */ now, /** @type {any[]} */ ...known) => now.filter((one) => !known.flat().includes(one));
    draft.rows = [...before.rows, ...later(draft.rows, before.rows, added)];
    draft.columns = [...before.columns, ...later(draft.columns, before.columns, targets)];
    for (const step of takeBack) step();
  };
}

/** @param {ReadColumn[]} read @param {Column[]} columns one for each @param {string[][]} cells by column */
function rowsOf(read, columns, cells) {
  return read[0].reading.cells.map((_, row) =>
    newRow(Object.fromEntries(read.map((__, index) => [columns[index].id, cells[index][row]]))));
}

/** @param {{name: string}} one @param {{name: string}} other */
function sameName(one, other) {
  const key = (/** @type {string} */ name) => name.normalize("NFKC").trim().toLowerCase();
  return key(one.name) === key(other.name);
}
