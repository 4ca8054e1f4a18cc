/** The seven checks of a signed decision in plain words. */
import { fill, gettext } from "../text.js";

/** @param {string} id @returns {string | null} what is claimed; null for a check that is not one of the seven */
export function signedClaim(id) {
  /** @type {Record<string, string>} */
  const claims = {
    agenda: gettext("The question is the one I answered, and the only one shown to me:"),
    coordinator: gettext("The server signed the question and one list of people:"),
    "my-row": gettext("I stand in the list with my key and my last answers:"),
    people: gettext("Nobody stands in it twice, and no key stands for two:"),
    ballots: gettext("Everybody's answers are signed with their own key:"),
    record: gettext("The outcome shown is the one that follows from these answers:"),
  };
  return claims[id] ?? null;
}

/**
 * @param {import("../room/checks.js").Check} check
 * @returns {string | null} a sentence on how it came out
 */
export function signedExplanation({ code, detail }) {
  const owner = `\u2068${detail?.owner ?? ""}\u2069`;
  /** @type {Record<string, () => string>} */
  const sentences = {
    "agenda-stands": () => gettext("Compared here with what this browser signed, and with the code in the link."),
    "coordinator-signed": () => gettext("Both signatures were checked here."),
    "row-stands": () => gettext("Compared here with the text that this browser signed."),
    "people-differ": () => gettext("Names and keys were compared here."),
    "ballots-signed": () => gettext("Every signature was checked here."),
    "record-shown": () => gettext("Worked out here from the signed answers."),
    "record-built-here": () => gettext("Worked out here from the signed answers."),
    "nothing-decided": () => gettext("A deadlock forces nothing on anyone."),
    "no-ballot": () => gettext("This browser does not hold what you sent. It stands in the browser from which you sent it."),
    "no-link-code": () => gettext("This browser was opened without the code that stands in the link for the group."),
    "no-earlier-agendas": () => gettext("This browser has not seen the rounds before this one."),
    "other-ballot": () => gettext("These answers are signed with your key, and not by this browser. Look at your column below: are they yours?"),
    "agenda-unreadable": () => gettext("The question that the server shows cannot be read."),
    "agenda-not-answered": () => gettext("The server shows another question than the one you answered."),
    "agenda-seen-another": () => gettext("The server has shown this browser two different questions for the same round."),
    "agenda-not-chained": () => gettext("This question does not follow from the one that your link was made for."),
    "agenda-unsigned": () => gettext("The question is not signed by the server's key."),
    "roster-unreadable": () => gettext("The list of people is not one that the server's key signed for this question."),
    "roster-unsigned": () => gettext("The list of people is not signed by the server's key."),
    "coordinator-changed": () => gettext("The server signs with another key than before."),
    "roster-seen-another": () => gettext("The server has shown this browser two different lists of people for the same round."),
    "no-roster": () => gettext("There is no list of people that could be checked."),
    "not-on-roster": () => gettext("You are not on the list of people."),
    "other-key": () => gettext("Under your name stands another key than yours: somebody else answered in your place."),
    "older-ballot": () => gettext("The server uses answers of yours that you had replaced."),
    "ballot-unreadable": () => gettext("What this browser kept of your answers is damaged, so they cannot be compared here."),
    "too-many-people": () => gettext("More people stand in the list than this decision was made for."),
    "same-owner": () => fill(gettext("%(owner)s stands in the list twice."), { owner }),
    "same-key": () => fill(gettext("The key of %(owner)s stands for somebody else too: one person may be answering for two."), { owner }),
    "coordinator-key": () => fill(gettext("%(owner)s has the server's own key: the server answers as a person."), { owner }),
    "other-names": () => fill(gettext("The names are not those that this decision was made for: %(owner)s."), { owner }),
    "ballots-count": () => gettext("There are not as many answers as people."),
    "ballot-unfit": () => fill(gettext("The answers of %(owner)s are not the ones that the list names."), { owner }),
    "ballot-unsigned": () => fill(gettext("The answers of %(owner)s are not signed with the key in the list: they were changed, or made up."), { owner }),
    "no-record": () => gettext("No record follows from what the server shows."),
    "record-differs": () => gettext("The server shows a record that does not follow from the signed answers."),
  };
  return sentences[code]?.() ?? null;
}
