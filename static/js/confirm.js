import { ApiError } from "./api.js";
import { element } from "./dom.js";

/**
 * Steps that are asked about once more, in their own place on the page. Which one is being asked about outlives
 * drawing the page anew, as happens whenever somebody else does something.
 * @typedef {{key: string, label: string, about?: string, question: string, yes: string, no: string, act: () => Promise<void>}} Step
 *   `about` is the label for people who do not see where the button stands
 */
export class Confirmations {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.open = "";
    this.failure = "";
    this.busy = false;
  }

  /** @param {Step} step @returns {HTMLElement} the button, or the question in its place */
  draw(step) {
    return this.open === step.key ? this.question(step) : element("button", {
      type: "button", "data-key": step.key, "aria-label": step.about, onclick: () => this.ask(step.key),
    }, step.label);
  }

  /** @private @param {string} key */
  ask(key) {
    this.open = key;
    this.failure = "";
    this.redraw();
    focusKey(`${key}:no`);
  }

  /** @private @param {string} key */
  close(key) {
    this.open = "";
    this.redraw();
    focusKey(key);
  }

  /** @private @param {Step} step */
  question(step) {
    const id = `question-${step.key}`;
    return element("div", {
      class: "notice confirm", role: "group", "aria-labelledby": id,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape" && !this.busy) this.close(step.key);
      },
    },
    element("p", { id }, step.question),
    element("p", { class: "error", role: "alert" }, this.failure),
    element("div", { class: "row" },
      element("button", { type: "button", "data-key": `${step.key}:yes`, onclick: () => this.go(step) }, step.yes),
      element("button", { type: "button", "data-key": `${step.key}:no`, onclick: () => this.close(step.key) }, step.no)));
  }

  /** @private @param {Step} step */
  async go(step) {
    if (this.busy) return;
    this.busy = true;
    try {
      await step.act();
      this.open = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error.message;
    } finally {
      this.busy = false;
    }
    this.redraw();
  }
}

/**
 * Draws a part of the page anew without losing the place of whoever works by keyboard.
 * @param {() => void} draw
 */
export function keepingFocus(draw) {
  const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  draw();
  if (key) focusKey(key);
}

/** @param {string} key */
function focusKey(key) {
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}
