import { ApiError, post } from "../api.js";
import { organiserLink } from "../links.js";
import { keepLinks } from "../storage.js";
import { gettext } from "../text.js";
import { newSecrets, requestOf } from "./draft.js";
import { placesOf } from "./errors.js";
import { OtherQuestion, checkedCode } from "./made-question.js";

/** That this browser could not look at what the server made. */
class Unchecked extends Error {}

/** @typedef {{field: string, where: string, message: string}} PlacedError */

/**
 * Sends the draft once for any number of presses, and goes to the organiser's page when the decision is made.
 * @param {HTMLButtonElement} button
 * @param {import("./draft.js").Draft} draft
 * @param {{mayStart: () => boolean, made: () => void, refused: (errors: PlacedError[]) => void}} on `mayStart` is asked
 *   first; `made` is called before the page is left
 */
export function sendOnPress(button, draft, on) {
  let sending = false;
  /** Whether somebody was told that this browser could not check, and pressed again. */
  let mayGoUnchecked = false;
  const words = button.textContent;

  button.addEventListener("click", async () => {
    if (sending || !on.mayStart()) return;
    sending = true;
    button.setAttribute("aria-disabled", "true");
    button.textContent = gettext("Making the link…");
    const place = placesOf(draft);
    const { secrets } = draft;
    try {
      const request = requestOf(draft);
      const made = await post("/new", request);
      button.textContent = gettext("Checking what the server made of it…");
      const code = await checkedCode(made, request);
      if (code === null && !mayGoUnchecked) {
        mayGoUnchecked = true;
        throw new Unchecked(gettext("This browser could not check what the server made of this, so nothing was shared. Press the button to try once more. If that fails too, the link is made without the code by which everybody would notice another question."));
      }
      keepLinks(made.decision, secrets, code);
      on.made();
      location.assign(organiserLink(made.decision, secrets.organiser, secrets.group, code ?? undefined));
    } catch (error) {
      sending = false;
      button.removeAttribute("aria-disabled");
      button.textContent = words;
      if (error instanceof OtherQuestion || error instanceof Unchecked) {
        if (error instanceof OtherQuestion) draft.secrets = newSecrets();
        on.refused([{ ...place(""), message: error.message }]);
        return;
      }
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "made-already") draft.secrets = newSecrets();
      const given = error.errors.length ? error.errors : [{ field: "", message: error.message }];
      on.refused(given.map(({ field, message }) => ({ ...place(field), message })));
    }
  });
}
