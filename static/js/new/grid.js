import { element, fillNode } from "../dom.js";
import { fill, gettext } from "../text.js";
import { TYPES, hasUnit, typeExample, typeLabel, unitExample } from "./types.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Column} Column
 * @typedef {import("./draft.js").Row} Row
 * @typedef {{typed: (field: string) => void, removeRow: (index: number) => void, removeColumn: (index: number) => void,
 *            redraw: () => void}} Handlers
 */

/**
 * Draws the table of options anew. Every place in which something can be typed carries `data-field`, the name that
 * errors are kept under, and the cells `data-row` and `data-column`, their position (row -1: the head).
 * @param {HTMLTableElement} table
 * @param {Draft} draft is changed as the person types
 * @param {Map<string, string>} errors messages by field
 * @param {Handlers} handlers
 */
export function drawGrid(table, draft, errors, handlers) {
  const head = element("thead", {}, element("tr", {},
    ...draft.columns.map((column, index) => headCell(column, index, errors, handlers)),
    element("td", { class: "row-tools" }, element("span", { class: "row-number", "aria-hidden": "true" }, gettext("Columns"))),
  ));
  const body = element("tbody");
  draft.rows.forEach((row, index) => {
    body.append(bodyRow(draft, row, index, errors, handlers));
    const message = errors.get(`row:${row.id}`);
    if (message) {
      body.append(element("tr", { class: "row-error" },
        element("td", { colspan: draft.columns.length + 1 }, errorLine(`row:${row.id}`, message))));
    }
  });
  fillNode(table, head, body);
}

/** @param {Column} column @param {number} index @returns {string} what a column is called when it is spoken about */
export function columnName(column, index) {
  return column.name.trim() || fill(gettext("column %(number)s"), { number: index + 1 });
}

/** @param {string} field @param {string} message */
function errorLine(field, message) {
  return element("p", { class: "error", id: `error-${field}` }, message);
}

/**
 * The attributes of a place that something may be wrong with, and the line that says so.
 * @param {string} field @param {Map<string, string>} errors @param {string} [alsoAbout] another field whose error concerns it
 */
function marks(field, errors, alsoAbout) {
  const about = [field, alsoAbout].filter((name) => name && errors.has(name));
  return {
    attributes: {
      "data-field": field,
      "aria-invalid": about.length ? "true" : null,
      "aria-describedby": about.length ? about.map((name) => `error-${name}`).join(" ") : null,
    },
    line: errors.has(field) ? errorLine(field, errors.get(field) ?? "") : null,
  };
}

/** @param {Column} column @param {number} index @param {Map<string, string>} errors @param {Handlers} handlers */
function headCell(column, index, errors, handlers) {
  const number = { number: index + 1 };
  const fields = ["name", "type", "unit"].map((part) => `column:${column.id}:${part}`);
  const [nameMarks, typeMarks, unitMarks] = fields.map((field) => marks(field, errors));
  const name = input(column.name, {
    ...nameMarks.attributes, class: "column-name", "data-row": -1, "data-column": index,
    "aria-label": fill(gettext("Name of column %(number)s"), number),
    placeholder: index === 0 ? gettext("Option") : index === 1 ? gettext("such as rent") : gettext("attribute"),
  }, (text) => {
    column.name = text;
    for (const label of document.querySelectorAll(`[data-label="${index}"]`)) label.textContent = columnName(column, index);
    handlers.typed(fields[0]);
  });
  const type = /** @type {HTMLSelectElement} */ (element("select", {
    ...typeMarks.attributes, "aria-label": fill(gettext("Kind of values in column %(number)s"), number),
    onchange: () => {
      column.type = type.value;
      handlers.typed(fields[1]);
      handlers.redraw();
    },
  }, ...TYPES.map((value) => element("option", { value }, typeLabel(value)))));
  type.value = column.type;
  const unit = hasUnit(column.type) && input(column.unit, {
    ...unitMarks.attributes, class: "column-unit", "aria-label": fill(gettext("Unit of column %(number)s"), number),
    placeholder: unitExample(column.type),
  }, (text) => {
    column.unit = text;
    handlers.typed(fields[2]);
  });
  const remove = index > 0 && element("button", {
    type: "button", class: "remove plain", "aria-label": fill(gettext("Remove %(column)s"), { column: columnName(column, index) }),
    onclick: () => handlers.removeColumn(index),
  }, "×");
  return element("th", { scope: "col", class: index === 0 ? "sticky" : null },
    element("div", { class: "head-name" }, name, remove),
    element("div", { class: "head-type" }, type, unit || null),
    nameMarks.line, typeMarks.line, unitMarks.line,
  );
}

/** @param {Draft} draft @param {Row} row @param {number} index @param {Map<string, string>} errors @param {Handlers} handlers */
function bodyRow(draft, row, index, errors, handlers) {
  const cells = draft.columns.map((column, across) => {
    const field = `cell:${row.id}:${column.id}`;
    const { attributes, line } = marks(field, errors, across === 0 ? `row:${row.id}` : undefined);
    const cell = input(row.cells[column.id] ?? "", {
      ...attributes, "data-row": index, "data-column": across, placeholder: typeExample(column.type),
      inputmode: column.type === "whole" ? "numeric" : null,
      "aria-label": fill(gettext("%(column)s, option %(number)s"), { column: columnName(column, across), number: index + 1 }),
    }, (text) => {
      row.cells[column.id] = text;
      handlers.typed(field);
    });
    return element("td", { class: across === 0 ? "sticky" : null },
      element("span", { class: "cell-label", "aria-hidden": "true", "data-label": across }, columnName(column, across)), cell, line);
  });
  const remove = element("button", {
    type: "button", class: "remove plain", tabindex: -1, "data-row": index, "data-column": draft.columns.length,
    "aria-label": fill(gettext("Remove option %(number)s"), { number: index + 1 }),
    onclick: () => handlers.removeRow(index),
  }, "×");
  return element("tr", {}, ...cells,
    element("td", { class: "row-tools" }, element("span", { class: "row-number", "aria-hidden": "true" },
      fill(gettext("Option %(number)s"), { number: index + 1 })), remove));
}

/** @param {string} value @param {Record<string, any>} properties @param {(text: string) => void} typed */
function input(value, properties, typed) {
  const field = /** @type {HTMLInputElement} */ (element("input", { type: "text", autocomplete: "off", ...properties }));
  field.value = value;
  field.addEventListener("input", () => typed(field.value));
  return field;
}
