import { announce, byId, element, fillNode } from "../dom.js";
import { EngineError, engine } from "../engine/client.js";
import { isEngineFailure, showEngineStatus } from "../engine-status.js";
import { fill, gettext, ngettext } from "../text.js";
import { isEmptyRow } from "./draft.js";
import { hidePreview, refuseChoice, showPreview } from "./preview.js";
import { addTable, replaceTable } from "./put.js";
import { refusalSentence } from "./remarks.js";
import { connectSources } from "./sources.js";

/**
 * What is read, and what the person says about it: whether each line is one option, left out when nothing.
 * @typedef {import("./sources.js").Source & {isList?: boolean, changed?: string}} Source `changed` is the id of the
 *   choice that made it be read again
 * @typedef {import("./preview.js").Wanted} Wanted
 */

/**
 * Tables and recipes from outside: read by the engine in this browser, shown, and put into the draft when the person
 * says so.
 * @param {import("./draft.js").Draft} draft is changed
 * @param {(said: string, undo: () => void) => void} note
 * @param {() => void} changed called after the draft was changed
 * @returns {{read: (source: Source) => void, takeFiles: (files: FileList) => void, refuse: (sentence: string) => void,
 *            isWaiting: () => boolean, remind: () => void}} `isWaiting`: whether a table is open, or a text was pasted and not
 *   read; `remind` asks to decide about it
 */
export function connectIncoming(draft, note, changed) {
  const panel = byId("preview");
  const working = byId("reading-table");
  const problem = byId("error-table-in");
  const box = byId("table-paste");
  /** What was brought last: answers about anything else come too late. @type {Source | null} */
  let current = null;
  let waitsForEngine = false;
  const sources = connectSources({ take: read, refuse, warm: () => engine.start() });
  showEngineStatus(byId("engine-status"), engine, gettext("What you typed is kept, and a table that you brought is read as soon as it works."));
  box.addEventListener("input", () => {
    if (!sources.hasText()) fillNode(problem);
  });
  engine.addEventListener("ready", () => {
    if (waitsForEngine && current) read(current);
  });

  /** @param {string} sentence @param {Source | null} [source] that can still be put into the cells as it is */
  function refuse(sentence, source = null) {
    working.textContent = "";
    fillNode(problem, sentence, source?.asItIs && " ", source?.asItIs && asItIsButton(source));
  }

  /** @param {Source} source */
  async function read(source) {
    current = source;
    waitsForEngine = false;
    fillNode(problem);
    if (!source.changed) hidePreview(panel);
    working.textContent = gettext("Reading the table in this browser…");
    try {
      const header = source.isRecipe ? {} : { has_header: source.hasHeader, is_list: source.isList ?? null };
      const found = await engine.call(source.isRecipe ? "read_recipe" : "read_table", { ...source.content, ...header });
      if (current === source) open(source, found);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (current !== source) return;
      waitsForEngine = isEngineFailure(error);
      if (waitsForEngine) refuse("", source);
      else refuse(refusalSentence(error.code), source);
    }
  }

  /** @param {Source} source @param {import("./preview.js").Read} found */
  function open(source, found) {
    working.textContent = "";
    fillNode(problem);
    // The rest of a recipe, its parties, stands nowhere on the page from here on.
    sources.clear();
    const isAlone = draft.rows.every(isEmptyRow);
    const replace = (/** @type {Wanted} */ { columns, words }) => {
      const undo = replaceTable(draft, columns, words);
      const count = found.rows.length;
      close();
      note(fill(ngettext("Put %(count)s option into the table.", "Put %(count)s options into the table.", count), { count }), undo);
      done();
    };
    const add = (/** @type {Wanted} */ { columns }) => {
      const undo = addTable(draft, columns);
      if (!undo) return refuseChoice(gettext("Together that is more than 200 options or 20 columns."));
      const count = found.rows.length;
      close();
      note(fill(ngettext("Added %(count)s option.", "Added %(count)s options.", count), { count }), undo);
      done();
    };
    const choices = [
      { text: isAlone ? gettext("Use this table") : gettext("Use this table instead"), isPrimary: true, go: replace },
      !isAlone && { text: gettext("Add its options to mine"), go: add },
      source.asItIs && { text: gettext("Put it into the cells as it is"), go: () => putAsItIs(source) },
      { text: gettext("Do not use it"), go: () => {
        close();
        box.focus();
      } },
    ].filter((choice) => choice !== false && choice !== null);
    showPreview(panel, found, {
      name: source.name,
      takesWords: !draft.title.trim() && !draft.context.trim(),
      choices,
      headerChanged: (hasHeader) => read({ ...source, hasHeader, changed: "preview-header" }),
      // Whether there is a header is another question for lines than for columns.
      listChanged: (isList) => read({ ...source, isList, hasHeader: null, changed: "preview-list" }),
    });
    byId(source.changed ?? "preview-heading").focus();
  }

  function done() {
    changed();
    byId("grid").focus();
  }

  function close() {
    current = null;
    waitsForEngine = false;
    fillNode(problem);
    hidePreview(panel);
  }

  /** @param {Source} source */
  function putAsItIs(source) {
    close();
    source.asItIs?.();
  }

  /** @param {Source} source */
  function asItIsButton(source) {
    return element("button", { type: "button", onclick: () => putAsItIs(source) }, gettext("Put it into the cells as it is"));
  }

  return {
    read,
    takeFiles: sources.takeFiles,
    refuse,
    isWaiting: () => !panel.hidden || sources.hasText(),
    remind: () => {
      if (panel.hidden) {
        fillNode(problem, gettext("Read this table first, or empty the box."));
        box.focus();
        return;
      }
      const sentence = gettext("Decide about this table first: use it, or do not use it.");
      refuseChoice(sentence);
      announce(sentence);
      byId("preview-heading").focus();
    },
  };
}
