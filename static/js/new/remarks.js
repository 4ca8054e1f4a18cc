import { showValue } from "../format.js";
import { fill, gettext, ngettext } from "../text.js";
import { visible } from "../visible.js";

/**
 * What the engine says about a table, by its codes (parley/tables.py, parley/recipe.py).
 * @typedef {{type: string, unit: string | null, cells: string[]}} Reading
 * @typedef {{code: string, column?: number, rows?: number[], name?: string, example?: string, readings?: string[],
 *            instead?: Reading}} Remark
 */

/** More rows than this are not worth naming one by one. */
const MOST_NAMED_ROWS = 6;

/**
 * @param {Remark} remark
 * @param {string[]} names of the columns
 * @returns {string | null} a sentence; null for what the page says in another way
 */
export function remarkSentence(remark, names) {
  const column = { column: visible(names[remark.column ?? 0] ?? "") };
  switch (remark.code) {
    case "legacy-encoding": return gettext("The file is in an old encoding. Look whether all letters are right.");
    case "hidden-removed": return gettext("Characters that cannot be seen were left out.");
    case "one-line": return gettext("The parts of this one line became one option each.");
    case "list-marks": return gettext("The marks before the lines were left out.");
    case "column-named":
      return fill(gettext("Column %(number)s had no name that can be used. It is called “%(column)s” for now."),
        { ...column, number: (remark.column ?? 0) + 1 });
    case "column-renamed": return fill(gettext("Two columns had the same name. One of them is called “%(column)s” now."), column);
    case "column-alike": return fill(gettext("The name of another column looks the same. This one is called “%(column)s” now."), column);
    case "title-left-out": return gettext("The title above the names of the columns was left out.");
    case "name-shortened": return fill(gettext("The name of “%(column)s” was too long and was cut."), column);
    case "several-currencies":
      return fill(gettext("“%(column)s” has several currencies, so its amounts stay texts. Nobody can set a limit on them."), column);
    case "mixed-marks":
      return fill(gettext("In “%(column)s” both a point and a comma stand before decimals. Look whether the numbers are right."), column);
    case "placeholders-emptied":
      return fill(gettext("In “%(column)s”, cells such as “–” or “n/a” became empty: nothing is known there."), column);
    case "unnamed-rows": return rowsSentence(remark, unnamedRows);
    case "same-rows": return rowsSentence(remark, sameRows);
    case "one-per-line":
    case "header-guessed":
    case "no-header":
      return null;
    default: return /** @type {any} */ (remark).message ?? null;
  }
}

/** @param {number} count */
function unnamedRows(count) {
  return ngettext("Option %(rows)s has no name in the first column. It needs one before the link can be made.",
    "Options %(rows)s have no name in the first column. They need one before the link can be made.", count);
}

/** @param {number} count */
function sameRows(count) {
  return ngettext("Option %(rows)s says the same as one above it. Change or remove one of them before the link is made.",
    "Options %(rows)s say the same as one above them. Change or remove them before the link is made.", count);
}

/** @param {Remark} remark @param {(count: number) => string} sentence */
function rowsSentence({ rows = [] }, sentence) {
  const named = rows.slice(0, MOST_NAMED_ROWS).map((row) => String(row + 1)).join(", ");
  return fill(sentence(rows.length), { rows: rows.length > MOST_NAMED_ROWS ? `${named}, …` : named });
}

/**
 * @param {Remark} remark
 * @param {string[]} names of the columns
 * @returns {{question: string, answers: string[]} | null} what only the person can know, the engine's own guess as the
 *   first answer; null when the remark asks nothing
 */
export function remarkQuestion({ code, column = 0, example = "", readings = [] }, names) {
  const about = { column: visible(names[column] ?? ""), example: visible(example) };
  switch (code) {
    case "ambiguous-numbers": return {
      question: fill(gettext("What does %(example)s in “%(column)s” mean?"), about),
      answers: readings.map((value) => fill(value.includes(".")
        ? gettext("%(value)s: the mark stands before decimals")
        : gettext("%(value)s: the mark parts the thousands"), { value })),
    };
    case "ambiguous-dates": return {
      question: fill(gettext("Which day is %(example)s in “%(column)s”?"), about),
      answers: readings.map((value) => showValue(value, { name: "", type: "date", unit: null })),
    };
    case "blank-or-no": return {
      question: fill(gettext("“%(column)s” only ever says yes. What does an empty cell there mean?"), about),
      answers: [gettext("It is not known"), gettext("No")],
    };
    default: return null;
  }
}

/** @param {string} code of an EngineError @returns {string} why nothing could be read, and the way out */
export function refusalSentence(code) {
  switch (code) {
    case "table-not-text":
    case "recipe-not-text":
      return gettext("This file holds something else than text. Bring a .csv, .tsv or .txt file.");
    case "table-spreadsheet-file":
      return gettext("This is a spreadsheet program’s own kind of file. Save it there as CSV, or copy the cells and paste them here.");
    case "table-too-large":
    case "recipe-too-large":
      return gettext("This is larger than 2 MiB. Leave out what the decision does not need.");
    case "table-empty": return gettext("There is nothing in this table.");
    case "recipe-empty": return gettext("This recipe has no options.");
    case "table-too-many-columns":
    case "recipe-too-many-columns":
      return gettext("This has more than 20 columns. Leave out some of them, then bring it again.");
    case "table-too-many-rows":
    case "recipe-too-many-rows":
      return gettext("This has more than 200 options. Leave out some of them, then bring it again.");
    case "table-cell-too-long":
    case "recipe-cell-too-long":
      return gettext("A text in this is longer than 500 characters. Shorten it, then bring it again.");
    case "recipe-not-json": return gettext("This starts like a recipe, but it is not complete JSON.");
    case "recipe-fields": return gettext("This file is no recipe: a recipe has a list of options.");
    case "recipe-title": return gettext("The title of this recipe is too long or holds characters that cannot be seen.");
    case "recipe-context": return gettext("The context of this recipe is too long or holds characters that cannot be seen.");
    case "recipe-option": return gettext("The options of this recipe are of different kinds. Give each one the same named values.");
    case "recipe-nested": return gettext("An option of this recipe has a list or an object as a value. Only plain values can be compared.");
    case "recipe-control": return gettext("A value in this recipe holds characters that cannot be seen.");
    case "recipe-number": return gettext("A number in this recipe is too large, or too close to 0 without being 0.");
    default: return gettext("This could not be read as a table.");
  }
}
