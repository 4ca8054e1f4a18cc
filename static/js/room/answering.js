/** The sheet, its live answers and sending them. */
import { announce, byId, element, fillNode, showIf } from "../dom.js";
import { engine } from "../engine/client.js";
import { engineSentence } from "../engine-status.js";
import { readJson } from "../json.js";
import { digestsKey, isLasting, keep, recall, sheetKey, watch } from "../storage.js";
import { fill, gettext, ngettext } from "../text.js";
import { askToPersist, isInApp, isPrivateWindow } from "./lasting.js";
import { OptionsTable } from "./options-table.js";
import { Preview, PythonFailure } from "./preview.js";
import { PythonRules, isTooLong } from "./python-rules.js";
import { PythonResults, codesOf } from "./rule-results.js";
import { keptSeed } from "../signing/seat-key.js";
import { Posting } from "../signing/posting.js";
import { SentAnswers } from "./sent.js";
import { SheetFile, saveSheet } from "./sheet-file.js";
import { restoreSheet, toSheet } from "./sheet-model.js";
import { SheetView, focusOpenField } from "./sheet-view.js";
import { showNarrowed, showShared } from "./shared-answers.js";
import { Witness } from "./witness.js";

export class Answering {
  /**
   * @param {string} decision
   * @param {any} state of the decision, with this browser's seat in `me`
   * @param {() => Promise<void>} refresh reads the state again
   * @param {import("../signing/question-watch.js").QuestionWatch} question
   */
  constructor(decision, state, refresh, question) {
    this.decision = decision;
    this.refresh = refresh;
    this.state = state;
    this.question = question;
    this.agenda = readJson(state.agenda);
    this.key = sheetKey(decision, state.me.seat);
    this.sent = new SentAnswers(decision, state.me.seat, state.round);
    this.posting = new Posting(decision, this.sent);
    this.model = restoreSheet(recall(this.key), this.agenda.attributes);
    this.made = toSheet(this.model, state.me.owner, this.agenda);
    this.sending = false;
    /** Whether exactly what the sheet says now was sent. */
    this.unchanged = false;
    /** Whether answers were sent when answering was over already. */
    this.tooLate = false;
    this.engineFailed = false;
    /** Whether the engine has said the options' digests. */
    this.asked = false;
    /** Whether the rules in Python could not be run. */
    this.pythonFailed = false;
    this.python = new PythonResults(state.agenda);
    this.preview = new Preview(state.agenda, state.me.owner, this.python, (preview, error) => this.showPreview(preview, error));
    this.view = new SheetView(this.model, this.agenda, () => this.changed());
    this.rules = new PythonRules(this.model.python, this.agenda, () => this.changed());
    new SheetFile(state.agenda, state.me.owner, { text: () => this.made.text, take: (model) => this.take(model) });
    byId("save-before-sending").addEventListener("click", () => saveSheet(this.made.text));
    this.table = new OptionsTable(byId("options"), this.model, this.agenda, state.agenda_digest, () => this.changed());
    this.send = /** @type {HTMLButtonElement} */ (byId("send"));
    this.send.addEventListener("click", () => this.submit());
    // Not at once: the engine hands over what waits for it right after saying that it is ready.
    engine.addEventListener("ready", () => queueMicrotask(() => this.recover()));
    watch(this.key, () => this.takeOver());
    watch(this.sent.key, () => this.showSent());
    showShared(null, this.agenda);
    this.settleOptions();
    this.work();
    this.show(state);
    this.warnOfVanishing();
  }

  /** What this browser keeps may be gone tomorrow: then the file is offered before anything is sent. */
  async warnOfVanishing() {
    const promised = await askToPersist();
    const looks = isInApp() ? "app" : (await isPrivateWindow()) ? "private" : promised ? "" : "unknown";
    /** @type {Record<string, string>} */
    const words = {
      app: gettext("This page was opened inside another app, whose browser forgets what it keeps. Open the link in your usual browser, or save your sheet as a file before you send."),
      private: gettext("This looks like a private window: your sheet is gone when it closes, and this browser cannot check the outcome for you then. Save it as a file before you send, or open the link in a usual window."),
      unknown: gettext("If this is a private window, or one that forgets at its end, your sheet goes with it, and nobody can check the outcome for you then. Save it as a file before you send, to be safe."),
    };
    if (!looks) return;
    byId("vanishing-text").textContent = words[looks];
    byId("vanishing").classList.toggle("notice", looks !== "unknown");
    showIf(true, byId("vanishing"));
  }

