/** The outcome: the pick or the deadlock, checked by this browser, and accepting or declining it. */
import { byId, element, fillNode, showIf } from "../dom.js";
import { engineSentence } from "../engine-status.js";
import { optionName, showValue } from "../format.js";
import { readJson } from "../json.js";
import { decisionPath } from "../links.js";
import { copyable } from "../share.js";
import { linkCodes, recall, sheetKey } from "../storage.js";
import { fill, gettext } from "../text.js";
import { answersGrid, names, tieText } from "./answers-grid.js";
import { wasSigned } from "../signing/question.js";
import { keptSeed } from "../signing/seat-key.js";
import { SignedRecord, acceptedByAll } from "../signing/signed-record.js";
import { checkLine, coordinatorFails } from "./checks.js";
import { favourites, obstacles } from "./explained.js";
import { Ratifying, downloadEvidence } from "./ratifying.js";
import { checkUnsigned, closeUnsigned } from "./unsigned-record.js";
import { redLineText, wishText } from "./sentences.js";
import { ruleName } from "./python-rules.js";
import { PythonResults, bare, codesOf } from "./rule-results.js";
import { attributeOf } from "./rule-rows.js";
import { receiptDownload } from "./receipt-download.js";
import { SentAnswers } from "./sent.js";
import { percent } from "./shared-answers.js";
import { saveSheet } from "./sheet-file.js";
import { restoreSheet, toSheet } from "./sheet-model.js";

export class Outcome {
  /** @param {string} decision @param {() => Promise<void>} refresh */
  constructor(decision, refresh) {
    this.decision = decision;
    this.ratifying = new Ratifying(decision, refresh);
    this.signedRecord = new SignedRecord(decision);
    this.checkedText = "";
    /** What is on the screen, apart from the words that people have given on it. */
    this.shownRecord = "";
    /** What the table of answers and the sentences below it were made from. */
    this.explained = "";
    /** Counts what was shown, so that a check that ends late does not take the place of a newer one. */
    this.turn = 0;
    /** @type {any} */
    this.result = null;
    /** What the rules in Python of the sheet said, null without any. @type {{agenda: string, python_results: string[][]} | null} */
    this.python = null;
    /** The sheet that the answers were made from, whatever was written into it since. */
    this.sentSheet = "";
    byId("save-own-sheet").addEventListener("click", () => saveSheet(this.sentSheet));
  }

  /** @param {any} state @param {boolean} contradicted whether it does not fit what this browser knows */
  async show(state, contradicted) {
    const { outcome } = state;
    this.turn += 1;
    const { turn } = this;
    const sent = state.me ? new SentAnswers(this.decision, state.me.seat, state.round).counting(state.me.digest) : null;
    // The question is the one this browser answered; the server's counts only where this browser has none.
    const agendaText = sent?.agenda ?? state.agenda;
    const agenda = readJson(agendaText);
    const model = state.me ? restoreSheet(recall(sheetKey(this.decision, state.me.seat)), agenda.attributes) : null;
    const sheet = sent && model ? toSheet(model, state.me.owner, agenda).text : null;
    const rules = sheet && model && !model.anything ? codesOf(model.python) : [];
    this.drawRecord(outcome, agenda, sent);
    if (model) this.drawSheet(model, agenda);
    showIf(Boolean(model && sent), byId("own-sheet"));
    this.sentSheet = sent?.sheet ?? "";

    const text = JSON.stringify([{ ...outcome, acceptances: null }, state.signed_agenda, state.me, sent, sheet, state.me && keptSeed(this.decision, state.me.seat) !== null]);
    if (text !== this.checkedText) {
      this.result = null;
      this.checkedText = "";
      const record = JSON.stringify([state.signed_agenda, state.agenda, state.me?.seat, { ...outcome, acceptances: null, closings: null }]);
      if (record !== this.shownRecord) this.ratifying.pause();
      this.shownRecord = record;
      this.drawPick(state, agenda);
      fillNode(byId("checks"), element("li", {}, element("span", { class: "mark" }), element("span", { class: "quiet" }, gettext("Checking the record in this browser…"))));
      try {
        const python = await pythonResults(agendaText, rules);
        const own = { sent, sheet, python_results: python?.python_results ?? null };
        const result = state.signed_agenda ? await this.signedRecord.check(state, own) : await checkUnsigned(state, agendaText, own);
        if (turn !== this.turn) return;
        Object.assign(this, { python, result, checkedText: text });
      } catch (error) {
        if (turn !== this.turn) return;
        fillNode(byId("checks"), element("li", {}, element("span", { class: "mark" }, "–"),
          element("span", {}, fill(gettext("Nothing could be checked here: %(reason)s"), { reason: engineSentence(/** @type {Error} */ (error)) }))));
        return;
      }
    }
    // What this browser has given may have changed since, though the server shows the same as before.
    if (state.signed_agenda) this.result.problems = this.signedRecord.problems(state, this.result);
    this.drawResult(state, agenda);
    if (state.signed_agenda) {
      this.signedRecord.show(this.result);
      const isDoubtful = contradicted || this.result.problems.length > 0;
      this.ratifying.show(state, this.result.checks, sheet, isDoubtful, {
        give: (accept) => this.signedRecord.close(state, accept),
        isSafe: !isDoubtful && !coordinatorFails(this.result.checks),
        canSign: this.signedRecord.canSign(state),
        waiting: () => this.signedRecord.waiting(state),
        toSign: this.result.to_sign,
      });
    } else {
      this.ratifying.show(state, this.result.checks, sheet, contradicted, {
        give: (accept) => closeUnsigned(this.decision, state, sheet, accept, this.python ?? {}),
        isSafe: !wasSigned(linkCodes(this.decision), this.signedRecord.memory(state).all()),
      });
    }
  }

