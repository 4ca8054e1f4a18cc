import { hasUnit } from "./types.js";

/** @typedef {import("./remarks.js").Reading} Reading */

/**
 * A column as it was read, and as the person wants it.
 * @typedef {{name: string, type: string, reading: Reading}} ReadColumn
 */

/**
 * @param {{attributes: {name: string, type: string, unit: string | null}[], rows: string[][]}} read the engine's answer
 * @returns {ReadColumn[]}
 */
export function readColumns({ attributes, rows }) {
  return attributes.map(({ name, type, unit }, index) => ({
    name, type, reading: { type, unit, cells: rows.map((row) => row[index]) },
  }));
}

/** @param {ReadColumn} column is changed @param {Reading} reading what all of it means instead */
export function readInstead(column, reading) {
  column.reading = reading;
  column.type = reading.type;
}

/** @param {ReadColumn} column @returns {string} its unit as the column stands now, "" where there is none */
export function unitOf({ type, reading }) {
  return hasUnit(type) ? reading.unit ?? "" : "";
}

/**
 * @param {ReadColumn} column
 * @returns {string[]} its cells as the column stands now: where the unit has no place in the head, it comes back into
 *   the cells, so that no amount is left without one
 */
export function cellsOf(column) {
  const { unit, cells } = column.reading;
  return unit && !unitOf(column) ? cells.map((cell) => withUnit(cell, unit)) : cells;
}

/** @param {string} cell @param {string} unit */
export function withUnit(cell, unit) {
  return cell ? `${cell} ${unit}` : cell;
}
