"""What follows from a round's record and its closings."""

import json

from negotiation.models import Closing, Round
from parley.ratify import Acceptance
from parley.transcript import Transcript


def record_of(round_: Round) -> Transcript:
    """The record of a round that has one."""
    return Transcript.from_dict(json.loads(round_.transcript))


def participants(round_: Round) -> list[str]:
    """Who answered and is in the record, in its order: that of code points."""
    ballots = round_.ballots.filter(seat__removed_at__isnull=True)
    return sorted(ballots.values_list("seat__owner", flat=True))


def acceptances(round_: Round) -> list[Acceptance]:
    """The closings so far, in code-point order of owner, which tells nothing of when they came."""
    bodies = Closing.objects.filter(round=round_).values_list("body", flat=True)
    read = [Acceptance(**json.loads(body)) for body in bodies]
    return sorted(read, key=lambda acceptance: acceptance.owner)


def closing_word(status: str, accepted: bool) -> str:
    """`seen` for a deadlock, else `accepted` or `declined`."""
    if status == "deadlock":
        return "seen"
    return "accepted" if accepted else "declined"
