import { gettext } from "./text.js";

/** A refusal of the server, or no answer at all (`status` 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message a sentence for the person
   * @param {{field: string, message: string}[]} errors
   */
  constructor(status, code, message, errors = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>} the parsed answer
 * @throws {ApiError}
 */
export function get(path) {
  return ask(path, { method: "GET" });
}

/**
 * @param {string} path
 * @param {object} body sent as JSON
 * @returns {Promise<any>} the parsed answer, null where there is none
 * @throws {ApiError}
 */
export function post(path, body) {
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("#csrf input"));
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token ? token.value : "" },
    body: JSON.stringify(body),
  });
}

/** In milliseconds: then it counts as no answer, so that no page waits for ever on a dead line. */
const LONGEST_WAIT = 30_000;

/** @param {string} path @param {RequestInit} init */
async function ask(path, init) {
  let response, text;
  try {
    response = await fetch(path, {
      credentials: "same-origin", cache: "no-store", redirect: "error", signal: AbortSignal.timeout(LONGEST_WAIT), ...init,
    });
    text = await response.text();
  } catch {
    throw new ApiError(0, "no-answer", gettext("The server did not answer. What you typed is kept; try again in a moment."));
  }
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = null;
  }
  if (response.ok) return answer;
  throw new ApiError(
    response.status,
    answer?.code ?? "unexpected",
    answer?.message ?? gettext("The server answered with something unexpected. What you typed is kept; try again in a moment."),
    answer?.errors ?? [],
  );
}
