/**
 * Moves through the table as in a spreadsheet: Enter and the arrows up and down change the row, the arrows left and
 * right change the column once the cursor stands at that end of the text. Tab is left to the browser.
 * @param {HTMLTableElement} table
 * @param {() => void} addRow called when Enter is pressed in a last row that holds something
 */
export function moveByKeys(table, addRow) {
  table.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.dataset.row === undefined || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Number(target.dataset.row);
    const column = Number(target.dataset.column);
    const isButton = target instanceof HTMLButtonElement;
    if (event.key === "Enter" && isButton) return;
    const step = stepOf(event, isButton ? null : /** @type {HTMLInputElement} */ (target));
    if (!step) return;
    event.preventDefault();
    if (focusCell(table, row + step.down, column + step.across)) return;
    if (event.key === "Enter" && step.down > 0 && rowHoldsSomething(table, row)) {
      addRow();
      focusCell(table, row + 1, column);
    }
  });
}

/**
 * @param {HTMLTableElement} table @param {number} row -1 for the head @param {number} column
 * @returns {boolean} whether there is such a cell
 */
export function focusCell(table, row, column) {
  const cell = /** @type {HTMLElement | null} */ (table.querySelector(`[data-row="${row}"][data-column="${column}"]`));
  if (!cell) return false;
  cell.focus();
  if (cell instanceof HTMLInputElement) cell.select();
  return true;
}

/** @param {KeyboardEvent} event @param {HTMLInputElement | null} field null on a button */
function stepOf(event, field) {
  const everything = field !== null && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  const atStart = !field || everything || field.selectionEnd === 0;
  const atEnd = !field || everything || field.selectionStart === field.value.length;
  switch (event.key) {
    case "Enter": return { down: event.shiftKey ? -1 : 1, across: 0 };
    case "ArrowUp": return event.shiftKey ? null : { down: -1, across: 0 };
    case "ArrowDown": return event.shiftKey ? null : { down: 1, across: 0 };
    case "ArrowLeft": return atStart && !event.shiftKey ? { down: 0, across: -1 } : null;
    case "ArrowRight": return atEnd && !event.shiftKey ? { down: 0, across: 1 } : null;
    default: return null;
  }
}

/** @param {HTMLTableElement} table @param {number} row */
function rowHoldsSomething(table, row) {
  const cells = /** @type {NodeListOf<HTMLInputElement>} */ (table.querySelectorAll(`input[data-row="${row}"]`));
  return [...cells].some((cell) => cell.value.trim());
}