  /** @param {any} state @param {any} agenda */
  drawResult(state, agenda) {
    const { checks, explanation, problems = [] } = this.result;
    const mine = ofThisSeat(state, checks);
    showIf(!state.signed_agenda, byId("fingerprints"));
    fillNode(byId("checks"), ...mine.map((/** @type {any} */ check) => checkLine(check, state.outcome.status)));
    const failed = !holds(state, this.result);
    showIf(failed, byId("failed-checks"));
    if (failed) {
      fillNode(byId("failed-checks"),
        element("p", {}, element("strong", {}, gettext("Do not accept this."))),
        problems.length > 0 && element("ul", {}, ...problems.map((/** @type {string} */ problem) => element("li", {}, problem))),
        element("p", {}, gettext("The server shows you a record that does not follow from what people sent. Keep the evidence and tell the others.")),
        element("button", { type: "button", onclick: () => downloadEvidence(this.decision, state) }, gettext("Save the evidence")));
    }
    this.drawPick(state, agenda);
    if (!explanation) return;
    const people = state.outcome.participants;
    // Somebody may have moved the table sideways.
    const explained = JSON.stringify([explanation, state.agenda, people, state.outcome.status]);
    if (explained === this.explained) return;
    this.explained = explained;
    fillNode(byId("answers-grid"), answersGrid(explanation, agenda, people));
    fillNode(byId("why"), tieText(explanation, agenda),
      state.outcome.status === "deadlock" ? obstacles(explanation, agenda, people) : favourites(explanation, agenda, people));
  }

  /** @param {any} state @param {any} agenda */
  drawPick(state, agenda) {
    const place = byId("pick");
    const row = this.result?.explanation?.rows.find((/** @type {any} */ candidate) => candidate.is_pick);
    const heading = headline(state, this.result);
    const stands = !this.result || holds(state, this.result);
    if (state.signed_agenda && this.result && !this.result.transcript) {
      fillNode(place, element("p", { class: "status-word" }, heading),
        element("p", { class: "pick-name" }, gettext("No outcome can be shown.")),
        element("p", { class: "lead" }, gettext("None follows from what the server shows: see below which line does not hold.")));
      return;
    }
    if ((this.result?.status ?? state.outcome.status) === "deadlock") {
      fillNode(place, element("p", { class: "status-word" }, heading),
        element("p", { class: "pick-name" }, gettext("No option is acceptable to everyone.")),
        stands && element("p", { class: "lead" }, gettext("Nothing was forced on anyone. This is an honest result: every option crosses somebody's red line, and no red line was outvoted.")),
        stands && element("p", {}, gettext("What helps now: look below which options few people refuse, talk, and start a new decision with other options or conditions.")));
      return;
    }
    // Of a signed decision the record that was built here counts.
    const decision = readJson(this.result?.transcript ?? state.outcome.transcript).result.decision;
    const rest = agenda.attributes.slice(1).map((/** @type {any} */ attribute) => `${attribute.name}: ${showValue(decision[attribute.name], attribute)}`);
    fillNode(place, element("p", { class: "status-word" }, heading),
      element("p", { class: "pick-name" }, element("bdi", {}, optionName(decision, agenda.attributes))),
      element("p", {}, rest.join(" · ")),
      stands && row && element("p", { class: "lead" }, gettext("It crosses nobody's red line. "),
        fill(gettext("The least happy person is at %(score)s of 100"), { score: percent(row.minimum) }), " (", ...names(row.least_happy), gettext("); no other option does better for its least happy person.")));
  }

