import { element } from "../dom.js";
import { gettext } from "../text.js";

/**
 * The people of the signed list: nobody but the reader knows whether they are who they should be.
 * @param {{owner: string, key: string, former: string[], is_me: boolean, is_new: boolean | null}[]} people
 */
export function peoplePanel(people) {
  return element("section", { class: "signed-people", "aria-labelledby": "know-them" },
    element("h3", { id: "know-them" }, gettext("Do you know all of them?")),
    element("ul", {}, ...people.map((person) => element("li", {},
      element("bdi", { class: "name" }, person.owner), person.is_me && ` (${gettext("you")})`,
      ...marks(person).map((mark) => element("span", { class: "mark-word" }, ` – ${mark}`))))),
    element("p", { class: "hint" }, gettext("Each answered with a key of their own. Only you can tell whether these are the people who should decide, and nobody twice.")));
}

/** @param {{former: string[], is_me: boolean, is_new: boolean | null}} person */
function marks({ former, is_me: isMe, is_new: isNew }) {
  return [
    former.length > 0 && gettext("started with a new key; ask them why"),
    isNew === true && !isMe && gettext("another key than when you last looked"),
  ].filter((mark) => typeof mark === "string");
}
