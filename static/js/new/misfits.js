import { element, fillNode } from "../dom.js";
import { EngineError, engine } from "../engine/client.js";
import { fill, ngettext } from "../text.js";
import { visible } from "../visible.js";
import { cellsOf, unitOf } from "./read-table.js";

/** @typedef {import("./read-table.js").ReadColumn} ReadColumn */

/** More rows than this are not worth naming one by one. */
const MOST_NAMED_ROWS = 6;

/**
 * A place that says which cells do not fit the types that a person chose, as the engine reads them.
 * @param {ReadColumn[]} columns
 * @returns {{node: HTMLElement, check: (column: ReadColumn) => Promise<void>}} `check` is called when a column has
 *   another type or other cells than before
 */
export function misfitsPart(columns) {
  /** @type {Map<ReadColumn, number[]>} */
  const found = new Map();
  const node = element("div", { class: "misfits", role: "status" });
  /** @type {Map<ReadColumn, object>} */
  const latest = new Map();
  const show = () => fillNode(node, ...columns.filter((column) => found.get(column)?.length).map((column) =>
    element("p", { class: "error" }, misfitSentence(column.name, found.get(column) ?? []))));

  return {
    node,
    check: async (column) => {
      const check = {};
      latest.set(column, check);
      found.delete(column);
      show();
      const rows = await misfitRows(column);
      // A later change of this column has an answer of its own.
      if (latest.get(column) !== check) return;
      found.set(column, rows);
      show();
    },
  };
}

/** @param {ReadColumn} column @returns {Promise<number[]>} from 0; none when the engine cannot say */
async function misfitRows(column) {
  try {
    const { rows } = await engine.call("misfits", { cells: cellsOf(column), type: column.type, unit: unitOf(column) || null });
    return rows;
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** @param {string} name @param {number[]} rows */
function misfitSentence(name, rows) {
  const numbers = rows.slice(0, MOST_NAMED_ROWS).map((row) => String(row + 1));
  const named = rows.length > MOST_NAMED_ROWS
    ? `${numbers.join(", ")}, …`
    : new Intl.ListFormat(document.documentElement.lang || "en").format(numbers);
  return fill(ngettext("“%(column)s”: %(count)s cell does not fit: row %(rows)s.",
    "“%(column)s”: %(count)s cells do not fit: rows %(rows)s.", rows.length), {
    column: `\u2068${visible(name)}\u2069`, count: rows.length, rows: named,
  });
}
