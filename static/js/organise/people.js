import { post } from "../api.js";
import { hasNoResult } from "../decision-state.js";
import { announce, byId, element, fillNode, isolated } from "../dom.js";
import { decisionPath } from "../links.js";
import { statusWords } from "../room/people.js";
import { fill, gettext, ngettext } from "../text.js";

/**
 * Shows who is here with a word each; who has not answered can be removed.
 * @param {string} decision
 * @param {any} state
 * @param {import("../confirm.js").Confirmations} confirmations
 */
export function showPeople(decision, state, confirmations) {
  const items = state.seats.map((/** @type {any} */ seat) => {
    const [shape, word] = statusWords(seat.status);
    const removable = state.state === "open" && seat.status === "joined";
    return element("li", {},
      element("span", { class: "person" },
        element("span", { class: "mark", "aria-hidden": "true" }, shape),
        element("strong", {}, isolated(seat.owner)), " ", element("span", { class: "quiet" }, word)),
      removable && confirmations.draw(removal(decision, seat)),
      state.signed_agenda && state.state === "open" && seat.status === "answered" && confirmations.draw(newKey(decision, seat)));
  });
  for (const name of absent(state)) {
    items.push(element("li", {}, element("span", { class: "person" },
      element("span", { class: "mark", "aria-hidden": "true" }, "·"),
      element("strong", {}, isolated(name)), " ", element("span", { class: "quiet" }, gettext("not here yet")))));
  }
  fillNode(byId("people"), ...items);
  byId("progress").textContent = progressText(state);
}

/** @param {any} state @returns {string[]} the names on the list that nobody has taken */
function absent(state) {
  if (!state.names || state.state !== "open") return [];
  const here = new Set(state.seats.map((/** @type {any} */ seat) => seat.owner));
  return state.names.filter((/** @type {string} */ name) => !here.has(name));
}

/** @param {string} decision @param {{seat: string, owner: string}} seat @returns {import("../confirm.js").Step} */
function removal(decision, seat) {
  const name = { name: `\u2068${seat.owner}\u2069` };
  return {
    key: `remove-${seat.seat}`,
    label: gettext("Remove"),
    about: fill(gettext("Remove %(name)s"), { name: seat.owner }),
    question: fill(gettext("Remove %(name)s, who has not answered? The place becomes free, everyone sees that you did it, and whoever sat there can join again with the link."), name),
    yes: gettext("Yes, remove"),
    no: gettext("No, keep"),
    act: async () => {
      await post(`${decisionPath(decision)}remove`, { seat: seat.seat });
      announce(fill(gettext("Removed %(name)s."), name));
      byId("people-heading").focus();
    },
  };
}

/** @param {string} decision @param {{seat: string, owner: string}} seat @returns {import("../confirm.js").Step} */
function newKey(decision, seat) {
  const name = { name: `\u2068${seat.owner}\u2069` };
  return {
    key: `key-${seat.seat}`,
    label: gettext("Lost the key"),
    about: fill(gettext("%(name)s has lost the key"), { name: seat.owner }),
    question: fill(gettext("Let %(name)s start with a new key? The answers sent so far no longer count, %(name)s answers anew by the return link, and everyone sees that you did this, in the receipt too."), name),
    yes: gettext("Yes, a new key"),
    no: gettext("No, keep"),
    act: async () => {
      await post(`${decisionPath(decision)}replace-key`, { seat: seat.seat });
      announce(fill(gettext("%(name)s can start with a new key."), name));
      byId("people-heading").focus();
    },
  };
}

/** @param {any} state */
function progressText(state) {
  const { answered, people, closed } = state;
  if (state.state === "open") {
    const free = people - state.seats.length;
    const places = free > 0
      ? fill(ngettext("%(count)s place is free.", "%(count)s places are free.", free), { count: free })
      : gettext("Every place is taken.");
    return `${fill(gettext("%(answered)s of %(people)s have answered."), { answered, people })} ${places}`;
  }
  if (!state.outcome || hasNoResult(state)) return "";
  const text = state.state === "deadlock" ? gettext("%(closed)s of %(people)s have seen it.") : gettext("%(closed)s of %(people)s have accepted or declined.");
  return fill(text, { closed, people: state.seats.length });
}
