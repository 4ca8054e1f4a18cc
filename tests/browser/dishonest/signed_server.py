"""A server that cheats in signed decisions, with the very key that signs their agendas.

Which cheat, and who is shown it, stands in the file `cheat` of its folder while it runs: a name of
`signed_cheats.CHEATS` or of `MADE`, then names of people, or `*` for everybody. Without the file it
is honest. What it keeps is always honest; only what it shows, or makes of a proposal, is not.
"""

from collections.abc import Callable
from dataclasses import replace

from django.apps import AppConfig
from django.conf import settings

MADE = {
    "made_otherwise": {"title": "Which flat do we buy?"},
    "made_unsigned": {"signed": False},
}


def chosen() -> tuple[str, list[str]]:
    """The cheat of this moment and whom it is for."""
    try:
        name, *people = (settings.VAR_DIR / "cheat").read_text().split()
    except (FileNotFoundError, ValueError):
        return "", []
    return name, people


class SignedServer(AppConfig):
    name = "tests.browser.dishonest"

    def ready(self) -> None:
        from negotiation.services import creating, reading

        reading.state_of = telling(reading.state_of)
        creating._create = making(creating._create)


def telling(state_of: Callable) -> Callable:
    def told(decision: object, *given: object) -> dict:
        from tests.browser.dishonest.signed_cheats import CHEATS, Shown

        state = state_of(decision, *given)
        cheat, people = chosen()
        if cheat in CHEATS and (people == ["*"] or (state["me"] or {}).get("owner") in people):
            CHEATS[cheat](Shown(state, decision))
        return state

    return told


def making(create: Callable) -> Callable:
    def made(proposal: object, *secrets: str) -> object:
        return create(replace(proposal, **MADE.get(chosen()[0], {})), *secrets)

    return made