  /** The sheet needs each option's digest, which only the engine computes: canonical text is not JavaScript's to write. */
  async settleOptions() {
    const key = digestsKey(this.decision, this.state.agenda_digest);
    const known = recall(key);
    if (known?.length === this.agenda.options.length) this.settle(known);
    try {
      const { digests } = await engine.call("option_digests", { agenda: this.state.agenda });
      keep(key, digests);
      this.settle(digests);
      this.asked = true;
    } catch (error) {
      this.showPreview(null, /** @type {Error} */ (error));
    }
  }

  /** @param {string[]} digests */
  settle(digests) {
    if (this.table.settle(digests)) this.changed();
  }

  /** After a failure of the engine: does what it left undone. */
  recover() {
    if (!this.engineFailed) return;
    this.engineFailed = false;
    byId("answer-error").textContent = "";
    if (!this.asked) this.settleOptions();
    this.work();
  }

  /** @param {any} state */
  show(state) {
    this.state = state;
    showIf(!isLasting(), byId("storage-warning"));
    showIf(Boolean(state.signed_agenda), byId("signed-note"));
    this.showSent();
  }

  changed() {
    keep(this.key, this.model);
    byId("answer-error").textContent = "";
    this.table.body.classList.toggle("anything", this.model.anything);
    this.work();
    this.showSent();
  }

  /** Works the answers out again from the sheet as it stands. */
  work() {
    this.made = toSheet(this.model, this.state.me.owner, this.agenda);
    this.view.markOpen(this.made.openRedLines, this.made.openWishes);
    this.table.markOpen(this.made.openRatings);
    byId("leaving").textContent = engine.status === "ready" ? gettext("Working your answers out…") : gettext("Your answers appear as soon as the engine is ready. Go on writing.");
    this.ask();
  }

  ask() {
    const rules = this.model.anything ? [] : this.model.python;
    if (!this.python.knows(codesOf(rules))) this.rules.show(null);
    this.preview.ask(this.made.text, rules);
  }

  takeOver() {
    const kept = restoreSheet(recall(this.key), this.agenda.attributes);
    if (JSON.stringify(kept) === JSON.stringify(this.model)) return;
    this.replace(kept);
    this.work();
    this.showSent();
  }

  /** @param {import("./sheet-model.js").SheetModel} model in place of this one @returns {import("./sheet-model.js").SheetModel} this one */
  take(model) {
    const before = this.model;
    this.replace(model);
    this.changed();
    return before;
  }

  /** @param {import("./sheet-model.js").SheetModel} model */
  replace(model) {
    this.model = model;
    this.view.replace(model);
    this.table.replace(model);
    this.rules.replace(model.python);
  }

  /** @param {any} preview @param {Error | null} error */
  showPreview(preview, error) {
    this.pythonFailed = error instanceof PythonFailure;
    const problem = byId("answer-error");
    if (problem.textContent === tooEarly()) problem.textContent = "";
    if (error instanceof PythonFailure) {
      byId("leaving").textContent = "";
      this.rules.fail(/** @type {Error} */ (error.cause));
      return;
    }
    if (error) {
      this.engineFailed = engine.status === "failed";
      byId("leaving").textContent = "";
      byId("answer-error").textContent = fill(gettext("Your answers could not be worked out. %(reason)s"), { reason: engineSentence(error) });
      return;
    }
    this.rules.show(preview.rules);
    this.table.showAnswers(preview.answers, this.made.redLineRows);
    showShared(preview, this.agenda);
    showNarrowed(preview, this.agenda, this.model);
  }

