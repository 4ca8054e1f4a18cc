import { byId } from "../dom.js";
import { fill, gettext } from "../text.js";
import { MOST_COLUMNS, MOST_ROWS, newColumn, newRow, pasteRectangle } from "./draft.js";
import { columnName } from "./grid.js";
import { focusCell } from "./keys.js";
import { isRectangle, parseRectangle } from "./rectangle.js";

/**
 * What a person can do to the table as a whole. Whatever removes or overwrites something can be taken back.
 * @param {HTMLTableElement} table
 * @param {import("./draft.js").Draft} draft is changed
 * @param {(said: string, undo: () => void) => void} note
 * @param {() => void} redraw
 */
export function tableChanges(table, draft, note, redraw) {
  function addRow() {
    if (draft.rows.length >= MOST_ROWS) return;
    draft.rows.push(newRow());
    redraw();
  }

  function addColumn() {
    if (draft.columns.length >= MOST_COLUMNS) return;
    draft.columns.push(newColumn());
    redraw();
    focusCell(table, -1, draft.columns.length - 1);
  }

  function removeRow(/** @type {number} */ index) {
    const [row] = draft.rows.splice(index, 1);
    const name = (row.cells[draft.columns[0].id] ?? "").trim();
    const said = name
      ? fill(gettext("Removed option %(number)s, %(name)s."), { number: index + 1, name })
      : fill(gettext("Removed option %(number)s."), { number: index + 1 });
    note(said, () => draft.rows.splice(Math.min(index, draft.rows.length), 0, row));
    redraw();
    if (!focusCell(table, Math.min(index, draft.rows.length - 1), 0)) byId("add-row").focus();
  }

  function removeColumn(/** @type {number} */ index) {
    const [column] = draft.columns.splice(index, 1);
    note(fill(gettext("Removed %(column)s with all its values."), { column: columnName(column, index) }),
      () => draft.columns.splice(Math.min(index, draft.columns.length), 0, column));
    redraw();
    focusCell(table, -1, Math.min(index, draft.columns.length - 1));
  }

  function paste(/** @type {ClipboardEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (target.dataset.row === undefined || !isRectangle(text)) return;
    event.preventDefault();
    const { row, column } = target.dataset;
    const { lost, undo } = pasteRectangle(draft, parseRectangle(text), Number(row), Number(column));
    note(lost
      ? gettext("Pasted what fits: a table holds 200 options and 20 columns, and the rest was left out.")
      : gettext("Pasted. Look over the kinds of values in the column heads."), undo);
    redraw();
  }

  return { addRow, addColumn, removeRow, removeColumn, paste };
}
