"""Every sentence that a report on a receipt can hold, by its code.

Codes are stable: a page translates by them, filling the same fields in. Values put into a sentence
come through `parley.visible` first.
"""

from __future__ import annotations

from parley.proof_sentences import (
    CLOSINGS_MISSING,
    HEADLINES,
    NOT_PROVED_WITH_PROOF,
    PROOF_FINDINGS,
    PROOF_NOTES,
)

__all__ = [
    "CLOSINGS_MISSING",
    "FINDINGS",
    "HEADLINES",
    "NOTES",
    "NOT_PROVED",
    "NOT_PROVED_WITH_PROOF",
    "UNREADABLE",
]

UNREADABLE = {
    "file-unreadable": "{path}: {reason}.",
    "not-text": "A receipt is a text or its bytes.",
    "not-an-object": "This is JSON, but not a receipt: a receipt is an object.",
    "field-missing": "This is JSON, but not a receipt: it lacks {fields}.",
    "too-much-signed": "The signatures in it cover more text than those of any decision.",
}
"""Why a file is no receipt (exit code 2), beside the codes of `parley.strict.StrictError`."""

FINDINGS = {
    "title-malformed": "the title is not a text",
    "record-malformed": "the transcript cannot be read as a record: {reason}",
    "hash-malformed": "transcript hash mismatch: what the receipt gives as the hash is no hash",
    "hash-mismatch": (
        "transcript hash mismatch: this record is not the one that the receipt was written for; "
        "it was edited afterwards"
    ),
    "not-finalized": "the record has no result: it was never finalized",
    "status-unknown": "the recorded status is neither agreed nor deadlock",
    "status-differs": "the receipt's status is not the one in the record",
    "decision-differs": "the receipt's decision is not the one in the record",
    "deadlock-with-decision": "the record is a deadlock and yet names a decision",
    "agreed-without-decision": "the record is agreed and yet names no decision",
    "verdict-owner": "a verdict has no owner's name (option {option}; {count} in all)",
    "verdict-acceptable": (
        "a verdict says neither true nor false on acceptable (option {option}, {owner}; "
        "{count} in all)"
    ),
    "verdict-score": (
        "a verdict's score is no number from 0 to 1 (option {option}, {owner}; {count} in all)"
    ),
    "verdict-reason": (
        "a verdict's reason contradicts its answer (option {option}, {owner}; {count} in all)"
    ),
    "verdict-signature": (
        "a verdict has half a signature: a key or a signature alone (option {option}, {owner}; "
        "{count} in all)"
    ),
    "entry-owners": (
        "option {option} does not have exactly one verdict from each participant, so max-min "
        "cannot be recomputed"
    ),
    "option-repeated": "option {option} stands in the record twice",
    "decision-unknown": "the announced decision is none of the recorded options, to the letter",
    "max-min": "the announced decision is not the max-min option of the recorded verdicts",
    "deadlock-false": "a deadlock was announced, but the recorded verdicts have a max-min option",
    "max-min-claim": (
        "receipt's max_min_verified claim does not match the recomputation, which holds"
    ),
    "roster-malformed": "the list of participants is not a list of names",
    "roster-repeated": "the list of participants names {owner} twice",
    "roster-differs": "the list of participants is not the set of owners in the record",
    "verdict-signatures-partial": (
        "{signed} of {count} verdicts are signed: either all verdicts are or none is"
    ),
    "verdict-signature-invalid": (
        "a verdict's signature does not fit its key and content (option {option}, {owner}; "
        "{count} in all)"
    ),
    "verdict-signatures-unchecked": (
        "the signatures of {count} verdicts could not be checked: no Ed25519 library here"
    ),
    "owner-keys": "{owner} signs with more than one key",
    "key-owners": "one key signs for several owners: {owners}",
    "acceptances-malformed": "the acceptances are not a list",
    "acceptances-too-many": "there are {count} acceptances, more than any decision has",
    "acceptance-malformed": "acceptance {number} does not have exactly the six fields of one",
    "acceptance-owner": "acceptance {number} has no owner's name",
    "acceptance-stranger": "{owner}: acceptance by somebody who is not in the record",
    "acceptance-repeated": "{owner}: more than one acceptance",
    "acceptance-undecided": "{owner}: acceptance says neither true nor false on accepted",
    "acceptance-not-canonical": (
        "{owner}: acceptance holds a value that no record can hold, such as the reserved key "
        '"__tuple__"'
    ),
    "acceptance-not-bound": "{owner}: acceptance is not bound to this record and this decision",
    "acceptance-signatures-partial": (
        "{signed} of {count} acceptances are signed: either all acceptances are or none is"
    ),
    "acceptance-signature-invalid": (
        "{owner}: the acceptance's signature does not fit its key and content"
    ),
    "acceptance-signature-unchecked": (
        "{owner}: the acceptance's signature could not be checked: no Ed25519 library here"
    ),
    "unanimous-claim": "receipt's unanimous_acceptance claim does not match the recomputation",
    **PROOF_FINDINGS,
}
"""What is wrong (exit code 1)."""

NOTES = {
    "no-pynacl": (
        'Signatures cannot be checked without PyNaCl: pip install "parley[crypto]". Until then a '
        "receipt that carries any fails."
    ),
    "declined": "Declined by {owners}. The status 'agreed' says only that an option was picked.",
    "answers-missing": (
        "{count} of {people} participants have answered the record. The status 'agreed' says only "
        "that an option was picked."
    ),
    "tie-listed-order": (
        "{count} options tie exactly, in lowest score and in total: the order in which the options "
        "are listed decided, and nothing signs that order."
    ),
    "scores-unmasked": (
        "Rejected options carry a score other than 0 here ({count} in all): an older record, which "
        "shows more about its people than it needs to."
    ),
    "names-alike": "These names look alike and are different: {names}.",
    "further-fields": "Not read and not covered by any check: {fields}.",
    **PROOF_NOTES,
}
"""What a reader should know although it is not wrong."""

NOT_PROVED = {
    "unsigned": (
        "That nobody made this up. Without signatures every field is public material: an edit of "
        "the finished record shows, a record written from scratch to fit its own hash does not, "
        "nor does an answer to it that somebody else gave or turned round."
    ),
    "signer-identity": (
        "Who signed. A key stands only in the record that it signs, so a valid signature shows "
        "that the text did not change afterwards, not whose hand it was; the coordinator can make "
        "keys too."
    ),
    "roster-by-coordinator": (
        "That these were all the people, and all their answers. The list of participants comes "
        "from the same hand as the record: compare it with whom you know took part. Where not "
        "everybody accepted, an answer can have been left out."
    ),
    "own-copy": (
        "That this is the record you saw. Compare the recomputed hash with the one you were shown "
        "when you accepted; a consistent rewrite of everything has another hash and passes here."
    ),
    "red-lines": (
        "That your red lines held. No sheet is in a receipt: replay your own on the decision "
        "(verify_non_betrayal), where nobody else can see it."
    ),
    "freshness": (
        "That the answers were given for this decision. A verdict carries no session and no date, "
        "so a signed one can be used again wherever the same option is asked about."
    ),
    "not-covered": (
        "The title, anything beyond the nine fields, and the order in which participants and "
        "acceptances are listed. No check covers them: anyone can change them without a trace."
    ),
}
"""What no check of a nine-field receipt can show, whatever its outcome; in this order."""
