import { byId, element } from "../dom.js";
import { gettext } from "../text.js";

/**
 * Asks in the page before what was typed is replaced; the focus goes to the question and comes back.
 * @param {HTMLElement} opener the button that was pressed
 * @param {string} question
 * @param {() => void} go called on yes
 */
export function askFirst(opener, question, go) {
  const panel = byId("ask");
  const close = () => {
    panel.hidden = true;
    panel.replaceChildren();
    opener.focus();
  };
  const yes = element("button", { type: "button", onclick: () => {
    close();
    go();
  } }, gettext("Yes, replace it"));
  const no = element("button", { type: "button", onclick: close }, gettext("No, keep mine"));
  panel.replaceChildren(element("p", { id: "ask-question" }, question), element("div", { class: "row" }, yes, no));
  panel.onkeydown = (event) => {
    if (event.key === "Escape") close();
  };
  panel.hidden = false;
  no.focus();
}
