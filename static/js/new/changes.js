import { byId } from "../dom.js";
import { fill, gettext } from "../text.js";
import { MOST_COLUMNS, MOST_ROWS, newColumn, newRow, pasteRectangle } from "./draft.js";
import { columnName } from "./grid.js";
import { guessKinds } from "./guess.js";
import { focusCell } from "./keys.js";
import { isRecipeLine, isRectangle, isWholeTable, parseRectangle } from "./rectangle.js";
import { isTooLarge, pastedSource, tooLargeSentence } from "./sources.js";

/**
 * What a person can do to the table as a whole. Whatever removes or overwrites something can be taken back.
 * @param {HTMLTableElement} table
 * @param {import("./draft.js").Draft} draft is changed
 * @param {(said: string, undo: () => void) => void} note
 * @param {() => void} redraw
 * @param {{read: (source: import("./sources.js").Source) => void, takeFiles: (files: FileList) => void,
 *          refuse: (sentence: string) => void}} incoming takes what is more than the content of some cells
 */
export function tableChanges(table, draft, note, redraw, incoming) {
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
    const files = event.clipboardData?.files;
    if (target.dataset.row === undefined) return;
    if (!text && files?.length) {
      event.preventDefault();
      return incoming.takeFiles(files);
    }
    if (!isRectangle(text) && !isRecipeLine(text)) return;
    event.preventDefault();
    if (isTooLarge(text)) return incoming.refuse(tooLargeSentence());
    const row = Number(target.dataset.row);
    const column = Number(target.dataset.column);
    const asItIs = () => pasteCells(text, row, column);
    if (isWholeTable(text, row, draft)) incoming.read(pastedSource(text, asItIs));
    else asItIs();
  }

  async function pasteCells(/** @type {string} */ text, /** @type {number} */ row, /** @type {number} */ column) {
    const { lost, fresh, setKind, undo } = pasteRectangle(draft, parseRectangle(text), row, column);
    note(lost
      ? gettext("Pasted what fits: a table holds 200 options and 20 columns, and the rest was left out.")
      : gettext("Pasted. Look over the kinds of values in the column heads."), undo);
    redraw();
    focusCell(table, row, column);
    const kinds = await guessKinds(draft, fresh);
    for (const { column: guessed, type, unit } of kinds) setKind(guessed, type, unit);
    if (kinds.length) redraw();
  }

  return { addRow, addColumn, removeRow, removeColumn, paste };
}
