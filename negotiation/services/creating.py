"""Making a decision."""

from django.db import IntegrityError, transaction

from negotiation import events, links
from negotiation.models import Decision, Round
from negotiation.proposal import Proposal, agenda_text
from negotiation.refusals import Refusal
from parley.agenda import agenda_digest


def create(proposal: Proposal, group_secret: str, organiser_secret: str) -> str:
    """Keeps the decision with its first round and returns its id.

    The secrets are the page's own; of them only hashes are kept. Asked again with the same ones,
    as after an answer that got lost, it makes nothing and returns the same id.

    Raises Invalid when the whole is too large, and Refusal `made-already` when the secrets belong
    to a decision that asks something else.
    """
    try:
        return _create(proposal, group_secret, organiser_secret)
    except IntegrityError:
        # Another request with these secrets was faster.
        return _create(proposal, group_secret, organiser_secret)


@transaction.atomic
def _create(proposal: Proposal, group_secret: str, organiser_secret: str) -> str:
    group_hash, organiser_hash = map(links.secret_hash, (group_secret, organiser_secret))
    made = Decision.objects.filter(organiser_hash=organiser_hash).first()
    if made is not None:
        asked = made.rounds.get(number=1).agenda
        if made.group_hash != group_hash or asked != agenda_text(proposal, decision=made.id):
            raise Refusal("made-already")
        return made.id
    decision_id = links.new_id()
    agenda = agenda_text(proposal, decision=decision_id)
    decision = Decision.objects.create(
        id=decision_id,
        group_hash=group_hash,
        organiser_hash=organiser_hash,
        people=proposal.people,
        names=proposal.names,
    )
    Round.objects.create(
        decision=decision, number=1, agenda=agenda, agenda_digest=agenda_digest(agenda)
    )
    events.append(decision, events.Kind.CREATED)
    return decision_id
