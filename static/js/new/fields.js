import { byId, showIf } from "../dom.js";

/** @typedef {import("./draft.js").Draft} Draft */

const TEXTS = /** @type {const} */ (["title", "context", "people", "names"]);

/**
 * Connects the fields that stand in the template with the draft.
 * @param {Draft} draft is changed as the person types
 * @param {(field: string) => void} typed
 * @returns {{show: () => void}} `show` puts the draft into the fields
 */
export function connectFields(draft, typed) {
  const controls = TEXTS.map((name) => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (byId(name)));
  const byCount = /** @type {HTMLInputElement} */ (byId("who-people"));
  const byName = /** @type {HTMLInputElement} */ (byId("who-names"));

  const showWho = () => {
    byCount.checked = draft.who === "people";
    byName.checked = draft.who === "names";
    showIf(draft.who === "people", byId("field-people"));
    showIf(draft.who === "names", byId("field-names"));
  };
  controls.forEach((control, index) => {
    control.addEventListener("input", () => {
      draft[TEXTS[index]] = control.value;
      typed(TEXTS[index]);
    });
  });
  for (const choice of [byCount, byName]) {
    choice.addEventListener("change", () => {
      draft.who = byName.checked ? "names" : "people";
      showWho();
      typed("who");
    });
  }
  const show = () => {
    controls.forEach((control, index) => {
      if (control.value !== draft[TEXTS[index]]) control.value = draft[TEXTS[index]];
    });
    showWho();
  };
  return { show };
}
