/** The comparison code: large, to copy, to scan, and a place for somebody else's. */
import { element, fillNode } from "../dom.js";
import { engine } from "../engine/client.js";
import { engineSentence } from "../engine-status.js";
import { qrCode } from "../qr.js";
import { copyable } from "../share.js";
import { gettext } from "../text.js";

export class Comparison {
  constructor() {
    this.code = "";
    /** Whether the code that was pasted last is another one. */
    this.differs = false;
    /** Until when it is not known whether it is. */
    this.compared = Promise.resolve();
    this.drawn = element("section", { class: "comparison", "aria-labelledby": "comparison-heading" });
  }

  /** @param {string} code @returns {HTMLElement} keeps what was pasted when it is drawn again */
  panel(code) {
    if (code === this.code) return this.drawn;
    this.code = code;
    this.differs = false;
    const picture = element("div");
    qrCode(code, gettext("QR code of the comparison code")).then((drawn) => { if (drawn) fillNode(picture, drawn); });
    const answer = element("p", { id: "comparison-answer", role: "status" });
    const box = /** @type {HTMLInputElement} */ (element("input", {
      type: "text", id: "other-code", autocomplete: "off", spellcheck: "false", "aria-describedby": "comparison-answer",
    }));
    box.addEventListener("input", () => { this.compared = this.compare(box.value, answer); });
    fillNode(this.drawn,
      element("h3", { id: "comparison-heading" }, gettext("Compare before you accept")),
      element("p", {}, gettext("Put this code into your chat. The same code for everybody means that all of you see the same question, people, answers and outcome; nobody was left out for some and shown to others.")),
      element("p", { class: "comparison-code", translate: "no" }, ...code.split("-").flatMap((group, index) => [index > 0 && element("span", { class: "comparison-dash" }, "-"), element("span", {}, group)])),
      copyable(code, gettext("The comparison code")),
      element("details", {}, element("summary", {}, gettext("As a QR code")), picture),
      element("div", { class: "field" }, element("label", { for: "other-code" }, gettext("Paste the code of somebody else")), box, answer));
    return this.drawn;
  }

  /** @param {string} pasted @param {HTMLElement} answer */
  async compare(pasted, answer) {
    const code = this.code;
    this.differs = false;
    if (!pasted.trim()) {
      answer.textContent = "";
      return;
    }
    try {
      const { same } = await engine.call("compare_code", { pasted, code });
      this.differs = same === false;
      answer.className = same === false ? "error" : "";
      if (same === null) answer.textContent = gettext("This is no whole comparison code: it has eight groups of four.");
      else if (same) answer.textContent = gettext("The same. You both see the same record.");
      else answer.textContent = gettext("NOT the same. One of you was shown another record, or this is the code of another round. Do not accept; keep your receipt and compare who sees what.");
    } catch (error) {
      answer.textContent = engineSentence(/** @type {Error} */ (error));
    }
  }
}
