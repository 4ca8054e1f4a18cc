"""The border of a private sheet: one masked verdict per option, and nothing else, leaves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parley.preferences import PreferenceSheet

REASON_OK = "ok"
REASON_RED_LINE = "red-line"


@dataclass(frozen=True)
class Verdict:
    """What one owner says in public about one option.

    `score` is in [0, 1]; `reason` is `"ok"` or `"red-line"` (`ValueError` otherwise) and never says
    which line was crossed. `sig` and `pubkey_hex` are lower-case hex or None.
    """

    owner: str
    acceptable: bool
    score: float
    reason: str
    sig: str | None = None
    pubkey_hex: str | None = None

    def __post_init__(self) -> None:
        if self.reason not in (REASON_OK, REASON_RED_LINE):
            raise ValueError('the reason of a verdict is "ok" or "red-line"')


class Agent:
    """Answers for one owner from the owner's sheet, which it never hands out."""

    def __init__(self, owner: str, sheet: PreferenceSheet) -> None:
        self.owner = owner
        self.sheet = sheet

    def consider(self, option: Any) -> Verdict:
        """Return the masked verdict on `option`: a rejected one scores 0.0 whatever the sheet says,
        so that crossing one line or three, with any utility, gives the identical verdict.

        Raises what the sheet's own code raises. Not guaranteed: that the pattern of many verdicts
        hides a limit; enough options that differ in one number pin it down.
        """
        evaluation = self.sheet.evaluate(option)
        if evaluation.feasible:
            return Verdict(self.owner, True, evaluation.score, REASON_OK)
        return Verdict(self.owner, False, 0.0, REASON_RED_LINE)
