"""The draft of a sheet, the confirmed sheet, and the page on which a person reads either."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.canonical import canonical_json
from parley.elicit.items import Clarification, Rejected, SheetItem
from parley.elicit.plain import is_plain
from parley.spec import PartySpec, UtilityTerm
from parley.visible import visible


@dataclass(frozen=True)
class SheetDraft:
    """A proposal that binds nobody. `version` counts up with every change; `token` is the one of
    the interview. Changing the lists of a draft changes nothing about what can be confirmed."""

    draft_id: str
    participant_id: str
    shared_claims: list[str]
    hard: list[SheetItem]
    utility: list[SheetItem]
    needs_clarification: list[Clarification]
    rejected: list[Rejected]
    version: int
    token: str = field(repr=False)

    def review(self) -> str:
        """Return the draft in plain words: what must never be violated, what is preferred, and what
        was not understood. Everything in it is shown with hidden characters made visible."""
        return render(
            self.hard, self.utility, self.shared_claims, self.needs_clarification, self.rejected
        )


@dataclass(frozen=True)
class ConfirmedSheet:
    """What a participant confirmed: it never changes. `rendered` is the page as it was confirmed.

    `hard` and `utility` are tuples of items, handed out as copies.
    """

    sheet_id: str
    participant_id: str
    version: int
    rendered: str = field(repr=False)
    shared_claims: tuple[str, ...] = field(repr=False)
    token: str = field(repr=False)
    _hard: tuple[SheetItem, ...] = field(repr=False)
    _utility: tuple[SheetItem, ...] = field(repr=False)

    @property
    def hard(self) -> tuple[SheetItem, ...]:
        """The red lines."""
        return copy.deepcopy(self._hard)

    @property
    def utility(self) -> tuple[SheetItem, ...]:
        """The wishes."""
        return copy.deepcopy(self._utility)

    def to_party_spec(self) -> PartySpec:
        """Return red lines and wishes as a party, sharing nothing with this sheet."""
        return PartySpec(
            self.participant_id,
            [item.data for item in self.hard],
            [item.data for item in self.utility],
        )


def render(
    hard: Sequence[SheetItem],
    utility: Sequence[SheetItem],
    claims: Sequence[str],
    questions: Sequence[Clarification] = (),
    rejected: Sequence[Rejected] = (),
) -> str:
    """Return the plain-language page of a draft or sheet; see `SheetDraft.review`."""
    lines = ["These must never be violated:"]
    lines += [f"  {item.item_id}  {visible(item.data.describe())}" for item in hard]
    lines += [] if hard else ["  nothing"]
    lines += ["", "You prefer:"]
    lines += [f"  {item.item_id}  {_wish(item.data)}" for item in utility]
    lines += [] if utility else ["  nothing"]
    if claims:
        lines += ["", "You say:", *(f"  - {visible(claim, 500)}" for claim in claims)]
    lines += ["", "This was not understood:"]
    lines += [f"  {one.item_id}  {visible(one.question, 500)}" for one in questions]
    lines += [f"  left out, {visible(one.reason)}: {_raw(one.raw)}" for one in rejected]
    lines += [] if questions or rejected else ["  nothing"]
    return "\n".join(lines) + "\n"


def _wish(term: UtilityTerm) -> str:
    if term.prefer is not None:
        says = f"{term.attr} = {canonical_json(term.prefer)}"
    elif term.direction is not None and term.lo is not None and term.hi is not None:
        better = "more" if term.direction == "higher" else "less"
        says = f"{term.attr}: {better} is better, from {term.lo} to {term.hi}"
    else:
        says = f"{term.attr}: says nothing without a value, or a direction and a range"
    return visible(f"{says} (weight {term.weight})")


def _raw(raw: Any) -> str:
    return visible(canonical_json(raw)) if is_plain(raw) else "cannot be shown"
