/** The private sheet as a file: saving it, and bringing one. Nothing of it is sent. */
import { announce, byId, element, fillNode } from "../dom.js";
import { readJson } from "../json.js";
import { engine } from "../engine/client.js";
import { engineSentence } from "../engine-status.js";
import { fill, gettext, ngettext } from "../text.js";
import { onFile } from "../verify/files.js";
import { visible } from "../visible.js";
import { modelOf } from "./sheet-rows.js";

const LARGEST = 64 * 1024;

/** @typedef {import("./sheet-model.js").SheetModel} SheetModel */

/** @param {string} text of the sheet, saved exactly as it is */
export function saveSheet(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: address, download: "parley-sheet.json" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export class SheetFile {
  /**
   * @param {string} agendaText
   * @param {string} owner
   * @param {{text: () => string, take: (model: SheetModel) => SheetModel}} sheet `text` of the sheet as it stands; `take`
   *   puts another one in its place and gives back the one before
   */
  constructor(agendaText, owner, sheet) {
    this.agendaText = agendaText;
    this.owner = owner;
    this.sheet = sheet;
    this.place = byId("sheet-file-result");
    /** The way back from the file that was loaded last, which a refused one does not take away. @type {HTMLElement | null} */
    this.undo = null;
    byId("save-sheet").addEventListener("click", () => saveSheet(this.sheet.text()));
    onFile(/** @type {HTMLInputElement} */ (byId("load-sheet")), (file) => this.load(file));
    const section = byId("answer");
    section.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    section.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.load(file);
    });
  }

  /** @param {File} file */
  async load(file) {
    /** @type {HTMLDetailsElement} */ (byId("sheet-file-section")).open = true;
    fillNode(this.place, element("p", {}, gettext("Reading the file in this browser…")), this.undo);
    try {
      const found = await this.read(file);
      const before = this.sheet.take(modelOf(found, readJson(this.agendaText)));
      this.show(found, before);
    } catch (error) {
      const reason = error instanceof NotASheet ? error.message : engineSentence(/** @type {Error} */ (error));
      fillNode(this.place, element("p", { class: "error" }, fill(gettext("Nothing was loaded. %(reason)s"), { reason })), this.undo);
    }
  }

  /** @private @param {File} file @returns {Promise<any>} */
  async read(file) {
    if (file.size > LARGEST) throw new NotASheet(gettext("The file is larger than 64 KiB. No sheet is."));
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      throw new NotASheet(gettext("The file could not be read as text."));
    }
    try {
      return await engine.call("read_sheet", { sheet: text, agenda: this.agendaText });
    } catch (error) {
      const code = String(/** @type {any} */ (error).code);
      if (code.startsWith("sheet-")) throw new NotASheet(`${gettext("This is not a sheet file, or it was changed by hand.")} ${visible(/** @type {Error} */ (error).message)}`);
      throw error;
    }
  }

  /** @private @param {any} found @param {SheetModel} before */
  show(found, before) {
    const notes = [
      found.missing.length && fill(gettext("Left out, because this decision has no such column: %(names)s."), { names: found.missing.map((/** @type {string} */ name) => `\u2068${visible(name)}\u2069`).join(", ") }),
      found.other_options && fill(ngettext("Left out: what the file says about %(count)s option that is not in this decision.", "Left out: what the file says about %(count)s options that are not in this decision.", found.other_options), { count: found.other_options }),
      found.python.length && fill(ngettext("%(count)s rule in Python came along, switched off. Read it before you switch it on.", "%(count)s rules in Python came along, switched off. Read them before you switch them on.", found.python.length), { count: found.python.length }),
      found.owner !== this.owner && fill(gettext("The file was written by %(owner)s. It is your sheet now."), { owner: `\u2068${visible(found.owner)}\u2069` }),
    ].filter(Boolean);
    this.undo = element("button", { type: "button", onclick: () => {
      this.undo = null;
      this.sheet.take(before);
      fillNode(this.place, element("p", {}, gettext("Your sheet is as it was before.")));
    } }, gettext("Undo: put my sheet back"));
    fillNode(this.place, element("p", {}, element("strong", {}, gettext("The sheet is loaded."))),
      notes.length ? element("ul", {}, ...notes.map((note) => element("li", {}, note))) : null, this.undo);
    announce(gettext("The sheet is loaded."));
  }
}

class NotASheet extends Error {}
