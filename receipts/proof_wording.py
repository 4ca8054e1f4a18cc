"""The sentences about the proof in a receipt, by code; `receipts.wording` has the others."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PROOF_TEXTS: Mapping[str, Any] = {
    # What is wrong.
    "proof-unknown": _("The receipt carries a proof of a kind that is not known here."),
    "proof-agenda": _("The question in the proof does not stand: %(reason)s"),
    "proof-roster": _("The list of seats in the proof does not stand: %(reason)s"),
    "proof-agenda-signature": _("The coordinator's signature under the question is not valid."),
    "proof-roster-signature": _(
        "The coordinator's signature under the list of seats is not valid."
    ),
    "proof-too-many-people": _("There are more seats than the question has people."),
    "proof-same-owner": _("Two seats have the name %(owner)s, or one that counts as the same."),
    "proof-same-key": _("A key of %(owner)s stands at two places."),
    "proof-coordinator-key": _("The seat of %(owner)s has the coordinator's own key."),
    "proof-other-names": _("The people are not those that the question names: %(owner)s."),
    "proof-ballots-count": _("The proof does not hold one ballot for each seat."),
    "proof-ballot": _("The ballot of %(owner)s does not stand: %(reason)s"),
    "proof-ballot-signature": _("The signature under the ballot of %(owner)s is not valid."),
    "proof-field-differs": _(
        "A part of this receipt (%(field)s) is not what follows from the signed texts in it."
    ),
    "proof-closing": _("Closing %(number)s does not stand: %(reason)s"),
    "proof-closing-order": _(
        "The closings are not in the order of the seats, or there are two by one person."
    ),
    "proof-closing-signature": _("The signature under the closing of %(owner)s is not valid."),
    "proof-signatures-unchecked": _(
        "The proof holds signatures, and they could not be checked here. In all: %(count)s."
    ),
    "expected-code": _("The comparison code is %(found)s, not the one that you expected."),
    "expected-agenda": _("The question is %(found)s, not the one that you expected."),
    "expected-roster": _(
        "Names or keys are not those that you expected. Only expected: %(missing)s. Only here: "
        "%(added)s. With another key: %(changed)s."
    ),
    "expected-without-proof": _(
        "This receipt has no proof, so what you expected cannot be held against it."
    ),
    # What the closings say together.
    "headline-accepted": _("Accepted by everyone: %(count)s of %(people)s signed that they do."),
    "headline-some": _(
        "Accepted by %(count)s of %(people)s. Nobody declined in what is here. An option was "
        "picked, but not accepted by everyone."
    ),
    "headline-declined": _(
        "Declined by %(owners)s, accepted by %(count)s of %(people)s. An option was picked, but "
        "not accepted by everyone."
    ),
    "headline-deadlock": _("A deadlock: %(count)s of %(people)s signed that they have seen it."),
    "headline-deadlock-some": _(
        "A deadlock: %(count)s of %(people)s signed so far that they have seen it."
    ),
    # Worth knowing, not wrong.
    "people-fewer": _(
        "%(count)s people have a seat, and the question says %(people)s. The others were removed, "
        "or never came."
    ),
    "keys-replaced": _(
        "The organiser replaced the key of %(owners)s. Ask them whether they asked for it."
    ),
    "open-joining": _(
        "The question names nobody: whoever had the link could join, and a seat could be added "
        "after other answers were read."
    ),
    "tie-agenda-order": _(
        "%(count)s options tie exactly, in the lowest score and in the total. The order in which "
        "the question lists them decided."
    ),
    # What no check of a receipt with proof shows.
    "names-are-people": _(
        "That a name is the person you think of. Whose hand holds a key, only people can tell each "
        "other: compare the code with those you know."
    ),
    "everyone-asked": _(
        "That everybody was asked who should have been, and that no seat was added. The list of "
        "seats fixes who took part, not who was left out or made up."
    ),
    "your-view": _(
        "That you were shown this question and these answers. Compare the code with the one that "
        "your own browser showed before it signed."
    ),
    "your-red-lines": _(
        "That your red lines held. No sheet is in a receipt; your own browser can hold yours "
        "against it."
    ),
    "when": _(
        "When anything was signed, or that nothing followed: a later closing, a later round, "
        "another receipt."
    ),
    "honest-answers": _(
        "That people answered as they feel. A signature shows who gave an answer, and cannot be "
        "denied later."
    ),
    "further-than-proof": _("Anything beyond the nine fields and the proof."),
    "closings-missing": _(
        "That those whose closing is missing agreed, or that they did not. They may not have "
        "answered, or somebody withholds what they signed."
    ),
    # The result, and why.
    "word-NOT PROVABLE": _("NOT PROVABLE"),
    "reason-not-provable": _(
        "Nothing wrong was found. %(count)s of %(people)s people signed how it ended, so it is not "
        "proved for all."
    ),
    "reason-without-proof": _(
        "The receipt is consistent and has no proof, so what you expected cannot be held against "
        "it."
    ),
    "reason-headline": _(
        "Everything that this receipt claims follows from texts that its people signed."
    ),
    # The check of signatures beside the proof, and the five checks of a proof.
    "check-signatures-in-proof": _(
        "There are no signatures of the older kind; those of the proof are checked below."
    ),
    "check-proof-coordinator-holds": _(
        "One coordinator signed the question and the list of seats."
    ),
    "check-proof-coordinator-fails": _(
        "The question and the list of seats are not both signed by one coordinator."
    ),
    "check-proof-coordinator-unchecked": _(
        "Whether one coordinator signed the question and the list of seats was not checked."
    ),
    "check-proof-seats-holds": _("Every seat has a name and a key of its own."),
    "check-proof-seats-fails": _("The names and keys of the seats do not go together."),
    "check-proof-seats-unchecked": _("The seats were not checked."),
    "check-proof-ballots-holds": _("Every ballot is signed with the key of its seat."),
    "check-proof-ballots-fails": _("Not every ballot is signed with the key of its seat."),
    "check-proof-ballots-unchecked": _("The ballots were not checked."),
    "check-proof-record-holds": _("The rest of the receipt follows from those signed texts."),
    "check-proof-record-fails": _(
        "The rest of the receipt does not follow from those signed texts."
    ),
    "check-proof-record-unchecked": _(
        "Whether the rest of the receipt follows from signed texts was not checked."
    ),
    "check-proof-closings-holds": _("Everybody signed how it ended, for exactly this record."),
    "check-proof-closings-fails": _("What people signed at the end does not hold."),
    "check-proof-closings-unchecked": _("What people signed at the end was not checked."),
    "check-proof-closings-missing": _(
        "What is there was signed for exactly this record, but not everybody's is there."
    ),
    # What stands behind each.
    "line-signatures-in-proof": _(
        "Those of the older kind would stand under each single answer and acceptance."
    ),
    "line-proof-coordinator": _("The coordinator's key:"),
    "line-proof-agenda": _("Digest of the question:"),
    "line-proof-seats": _("No name and no key stands there twice, and none is the coordinator's."),
    "line-proof-ballots": _("Each ballot is the very one that the list of seats names."),
    "line-proof-code": _("Comparison code:"),
    "line-proof-compare": _(
        "Compare it with the code that others see: it covers question, people, keys, answers and "
        "outcome."
    ),
    "line-proof-closed": _("Signed at the end by %(count)s of %(people)s."),
    # Words.
    "word-missing": _("not complete"),
    "word-signature-in-proof": _("signed, see the proof"),
}
