import { byId, element, fillNode, showIf } from "../dom.js";
import { groupLink, organiserLink } from "../links.js";
import { qrCode } from "../qr.js";
import { copyable } from "../share.js";
import { gettext } from "../text.js";

/**
 * Shows the links of a decision: the group's large, the organiser's own apart.
 * @param {string} decision
 * @param {{group?: string, organiser?: string, codes?: string[]}} links the secrets that this browser knows, and the
 *   code of the question
 */
export async function showLinks(decision, links) {
  showIf(!links.group, byId("no-group-link"));
  if (links.organiser && links.group) {
    fillNode(byId("organiser-link"), copyable(organiserLink(decision, links.organiser, links.group, links.codes?.[0]), gettext("Your own link, for organising")));
  }
  showIf(Boolean(links.organiser && links.group), byId("own-link"));
  if (!links.group) return;

  const link = groupLink(decision, links.group, links.codes?.[0]);
  fillNode(byId("group-link"), copyable(link, gettext("The link for the group")));
  fillNode(byId("ways"), mailButton(link), shareButton(link));
  const code = await qrCode(link, gettext("QR code of the link for the group"));
  if (code) fillNode(byId("group-qr"), code, element("p", { class: "small quiet" }, gettext("To scan with a phone beside you.")));
}

/** @param {string} link stands in the text of the mail only: subjects are shown in many places */
function mailButton(link) {
  const subject = encodeURIComponent(gettext("A decision to take together"));
  const body = encodeURIComponent(`${gettext("Here is the link to our decision. It is for our group only.")}\n\n${link}\n`);
  return element("a", { class: "button", href: `mailto:?subject=${subject}&body=${body}` }, gettext("Write a mail"));
}

/** @param {string} link */
function shareButton(link) {
  if (!navigator.share) return null;
  return element("button", { type: "button", onclick: async () => {
    try {
      await navigator.share({ url: link });
    } catch {
      // Closing the share sheet is no failure, and the link stays here to copy.
    }
  } }, gettext("Share"));
}
