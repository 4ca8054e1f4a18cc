import { byId, showIf } from "../dom.js";
import { fill, gettext } from "../text.js";
import { readBase64 } from "../verify/files.js";

/** The largest table that is read, in bytes; the engine's own limit. */
const LARGEST = 2 * 1024 * 1024;

/**
 * What somebody wants to have read: a pasted text, or a file's bytes in base 64.
 * @typedef {{text: string} | {base64: string}} Content
 * @typedef {object} Source
 * @property {Content} content
 * @property {boolean} isRecipe
 * @property {string} name of the file, "" for a paste
 * @property {boolean | null} hasHeader what the person says about the first row, null when nothing
 * @property {(() => void) | null} asItIs puts a paste into the cells where it was aimed at, unread
 */

/**
 * @param {string} text
 * @param {(() => void) | null} [asItIs]
 * @returns {Source}
 */
export function pastedSource(text, asItIs = null) {
  // Half a character pair cannot cross to the engine.
  const content = { text: text.replace(/\p{Surrogate}/gu, "\ufffd") };
  const isRecipe = looksLikeRecipe(text);
  // The cells are for everyone to see, and a recipe says what its parties cannot accept.
  return { content, isRecipe, name: "", hasHeader: null, asItIs: isRecipe ? null : asItIs };
}

/** @param {string} text @returns {boolean} whether it can only be JSON; no table starts in this way */
export function looksLikeRecipe(text) {
  return /^\ufeff?\s*\{/.test(text);
}

/** @param {string} text */
export function isTooLarge(text) {
  return text.length > LARGEST || new Blob([text]).size > LARGEST;
}

/** @returns {string} */
export function tooLargeSentence() {
  return gettext("This is larger than 2 MiB. Leave out what the decision does not need.");
}

/**
 * Connects the ways in which a table comes to the page: pasted or typed into the field for it, chosen, or dropped
 * anywhere.
 * @param {{take: (source: Source) => void, refuse: (sentence: string) => void, warm: () => void}} on `refuse` is
 *   given why something is not read at all; `warm` is called when somebody is about to bring a table
 * @returns {{takeFiles: (files: FileList) => void, clear: () => void, hasText: () => boolean}} `hasText`: whether
 *   something stands in the field, which `clear` empties
 */
export function connectSources({ take, refuse, warm }) {
  const zone = byId("table-in");
  const box = /** @type {HTMLTextAreaElement} */ (byId("table-paste"));
  const input = /** @type {HTMLInputElement} */ (byId("table-file"));
  const button = byId("table-read");

  const hasText = () => box.value.trim() !== "";
  const showButton = () => showIf(hasText(), button);
  const readBox = () => {
    if (isTooLarge(box.value)) refuse(tooLargeSentence());
    else take(pastedSource(box.value));
  };

  /** @param {FileList} files */
  const takeFiles = async (files) => {
    if (files.length === 0) return refuse(gettext("That was not a file. Drop one file with a table, or choose one."));
    if (files.length > 1) {
      return refuse(fill(gettext("Those were %(count)s files. Bring one table at a time."), { count: files.length }));
    }
    const [file] = files;
    if (file.size > LARGEST) return refuse(tooLargeSentence());
    try {
      const isRecipe = /\.json$/i.test(file.name) || looksLikeRecipe(await file.slice(0, 256).text());
      take({ content: { base64: await readBase64(file) }, isRecipe, name: file.name, hasHeader: null, asItIs: null });
    } catch {
      refuse(gettext("The file could not be opened. A folder cannot be read, nor a file that has been moved."));
    }
  };

  box.addEventListener("focus", warm);
  box.addEventListener("input", (event) => {
    showButton();
    if (/** @type {InputEvent} */ (event).inputType === "insertFromDrop") readBox();
  });
  box.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const files = event.clipboardData?.files;
    if (!text && !files?.length) return;
    event.preventDefault();
    if (!text && files) return takeFiles(files);
    if (isTooLarge(text)) return refuse(tooLargeSentence());
    box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
    showButton();
    readBox();
    // What is pasted next takes its place, as after a refusal.
    box.select();
  });
  button.addEventListener("click", readBox);
  byId("table-choose").addEventListener("click", () => {
    warm();
    // So that choosing the same file once more is a change too.
    input.value = "";
    input.click();
  });
  input.addEventListener("change", () => {
    if (input.files?.length) takeFiles(input.files);
  });

  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    warm();
    zone.classList.add("dragging");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) zone.classList.remove("dragging");
  });
  document.addEventListener("drop", (event) => {
    zone.classList.remove("dragging");
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    takeFiles(event.dataTransfer.files);
  });

  return {
    takeFiles,
    clear: () => {
      box.value = "";
      showButton();
    },
    hasText,
  };
}
