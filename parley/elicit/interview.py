"""The six questions, and one person's answers to them."""

from __future__ import annotations

from dataclasses import dataclass, field

PROMPTS: tuple[tuple[str, str], ...] = (
    ("desired_outcome", "What would a good outcome look like for you?"),
    ("unacceptable", "What can you not accept, whatever else is offered?"),
    ("acceptable_costs", "What would you put up with, if the rest is right?"),
    ("priorities", "What matters more to you, and what less?"),
    ("private_info", "What should be considered, but never be told to the others?"),
    ("fallback", "If nothing fits everybody, what would you rather have?"),
)
"""Pairs of id and question, in the order in which they are asked."""

PROMPT_IDS = frozenset(prompt_id for prompt_id, _ in PROMPTS)


@dataclass
class Interview:
    """One participant's interview. Private.

    `token` is the capability to confirm and revise what comes of it: whoever holds it can speak for
    the participant. `answers` has the answered prompts by id.
    """

    interview_id: str
    case_id: str
    participant_id: str
    token: str = field(repr=False)
    answers: dict[str, str] = field(default_factory=dict, repr=False)
    prompts: tuple[tuple[str, str], ...] = PROMPTS

    def next_prompt(self) -> tuple[str, str] | None:
        """Return the first unanswered pair of id and question, or None."""
        return next((prompt for prompt in self.prompts if prompt[0] not in self.answers), None)
