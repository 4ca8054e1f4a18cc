import { engine } from "../engine/client.js";
import { invalidPlaces } from "../signatures.js";

/**
 * The report on a receipt. Its signatures are checked here, on the page: the worker that runs Python has no library
 * for them.
 * @param {string} base64 the file's bytes
 * @returns {Promise<any>} what the engine's call `verify` answers; rejects with its EngineError
 */
export async function checked(base64) {
  const { signatures } = await engine.call("signatures", { base64 });
  if (signatures.length === 0) return engine.call("verify", { base64 });
  let invalid;
  try {
    invalid = await invalidPlaces(signatures);
  } catch (error) {
    // The report says that they were not checked, and is none that passes.
    console.error(error);
    return engine.call("verify", { base64 });
  }
  return engine.call("verify", { base64, invalid });
}
