import { ApiError, get } from "../api.js";
import { byId } from "../dom.js";
import { engine } from "../engine/client.js";
import { isLasting, keep, recall } from "../storage.js";
import { gettext } from "../text.js";
import { askFirst } from "./ask.js";
import { tableChanges } from "./changes.js";
import { MOST_COLUMNS, MOST_ROWS, blankDraft, draftFromTemplate, isUntouched, restoredDraft } from "./draft.js";
import { showFieldErrors, showSummary } from "./errors.js";
import { connectFields } from "./fields.js";
import { drawGrid } from "./grid.js";
import { connectIncoming } from "./incoming.js";
import { focusCell, moveByKeys } from "./keys.js";
import { sendOnPress } from "./send.js";
import { offerUndo } from "./undo.js";

const DRAFT = "parley/new/draft";
const table = /** @type {HTMLTableElement} */ (byId("grid"));
const draft = restoredDraft(recall(DRAFT)) ?? blankDraft();
/** @type {Map<string, string>} */
const errors = new Map();
let isMade = false;
let saving = 0;

function save() {
  clearTimeout(saving);
  saving = 0;
  if (isMade) return;
  keep(DRAFT, draft);
  byId("kept").textContent = isLasting()
    ? gettext("Kept in this browser as you type.")
    : gettext("This browser keeps nothing: leave this page open until the link is made.");
}

/** @param {string} field was just typed in: whether it is right now, the server says next time */
function typed(field) {
  if (!saving) saving = setTimeout(save, 300);
  const row = field.startsWith("cell:") ? `row:${field.split(":")[1]}` : field;
  for (const name of new Set([field, row])) {
    if (!errors.delete(name)) continue;
    document.getElementById(`error-${name}`)?.replaceChildren();
    const place = name.startsWith("row:") ? `cell:${name.slice(4)}:` : name;
    document.querySelector(`[data-field^="${CSS.escape(place)}"]`)?.removeAttribute("aria-invalid");
  }
}

const fields = connectFields(draft, typed);
const note = offerUndo(redraw);
const incoming = connectIncoming(draft, note, startAfresh);
const changes = tableChanges(table, draft, note, redraw, incoming);

function redraw() {
  const active = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const field = active && table.contains(active) ? active.dataset.field : undefined;
  const [start, end] = [active?.selectionStart, active?.selectionEnd];
  fields.show();
  showFieldErrors(errors);
  drawGrid(table, draft, errors, { typed, redraw, removeRow: changes.removeRow, removeColumn: changes.removeColumn });
  byId("add-row").toggleAttribute("disabled", draft.rows.length >= MOST_ROWS);
  byId("add-column").toggleAttribute("disabled", draft.columns.length >= MOST_COLUMNS);
  save();
  if (!field) return;
  const again = /** @type {HTMLInputElement | null} */ (table.querySelector(`[data-field="${CSS.escape(field)}"]`));
  again?.focus();
  if (typeof start === "number" && typeof end === "number") again?.setSelectionRange(start, end);
}

/** Much is new, so that what was wrong before says nothing. */
function startAfresh() {
  errors.clear();
  showSummary([]);
  redraw();
}

/** @param {HTMLElement} opener @param {string} question @param {() => void} go */
function replaceAfterAsking(opener, question, go) {
  byId("error-template").textContent = "";
  if (isUntouched(draft)) go();
  else askFirst(opener, question, go);
}

/** @param {import("./draft.js").Draft} other @param {string} said */
function replaceDraft(other, said) {
  const before = { ...draft };
  if (!isUntouched(draft)) note(said, () => Object.assign(draft, before));
  Object.assign(draft, other);
  startAfresh();
  byId("title").focus();
}

/** @param {string} name */
async function startFromTemplate(name) {
  try {
    replaceDraft(draftFromTemplate(await get(`/new/templates/${name}.json`)), gettext("Filled in the example."));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    byId("error-template").textContent = error.message;
  }
}

for (const chip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-template]"))) {
  chip.addEventListener("click", () => replaceAfterAsking(chip,
    gettext("This replaces everything you have typed here. You can undo it afterwards."),
    () => startFromTemplate(chip.dataset.template ?? "")));
}
byId("start-over").addEventListener("click", () => replaceAfterAsking(byId("start-over"),
  gettext("This empties the whole page. You can undo it afterwards."),
  () => replaceDraft(blankDraft(), gettext("Emptied the page."))));
byId("add-row").addEventListener("click", () => {
  changes.addRow();
  focusCell(table, draft.rows.length - 1, 0);
});
byId("add-column").addEventListener("click", changes.addColumn);
table.addEventListener("paste", changes.paste);
moveByKeys(table, changes.addRow);
byId("new-form").addEventListener("submit", (event) => event.preventDefault());

sendOnPress(/** @type {HTMLButtonElement} */ (byId("make")), draft, {
  mayStart: () => {
    if (incoming.isWaiting()) incoming.remind();
    return !incoming.isWaiting();
  },
  made: () => {
    isMade = true;
    keep(DRAFT, null);
  },
  refused: (placed) => {
    errors.clear();
    for (const { field, where, message } of placed) {
      const line = field === "names" ? `${where}: ${message}` : message;
      errors.set(field, errors.has(field) ? `${errors.get(field)} ${line}` : line);
    }
    redraw();
    showSummary(placed);
  },
});
addEventListener("pagehide", save);
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
redraw();
// Whoever begins needs the engine at the end: it holds what the server makes of the question against what was typed.
// Not as soon as something is pressed: the line that shows how far it is would move the page under a press that has not
// ended yet, and no click would come of it.
for (const sign of ["input", "click"]) byId("until-ready").addEventListener(sign, () => engine.start(), { once: true });
byId("until-ready").removeAttribute("disabled");
