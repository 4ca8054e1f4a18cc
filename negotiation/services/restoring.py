"""After a backup was put back: what was not finished in it ends."""

from django.db import transaction

from negotiation import events
from negotiation.models import Decision
from negotiation.services.locking import locked

State = Decision.State
UNFINISHED = (State.OPEN, State.RATIFYING)


def void_unfinished() -> int:
    """Ends every decision that is open or being ratified, where everyone sees it, and returns how
    many those were.

    After the backup was made this server may have signed a roster that the backup lacks; to sign
    another one would make it a liar. Nothing is deleted, and receipts stay as they are.
    """
    ids = Decision.objects.filter(state__in=UNFINISHED).values_list("id", flat=True)
    return sum(_void(decision_id) for decision_id in list(ids))


@transaction.atomic
def _void(decision_id: str) -> bool:
    decision = locked(decision_id)
    if decision.state not in UNFINISHED:
        return False
    decision.state = State.VOID
    events.append(decision, events.Kind.VOID)
    return True
