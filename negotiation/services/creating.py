"""Making a decision."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from negotiation import events, links
from negotiation.keys import new_coordinator_key, signer
from negotiation.models import Decision, Round
from negotiation.proposal import Proposal, agenda_text
from negotiation.refusals import Refusal
from parley.agenda import agenda_digest
from parley.protocol.round import sign_agenda


@dataclass(frozen=True)
class Created:
    """A new decision's id, and where it is signed its agenda as signed text."""

    decision: str
    agenda: str | None


def create(proposal: Proposal, group_secret: str, organiser_secret: str) -> Created:
    """Keeps the decision with its first round, and where it is signed a key of its own.

    The secrets are the page's own; of them only hashes are kept. Asked again with the same ones,
    as after an answer that got lost, it makes nothing and returns the same.

    Raises Invalid when the whole is too large, and Refusal `made-already` when the secrets belong
    to a decision that asks something else.
    """
    try:
        return _create(proposal, group_secret, organiser_secret)
    except IntegrityError:
        # Another request with these secrets was faster.
        return _create(proposal, group_secret, organiser_secret)


@transaction.atomic
def _create(proposal: Proposal, group_secret: str, organiser_secret: str) -> Created:
    group_hash, organiser_hash = map(links.secret_hash, (group_secret, organiser_secret))
    made = Decision.objects.filter(organiser_hash=organiser_hash).first()
    if made is not None:
        first = made.rounds.get(number=1)
        asked = agenda_text(proposal, made.id, made.coordinator)
        if (made.group_hash, made.is_signed, first.agenda) != (group_hash, proposal.signed, asked):
            raise Refusal("made-already")
        return Created(made.id, first.signed_agenda)
    decision_id = links.new_id()
    key = new_coordinator_key() if proposal.signed else None
    agenda = agenda_text(proposal, decision_id, key.public if key else None)
    signed_agenda = sign_agenda(agenda, signer(key)).text if key else None
    decision = Decision.objects.create(
        id=decision_id,
        group_hash=group_hash,
        organiser_hash=organiser_hash,
        people=proposal.people,
        names=proposal.names,
        coordinator=key.public if key else None,
        coordinator_secret=key.sealed if key else None,
    )
    Round.objects.create(
        decision=decision,
        number=1,
        agenda=agenda,
        agenda_digest=agenda_digest(agenda),
        signed_agenda=signed_agenda,
    )
    events.append(decision, events.Kind.CREATED)
    return Created(decision_id, signed_agenda)
