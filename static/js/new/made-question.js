/** The question that the server made of what was typed, checked before its link is handed out. */
import { EngineError, engine } from "../engine/client.js";
import { openQuestion } from "../signing/question.js";
import { fill, gettext } from "../text.js";

/** That the server put another question than the one that was typed. */
export class OtherQuestion extends Error {}

/**
 * @param {{decision: string, agenda?: string}} made what the server answered, with the signed agenda
 * @param {any} request what was sent
 * @returns {Promise<string | null>} the code of the question, for the link; null where this browser could not check it.
 *   Rejects with OtherQuestion
 */
export async function checkedCode({ decision, agenda }, request) {
  if (agenda === undefined) throw new OtherQuestion(gettext("The server made a decision without signatures of this. Nothing was shared; try again, or use another server."));
  let opened;
  let differs;
  try {
    opened = await openQuestion(agenda);
    const { title, context, people, names, attributes, rows } = request;
    ({ differs } = await engine.call("typed_differences", {
      agenda: opened.question.body, typed: { title, context, people, names, attributes, rows },
    }));
  } catch (error) {
    if (error instanceof EngineError && error.code.includes("-")) throw new OtherQuestion(gettext("What the server made of this cannot be read. Nothing was shared; try again, or use another server."));
    return null;
  }
  if (!opened.signed) throw new OtherQuestion(gettext("The server did not sign this question. Nothing was shared; try again, or use another server."));
  if (opened.question.decision !== decision) throw new OtherQuestion(gettext("The server signed a question of another decision. Nothing was shared; try again, or use another server."));
  if (differs.length) {
    throw new OtherQuestion(fill(gettext("The server made another question of this than the one you typed: %(what)s. Nothing was shared; try again, or use another server."), { what: differs.map(word).join(", ") }));
  }
  return opened.question.code;
}

/** @param {string} field */
function word(field) {
  /** @type {Record<string, string>} */
  const words = {
    title: gettext("the title"), context: gettext("what everyone should know"), people: gettext("how many people"),
    names: gettext("the names"), attributes: gettext("the columns"), options: gettext("the options"),
  };
  return words[field] ?? gettext("something that nobody typed");
}
