import { announce, byId, fillNode } from "../dom.js";
import { EngineError, engine } from "../engine/client.js";
import { showEngineStatus } from "../engine-status.js";
import { fill, gettext } from "../text.js";
import { visible } from "../visible.js";
import { showReport, showUnreadable } from "./show.js";

const LARGEST = 16 * 1024 * 1024;
const ENGINE_FAILURES = ["network", "unsupported", "hang", "crash"];
const result = byId("result");
const working = byId("working");
const input = /** @type {HTMLInputElement} */ (byId("file"));

/** The file asked about last: answers about any other come too late. @type {File | null} */
let current = null;
let waitsForEngine = false;

/** @param {File} file */
async function check(file) {
  current = file;
  waitsForEngine = false;
  fillNode(result);
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
    const report = await engine.call("verify", { base64 });
    return () => showReport(result, file.name, report);
  } catch (error) {
    if (error instanceof EngineError && ENGINE_FAILURES.includes(error.code)) return null;
    if (!(error instanceof EngineError)) throw error;
    return () => showUnreadable(result, file.name, error.message || gettext("The check could not be carried out on this file."));
  }
}

/** @param {File} file @returns {Promise<string>} */
function readBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

input.addEventListener("change", () => {
  const [file] = input.files ?? [];
  if (file) check(file);
});
// So that choosing the same file once more is a change too.
input.addEventListener("click", () => {
  input.value = "";
});

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
engine.start();
showEngineStatus(byId("engine-status"), engine, gettext("A file that you chose is checked as soon as it works."));
