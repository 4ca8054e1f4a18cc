"""What stands on one person's sheet while they write it, each entry under an id of its own."""

from __future__ import annotations

import json
from typing import Any

from parley.canonical import canonical_json
from parley.command.decide.lines import column_range
from parley.command.question import Question
from parley.sheet import FORMAT, SheetError, read_sheet
from parley.spec import Constraint, UtilityTerm
from parley.visible import visible


class Entries:
    """Red lines (`hard`) and wishes (`wishes`) by id. Ids are never used again."""

    def __init__(self, owner: str, question: Question) -> None:
        self.owner = owner
        self.question = question
        self.hard: dict[str, Constraint] = {}
        self.wishes: dict[str, dict[str, Any]] = {}
        self._count = 0

    def add(self, entry: Constraint | dict[str, Any], entry_id: str | None = None) -> str:
        """Add a red line or a wish and return its id. Raises `SheetError` for what cannot stand on
        a sheet."""
        is_hard = isinstance(entry, Constraint)
        trial = Entries(self.owner, self.question)
        (trial.hard if is_hard else trial.wishes)["trial"] = entry
        read_sheet(trial.sheet_text())
        if entry_id is None:
            self._count += 1
            entry_id = f"{'r' if is_hard else 'w'}{self._count}"
        (self.hard if is_hard else self.wishes)[entry_id] = entry
        return entry_id

    def add_term(self, term: UtilityTerm, entry_id: str) -> bool:
        """Add a wish that was drafted elsewhere, with the options' range where it has none; return
        whether it says something that can stand on a sheet."""
        wish: dict[str, Any] = {"attr": term.attr, "weight": term.weight}
        if term.prefer is not None:
            wish["prefer"] = term.prefer
        else:
            ends = column_range(term.attr, self.question)
            if term.direction is None or (ends is None and None in (term.lo, term.hi)):
                return False
            lo, hi = (
                own if own is not None else given
                for own, given in zip((term.lo, term.hi), ends or (None, None), strict=True)
            )
            wish |= {"direction": term.direction, "lo": lo, "hi": hi}
        try:
            self.add(wish, entry_id)
        except SheetError:
            return False
        return True

    def drop(self, entry_id: str) -> bool:
        """Remove an entry; return whether there was one."""
        found = self.hard.pop(entry_id, None) or self.wishes.pop(entry_id, None)
        return found is not None

    def show(self) -> str:
        """Return all entries in plain words, with what each red line leaves."""
        lines = ["These must never be violated:"]
        lines += [self.show_one(entry_id) for entry_id in self.hard] or ["  nothing"]
        lines += ["You prefer:"]
        lines += [self.show_one(entry_id) for entry_id in self.wishes] or ["  nothing"]
        return "\n".join(lines)

    def show_one(self, entry_id: str) -> str:
        """Return one entry in plain words."""
        if entry_id in self.hard:
            line = self.hard[entry_id]
            alone = Entries(self.owner, self.question)
            alone.hard[entry_id] = line
            return f"  {entry_id}  {visible(line.describe())}   ({alone.effect()})"
        wish = self.wishes[entry_id]
        if "prefer" in wish:
            says = f"{wish['attr']} = {canonical_json(wish['prefer'])}"
        else:
            says = f"{wish['attr']} {wish['direction']}, from {wish['lo']} to {wish['hi']}"
        return f"  {entry_id}  {visible(says)}   (weight {wish['weight']})"

    def effect(self) -> str:
        """Return how many options are left by the red lines."""
        answers = map(read_sheet(self.sheet_text()).answer, self.question.options)
        left = sum(answer.acceptable for answer in answers)
        return f"leaves {left} of {len(self.question.options)} options"

    def sheet_text(self, *, anything: bool = False) -> str:
        """Return the sheet as a file of `parley.sheet`."""
        return json.dumps(
            {
                "format": FORMAT,
                "owner": self.owner,
                "anything": anything,
                "red_lines": [line.to_dict() for line in self.hard.values()],
                "wishes": list(self.wishes.values()),
                "options": {},
                "python": [],
            },
            ensure_ascii=False,
        )
