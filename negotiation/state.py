"""What one browser may see of a decision.

While answers are still coming in, nothing of any answer is part of it, not even its digest, except
to the seat that sent it. The outcome goes to seats and the organiser only.
"""

import json
from typing import Any

from negotiation.access import Access
from negotiation.events import Kind
from negotiation.models import Decision, Round, Seat
from negotiation.outcome import (
    acceptances,
    closing_word,
    participants,
    signed_ballots,
    signed_closings,
)

MOST_EVENTS = 200

# What an organiser did to others stays in sight, however much happens afterwards.
_ALWAYS_SHOWN = (
    Kind.REMOVED.value,
    Kind.NEW_KEY.value,
    Kind.ENDED_EARLY.value,
    Kind.CANCELLED.value,
    Kind.VOID.value,
)


def state_of(decision: Decision, round_: Round, access: Access) -> dict[str, Any]:
    """The JSON-ready state; reads the database, and expects the decision to be locked.

    What only a signed decision has (`signed_agenda`; `key` and `ballot` of `me`; `roster`,
    `ballots` and `closings` of `outcome`) is null in an unsigned one.
    """
    digests = dict(round_.ballots.values_list("seat_id", "digest"))
    closings = {
        closing.seat_id: closing_word(round_.status, json.loads(closing.body)["accepted"])
        for closing in round_.closings.all()
    }
    seats = list(decision.seats.filter(removed_at__isnull=True).order_by("joined_at", "id"))
    own = access.active_seat
    return {
        "version": decision.version,
        "state": decision.state,
        "round": round_.number,
        "agenda": round_.agenda,
        "agenda_digest": round_.agenda_digest,
        "signed_agenda": round_.signed_agenda,
        "people": decision.people,
        "names": decision.names,
        "seats": [
            {
                "seat": seat.id,
                "owner": seat.owner,
                "status": closings.get(seat.id) or ("answered" if seat.id in digests else "joined"),
            }
            for seat in seats
        ],
        "answered": sum(seat.id in digests for seat in seats),
        "closed": len(closings),
        "me": _me(own, round_, digests, closings) if own else None,
        "removed": access.seat is not None and own is None,
        "organiser": access.organiser,
        "events": _events(decision),
        "outcome": _outcome(round_) if round_.transcript and (own or access.organiser) else None,
    }


def _me(
    seat: Seat, round_: Round, digests: dict[str, str], closings: dict[str, str]
) -> dict[str, Any]:
    ballot = round_.ballots.filter(seat=seat).first()
    return {
        "seat": seat.id,
        "owner": seat.owner,
        "digest": digests.get(seat.id),
        "closing": closings.get(seat.id),
        "key": seat.key,
        "ballot": ballot.signed if ballot else None,
    }


def _events(decision: Decision) -> list[dict[str, Any]]:
    """All events of the kinds always shown and the newest others, oldest first."""
    always = decision.events.filter(kind__in=_ALWAYS_SHOWN)
    newest = decision.events.exclude(kind__in=_ALWAYS_SHOWN).order_by("-number")[:MOST_EVENTS]
    return [
        {
            "number": event.number,
            "kind": event.kind,
            "owner": event.owner,
            "at": event.at.isoformat(timespec="seconds"),
        }
        for event in sorted([*always, *newest], key=lambda event: event.number)
    ]


def _outcome(round_: Round) -> dict[str, Any]:
    is_signed = round_.signed_roster is not None
    return {
        "transcript": round_.transcript,
        "transcript_hash": round_.transcript_hash,
        "status": round_.status,
        "participants": participants(round_),
        "acceptances": [acceptance.to_dict() for acceptance in acceptances(round_)],
        "roster": round_.signed_roster,
        "ballots": signed_ballots(round_) if is_signed else None,
        "closings": signed_closings(round_) if is_signed else None,
    }
