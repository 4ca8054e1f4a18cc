"""An owner's private sheet for an agent: a `parley-sheet/1` file, or one party of a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parley import strict
from parley.names import OwnerError, clean_owner
from parley.preferences import HardConstraint, PreferenceSheet
from parley.scoring import BEST_SCORE
from parley.sheet import MAX_SHEET_BYTES, Sheet, read_sheet
from parley.spec import PartySpec


class OwnerSheetError(ValueError):
    """A sheet that cannot be used. The message is a plain sentence that repeats nothing of it."""


def read_owner_sheet(path: str) -> PreferenceSheet:
    """Return the sheet in a file. Raises `OwnerSheetError`, also for a sheet with rules in Python:
    nothing here runs them."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_SHEET_BYTES + 1)
        data = strict.parse(content, max_bytes=MAX_SHEET_BYTES)
        if isinstance(data, dict) and "format" in data:
            return _from_sheet(read_sheet(content.decode("utf-8")))
        party = PartySpec.from_dict(data)
        if clean_owner(party.owner) != party.owner:
            raise OwnerSheetError("The owner's name is not in clean form.")
        return party.to_sheet()
    except OwnerError as error:
        raise OwnerSheetError(f"The owner's name cannot be used: {error}") from None
    except OSError:
        raise OwnerSheetError("The sheet cannot be opened.") from None
    except ValueError as error:
        if isinstance(error, OwnerSheetError):
            raise
        raise OwnerSheetError(f"The sheet cannot be used: {error}") from None


def _from_sheet(sheet: Sheet) -> PreferenceSheet:
    if any(rule.on for rule in sheet.python) and not sheet.anything:
        raise OwnerSheetError("The sheet has rules in Python, and an agent runs none.")

    def accepts(option: Any) -> bool:
        return sheet.answer(option).acceptable

    def score(option: Any) -> float:
        return sheet.answer(option).score_1024 / BEST_SCORE

    return PreferenceSheet(sheet.owner, [HardConstraint("the sheet", accepts)], score)
