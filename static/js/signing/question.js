/** The question as the coordinator signed it: is it the one that the link was made for, and the only one? */
import { engine } from "../engine/client.js";
import { answersTo } from "../signatures.js";
import { gettext } from "../text.js";

/**
 * @typedef {{body: string, digest: string, code: string, coordinator: string, decision: string, round: number}} Question
 */

/**
 * Opens a signed agenda.
 * @param {string} text
 * @returns {Promise<{question: Question, signed: boolean}>} rejects with an EngineError when it is none
 */
export async function openQuestion(text) {
  const question = await engine.call("open_agenda", { agenda: text });
  const { questions } = await engine.call("signature_questions", { texts: [text] });
  const [signed] = await answersTo(questions);
  return { question, signed };
}

/**
 * @param {{question: Question, signed: boolean}} opened
 * @param {{agenda: string, agenda_digest: string, round: number}} state what the server says beside it
 * @param {string} decision
 * @param {string[]} linkCodes the codes in the links that this browser was given
 * @param {import("./memory.js").Remembered} remembered
 * @returns {string[]} a sentence for each thing that does not fit
 */
export function whatDoesNotFit({ question, signed }, state, decision, linkCodes, remembered) {
  const others = (remembered.agendas?.[question.round] ?? []).filter((digest) => digest !== question.digest);
  return [
    !signed && gettext("The question is not signed by the server's key for this decision."),
    (question.body !== state.agenda || question.digest !== state.agenda_digest || question.round !== state.round || question.decision !== decision)
      && gettext("The question that the server shows is not the one that it signed."),
    // A later round would have to lead back to the link, and no server of ours makes one yet.
    question.round !== 1 && gettext("The server shows a later round of this decision. This page does not know how it follows from the one that the link was made for."),
    linkCodes.length === 1 && question.round === 1 && linkCodes[0] !== question.code
      && gettext("The question is not the one that the link to this decision was made for: title, context, options or people were changed since."),
    linkCodes.length > 1 && gettext("This browser was given two links to this decision that were made for different questions. Ask the others which one is right, and open that one in another browser or a new private window."),
    remembered.coordinator !== undefined && remembered.coordinator !== question.coordinator
      && gettext("The server signs with another key than before."),
    others.length > 0 && gettext("The server has shown this browser two different questions for the same round."),
  ].filter((sentence) => sentence !== false);
}

/**
 * @param {any} state
 * @param {string[]} linkCodes
 * @param {import("./memory.js").Remembered} remembered
 * @returns {string[]} a sentence for each thing that there was and that the server shows no more
 */
export function whatIsGone(state, linkCodes, remembered) {
  if (!state.signed_agenda) {
    return wasSigned(linkCodes, remembered) ? [gettext("Everything in this decision is signed: its link says so, or this browser has seen it. The server now shows it as one without signatures.")] : [];
  }
  if (!state.me || state.outcome || !remembered.rosters?.[state.round]?.length) return [];
  return [gettext("The server has shown this browser the outcome of this round, with its list of people, and now shows none.")];
}

/** @param {string[]} linkCodes @param {import("./memory.js").Remembered} remembered */
export function wasSigned(linkCodes, remembered) {
  return linkCodes.length > 0 || remembered.coordinator !== undefined;
}
