/** Who is here, with a word each, and what happened. */
import { byId, element, fillNode, isolated } from "../dom.js";
import { language } from "../format.js";
import { fill, gettext, ngettext } from "../text.js";
import { names } from "./answers-grid.js";

/** @param {string} status @returns {[string, string]} a shape and a word */
export function statusWords(status) {
  /** @type {Record<string, [string, string]>} */
  const words = {
    joined: ["○", gettext("joined")],
    answered: ["◐", gettext("answered")],
    accepted: ["●", gettext("accepted")],
    declined: ["✕", gettext("declined")],
    seen: ["●", gettext("has seen it")],
  };
  return words[status] ?? ["○", status];
}

/** @param {any} state */
export function showPeople(state) {
  const items = state.seats.map((/** @type {any} */ seat) => {
    const [shape, word] = statusWords(seat.status);
    const own = seat.seat === state.me?.seat;
    return element("li", {},
      element("span", { "aria-hidden": "true" }, shape),
      element("bdi", { class: "name" }, seat.owner),
      element("span", { class: "status" }, own ? fill(gettext("you, %(word)s"), { word }) : word));
  });
  if (state.state === "open") {
    const missing = state.people - state.seats.length;
    if (missing > 0) {
      items.push(element("li", { class: "quiet" }, fill(ngettext("%(count)s seat free", "%(count)s seats free", missing), { count: missing })));
    }
  }
  fillNode(byId("people"), ...items);
  byId("progress").textContent = progressText(state);
}

/** @param {any} state */
function progressText(state) {
  const total = state.seats.length;
  if (state.state === "open") return fill(gettext("%(answered)s of %(people)s have answered. Nobody sees an answer before all are in."), { answered: state.answered, people: state.people });
  if (state.state === "ratifying") return fill(gettext("All answers are in. %(closed)s of %(total)s have accepted or declined."), { closed: state.closed, total });
  return "";
}

/** @param {any} state removals and an early end stay in sight */
export function showVisibleChanges(state) {
  const removed = ownersOf(state, "removed");
  const newKeys = ownersOf(state, "new-key");
  const ended = state.events.some((/** @type {any} */ event) => event.kind === "ended-early");
  if (!removed.length && !newKeys.length && !ended) return fillNode(byId("visible-changes"));
  const [before, after] = ngettext("The organiser removed the seat of %(name)s, who had not answered.", "The organiser removed the seats of %(name)s, who had not answered.", removed.length).split("%(name)s");
  const [given, ask] = gettext("The organiser let %(name)s start with a new key. Ask them whether it is really them.").split("%(name)s");
  return fillNode(byId("visible-changes"), element("div", { class: "notice" },
    removed.length > 0 && element("p", {}, before, ...names(removed), after),
    newKeys.length > 0 && element("p", {}, given, ...names(newKeys), ask),
    ended && element("p", {}, gettext("The organiser ended answering early, with the answers that were in."))));
}

/** @param {any} state @param {string} kind of event @returns {string[]} whom there is such an event of, each once */
function ownersOf(state, kind) {
  return [...new Set(state.events.filter((/** @type {any} */ event) => event.kind === kind).map((/** @type {any} */ event) => event.owner ?? ""))];
}

/** @param {any} event @returns {(Node | string)[]} */
function eventText(event) {
  /** @type {Record<string, string>} */
  const sentences = {
    created: gettext("The decision was opened."),
    joined: gettext("%(name)s took a seat."),
    answered: gettext("%(name)s answered."),
    changed: gettext("%(name)s changed the answers."),
    "new-key": gettext("The organiser let %(name)s start with a new key; the answers from before no longer count."),
    removed: gettext("The organiser removed the seat of %(name)s, who had not answered."),
    "ended-early": gettext("The organiser ended answering early, with the answers that were in."),
    "all-in": gettext("All answers were in."),
    accepted: gettext("%(name)s accepted."),
    declined: gettext("%(name)s declined."),
    seen: gettext("%(name)s has seen the outcome."),
    agreed: gettext("Everybody accepted."),
    deadlock: gettext("No option was acceptable to everyone."),
    cancelled: gettext("The organiser cancelled the decision."),
    void: gettext("The server was restored from an older copy of its data; the decision ended without a result."),
  };
  const [before, after] = (sentences[event.kind] ?? event.kind).split("%(name)s");
  return after === undefined ? [before] : [before, isolated(event.owner ?? ""), after];
}

/** @param {any} state */
export function showLog(state) {
  const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  fillNode(byId("log"), ...state.events.map((/** @type {any} */ event) => element("li", {},
    ...eventText(event), " ", element("time", { datetime: event.at, class: "quiet small" }, times.format(new Date(event.at))))));
}
