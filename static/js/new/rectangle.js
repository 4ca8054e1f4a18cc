import { isUntouchedTable } from "./draft.js";
import { looksLikeRecipe } from "./sources.js";

/**
 * Reads what a spreadsheet puts on the clipboard: cells apart by tabs, rows by line ends, and a cell that holds
 * either of them, or a quote, in double quotes with its own quotes doubled.
 * @param {string} text
 * @returns {string[][]} rows of cell texts; line ends inside a cell have become blanks
 */
export function parseRectangle(text) {
  /** @type {string[][]} */
  const rows = [];
  let row = [];
  let at = 0;
  while (at < text.length) {
    let cell;
    if (text[at] === '"' && closingQuote(text, at) > 0) {
      const end = closingQuote(text, at);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const end = endOfCell(text, at);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell.replace(/\s*[\r\n]+\s*/g, " ").trim());
    if (text[at] === "\t") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  if (row.length) rows.push(row);
  return rows;
}

/** @param {string} text @param {number} start @returns {number} where the cell that starts there ends */
function endOfCell(text, start) {
  const offset = text.slice(start).search(/[\t\r\n]/);
  return offset < 0 ? text.length : start + offset;
}

/**
 * @param {string} text
 * @param {number} start the index of an opening quote
 * @returns {number} the index of the quote that ends the cell, -1 when the quote is just a character of the cell
 */
function closingQuote(text, start) {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    if (text[at + 1] === '"') at += 2;
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1]) ? at : -1;
  }
}

/**
 * @param {string} text a rectangle
 * @param {number} row where it is pasted, -1 for the heads
 * @param {import("./draft.js").Draft} draft
 * @returns {boolean} whether it is a table of its own rather than cells for this place: it brings its own heads, nothing
 *   is there yet, it is a recipe, or its cells are apart by something else than tabs
 */
export function isWholeTable(text, row, draft) {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim());
  if (looksLikeRecipe(text)) return true;
  if (lines.length < 2) return false;
  return row < 0 || isUntouchedTable(draft) || isSeparated(lines);
}

/** @param {string[]} lines @returns {boolean} whether all have the same number of commas or of semicolons, and no tabs */
function isSeparated(lines) {
  if (lines.some((line) => line.includes("\t"))) return false;
  return [",", ";"].some((mark) => {
    const counts = new Set(lines.map((line) => line.split(mark).length));
    return counts.size === 1 && !counts.has(1);
  });
}

/** @param {string} text @returns {boolean} whether a pasted text is a recipe, even without any line end */
export function isRecipeLine(text) {
  return looksLikeRecipe(text) && text.includes('"options"');
}

/** @param {string} text @returns {boolean} whether a pasted text is more than the content of one cell */
export function isRectangle(text) {
  return /[\t\r\n]/.test(text.replace(/(?:\r\n|\r|\n)$/, ""));
}
