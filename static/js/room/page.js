/** The room: opens the decision by its link, then shows whatever the server's state calls for. */
import { ApiError, post } from "../api.js";
import { byId, fillNode, element, showIf } from "../dom.js";
import { engine } from "../engine/client.js";
import { showEngineStatus } from "../engine-status.js";
import { decisionId, decisionPath, takeSecrets } from "../links.js";
import { copyable } from "../share.js";
import { keep, linksKey, recall } from "../storage.js";
import { gettext } from "../text.js";
import { Answering } from "./answering.js";
import { joinForm, keepReturnSecret, keptReturnLink } from "./join.js";
import { followDecision } from "./live.js";
import { Outcome } from "./outcome.js";
import { showLog, showPeople, showVisibleChanges } from "./people.js";

const decision = decisionId();
/** @type {Answering | null} */
let answering = null;
/** @type {Outcome | null} */
let outcome = null;
/** @type {((state: any) => void) | null} */
let showJoin = null;
/** @type {string | undefined} the secret of a return link, until the state tells whose seat it is */
let arrivedBy;
/** @type {{refresh: () => Promise<void>} | undefined} */
let follower;

function refresh() {
  return follower ? follower.refresh() : Promise.resolve();
}

/** @type {any} */
let lastState = null;

/** @param {any} state */
function show(state) {
  lastState = state;
  showIf(false, byId("opening"), byId("trouble"));
  showIf(true, byId("decision"));
  const agenda = JSON.parse(state.agenda);
  byId("decision-title").textContent = agenda.title;
  byId("decision-context").textContent = agenda.context;
  showIf(Boolean(agenda.context), byId("decision-context"));
  showPeople(state);
  showVisibleChanges(state);
  showLog(state);
  showWayBack(state);

  const open = state.state === "open";
  showIf(open && !state.me, byId("join"));
  if (open && !state.me) (showJoin ??= joinForm(decision, refresh))(state);
  showIf(open && Boolean(state.me), byId("answer"));
  if (open && state.me) {
    if (answering) answering.show(state);
    else answering = new Answering(decision, state, refresh);
  }
  showIf(Boolean(state.outcome), byId("outcome"));
  if (state.outcome) (outcome ??= new Outcome(decision, refresh)).show(state);
  showEnded(state);
}

/** @param {any} state */
function showEnded(state) {
  let text = "";
  if (state.removed) text = gettext("The organiser removed your seat before you had answered. If that was a mistake, take a seat again or ask them.");
  else if (state.state === "cancelled") text = gettext("The organiser cancelled this decision.");
  else if (state.state !== "open" && !state.outcome) text = gettext("Answering is over. Only the people who took part see the outcome. If you are one of them, open your return link.");
  showIf(Boolean(text), byId("ended"));
  byId("ended-text").textContent = text;
}

/** @param {any} state */
function showWayBack(state) {
  if (state.me && arrivedBy) {
    keepReturnSecret(decision, state.me.seat, arrivedBy);
    arrivedBy = undefined;
  }
  const link = state.me && keptReturnLink(decision, state.me.seat);
  showIf(Boolean(link), byId("way-back"));
  if (link && !byId("return-link").hasChildNodes()) fillNode(byId("return-link"), copyable(link, gettext("Your return link")));
}

/** @param {ApiError | null} error */
function showTrouble(error) {
  showIf(Boolean(error), byId("trouble"));
  if (!error) return;
  showIf(false, byId("opening"));
  if (error.code === "no-link") {
    showIf(false, byId("decision"));
    fillNode(byId("trouble"), element("p", {}, element("strong", {}, gettext("This browser has no seat here yet."))),
      element("p", {}, gettext("Open the whole link that you were given, with everything after the # sign. If you had a seat, open your return link.")));
    return;
  }
  fillNode(byId("trouble"), element("p", {}, error.message),
    element("button", { type: "button", onclick: open }, gettext("Try again")));
}

/** The secrets of this page's address that the server has not answered to yet. */
const pending = takeSecrets();

async function open() {
  showIf(false, byId("trouble"));
  if (pending.group) keep(linksKey(decision), { ...recall(linksKey(decision)), group: pending.group });
  arrivedBy ??= pending.seat;
  for (const [kind, secret] of Object.entries(pending)) {
    try {
      await post(`${decisionPath(decision)}enter`, { kind, secret });
      delete pending[/** @type {"group"} */ (kind)];
    } catch (error) {
      showTrouble(/** @type {ApiError} */ (error));
      return;
    }
  }
  follower ??= followDecision(decision, show, showTrouble);
  await follower.refresh();
}

engine.addEventListener("ready", () => {
  if (lastState?.outcome) outcome?.show(lastState);
});
engine.start();
showEngineStatus(byId("engine-status"), engine);
addEventListener("hashchange", () => {
  if (location.hash.includes("=")) location.reload();
});
open();
