"""What one owner's agent answers to a room it does not trust, whatever carries the messages.

    card                                    -> {"owner", "pubkey_hex", "protocol"}
    consider {"options": [...]}             -> {"verdicts": [one signed verdict per option]}
    ratify   {"transcript": {...}}          -> the owner's signed acceptance

All options are asked about at once, so that at the end the agent can tell whether one was left out.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from parley.agent import Agent
from parley.canonical import canonical_json, same
from parley.consensus import verify_outcome
from parley.net.identity import Identity, verify_transcript
from parley.preferences import PreferenceSheet
from parley.ratify import RatifyError, ratify
from parley.transcript import Transcript, verdict_to_dict

MAX_OPTIONS = 1000
MAX_QUESTIONS = 1000


class AgentRefusal(ValueError):
    """A message that the agent does not act on.

    `code` is `"malformed"` (the message is not of its shape), `"sheet-fails"` (the sheet cannot say
    anything about an option), or why it does not ratify: `"not-asked"` (not exactly the options it
    was asked about), `"signatures"`, `"winner"` (the decision does not follow from the verdicts),
    `"own-verdicts"` (its own are not what it said), `"sheet"` (the sheet rejects the decision).
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OwnerAgent:
    """Answers from one private sheet and signs with one key. Needs PyNaCl.

    Not guaranteed: that answers to many questions hide a limit. Whatever carries the messages must
    bound how often it can be asked.
    """

    def __init__(self, sheet: PreferenceSheet, identity: Identity) -> None:
        self._agent = Agent(sheet.owner, sheet)
        self._identity = identity
        self._asked: OrderedDict[str, None] = OrderedDict()

    def card(self) -> dict[str, str]:
        """Return the public card as plain data."""
        card = self._identity.card()
        return {"owner": card.owner, "pubkey_hex": card.pubkey_hex, "protocol": card.protocol}

    def consider(self, message: Any) -> dict[str, Any]:
        """Return one signed verdict per option, in order. Raises `AgentRefusal`."""
        options = _field(message, "options")
        if not isinstance(options, list) or not 1 <= len(options) <= MAX_OPTIONS:
            raise _malformed()
        asked = _asked(options)
        verdicts = [self._verdict(option) for option in options]
        self._asked[asked] = None
        self._asked.move_to_end(asked)
        if len(self._asked) > MAX_QUESTIONS:
            self._asked.popitem(last=False)
        return {"verdicts": verdicts}

    def ratify(self, message: Any) -> dict[str, Any]:
        """Return the signed acceptance of a finalized record, after replaying everything that the
        owner can check alone. A deadlock is acknowledged. Raises `AgentRefusal`."""
        try:
            transcript = Transcript.from_dict(_field(message, "transcript"))
        except ValueError:
            raise _malformed() from None
        if _asked([entry["option"] for entry in transcript.entries]) not in self._asked:
            raise AgentRefusal("not-asked", "These are not the options that were asked about.")
        if not verify_outcome(transcript):
            raise AgentRefusal("winner", "The decision does not follow from the verdicts.")
        if not verify_transcript(transcript, require_signed=True):
            raise AgentRefusal("signatures", "A verdict is not signed, or its signature is wrong.")
        if not all(map(self._is_as_said, transcript.entries)):
            raise AgentRefusal("own-verdicts", "The owner's own verdicts are not as they were.")
        try:
            acceptance = ratify(self._agent.sheet, transcript, True, self._identity.sign_acceptance)
        except RatifyError:
            raise AgentRefusal(
                "sheet", "The owner's sheet does not accept this decision."
            ) from None
        return acceptance.to_dict()

    def _verdict(self, option: Any) -> dict[str, Any]:
        try:
            verdict = self._agent.consider(option)
        # A sheet may hold code of its owner's, and what goes wrong in it is nobody's business.
        except Exception:
            raise AgentRefusal("sheet-fails", "The sheet says nothing about an option.") from None
        sig = self._identity.sign_verdict(option, verdict)
        key = self._identity.card().pubkey_hex
        return verdict_to_dict(replace(verdict, sig=sig, pubkey_hex=key))

    def _is_as_said(self, entry: dict[str, Any]) -> bool:
        own = [one for one in entry["verdicts"] if one["owner"] == self._agent.owner]
        return len(own) == 1 and same(own[0], self._verdict(entry["option"]))


def _asked(options: list[Any]) -> str:
    try:
        texts = [canonical_json(option) for option in options]
    except TypeError:
        raise _malformed() from None
    if len(set(texts)) != len(texts) or None in options:
        raise _malformed()
    return canonical_json(texts)


def _field(message: Any, name: str) -> Any:
    if not isinstance(message, dict) or message.keys() != {name}:
        raise _malformed()
    return message[name]


def _malformed() -> AgentRefusal:
    return AgentRefusal("malformed", "This message is not of the agreed form.")
