import { fill, gettext } from "../text.js";

/**
 * One sentence of the engine's report: `code` names it, `detail` and `owner` are what is filled in. They come with
 * everything invisible made visible.
 * @typedef {{code: string, message: string, owner?: string, detail?: Record<string, string | number>}} Remark
 */

/**
 * @param {Remark} remark
 * @returns {string} in the language of the page; the engine's English where the page does not know the code
 */
export function sentence(remark) {
  const text = TEXTS[remark.code]?.();
  if (text === undefined) return remark.message;
  return fill(text, { ...remark.detail, owner: `\u2068${remark.owner ?? ""}\u2069` });
}

/** @type {Record<string, () => string>} */
const TEXTS = {
  // Why a file is no receipt.
  "too-large": () => gettext("The file is larger than 16 MiB. No receipt is."),
  "not-utf-8": () => gettext("The file is not text: a receipt is a text file that ends in .json."),
  "byte-order-mark": () => gettext("The file starts with a byte-order mark, which receipts do not have. Another program has saved it anew; use the file as it was downloaded."),
  "too-deep": () => gettext("The file is nested deeper than any receipt."),
  "not-json": () => gettext("The file is not JSON, so it is not a receipt, or a part of it is missing."),
  "trailing": () => gettext("Something follows after the end of the receipt. Use the file as it was downloaded."),
  "duplicate-key": () => gettext("The file gives the same field twice, so that it could be read in two ways."),
  "lone-surrogate": () => gettext("The file holds half a character, so its text cannot be read."),
  "whole-range": () => gettext("The file holds a whole number that is too large to be kept exactly."),
  "fraction-range": () => gettext("The file holds a number that is too large to be kept."),
  "not-a-number": () => gettext("The file holds a number that is none, such as NaN or Infinity."),
  "not-an-object": () => gettext("The file is JSON, but not a receipt."),
  "field-missing": () => gettext("The file is JSON, but not a receipt: it lacks %(fields)s."),

  // What is wrong.
  "title-malformed": () => gettext("The title is not a text."),
  "record-malformed": () => gettext("The record cannot be read: %(reason)s"),
  "hash-malformed": () => gettext("What the receipt gives as its hash is no hash."),
  "hash-mismatch": () => gettext("This record is not the one that the receipt was written for: it was edited afterwards."),
  "not-finalized": () => gettext("The record has no result: it was never finished."),
  "status-unknown": () => gettext("The recorded outcome is neither an agreement nor a deadlock."),
  "status-differs": () => gettext("The receipt announces another kind of outcome than its record holds."),
  "decision-differs": () => gettext("The receipt announces another decision than its record holds."),
  "deadlock-with-decision": () => gettext("The record is a deadlock and yet names a decision."),
  "agreed-without-decision": () => gettext("The record is an agreement and yet names no decision."),
  "verdict-owner": () => gettext("An answer to option %(option)s has no name."),
  "verdict-acceptable": () => gettext("The answer of %(owner)s to option %(option)s is neither yes nor no."),
  "verdict-score": () => gettext("The score that %(owner)s gave option %(option)s is no number from 0 to 1."),
  "verdict-reason": () => gettext("The reason in the answer of %(owner)s to option %(option)s contradicts the answer."),
  "verdict-signature": () => gettext("The answer of %(owner)s to option %(option)s carries half a signature."),
  "entry-owners": () => gettext("Option %(option)s does not have exactly one answer from each person, so the winner cannot be worked out."),
  "option-repeated": () => gettext("Option %(option)s stands in the record twice."),
  "decision-unknown": () => gettext("The announced decision is none of the recorded options, to the letter."),
  "max-min": () => gettext("The announced decision is not the one that the recorded answers give: another option leaves the least happy person happier, or this one crosses a red line."),
  "deadlock-false": () => gettext("A deadlock was announced, but the recorded answers have a winner."),
  "max-min-claim": () => gettext("The receipt does not say that its winner is right, although it is."),
  "roster-malformed": () => gettext("The list of people is not a list of names."),
  "roster-repeated": () => gettext("The list of people names %(owner)s twice."),
  "roster-differs": () => gettext("The list of people is not the same as the people in the record."),
  "verdict-signatures-partial": () => gettext("%(signed)s of %(count)s answers are signed. Either all are, or none is."),
  "verdict-signature-invalid": () => gettext("The signature under the answer of %(owner)s to option %(option)s does not fit its key and content."),
  "verdict-signatures-unchecked": () => gettext("%(count)s answers are signed, and this page cannot check their signatures."),
  "owner-keys": () => gettext("%(owner)s signs with more than one key."),
  "key-owners": () => gettext("One key signs for several people: %(owners)s."),
  "acceptances-malformed": () => gettext("The acceptances are not a list."),
  "acceptance-malformed": () => gettext("Acceptance %(number)s does not have exactly the six fields of one."),
  "acceptance-owner": () => gettext("Acceptance %(number)s has no name."),
  "acceptance-stranger": () => gettext("%(owner)s accepted, but is not among the people in the record."),
  "acceptance-repeated": () => gettext("There is more than one acceptance of %(owner)s."),
  "acceptance-undecided": () => gettext("The acceptance of %(owner)s says neither yes nor no."),
  "acceptance-not-canonical": () => gettext("The acceptance of %(owner)s holds a value that no record can hold."),
  "acceptance-not-bound": () => gettext("The acceptance of %(owner)s is for another record or another decision."),
  "acceptance-signatures-partial": () => gettext("%(signed)s of %(count)s acceptances are signed. Either all are, or none is."),
  "acceptance-signature-invalid": () => gettext("The signature under the acceptance of %(owner)s does not fit its key and content."),
  "acceptance-signature-unchecked": () => gettext("The acceptance of %(owner)s is signed, and this page cannot check the signature."),
  "unanimous-claim": () => gettext("What the receipt says about everyone having accepted is not what its acceptances say."),

  // Worth knowing, not wrong.
  "no-pynacl": () => gettext("This page cannot check signatures, so a receipt that carries any does not pass here. The terminal command can: pip install \"parley[crypto]\", then parley verify FILE."),
  "declined": () => gettext("Declined by %(owners)s. An option was picked, but not accepted by everyone."),
  "answers-missing": () => gettext("%(count)s of %(people)s people have accepted or declined so far. An option was picked, but not accepted by everyone."),
  "tie-listed-order": () => gettext("%(count)s options tie exactly, in the lowest score and in the total. The order in which they were listed decided, and nothing signs that order."),
  "scores-unmasked": () => gettext("A rejection carries a score other than 0 here (in all: %(count)s). It is an older record, which shows more about its people than it needs to."),
  "names-alike": () => gettext("These names look alike and are different: %(names)s."),
  "further-fields": () => gettext("These fields are not read, and no check covers them: %(fields)s."),

  // What no check of such a receipt shows.
  "unsigned": () => gettext("That nobody made this up. Without signatures anyone can write every field: an edit of the finished record shows, a record written from scratch does not."),
  "signer-identity": () => gettext("Who signed. A key stands only in the record that it signs: it shows that a text did not change afterwards, not whose hand it was."),
  "roster-by-coordinator": () => gettext("That these were all the people. The list comes from the same hand as the record: compare it with whom you know took part."),
  "own-copy": () => gettext("That this is the record you saw. Compare the recomputed hash with the one you were shown before you accepted."),
  "red-lines": () => gettext("That your red lines held. No sheet is in a receipt; your own browser checks your sheet on the page of the decision."),
  "freshness": () => gettext("That the answers were given for this decision. An answer carries no date."),
  "not-covered": () => gettext("The title, and anything beyond the nine fields of a receipt. Anyone can change them without a trace."),
};
