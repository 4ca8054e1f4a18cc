/** Records without signatures, as decisions of an earlier version have them: checked, and closed with an acceptance. */
import { post } from "../api.js";
import { engine } from "../engine/client.js";
import { decisionPath } from "../links.js";
import { Witness } from "./witness.js";

/**
 * @param {any} state
 * @param {string} agenda the question that this browser answered
 * @param {{sent: import("./sent.js").Sent | null, sheet: string | null, python_results: string[][] | null}} own
 * @returns {Promise<any>} what the call `check_outcome` answers
 */
export function checkUnsigned(state, agenda, { sent, sheet, python_results }) {
  const { transcript, transcript_hash, participants } = state.outcome;
  return engine.call("check_outcome", {
    agenda, transcript, transcript_hash, participants, owner: state.me?.owner ?? "", ballot: sent?.ballot ?? null, sheet, python_results,
  });
}

/**
 * @param {string} decision
 * @param {any} state
 * @param {string | null} sheet
 * @param {boolean} accept
 * @param {{agenda: string, python_results: string[][]} | {}} python what the rules in Python of the sheet said
 */
export async function closeUnsigned(decision, state, sheet, accept, python) {
  const { acceptance } = await engine.call("close", {
    sheet, transcript: state.outcome.transcript, owner: state.me.owner, accept, without_sheet: sheet === null, ...python,
  });
  const witness = new Witness(decision);
  witness.closes(acceptance, accept);
  await post(`${decisionPath(decision)}closing`, { acceptance });
  witness.closed();
}
