"""What a signed decision must not tell: its keys, in an error or a log, whatever fails."""

import base64
import logging

import pytest
from nacl.signing import SigningKey

from negotiation.models import Decision
from parleysite.quiet_logging import QuietFormatter
from tests.negotiation.room import LIKES_THE_FIRST, new_room, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def printed():
    """What the site's formatter makes of everything that anybody logs."""
    lines = []

    class Collector(logging.Handler):
        def emit(self, record):
            lines.append(QuietFormatter().format(record))

    loggers = [logging.getLogger(name) for name in (None, "django", "negotiation", "asyncio")]
    collector, levels = Collector(), [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(collector)
        logger.setLevel(logging.DEBUG)
    yield lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(collector)
        logger.setLevel(level)


def fail(*args, **kwargs):
    raise RuntimeError(f"{args} {kwargs}")


@pytest.mark.parametrize(
    "place",
    [
        "negotiation.services.signing.signer",
        "negotiation.services.signing.sign_roster",
        "negotiation.services.keeping.build_signed_receipt",
        "negotiation.services.answering.take_ballot",
    ],
)
def test_where_signing_fails_neither_the_answer_nor_the_log_tells_of_keys_and_people(
    monkeypatch, settings, printed, place
):
    coordinator = SigningKey.generate()
    monkeypatch.setattr(SigningKey, "generate", lambda: coordinator)
    room = new_room(people=2, signed=True)
    monkeypatch.undo()
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    text = bob.ballot(LIKES_THE_FIRST)
    monkeypatch.setattr(place, fail)
    response = bob.send(text, None)
    assert refused(response, 500, "broken")
    assert any("in fail" in line for line in printed)
    decision = Decision.objects.get()
    sealed = bytes(decision.coordinator_secret)
    secrets = [bytes(coordinator), bytes(bob.key), settings.COORDINATOR_KEY, sealed]
    hidden = ["Ana", "Bob", text, room.group_secret, bob.return_secret, decision.id]
    hidden += [secret.hex() for secret in secrets]
    hidden += [base64.b64encode(secret).decode() for secret in secrets]
    hidden += [repr(secret) for secret in secrets]
    told = "\n".join([*printed, response.content.decode()])
    assert not [one for one in hidden if one in told]
    monkeypatch.undo()
    assert bob.send(text, None).status_code == 200
    assert bob.state()["state"] == "ratifying"


def test_a_key_that_cannot_be_opened_is_said_without_any_of_it(settings, printed):
    room = new_room(people=2, signed=True)
    ana, bob = room.people("Ana", "Bob")
    ana.answer(LIKES_THE_FIRST)
    text = bob.ballot(LIKES_THE_FIRST)
    settings.COORDINATOR_KEY = b"K" * 32
    response = bob.send(text, None)
    assert refused(response, 503, "key-unreadable")
    told = "\n".join([*printed, response.content.decode()])
    sealed = bytes(Decision.objects.get().coordinator_secret)
    for hidden in ("KKKK", (b"K" * 32).hex(), sealed.hex(), "Ana", "Bob", room.decision):
        assert hidden not in told
