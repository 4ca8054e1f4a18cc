/** A round as the server shows it, held against what this browser remembers: the seven checks, and a closing. */
import { EngineError, engine } from "../engine/client.js";
import { readJson } from "../json.js";
import { answersTo } from "../signatures.js";

/** Stands for the key of somebody who has none here: no seat can have it. */
const NO_KEY = "0".repeat(64);

/**
 * @typedef {{agenda: string, roster: string, ballots: string[], closings: string[], transcript_hash: string | null}} Shown
 * @typedef {{ballot: string | null, replaced: string[], sheet: string | null,
 *   python_results: string[][] | null, linkCodes: string[]}} Own
 */

/** @param {any} state @returns {Shown} */
export function shownBy(state) {
  const { roster, ballots, closings, transcript_hash } = state.outcome;
  return { agenda: state.signed_agenda, roster, ballots, closings, transcript_hash };
}

/**
 * @param {any} state
 * @param {string | null} key this browser's public key of the seat
 * @param {import("./memory.js").Remembered} remembered
 * @param {Own} own
 */
export function rememberedFor(state, key, remembered, own) {
  const { round } = state;
  const earlier = Object.entries(remembered.earlier ?? {}).filter(([number]) => Number(number) < round);
  return {
    owner: state.me?.owner ?? "",
    key: key ?? state.me?.key ?? NO_KEY,
    ballot: own.ballot,
    replaced_ballots: own.replaced,
    agendas_seen: remembered.agendas?.[round] ?? [],
    rosters_seen: remembered.rosters?.[round] ?? [],
    coordinator: remembered.coordinator ?? null,
    link_code: own.linkCodes[0] ?? null,
    earlier_agendas: earlier.sort(([one], [other]) => Number(one) - Number(other)).map(([, text]) => text),
    known: remembered.known ?? null,
    sheet: own.sheet,
    python_results: own.python_results,
  };
}

/**
 * @param {Shown} shown
 * @param {ReturnType<typeof rememberedFor>} remembered
 * @param {boolean} accept
 * @returns {Promise<any>} what the call `check_round` answers, with the `answers` about signatures that it rests on
 */
export async function checkRound(shown, remembered, accept) {
  const { questions } = await engine.call("round_questions", { shown, remembered });
  const answers = await answersTo(questions);
  return { ...(await engine.call("check_round", { shown, remembered, accept, answers })), answers };
}

/**
 * Builds the closing, after the same checks once more, and signs it.
 * @param {Shown} shown
 * @param {ReturnType<typeof rememberedFor>} remembered
 * @param {boolean} accept
 * @param {string[]} confirmed codes of what could not be checked and what the person was asked about
 * @param {string} body the text that the person was shown
 * @param {import("./seat-key.js").SeatKey} key
 * @returns {Promise<string>} the signed text; rejects with an EngineError when anything forbids it
 */
export async function signClosing(shown, remembered, accept, confirmed, body, key) {
  const { questions } = await engine.call("round_questions", { shown, remembered });
  const answers = await answersTo(questions);
  const closing = await engine.call("closing_to_sign", { shown, remembered, accept, answers, confirmed });
  const { owner, accepted } = readJson(closing.body);
  if (closing.body !== body || owner !== remembered.owner || accepted !== accept) throw new EngineError("crash");
  return signed(closing, key);
}

/**
 * @param {string} agenda the signed agenda
 * @param {string} ballot the body that the preview made
 * @param {import("./seat-key.js").SeatKey} key
 * @returns {Promise<string>} the signed text
 */
export async function signBallot(agenda, ballot, key) {
  return signed(await engine.call("ballot_to_sign", { agenda, ballot }), key);
}

/** @param {{type: string, body: string, message: string}} toSign @param {import("./seat-key.js").SeatKey} key */
async function signed({ type, body, message }, key) {
  // The engine says what is to be signed; that it is this body and no other text is seen here.
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text).length;
  if (message !== `DSSEv1 ${bytes(type)} ${type} ${bytes(body)} ${body}`) throw new EngineError("crash");
  const { text } = await engine.call("signed_text", { type, body, key: key.public, sig: key.sign(message) });
  return text;
}
