"""Every sentence about a checked receipt, by its code, in the language of the request.

The page's script gets them from here too, so that the page and the server never say two things.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from receipts.proof_wording import PROOF_TEXTS

TEXTS: Mapping[str, Any] = {
    **PROOF_TEXTS,
    # Why a file is no receipt.
    "not-text": _("A receipt is a text file that ends in .json."),
    "too-large": _("The file is larger than 16 MiB. No receipt is."),
    "not-utf-8": _("The file is not text: a receipt is a text file that ends in .json."),
    "byte-order-mark": _(
        "The file starts with a byte-order mark, which receipts do not have. Another program has "
        "saved it anew; use the file as it was downloaded."
    ),
    "too-deep": _("The file is nested deeper than any receipt."),
    "too-many": _("The file has more lists and objects than any receipt."),
    "not-json": _("The file is not JSON, so it is not a receipt, or a part of it is missing."),
    "trailing": _(
        "Something follows after the end of the receipt. Use the file as it was downloaded."
    ),
    "duplicate-key": _(
        "The file gives the same field twice, so that it could be read in two ways."
    ),
    "lone-surrogate": _("The file holds half a character, so its text cannot be read."),
    "whole-range": _("The file holds a whole number that is too large to be kept exactly."),
    "fraction-range": _("The file holds a number that is too large to be kept."),
    "not-a-number": _("The file holds a number that is none, such as NaN or Infinity."),
    "not-an-object": _("The file is JSON, but not a receipt."),
    "field-missing": _("The file is JSON, but not a receipt: it lacks %(fields)s."),
    "too-much-signed": _("The signatures in the file cover more text than those of any decision."),
    # What is wrong.
    "title-malformed": _("The title is not a text."),
    "record-malformed": _("The record cannot be read: %(reason)s"),
    "hash-malformed": _("What the receipt gives as its hash is no hash."),
    "hash-mismatch": _(
        "This record is not the one that the receipt was written for: it was edited afterwards."
    ),
    "not-finalized": _("The record has no result: it was never finished."),
    "status-unknown": _("The recorded outcome is neither an agreement nor a deadlock."),
    "status-differs": _("The receipt announces another kind of outcome than its record holds."),
    "decision-differs": _("The receipt announces another decision than its record holds."),
    "deadlock-with-decision": _("The record is a deadlock and yet names a decision."),
    "agreed-without-decision": _("The record is an agreement and yet names no decision."),
    "verdict-owner": _("An answer to option %(option)s has no name."),
    "verdict-acceptable": _("The answer of %(owner)s to option %(option)s is neither yes nor no."),
    "verdict-score": _("The score that %(owner)s gave option %(option)s is no number from 0 to 1."),
    "verdict-reason": _(
        "The reason in the answer of %(owner)s to option %(option)s contradicts the answer."
    ),
    "verdict-signature": _(
        "The answer of %(owner)s to option %(option)s carries half a signature."
    ),
    "entry-owners": _(
        "Option %(option)s does not have exactly one answer from each person, so the winner "
        "cannot be worked out."
    ),
    "option-repeated": _("Option %(option)s stands in the record twice."),
    "decision-unknown": _("The announced decision is none of the recorded options, to the letter."),
    "max-min": _(
        "The announced decision is not the one that the recorded answers give: another option "
        "leaves the least happy person happier, or this one crosses a red line."
    ),
    "deadlock-false": _("A deadlock was announced, but the recorded answers have a winner."),
    "max-min-claim": _("The receipt does not say that its winner is right, although it is."),
    "roster-malformed": _("The list of people is not a list of names."),
    "roster-repeated": _("The list of people names %(owner)s twice."),
    "roster-differs": _("The list of people is not the same as the people in the record."),
    "verdict-signatures-partial": _(
        "%(signed)s of %(count)s answers are signed. Either all are, or none is."
    ),
    "verdict-signature-invalid": _(
        "The signature under the answer of %(owner)s to option %(option)s does not fit its key "
        "and content."
    ),
    "verdict-signatures-unchecked": _(
        "%(count)s answers are signed, and this page cannot check their signatures."
    ),
    "owner-keys": _("%(owner)s signs with more than one key."),
    "key-owners": _("One key signs for several people: %(owners)s."),
    "acceptances-malformed": _("The acceptances are not a list."),
    "acceptances-too-many": _("There are %(count)s acceptances, more than any decision has."),
    "acceptance-malformed": _("Acceptance %(number)s does not have exactly the six fields of one."),
    "acceptance-owner": _("Acceptance %(number)s has no name."),
    "acceptance-stranger": _("%(owner)s accepted, but is not among the people in the record."),
    "acceptance-repeated": _("There is more than one acceptance of %(owner)s."),
    "acceptance-undecided": _("The acceptance of %(owner)s says neither yes nor no."),
    "acceptance-not-canonical": _(
        "The acceptance of %(owner)s holds a value that no record can hold."
    ),
    "acceptance-not-bound": _(
        "The acceptance of %(owner)s is for another record or another decision."
    ),
    "acceptance-signatures-partial": _(
        "%(signed)s of %(count)s acceptances are signed. Either all are, or none is."
    ),
    "acceptance-signature-invalid": _(
        "The signature under the acceptance of %(owner)s does not fit its key and content."
    ),
    "acceptance-signature-unchecked": _(
        "The acceptance of %(owner)s is signed, and this page cannot check the signature."
    ),
    "unanimous-claim": _(
        "What the receipt says about everyone having accepted is not what its acceptances say."
    ),
    # Worth knowing, not wrong.
    "no-pynacl": _(
        "This page cannot check signatures, so a receipt that carries any does not pass here. "
        'The terminal command can: pip install "parley[crypto]", then parley verify FILE.'
    ),
    "declined": _("Declined by %(owners)s. An option was picked, but not accepted by everyone."),
    "answers-missing": _(
        "%(count)s of %(people)s people have accepted or declined so far. An option was picked, "
        "but not accepted by everyone."
    ),
    "tie-listed-order": _(
        "%(count)s options tie exactly, in the lowest score and in the total. The order in which "
        "they were listed decided, and nothing signs that order."
    ),
    "scores-unmasked": _(
        "A rejection carries a score other than 0 here (in all: %(count)s). It is an older "
        "record, which shows more about its people than it needs to."
    ),
    "names-alike": _("These names look alike and are different: %(names)s."),
    "further-fields": _("These fields are not read, and no check covers them: %(fields)s."),
    # What no check of such a receipt shows.
    "unsigned": _(
        "That nobody made this up. Without signatures anyone can write every field: an edit of "
        "the finished record shows, a record written from scratch does not, nor does an answer "
        "that somebody else gave or turned round."
    ),
    "signer-identity": _(
        "Who signed. A key stands only in the record that it signs: it shows that a text did not "
        "change afterwards, not whose hand it was."
    ),
    "roster-by-coordinator": _(
        "That these were all the people, and all their answers. The list comes from the same hand "
        "as the record: compare it with whom you know took part. Where not everybody accepted, an "
        "answer can have been left out."
    ),
    "own-copy": _(
        "That this is the record you saw. Compare the recomputed hash with the one you were "
        "shown before you accepted."
    ),
    "red-lines": _(
        "That your red lines held. No sheet is in a receipt; your own browser can hold yours "
        "against it."
    ),
    "freshness": _("That the answers were given for this decision. An answer carries no date."),
    "not-covered": _(
        "The title, anything beyond the nine fields of a receipt, and the order in which people "
        "and answers are listed. Anyone can change them without a trace."
    ),
    # The result, and why.
    "word-VERIFIED": _("VERIFIED"),
    "word-FAILED": _("FAILED"),
    "word-UNREADABLE": _("Cannot be read as a receipt"),
    "reason-follows": _("Everything that this receipt claims follows from its own record."),
    "reason-follows-unsigned": _(
        "Consistent, and unsigned: everything that this receipt claims follows from its own "
        "record, and nothing in it is signed, so anyone could have written it."
    ),
    "reason-deadlock": _("No option was acceptable to everyone."),
    "reason-unanimous": _("Everyone accepted."),
    "reason-not-unanimous": _("Not everyone has accepted it."),
    "reason-unchecked": _(
        "Nothing wrong was found, but this receipt is signed and its signatures could not be "
        "checked here. What was not checked is not verified. The terminal command can check them: "
        "see below, under “Worth knowing”."
    ),
    "reason-wrong": _(
        "Not everything that this receipt claims follows from its own record. Do not rely on it."
    ),
    # The six checks.
    "check-hash-holds": _(
        "The hash follows from the record: nothing was edited after the receipt was written."
    ),
    "check-hash-fails": _(
        "The hash does not follow from the record: it was edited after the receipt was written."
    ),
    "check-outcome-holds": _("The announced outcome is the one in the record."),
    "check-outcome-fails": _("The announced outcome is not the one in the record."),
    "check-winner-holds": _(
        "The winner follows from the answers: of all options acceptable to everyone, it leaves "
        "the least happy person happiest."
    ),
    "check-winner-deadlock": _("The deadlock is real: no option is acceptable to everyone."),
    "check-winner-unsaid": _(
        "The winner follows from the answers, but the receipt does not say so."
    ),
    "check-winner-fails": _("The winner does not follow from the answers."),
    "check-people-holds": _("The list of people is the one in the record. Names on it: %(count)s."),
    "check-people-fails": _("The list of people is not the one in the record."),
    "check-acceptances-holds": _("Each acceptance is for exactly this record and this decision."),
    "check-acceptances-none": _("Nobody has accepted or declined yet, and the receipt says so."),
    "check-acceptances-fails": _(
        "The acceptances do not hold: one is for something else, or the receipt counts them "
        "wrongly."
    ),
    "check-signatures-holds": _("Every signature fits its key and content."),
    "check-signatures-nothing": _(
        "There are no signatures to check: nothing in this receipt is signed."
    ),
    "check-signatures-unchecked": _("The signatures could not be checked here."),
    "check-signatures-fails": _("Not every signature fits its key and content."),
    # What stands behind each.
    "line-hash-given": _("Given by the receipt:"),
    "line-hash-here": _("Worked out here:"),
    "line-fingerprint": _("Its fingerprint, as on a printed receipt:"),
    "line-hash-compare": _("Compare it with the hash you were shown before you accepted."),
    "line-announced-agreed": _("Announced: an option was picked."),
    "line-announced-deadlock": _("Announced: a deadlock."),
    "line-announced-other": _("Announced: %(status)s."),
    "line-decision": _("Decision, to the letter:"),
    "line-winner": _(
        "The winner was worked out again here, from every recorded yes or no and every score, "
        "each option with exactly one answer from each person."
    ),
    "line-people-listed": _("Listed by the receipt:"),
    "line-people-recorded": _("In the record:"),
    "line-unanimous-here": _("Accepted by everyone, worked out here:"),
    "line-unanimous-claimed": _("Accepted by everyone, says the receipt:"),
    "line-signatures-count": _("Signed answers: %(answers)s. Signed acceptances: %(acceptances)s."),
    "line-signatures-why": _(
        "Without signatures an edit shows, but a record that somebody wrote from scratch does not."
    ),
    "line-signatures-where": _(
        "Neither right nor wrong was found: the library that checks them is missing here. "
        "Everything else was checked as always."
    ),
    # Words.
    "word-holds": _("holds"),
    "word-fails": _("fails"),
    "word-unchecked": _("not checked"),
    "word-nothing": _("nothing to check"),
    "word-none": _("none"),
    "word-more": _("and %(count)s more"),
    "word-yes": _("yes"),
    "word-no": _("no"),
    "word-neither": _("neither yes nor no"),
    "word-no-decision": _("No decision"),
    "word-accepted": _("accepted"),
    "word-declined": _("declined"),
    "word-seen": _("has seen the deadlock"),
    "word-undecided": _("says neither yes nor no"),
    "word-bound": _("for this record"),
    "word-not-bound": _("not for this record"),
    "word-signature-unsigned": _("unsigned"),
    "word-signature-valid": _("signature valid"),
    "word-signature-invalid": _("signature invalid"),
    "word-signature-unchecked": _("signature not checked"),
}


def texts() -> dict[str, str]:
    """All of them in the language of the present request, ready for JSON."""
    return {code: str(text) for code, text in TEXTS.items()}


def sentence(remark: Mapping[str, Any]) -> str:
    """A remark of a report or its summary as a sentence; the engine's English for unknown codes.

    A name that is filled in keeps its own writing direction.
    """
    text = TEXTS.get(remark["code"])
    if text is None:
        return str(remark.get("message", ""))
    owner = f"\u2068{remark.get('owner') or ''}\u2069"
    return str(text) % {**remark.get("detail", {}), "owner": owner}
