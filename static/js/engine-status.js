import { announce, element, fillNode } from "./dom.js";
import { fill, gettext } from "./text.js";

const percents = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "percent" });

/** Why the engine is not running, and the way out, by the reason it gives. */
const FAILURES = {
  network: () => gettext("A part of the program that works inside your browser could not be fetched. Check your connection, then try again."),
  unsupported: () => gettext("This browser cannot run the program that works inside it. Open this page in a current Firefox, Chrome, Edge or Safari."),
  hang: () => gettext("The program inside your browser took too long and was stopped. Try again."),
  crash: () => gettext("The program inside your browser stopped working. Try again. If it happens once more, reload the page."),
};

/** What the engine refuses to do, by the code it gives. */
const REFUSALS = {
  "sheet-rejects": () => gettext("Your own sheet rejects this pick, so it cannot be accepted."),
  "winner-differs": () => gettext("The pick does not follow from the answers, so it cannot be accepted."),
  "not-in-record": () => gettext("Your name does not stand in this record."),
  "no-sheet": () => gettext("This browser does not hold your sheet."),
  "record-malformed": () => gettext("The server's record cannot be read."),
};

/**
 * @param {Error} error of a call to the engine
 * @returns {boolean} whether the engine itself failed, so that the call can be made again once it works
 */
export function isEngineFailure(error) {
  return Object.hasOwn(FAILURES, /** @type {any} */ (error).code);
}

/**
 * @param {Error} error of a call to the engine
 * @returns {string} why it has no result, as a sentence for the person
 */
export function engineSentence(error) {
  const code = /** @type {any} */ (error).code;
  if (Object.hasOwn(REFUSALS, code)) return REFUSALS[/** @type {keyof typeof REFUSALS} */ (code)]();
  if (isEngineFailure(error)) return FAILURES[/** @type {keyof typeof FAILURES} */ (code)]();
  return error.message || FAILURES.crash();
}

/**
 * Shows in a container how far the engine has loaded, and after a failure what to do about it. Nothing is shown while
 * the engine is ready or was not asked for yet.
 * @param {HTMLElement} container is filled and hidden by this function from now on
 * @param {import("./engine/client.js").Engine} engine
 * @param {string} [kept] a sentence on what a failure does not touch
 */
export function showEngineStatus(container, engine, kept = gettext("What you typed is kept.")) {
  const label = gettext("Loading the program that works inside your browser");
  const said = element("span", {}, label);
  const bar = /** @type {HTMLProgressElement} */ (element("progress", { max: "1", "aria-label": label }));
  const line = element("p", { class: "engine-progress small quiet" }, said, bar);

  const progress = (/** @type {number | undefined} */ fraction) => {
    if (!container.contains(line)) fillNode(container, line);
    container.hidden = false;
    if (fraction === undefined || !Number.isFinite(fraction)) return;
    bar.value = fraction;
    said.textContent = fill(gettext("%(what)s: %(percent)s"), { what: label, percent: percents.format(fraction) });
  };
  const ready = () => {
    container.hidden = true;
    fillNode(container);
  };
  const failed = (/** @type {string} */ reason) => {
    const sentence = (FAILURES[/** @type {keyof typeof FAILURES} */ (reason)] ?? FAILURES.crash)();
    const words = `${sentence} ${kept}`;
    const retry = element("button", { type: "button", onclick: () => {
      bar.removeAttribute("value");
      said.textContent = label;
      progress(undefined);
      engine.restart();
    } }, gettext("Try again"));
    fillNode(container, element("div", { class: "notice engine-failure" }, element("p", {}, words), retry));
    container.hidden = false;
    announce(words);
  };

  engine.addEventListener("progress", (event) => progress(/** @type {CustomEvent} */ (event).detail?.fraction));
  engine.addEventListener("ready", ready);
  engine.addEventListener("failed", (event) => failed(/** @type {CustomEvent} */ (event).detail?.reason));
  if (engine.status === "loading") progress(undefined);
  else if (engine.status === "failed") failed(engine.reason ?? "crash");
  else ready();
}