  showSent() {
    const { me, answered, people } = this.state;
    this.sent.hear(me.digest);
    const sent = this.sent.counting(me.digest);
    const notice = byId("sent-notice");
    showIf(Boolean(me.digest), notice);
    const own = me.digest !== null && sent?.digest === me.digest;
    this.unchanged = own && sent?.sheet === this.made.text;
    this.send.textContent = !me.digest ? gettext("Send my answers") : this.unchanged ? gettext("Your answers are sent") : gettext("Send the changed answers");
    this.markBusy();
    if (!me.digest) return;
    fillNode(notice,
      element("p", {}, element("strong", {}, fill(gettext("Answered. %(answered)s of %(people)s are in."), { answered, people }))),
      element("p", {}, gettext("Not finished yet: come back to accept or decline. Until all answers are in you can change yours below.")),
      !own && element("p", {}, !me.key || keptSeed(this.decision, me.seat)
        ? gettext("The answers that the server holds were sent from another browser or window. Sending from here replaces them.")
        : gettext("Your answers were sent from another browser, and the key that signs them is there. To change them here, move the seat by its file: see “Your way back to this seat”.")),
      own && !this.unchanged && element("p", {}, gettext("You changed your sheet after sending: the change counts when you send it.")));
  }

  /** Not by `disabled`, which would take the focus away from whoever has just pressed it. */
  markBusy() {
    if (this.sending || this.unchanged) this.send.setAttribute("aria-disabled", "true");
    else this.send.removeAttribute("aria-disabled");
  }

  /** What must be settled before anything is sent, or an empty text. */
  obstacle() {
    if (!byId("contradictions").hidden) return gettext("The server shows something that does not fit what this browser knows: see above. Nothing is sent.");
    const { openRedLines, openWishes, openRatings } = this.made;
    const lines = openRedLines.length + openWishes.length;
    if (!this.model.anything && lines) {
      return fill(ngettext("%(count)s line of your sheet is not complete and would not count. Complete it or remove it, then send.", "%(count)s lines of your sheet are not complete and would not count. Complete them or remove them, then send.", lines), { count: lines });
    }
    if (!this.model.anything && openRatings.length) {
      return fill(ngettext("%(count)s of your numbers is not a whole number from 0 to 100. Correct it or clear it, then send.", "%(count)s of your numbers are not whole numbers from 0 to 100. Correct them or clear them, then send.", openRatings.length), { count: openRatings.length });
    }
    if (this.model.python.some(isTooLong)) return gettext("One of your rules in Python is too long. Shorten it or remove it, then send.");
    if (this.pythonFailed) return gettext("Your rules in Python could not be run. Try again there, or switch them off, then send.");
    if (this.engineFailed) return gettext("Your answers could not be worked out. Try again above, then send.");
    if (!this.preview.latest) return tooEarly();
    if (!this.model.anything && this.rules.unseen()) return gettext("One of your rules in Python fails. Look at it and tick that you have seen it, then send.");
    return "";
  }

  async submit() {
    if (this.sending || this.unchanged) return;
    const obstacle = this.obstacle();
    byId("answer-error").textContent = obstacle;
    if (obstacle) {
      focusOpenField(byId("answer"));
      if (this.preview.latest) this.rules.unseen()?.focus();
      return;
    }
    this.sending = true;
    this.markBusy();
    const preview = this.preview.latest;
    try {
      if (!(await this.question.holds(this.state))) throw new Error(this.question.obstacle || gettext("The question could not be checked, so nothing was sent. Try again in a moment."));
      await this.posting.send(preview, this.state);
      new Witness(this.decision).sends();
      announce(gettext("Your answers are sent."));
    } catch (error) {
      const { code, message } = /** @type {import("../api.js").ApiError} */ (error);
      byId("answer-error").textContent = message;
      this.tooLate = code === "closed";
    } finally {
      this.sending = false;
      this.markBusy();
      await this.refresh();
      // The preview's nonce is used up.
      this.ask();
      byId("sent-notice").scrollIntoView({ block: "nearest" });
    }
  }
}

/** @returns {string} what is said to whoever sends before the answers are there, and no longer than that */
function tooEarly() {
  return gettext("Your answers are still being worked out. Try again in a moment.");
}