  /** @param {any} outcome @param {any} agenda @param {import("./sent.js").Sent | null} sent */
  drawRecord(outcome, agenda, sent) {
    if (byId("record-hash").querySelector("input")?.value === outcome.transcript_hash) return;
    fillNode(byId("record-hash"), copyable(outcome.transcript_hash, gettext("Fingerprint of the record")));
    fillNode(byId("question-hash"),
      // What the ballot says was worked out here, from the question that this browser was shown.
      sent && element("p", { class: "hint" }, gettext("And this is the fingerprint of the question you answered, with its title, context and units:")),
      sent && copyable(JSON.parse(sent.ballot).agenda, gettext("Fingerprint of the question")));
    const checked = () => (this.result ? { hash: this.result.computed_hash, title: agenda.title, roster: this.result.roster ?? null } : null);
    fillNode(byId("receipt"),
      element("p", {}, gettext("The receipt holds the record and the acceptances so far. Anyone can check it, here or without this server.")),
      element("div", { class: "row" },
        receiptDownload(this.decision, checked),
        element("a", { href: `${decisionPath(this.decision)}receipt` }, gettext("Print it")),
        element("a", { href: "/verify" }, gettext("Check a receipt"))));
  }

  /** @param {any} model @param {any} agenda */
  drawSheet(model, agenda) {
    if (model.anything) return fillNode(byId("own-sheet-text"), element("p", {}, gettext("You are fine with anything.")));
    const lines = [
      ...model.redLines.map((/** @type {any} */ row) => fill(gettext("I cannot accept %(what)s"), { what: redLineText(row, attributeOf(agenda, row.attr)) })),
      ...model.wishes.map((/** @type {any} */ row) => wishText(row, attributeOf(agenda, row.attr))),
      ...model.python.flatMap((/** @type {any} */ rule, /** @type {number} */ index) => (rule.on ? [fill(gettext("In Python: %(name)s"), { name: ruleName(model.python, index) })] : [])),
    ];
    return fillNode(byId("own-sheet-text"), lines.length ? element("ul", {}, ...lines.map((line) => element("li", {}, line))) : element("p", {}, gettext("No red lines or wishes by attribute.")));
  }
}

/** @param {any} state @param {any[]} checks @returns {any[]} without those about a seat where this browser has none */
function ofThisSeat(state, checks) {
  return state.me ? checks : checks.filter((check) => !check.id.startsWith("my-"));
}

/** @param {any} state @param {any} result @returns {boolean} whether all that is about the server's part holds */
function holds(state, { checks, problems = [] }) {
  return problems.length === 0 && !coordinatorFails(ofThisSeat(state, checks));
}

/** @param {any} state @param {any} result what was found here, null while it is being worked out */
function headline(state, result) {
  if (state.signed_agenda) return signedHeadline(state, result);
  if (result && !holds(state, result)) return gettext("Something does not hold");
  if (state.outcome.status === "deadlock") return gettext("Deadlock");
  if (state.state === "agreed") return gettext("Agreed: accepted by everyone");
  if (state.state === "declined") return gettext("Declined");
  if (state.state === "void") return gettext("Void: ended without a result");
  if (state.state === "cancelled") return gettext("Cancelled by the organiser");
  return gettext("The pick, not agreed yet");
}

/** By what the people signed, not by what the server says. @param {any} state @param {any} result */
function signedHeadline(state, result) {
  if (!result) return gettext("Not checked yet");
  if (!result.transcript || !holds(state, result)) return gettext("Something does not hold");
  if (result.status === "deadlock") return gettext("Deadlock");
  if (acceptedByAll(result)) return gettext("Agreed: accepted by everyone");
  if (result.closings.some((/** @type {any} */ closing) => closing.valid && !closing.accepted)) return gettext("Declined");
  if (state.state === "void") return gettext("Void: ended without a result");
  if (state.state === "cancelled") return gettext("Cancelled by the organiser");
  return gettext("The pick, not agreed yet");
}

/**
 * The rules are run again on the options, each once more where it was stopped: this browser may just have been busy.
 * @param {string} agenda
 * @param {string[]} codes
 * @returns {Promise<{agenda: string, python_results: string[][]} | null>} null without rules, or when they cannot be run
 */
async function pythonResults(agenda, codes) {
  if (!codes.length) return null;
  const python = new PythonResults(agenda);
  try {
    const first = await python.of(codes);
    const results = first.some((result) => result.stopped) ? await python.of(codes) : first;
    return { agenda, python_results: bare(results) };
  } catch {
    return null;
  } finally {
    python.of([]);
  }
}
