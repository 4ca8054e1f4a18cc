import { announce, byId, fillNode } from "../dom.js";
import { EngineError, engine } from "../engine/client.js";
import { showEngineStatus } from "../engine-status.js";
import { fill, gettext } from "../text.js";
import { visible } from "../visible.js";
import { checked } from "./checked.js";
import { LARGEST, onFile, readBase64 } from "./files.js";
import { offerReplay } from "./own-sheet.js";
import { comparedWithPaper, showPaper } from "./paper.js";
import { showReport, showUnreadable } from "./show.js";

const ENGINE_FAILURES = ["network", "unsupported", "hang", "crash"];
const result = byId("result");
const working = byId("working");
const ownSheet = byId("own-sheet");

/** The file asked about last: answers about any other come too late. @type {File | null} */
let current = null;
let waitsForEngine = false;

/** @param {File} file */
async function check(file) {
  current = file;
  waitsForEngine = false;
  fillNode(result);
  fillNode(ownSheet);
  working.textContent = fill(gettext("Checking %(name)s in this browser…"), { name: `\u2068${visible(file.name)}\u2069` });
  const outcome = await outcomeOf(file);
  if (current !== file) return;
  working.textContent = "";
  if (outcome === null) {
    waitsForEngine = true;
    return;
  }
  announce(outcome());
  byId("result-word").focus();
}

/**
 * @param {File} file
 * @returns {Promise<(() => string) | null>} shows what was found and returns it in one sentence; null when the engine
 *   failed, which says so itself
 */
async function outcomeOf(file) {
  if (file.size > LARGEST) return () => showUnreadable(result, file.name, gettext("The file is larger than 16 MiB. No receipt is."));
  let base64;
  try {
    base64 = await readBase64(file);
  } catch {
    return () => showUnreadable(result, file.name, gettext("The file could not be opened. A folder cannot be checked, nor a file that has been moved."));
  }
  try {
    const { summary } = await checked(base64);
    return () => {
      if (summary.hash) offerReplay(ownSheet, base64, summary);
      return showReport(result, file.name, summary, comparedWithPaper(summary.hash));
    };
  } catch (error) {
    if (error instanceof EngineError && ENGINE_FAILURES.includes(error.code)) return null;
    if (!(error instanceof EngineError)) throw error;
    return () => showUnreadable(result, file.name, error.message || gettext("The check could not be carried out on this file."));
  }
}

onFile(/** @type {HTMLInputElement} */ (byId("file")), check);

const drop = byId("drop");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("dragging");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("dragging");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("dragging");
  const [file] = event.dataTransfer?.files ?? [];
  if (file) check(file);
  else working.textContent = gettext("That was not a file. Drop a receipt file, or choose one.");
});

engine.addEventListener("ready", () => {
  if (waitsForEngine && current) check(current);
});
window.addEventListener("hashchange", showPaper);
showPaper();
engine.start();
showEngineStatus(byId("engine-status"), engine, gettext("A file that you chose is checked as soon as it works."));
