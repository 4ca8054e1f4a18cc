/** The room: opens the decision by its link, then shows whatever the server's state calls for. */
import { announce, byId, element, fillNode, showIf } from "../dom.js";
import { engine } from "../engine/client.js";
import { showEngineStatus } from "../engine-status.js";
import { decisionId } from "../links.js";
import { copyable } from "../share.js";
import { keep, seatKey } from "../storage.js";
import { gettext } from "../text.js";
import { Answering } from "./answering.js";
import { enter } from "./entering.js";
import { joinForm, keepReturnSecret, keptReturnLink } from "./join.js";
import { Outcome } from "./outcome.js";
import { downloadEvidence } from "./ratifying.js";
import { showLog, showPeople, showVisibleChanges } from "./people.js";
import { Moving } from "../signing/moving.js";
import { QuestionWatch } from "../signing/question-watch.js";
import { Witness, contradictionNotice } from "./witness.js";

const decision = decisionId();
const witness = new Witness(decision);
const moving = new Moving(decision, () => lastState && show(lastState));
const question = new QuestionWatch(decision, () => lastState && show(lastState));
let contradicted = false;
/** @type {Answering | null} */
let answering = null;
/** @type {Outcome | null} */
let outcome = null;
/** @type {((state: any) => void) | null} */
let showJoin = null;
/** @type {any} */
let lastState = null;

/** @param {any} state */
function show(state) {
  // A sheet belongs to one seat: with another link of this decision, everything starts from that one's.
  if (answering && state.me && state.me.seat !== answering.state.me.seat) {
    location.reload();
    return;
  }
  const wasAnswering = lastState?.state === "open" && Boolean(lastState.me);
  const focusGoes = byId("answer").contains(document.activeElement);
  lastState = state;
  showIf(false, byId("opening"));
  showIf(true, byId("decision"));
  const agenda = JSON.parse(state.agenda);
  byId("decision-title").textContent = agenda.title;
  byId("decision-context").textContent = agenda.context;
  showIf(Boolean(agenda.context), byId("decision-context"));
  showPeople(state);
  showVisibleChanges(state);
  showLog(state);
  showWayBack(state);
  const contradictions = [...witness.hear(state), ...question.hear(state).map((sentence) => [sentence])];
  contradicted = contradictions.length > 0;
  showIf(contradicted, byId("contradictions"));
  fillNode(byId("contradictions"), ...(contradicted ? contradictionNotice(contradictions, () => downloadEvidence(decision, state)) : []));

  const open = state.state === "open";
  showIf(open && !state.me, byId("join"));
  if (open && !state.me) (showJoin ??= joinForm(decision, follower.refresh))(state);
  showIf(open && Boolean(state.me), byId("answer"));
  if (open && state.me) {
    if (answering) answering.show(state);
    else answering = new Answering(decision, state, follower.refresh, question);
  }
  showIf(Boolean(state.outcome), byId("outcome"));
  if (state.outcome) (outcome ??= new Outcome(decision, follower.refresh)).show(state, contradicted);
  showEnded(state);
  if (wasAnswering && !open) turnToWhatFollows(state, focusGoes);
}

/** @param {any} state @param {boolean} focusGoes whether what had the focus is no longer there */
function turnToWhatFollows(state, focusGoes) {
  const place = byId(state.outcome ? "pick" : "ended-text");
  place.scrollIntoView({ block: "start" });
  if (focusGoes) place.focus({ preventScroll: true });
  announce(state.outcome ? gettext("All answers are in. The outcome is here.") : byId("ended-text").textContent ?? "");
}

/** @param {any} state */
function showEnded(state) {
  let text = "";
  const open = state.state === "open";
  if (state.removed && open) text = gettext("The organiser removed your seat before you had answered. If that was a mistake, take a seat again or ask them.");
  else if (state.removed) text = gettext("Answering has ended without you: the organiser removed your seat before you had answered. Nothing of your sheet was sent.");
  else if (state.state === "void") text = gettext("This server was restored from an older copy of its data, so this decision ended here without a result. An acceptance that somebody signed before stays signed: should all of them ever come together, they count.");
  else if (state.state === "cancelled") text = state.signed_agenda && state.outcome
    ? gettext("The organiser cancelled this decision. An acceptance that somebody signed before stays signed: should all of them ever come together, they count.")
    : gettext("The organiser cancelled this decision.");
  else if (!open && !state.outcome) text = gettext("Answering is over. Only the people who took part see the outcome. If you are one of them, open your return link.");
  else if (answering?.tooLate) text = gettext("Your change came too late: answering had ended. The answers that you sent before count.");
  showIf(Boolean(text), byId("ended"));
  byId("ended-text").textContent = text;
}

/** @param {any} state */
function showWayBack(state) {
  if (state.me) {
    keep(seatKey(decision), { seat: state.me.seat, owner: state.me.owner });
    const secret = follower.takeSeatSecret();
    if (secret) witness.takesSeat();
    if (secret) keepReturnSecret(decision, state.me.seat, secret);
  }
  const link = state.me && keptReturnLink(decision, state.me.seat);
  moving.show(state);
  showIf(Boolean(link) || Boolean(state.signed_agenda && state.me), byId("way-back"));
  if (link && !byId("return-link").hasChildNodes()) fillNode(byId("return-link"), copyable(link, gettext("Your return link")));
}

/**
 * @param {{message: string, advice?: string, hides?: boolean, again?: () => void} | null} trouble null when there is
 *   none any more; `hides`: nothing of the decision may be seen
 */
function showTrouble(trouble) {
  const shown = byId("trouble");
  if (trouble && !shown.hidden && shown.textContent?.startsWith(trouble.message)) return;
  showIf(Boolean(trouble), shown);
  if (!trouble) return;
  showIf(false, byId("opening"));
  if (trouble.hides) showIf(false, byId("decision"));
  fillNode(shown, element("p", {}, element("strong", {}, trouble.message)),
    trouble.advice && element("p", {}, trouble.advice),
    trouble.again && element("button", { type: "button", onclick: trouble.again }, gettext("Try again")));
}

const follower = enter(decision, show, showTrouble);
engine.addEventListener("ready", () => queueMicrotask(() => {
  if (lastState?.outcome) outcome?.show(lastState, contradicted);
}));
engine.start();
showEngineStatus(byId("engine-status"), engine);
addEventListener("hashchange", () => {
  if (location.hash.includes("=")) location.reload();
});
