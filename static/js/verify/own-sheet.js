/** "Was I betrayed?": one person's sheet file, replayed in this browser on the receipt that was checked last. */
import { announce, element, fillNode } from "../dom.js";
import { engineSentence } from "../engine-status.js";
import { EngineError, engine } from "../engine/client.js";
import { gettext } from "../text.js";
import { onFile } from "./files.js";
import { OwnRules } from "./own-rules.js";
import { showReplay } from "./replay-result.js";

const LARGEST_SHEET = 64 * 1024;

/**
 * Shows the field for a sheet file under a receipt that has a record.
 * @param {HTMLElement} container
 * @param {string} base64 the receipt's bytes
 * @param {any} summary of its report
 */
export function offerReplay(container, base64, summary) {
  const input = /** @type {HTMLInputElement} */ (element("input", {
    type: "file", id: "sheet-file", accept: ".json,application/json", "aria-describedby": "sheet-stays",
  }));
  const answer = element("div", { id: "replay" });
  const panel = element("div", { class: "drop" },
    element("label", { for: "sheet-file" }, gettext("Drop your sheet here, or choose its file")), input,
    element("p", { id: "sheet-stays", class: "small" }, gettext("The sheet stays in this browser too. It is not kept.")));
  /** The file asked about last. @type {File | null} */
  let current = null;

  const take = async (/** @type {File} */ file) => {
    current = file;
    const isCurrent = () => current === file;
    fillNode(answer, element("p", {}, gettext("Replaying your sheet in this browser…")));
    const show = await replayed(file, base64, summary, isCurrent);
    if (isCurrent()) announce(show(answer));
  };
  onFile(input, take);
  panel.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    // Everywhere else on this page a dropped file is a receipt.
    event.preventDefault();
    event.stopPropagation();
    take(file);
  });

  fillNode(container, element("section", { "aria-labelledby": "betrayed" },
    element("h2", { id: "betrayed" }, gettext("Was I betrayed?")),
    element("p", {}, gettext("If you took part and saved your sheet as a file, load it here. Your answers are worked out from it once more and compared with those that this receipt recorded under your name, and the decision is held against your red lines.")),
    panel, answer));
}

/**
 * @param {File} file @param {string} base64 @param {any} summary
 * @param {() => boolean} isCurrent
 * @returns {Promise<(answer: HTMLElement) => string>} shows what was found and returns it in one sentence
 */
async function replayed(file, base64, summary, isCurrent) {
  const problem = (/** @type {string} */ text) => (/** @type {HTMLElement} */ answer) => {
    fillNode(answer, element("p", { class: "notice" }, text));
    return text;
  };
  const noSheet = gettext("This is not a sheet file: one holds \"format\": \"parley-sheet/1\" and nothing that the format does not know. Use the file as it was downloaded.");
  if (file.size > LARGEST_SHEET) return problem(noSheet);
  try {
    const sheet = await file.text();
    const found = await engine.call("replay", { base64, sheet });
    return (answer) => {
      const rules = found.python && new OwnRules(found.python, async (results) => {
        const again = await engine.call("replay", { base64, sheet, python_results: results });
        if (isCurrent()) announce(showReplay(answer, again, summary, rules.node));
      });
      return showReplay(answer, found, summary, rules?.node);
    };
  } catch (error) {
    if (!(error instanceof EngineError)) return problem(gettext("The file could not be opened. Choose it again."));
    return problem(error.code.startsWith("sheet-") ? noSheet : engineSentence(error));
  }
}
