import { EngineError, engine } from "../engine/client.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Column} Column
 */

/**
 * Asks the engine what kind of values columns hold that were just pasted into the cells as they are.
 * @param {Draft} draft
 * @param {Column[]} columns with something in each
 * @returns {Promise<{column: Column, type: string, unit: string}[]>} those that are more than texts and that nobody
 *   changed meanwhile; none when the engine cannot say
 */
export async function guessKinds(draft, columns) {
  if (!columns.length) return [];
  const before = textOf(draft, columns);
  try {
    const { attributes } = await engine.call("read_table", { text: before, has_header: false });
    if (textOf(draft, columns) !== before) return [];
    return columns
      .map((column, index) => ({ column, type: attributes[index + 1].type, unit: attributes[index + 1].unit ?? "" }))
      .filter(({ column, type }) => type !== "text" && column.type === "text" && draft.columns.includes(column));
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** @param {Draft} draft @param {Column[]} columns @returns {string} as a table, below a first column of row numbers */
function textOf(draft, columns) {
  const quoted = (/** @type {string} */ cell) => `"${cell.replaceAll('"', '""')}"`;
  return draft.rows.map((row, index) =>
    [`row ${index + 1}`, ...columns.map((column) => row.cells[column.id] ?? "")].map(quoted).join("\t")).join("\n");
}
