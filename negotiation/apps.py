from django.apps import AppConfig


class NegotiationConfig(AppConfig):
    """Decisions: their seats, ballots, closings and the room."""

    name = "negotiation"
