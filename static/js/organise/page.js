import { ApiError, get, post } from "../api.js";
import { byId, element, fillNode, showIf } from "../dom.js";
import { decisionId, decisionPath, takeLink } from "../links.js";
import { followDecision } from "../room/live.js";
import { keepLinks, linksKey, recall } from "../storage.js";
import { gettext } from "../text.js";
import { Confirmations, keepingFocus } from "../confirm.js";
import { showControls } from "./controls.js";
import { showPeople } from "./people.js";
import { showLinks } from "./share-panel.js";

const decision = decisionId();
const { secrets: given, code } = takeLink();
/** @type {{group?: string, organiser?: string, codes?: string[]}} */
let links = { ...recall(linksKey(decision)) };
/** @type {any} */
let latest = null;
/** @type {ReturnType<typeof followDecision> | undefined} */
let follower;

const confirmations = new Confirmations(() => {
  if (latest) draw(latest);
  follower?.refresh();
});

/** @param {any} state */
function draw(state) {
  latest = state;
  if (!state.organiser) {
    showStranger();
    return;
  }
  showIf(false, byId("opening"));
  showIf(true, byId("organise"));
  byId("decision-title").textContent = JSON.parse(state.agenda).title;
  keepingFocus(() => {
    showPeople(decision, state, confirmations);
    showControls(decision, state, links, confirmations);
  });
}

/** @param {...Node} content */
function showTrouble(...content) {
  showIf(false, byId("opening"));
  fillNode(byId("trouble"), ...content);
  showIf(content.length > 0, byId("trouble"));
}

function showStranger() {
  showIf(false, byId("organise"));
  showTrouble(
    element("p", {}, element("strong", {}, gettext("This browser does not organise this decision."))),
    element("p", {}, gettext("Open your own link, the one that was set apart when the decision was made, with everything after the # sign. If it is lost, the decision goes on without you; only removing people, ending early and cancelling need it.")),
    element("p", {}, element("a", { class: "button", href: decisionPath(decision) }, gettext("To the decision"))),
  );
}

/** @param {ApiError | null} error of reading the state, null when all is well again */
function onTrouble(error) {
  if (!error) showTrouble();
  else if (error instanceof ApiError && error.code === "no-link") showStranger();
  else showTrouble(element("p", {}, error.message), element("button", { type: "button", onclick: () => follower?.refresh() }, gettext("Try again")));
}

async function open() {
  showTrouble();
  try {
    if (given.organiser) await post(`${decisionPath(decision)}enter`, { kind: "organiser", secret: given.organiser });
    const state = await get(`${decisionPath(decision)}state`);
    if (!state.organiser) {
      showStranger();
      return;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) showStranger();
    else showTrouble(element("p", {}, error.message), element("button", { type: "button", onclick: open }, gettext("Try again")));
    return;
  }
  keepLinks(decision, given, code);
  links = recall(linksKey(decision));
  showLinks(decision, links);
  follower ??= followDecision(decision, draw, onTrouble);
}

addEventListener("hashchange", () => {
  if (location.hash.includes("=")) location.reload();
});
open();
