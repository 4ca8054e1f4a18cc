"""What Ana's browser remembers, and what it says to what a server shows."""

from parley.net.identity import check_signature
from parley.protocol.before_closing import Remembered, Shown, check_before_closing
from tests.parley.protocol.group import ANA, HANDS


def shown(made, **changes):
    """What an honest server shows of a round."""
    texts = {**made.texts(), **changes}
    return Shown(**{name: tuple(v) if isinstance(v, list) else v for name, v in texts.items()})


def remembered(made, name=ANA, **changes):
    """What an honest course of things leaves in a browser."""
    mine = next((text for text in made.ballots if text.key == HANDS[name].key), None)
    values = {
        "owner": name,
        "key": HANDS[name].key,
        "ballot": mine.text if mine else None,
        "agendas_seen": (made.agenda.digest,),
        "rosters_seen": (made.roster.digest,),
        "coordinator": made.agenda.key,
        "link_code": made.round.agenda.code,
        **changes,
    }
    return Remembered(**values)


def look(server, mine, *, accept=True):
    """The answer of the seven checks."""
    return check_before_closing(server, mine, check_signature, accept=accept)


def verdicts(server, mine, *, accept=True):
    """(passed, code) by check."""
    found = look(server, mine, accept=accept)
    return {check["id"]: (check["passed"], check["code"]) for check in found.checks}


def failures(server, mine, *, accept=True):
    """Code by check, of those that failed."""
    return {
        id: code
        for id, (passed, code) in verdicts(server, mine, accept=accept).items()
        if passed is False
    }
