"""What follows from a round's record and its closings."""

import json
from collections.abc import Iterable

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
    read = [json.loads(body) for body in bodies]
    if read and round_.signed_roster is not None:
        decided = record_of(round_).result["decision"]
        made = [
            Acceptance(one["owner"], decided, one["transcript_hash"], one["accepted"])
            for one in read
        ]
    else:
        made = [Acceptance(**one) for one in read]
    return sorted(made, key=lambda acceptance: acceptance.owner)


def signed_ballots(round_: Round) -> list[str]:
    """The signed ballots behind the record, in the order of the roster: that of code points."""
    ballots = round_.ballots.filter(seat__removed_at__isnull=True)
    return _by_owner(ballots.values_list("seat__owner", "signed"))


def signed_closings(round_: Round) -> list[str]:
    """The signed closings so far, in the order of the roster."""
    return _by_owner(round_.closings.values_list("seat__owner", "signed"))


def _by_owner(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [text for _owner, text in sorted(pairs)]


def closing_word(status: str, accepted: bool) -> str:
    """`seen` for a deadlock, else `accepted` or `declined`."""
    if status == "deadlock":
        return "seen"
    return "accepted" if accepted else "declined"
