"""The sentences about the proof in a receipt, by code; see `parley.sentences`."""

from __future__ import annotations

PROOF_FINDINGS = {
    "proof-unknown": (
        "the proof is not one of parley/2, which has a protocol, an agenda, a roster, ballots and "
        "closings"
    ),
    "proof-agenda": "the proof's agenda does not stand: {reason}",
    "proof-roster": "the proof's roster does not stand: {reason}",
    "proof-agenda-signature": "the coordinator's signature under the agenda is not valid",
    "proof-roster-signature": "the coordinator's signature under the roster is not valid",
    "proof-too-many-people": "the roster has more people than its agenda says",
    "proof-same-owner": "{owner}: two seats of the roster have this name, or one that counts as it",
    "proof-same-key": "{owner}: the roster gives a key of this seat twice",
    "proof-coordinator-key": "{owner}: this seat has the coordinator's own key",
    "proof-other-names": "the roster's people are not those that the agenda names: {owner}",
    "proof-ballots-count": "the proof does not hold one ballot for each seat of the roster",
    "proof-ballot": "{owner}: the ballot does not stand: {reason}",
    "proof-ballot-signature": "{owner}: the signature under the ballot is not valid",
    "proof-field-differs": "the receipt's {field} is not what follows from its proof",
    "proof-closing": "closing {number} does not stand: {reason}",
    "proof-closing-order": (
        "the closings are not in the order of the roster, or there are two by one person"
    ),
    "proof-closing-signature": "{owner}: the signature under the closing is not valid",
    "proof-signatures-unchecked": (
        "the {count} signatures of the proof could not be checked: no Ed25519 library here"
    ),
    "expected-code": "the comparison code is {found}, not the one that was expected",
    "expected-agenda": "the agenda is {found}, not the one that was expected",
    "expected-roster": (
        "names or keys are not those that were expected. Only expected: {missing}; only here: "
        "{added}; with another key: {changed}"
    ),
    "expected-without-proof": "what was expected cannot be held against a receipt without proof",
}
"""What is wrong with a proof, or cannot be shown by it (exit code 1)."""

HEADLINES = {
    "headline-accepted": "Accepted by all: {count} of {people} signed that they do.",
    "headline-some": (
        "Accepted by {count} of {people}; nobody declined in what is here. 'agreed' means only "
        "that an option was picked."
    ),
    "headline-declined": (
        "Declined by {owners}; accepted by {count} of {people}. 'agreed' means only that an option "
        "was picked."
    ),
    "headline-deadlock": "A deadlock: {count} of {people} signed that they have seen it.",
    "headline-deadlock-some": (
        "A deadlock: {count} of {people} signed so far that they have seen it."
    ),
}
"""What the closings say together."""

PROOF_NOTES = {
    "people-fewer": (
        "{count} people are on the roster, and the agenda says {people}: the others were removed "
        "before the roster was made, or never came."
    ),
    "keys-replaced": (
        "The organiser replaced the key of {owners} before the roster was made. Ask them whether "
        "they asked for it."
    ),
    "open-joining": (
        "The agenda names nobody: whoever had the link could join, and a seat could be added after "
        "other answers were read."
    ),
    "tie-agenda-order": (
        "{count} options tie exactly, in lowest score and in total: the order in which the agenda "
        "lists them decided."
    ),
}
"""What a reader should know although it is not wrong."""

NOT_PROVED_WITH_PROOF = {
    "names-are-people": (
        "That a name is the person you think of. Each key signed its own answers and its own last "
        "word; whose hand holds it, only people can tell each other: compare the comparison code "
        "with those you know."
    ),
    "everyone-asked": (
        "That everybody was asked who should have been, and that no seat was added. The roster "
        "fixes who took part, not who was left out or made up."
    ),
    "your-view": (
        "That you were shown this question and these answers, unless you compare the code with the "
        "one that your own browser showed before it signed."
    ),
    "your-red-lines": (
        "That your red lines held. No sheet is in a receipt: replay your own on the decision, "
        "where nobody else can see it."
    ),
    "when": (
        "When anything was signed, or that nothing followed: a later closing, a later round, "
        "another receipt."
    ),
    "honest-answers": (
        "That people answered as they feel. A signature shows who gave an answer, and cannot be "
        "denied later; a harsh scorer moves the pick."
    ),
    "further-than-proof": (
        "Anything beyond the nine fields and the proof. Nothing else in the file is signed."
    ),
}
"""What no check of a receipt with proof can show, whatever its outcome; in this order."""

CLOSINGS_MISSING = {
    "closings-missing": (
        "That the people whose closings are missing agreed, or that they did not: they may not "
        "have answered, or somebody withholds what they signed. It cannot be made up."
    ),
}
"""Stands before the others while closings are missing."""
