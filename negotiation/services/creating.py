"""Making a decision."""

from dataclasses import dataclass

from django.db import transaction

from negotiation import events, links
from negotiation.models import Decision, Round
from negotiation.proposal import Proposal, agenda_text
from parley.agenda import agenda_digest


@dataclass(frozen=True)
class Created:
    """A new decision with its two secrets, which are known nowhere else from here on."""

    decision: str
    group_secret: str
    organiser_secret: str


@transaction.atomic
def create(proposal: Proposal) -> Created:
    """Keeps the decision with its first round. Raises Invalid when the whole is too large."""
    created = Created(links.new_id(), links.new_secret(), links.new_secret())
    agenda = agenda_text(proposal, decision=created.decision)
    decision = Decision.objects.create(
        id=created.decision,
        group_hash=links.secret_hash(created.group_secret),
        organiser_hash=links.secret_hash(created.organiser_secret),
        people=proposal.people,
        names=proposal.names,
    )
    Round.objects.create(
        decision=decision, number=1, agenda=agenda, agenda_digest=agenda_digest(agenda)
    )
    events.append(decision, events.Kind.CREATED)
    return created
