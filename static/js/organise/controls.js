import { post } from "../api.js";
import { hasNoResult } from "../decision-state.js";
import { announce, byId, element, fillNode, showIf } from "../dom.js";
import { decisionPath, groupLink } from "../links.js";
import { fill, gettext } from "../text.js";

/**
 * Shows what the organiser can do now, and where the outcome is once there is one.
 * @param {string} decision
 * @param {any} state
 * @param {{group?: string, codes?: string[]}} links
 * @param {import("../confirm.js").Confirmations} confirmations
 */
export function showControls(decision, state, links, confirmations) {
  const isOpen = state.state === "open";
  showIf(isOpen, byId("sharing"), byId("take-part"));
  fillNode(byId("take-part"), element("a", { class: "button", href: links.group && !state.me ? groupLink(decision, links.group, links.codes?.[0]) : decisionPath(decision) },
    state.me ? gettext("Go to your own answers") : gettext("Take part yourself")));
  fillNode(byId("outcome"), ...outcome(decision, state));

  const steps = [];
  if (isOpen) steps.push(endEarly(decision, state, confirmations));
  if (isOpen || state.state === "ratifying") steps.push(confirmations.draw(cancellation(decision)));
  fillNode(byId("steps"), ...steps);
  showIf(steps.length > 0, byId("controls"));
}

/** @param {string} decision @param {any} state @param {import("../confirm.js").Confirmations} confirmations */
function endEarly(decision, state, confirmations) {
  const counts = { answered: state.answered, people: state.people };
  if (state.signed_agenda && state.names) {
    return element("p", { class: "quiet" }, gettext("This decision names its people, and what they sign stands for all of them: it cannot end without one. If somebody does not come, cancel it and start another."));
  }
  if (state.answered < 2) {
    return element("p", { class: "quiet" }, gettext("You can end answering early once two people have answered."));
  }
  return confirmations.draw({
    key: "end",
    label: fill(gettext("End answering with %(answered)s of %(people)s people"), counts),
    question: fill(gettext("End answering now? The outcome is computed from the %(answered)s people who have answered. Nobody else can answer any more, seats without an answer are removed, and everyone sees that you ended it early."), counts),
    yes: gettext("Yes, end answering"),
    no: gettext("No, wait"),
    act: async () => {
      await post(`${decisionPath(decision)}close`, {});
      announce(gettext("Answering has ended."));
      byId("people-heading").focus();
    },
  });
}

/** @param {string} decision @returns {import("../confirm.js").Step} */
function cancellation(decision) {
  return {
    key: "cancel",
    label: gettext("Cancel the decision"),
    question: gettext("Cancel the decision for everyone? It ends without a result, and this cannot be undone."),
    yes: gettext("Yes, cancel it"),
    no: gettext("No, go on"),
    act: async () => {
      await post(`${decisionPath(decision)}cancel`, {});
      announce(gettext("The decision is cancelled."));
      byId("people-heading").focus();
    },
  };
}

/** @param {string} decision @param {any} state @returns {Node[]} */
function outcome(decision, state) {
  const words = endWords(state);
  if (!words) return [];
  const receipt = state.outcome && [
    element("a", { class: "button", href: `${decisionPath(decision)}receipt.json`, download: "parley-receipt.json" }, gettext("Download the receipt")),
    element("a", { class: "button", href: `${decisionPath(decision)}receipt` }, gettext("Print it")),
    element("a", { class: "button", href: "/verify" }, gettext("Check a receipt")),
  ];
  return [element("div", { class: "panel" },
    element("h2", {}, words.heading), element("p", {}, words.text),
    state.signed_agenda && state.outcome && element("p", { class: "small" }, gettext("So says the server. The outcome's own page and the receipt show what is signed.")),
    element("div", { class: "row" },
      state.outcome && !hasNoResult(state) && element("a", { class: "button primary", href: decisionPath(decision) }, gettext("See the outcome")), ...(receipt || [])))];
}

/** @param {any} state @returns {{heading: string, text: string} | null} */
function endWords(state) {
  switch (state.state) {
    case "ratifying": return {
      heading: gettext("The outcome stands"),
      text: gettext("All answers are in. It is not finished yet: everyone still accepts or declines. The receipt can be downloaded now; it grows with each acceptance."),
    };
    case "agreed": return { heading: gettext("Agreed"), text: gettext("Everyone accepted the outcome.") };
    case "declined": return { heading: gettext("Declined"), text: gettext("Somebody declined the outcome, so it is not agreed.") };
    case "deadlock": return {
      heading: gettext("No option is acceptable to everyone"),
      text: gettext("Nothing was forced on anyone. This is an honest result: start another decision with other options, or talk about the limits first."),
    };
    case "cancelled": return { heading: gettext("Cancelled"), text: state.signed_agenda && state.outcome
      ? gettext("You cancelled this decision. It has no result here, but an acceptance that somebody signed before stays signed: should all of them ever come together, they count.")
      : gettext("You cancelled this decision. It has no result.") };
    case "void": return {
      heading: gettext("Void"),
      text: gettext("This server was restored from an older copy of its data, so this decision ended without a result. Make a new one."),
    };
    default: return null;
  }
}
