"""An outcome in a few lines: what was decided, and what everybody said in public."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parley.canonical import canonical_json
from parley.consensus import AGREED, pick, recorded_pairs
from parley.transcript import Transcript
from parley.visible import visible


def plain_name(option: Any) -> str:
    """Return what an option of any shape is called: its label, name, title or id, else its text."""
    if isinstance(option, dict):
        for key in ("label", "name", "title", "id"):
            if isinstance(option.get(key), str) and option[key]:
                return visible(option[key])
    return visible(canonical_json(option), 80)


def outcome_lines(transcript: Transcript, name: Callable[[Any], str] = plain_name) -> list[str]:
    """Return the decision of a finalized record, and per option everybody's masked answer. Owners
    and options are shown with every character visible."""
    agreed = transcript.result["status"] == AGREED
    winner = pick(recorded_pairs(transcript))
    lines = [
        f"Decision: {name(transcript.result['decision'])}"
        if agreed
        else "Deadlock: no option is acceptable to everybody."
    ]
    for index, entry in enumerate(transcript.entries):
        answers = [
            f"{visible(verdict['owner'])} "
            + (f"{verdict['score']:.2f}" if verdict["acceptable"] else "red line")
            for verdict in entry["verdicts"]
        ]
        mark = "*" if index == winner else " "
        lines.append(f"  {mark} {name(entry['option'])}: {', '.join(answers)}")
    return lines
