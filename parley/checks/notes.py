"""What a reader of a report should know although no check failed over it."""

from __future__ import annotations

from parley.checks.record import Receipt, Record
from parley.consensus import AGREED, count_tied
from parley.report import AcceptanceLine, Remark, note
from parley.visible import code_points, look_alike, visible


def notes_on(
    receipt: Receipt,
    record: Record | None,
    lines: list[AcceptanceLine],
    further: list[str],
    *,
    unchecked: bool,
    outcome_holds: bool,
    has_proof: bool = False,
) -> list[Remark]:
    """Return what a reader should know although no check failed over it."""
    notes = []
    if unchecked:
        notes.append(note("no-pynacl"))
    if record is not None:
        # With a proof the headline says it.
        if receipt["status"] == AGREED and not has_proof:
            notes += _answer_notes(record, lines)
        tied = count_tied(record.pairs) if outcome_holds else 0
        if tied > 1:
            code = "tie-agenda-order" if has_proof else "tie-listed-order"
            notes.append(note(code, count=tied))
        if record.unmasked_count:
            notes.append(note("scores-unmasked", count=record.unmasked_count))
        for group in look_alike(sorted(record.owners)):
            names = ", ".join(f"{visible(name)} ({code_points(name[:60])})" for name in group)
            notes.append(note("names-alike", names=names))
    if further:
        notes.append(note("further-fields", fields=", ".join(map(visible, further))))
    return notes


def _answer_notes(record: Record, lines: list[AcceptanceLine]) -> list[Remark]:
    notes = []
    declined = [line.owner for line in lines if line.accepted is False]
    if declined:
        notes.append(note("declined", owners=", ".join(declined)))
    answered = {line.owner for line in lines}
    if len(answered) < len(record.owners):
        notes.append(note("answers-missing", count=len(answered), people=len(record.owners)))
    return notes
