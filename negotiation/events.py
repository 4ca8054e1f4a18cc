"""The log of a decision: each entry gives the decision its next version."""

from django.db.models import TextChoices

from negotiation.broadcasting import announce
from negotiation.models import Decision, Event


class Kind(TextChoices):
    """What can happen."""

    CREATED = "created"
    JOINED = "joined"
    ANSWERED = "answered"
    CHANGED = "changed"
    REMOVED = "removed"
    NEW_KEY = "new-key"
    ENDED_EARLY = "ended-early"
    ALL_IN = "all-in"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    SEEN = "seen"
    AGREED = "agreed"
    DEADLOCK = "deadlock"
    CANCELLED = "cancelled"
    VOID = "void"


def append(decision: Decision, kind: Kind, owner: str | None = None) -> None:
    """Adds one event and saves the decision, with whatever else changed on it.

    The caller holds the decision's row locked, so that numbers follow each other without gaps.
    """
    decision.version += 1
    decision.save()
    Event.objects.create(decision=decision, number=decision.version, kind=kind.value, owner=owner)
    announce(decision.id, decision.version, kind.value)
