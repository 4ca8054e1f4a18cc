/** Taking a seat. */
import { ApiError, post } from "../api.js";
import { byId, element, fillNode, showIf } from "../dom.js";
import { optionName, showValue } from "../format.js";
import { readJson } from "../json.js";
import { decisionPath, returnLink } from "../links.js";
import { keep, linkCodes, linksKey, recall, seatKey, sheetKey } from "../storage.js";
import { gettext } from "../text.js";
import { Witness } from "./witness.js";

/** @param {string} decision @param {string} seat */
function seatLinkKey(decision, seat) {
  return `${linksKey(decision)}/${seat}`;
}

/** @param {string} decision @param {string} seat @param {string} secret */
export function keepReturnSecret(decision, seat, secret) {
  keep(seatLinkKey(decision, seat), secret);
}

/** @param {string} decision @param {string} seat @returns {string | null} */
export function keptReturnSecret(decision, seat) {
  return recall(seatLinkKey(decision, seat));
}

/** @param {string} decision @param {string} seat @returns {string | null} the seat's return link, where this browser knows it */
export function keptReturnLink(decision, seat) {
  const secret = keptReturnSecret(decision, seat);
  return secret ? returnLink(decision, secret, linkCodes(decision)[0]) : null;
}

/**
 * Whose unanswered seat was removed and who takes another one under the same name finds the sheet again.
 * @param {string} decision
 * @param {{seat: string, owner: string} | null} before the seat that this browser had
 * @param {{seat: string, owner: string}} now
 */
function takeSheetAlong(decision, before, { seat, owner }) {
  const sheet = before && before.owner === owner ? recall(sheetKey(decision, before.seat)) : null;
  if (sheet && !recall(sheetKey(decision, seat))) keep(sheetKey(decision, seat), sheet);
}

/**
 * @param {string} decision
 * @param {() => Promise<void>} refresh
 * @returns {(state: any) => void} shows the form for the newest state
 */
export function joinForm(decision, refresh) {
  const form = /** @type {HTMLFormElement} */ (byId("join-form"));
  const field = /** @type {HTMLInputElement} */ (byId("join-name"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  let drawn = "";

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    const chosen = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=radio]:checked"));
    if (!chosen && byId("join-name-field").hidden) {
      say(gettext("Choose your name."));
      return;
    }
    const before = recall(seatKey(decision));
    const name = chosen ? chosen.value : field.value;
    say("");
    button.setAttribute("aria-disabled", "true");
    try {
      const seat = await post(`${decisionPath(decision)}join`, { name });
      new Witness(decision).takesSeat();
      keepReturnSecret(decision, seat.seat, seat.return_secret);
      takeSheetAlong(decision, before, seat);
      field.value = "";
      await refresh();
      byId("answer-heading").focus();
    } catch (error) {
      const refusal = /** @type {ApiError} */ (error);
      await refresh();
      say(refusal.errors?.[0]?.message ?? refusal.message);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });

  /** @param {string} text */
  function say(text) {
    byId("join-error").textContent = text;
    const first = byId("join-name-field").hidden ? form.querySelector("input[type=radio]:not(:disabled)") : field;
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (text && first instanceof HTMLElement) first.focus();
  }

  /** @param {any} state */
  function show(state) {
    const full = state.seats.length >= state.people;
    showIf(!full, form);
    if (full) {
      drawn = "";
      fillNode(byId("join-options"), element("p", { class: "notice" }, gettext("Every seat is taken. If one of them is yours, open your return link; else ask the person who organises this.")));
      return;
    }
    showIf(Boolean(state.names), byId("join-names"));
    showIf(!state.names, byId("join-name-field"));
    const key = JSON.stringify([state.names, state.seats]);
    if (key === drawn) return;
    drawn = key;
    if (state.names) fillNode(byId("join-name-choices"), ...nameChoices(state));
    fillNode(byId("join-options"), optionList(readJson(state.agenda)));
  }
  return show;
}

/** @param {any} state */
function nameChoices(state) {
  const taken = new Set(state.seats.map((/** @type {any} */ seat) => seat.owner));
  return state.names.map((/** @type {string} */ name) => {
    const choice = element("input", { type: "radio", name: "seat", value: name, disabled: taken.has(name) });
    return element("label", { class: "check" }, choice, element("span", {}, element("bdi", {}, name),
      taken.has(name) ? ` (${gettext("taken")})` : ""));
  });
}

/** @param {any} agenda what the decision is about, before a seat is taken */
function optionList(agenda) {
  return element("div", {}, element("h3", {}, gettext("What there is to choose from")),
    element("ul", {}, ...agenda.options.map((/** @type {any} */ option) => {
      const rest = agenda.attributes.slice(1).filter((/** @type {any} */ attribute) => option[attribute.name] !== undefined)
        .map((/** @type {any} */ attribute) => `${attribute.name}: ${showValue(option[attribute.name], attribute)}`);
      return element("li", {}, element("strong", {}, element("bdi", {}, optionName(option, agenda.attributes))), rest.length ? ` – ${rest.join(", ")}` : "");
    })));
}
