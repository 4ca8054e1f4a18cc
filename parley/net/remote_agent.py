"""Somebody else's agent, as a room sees it: every reply is checked before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parley.agent import Verdict
from parley.canonical import canonical_json
from parley.names import OwnerError, clean_owner
from parley.net.http import HttpError, check_address, get_json, post_json
from parley.net.identity import (
    PROTOCOL,
    AgentCard,
    check_signature,
    is_well_formed,
    verdict_signature_holds,
    verify_acceptance,
)
from parley.ratify import Acceptance, is_bound
from parley.transcript import VERDICT_FIELDS, Transcript, verdict_fault

MAX_REPLY_BYTES = 4 * 1024 * 1024
SECONDS = 15.0

_CARD_FIELDS = frozenset({"owner", "pubkey_hex", "protocol"})
# What an agent says when it does not ratify; anything else is not repeated.
REFUSALS = frozenset({"not-asked", "winner", "signatures", "own-verdicts", "sheet"})


class RemoteAgentError(ValueError):
    """An agent that cannot be reached, or whose reply does not count.

    `code` is `"unreachable"`, `"refused"` (another status than 200), `"malformed"`, `"wrong-key"`
    (signed by another key than the card's, or not at all), `"unbound"` (about something else), or
    one of `REFUSALS`. The message is a plain sentence without the token.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RemoteAgent:
    """One agent at one address; after `meet` and `ask` it can take part in `run_consensus`."""

    def __init__(self, address: str, token: str, *, timeout: float = SECONDS) -> None:
        """Take an address and the bearer token that the agent's owner gave. Raises
        `parley.net.http.HttpError` for an address that may not be asked."""
        self.address = check_address(address).rstrip("/")
        self._token = token
        self._timeout = timeout
        self._card: AgentCard | None = None
        self._verdicts: dict[str, Verdict] = {}

    def __repr__(self) -> str:
        return f"RemoteAgent({self.address!r})"

    @property
    def card(self) -> AgentCard:
        """The card it showed to `meet`."""
        if self._card is None:
            raise RemoteAgentError("malformed", "The agent was not met yet.")
        return self._card

    @property
    def owner(self) -> str:
        """Whose agent it says it is."""
        return self.card.owner

    def meet(self) -> AgentCard:
        """Ask for the card and keep it: from now on only its key counts. Raises
        `RemoteAgentError`."""
        card = self._request("card")
        if not isinstance(card, dict) or card.keys() != _CARD_FIELDS:
            raise _malformed("card")
        owner, key = card["owner"], card["pubkey_hex"]
        try:
            is_clean = clean_owner(owner) == owner
        except OwnerError:
            is_clean = False
        if not is_clean or card["protocol"] != PROTOCOL or not is_well_formed(key, "0" * 128):
            raise _malformed("card")
        self._card = AgentCard(owner, key)
        return self._card

    def ask(self, options: Sequence[Any]) -> None:
        """Ask about all options and keep the verdicts. Raises `RemoteAgentError`."""
        reply = self._request("consider", {"options": list(options)})
        if not isinstance(reply, dict) or reply.keys() != {"verdicts"}:
            raise _malformed("answer")
        verdicts = reply["verdicts"]
        if not isinstance(verdicts, list) or len(verdicts) != len(options):
            raise _malformed("answer")
        for option, verdict in zip(options, verdicts, strict=True):
            if not isinstance(verdict, dict) or verdict.keys() != VERDICT_FIELDS:
                raise _malformed("answer")
            if verdict_fault(verdict) not in (None, "signature") or verdict["owner"] != self.owner:
                raise _malformed("answer")
            is_its_own = verdict["pubkey_hex"] == self.card.pubkey_hex
            if not is_its_own or not verdict_signature_holds(option, verdict, check_signature):
                raise _wrong_key()
            self._verdicts[canonical_json(option)] = Verdict(**verdict)

    def consider(self, option: Any) -> Verdict:
        """Return the verdict that `ask` got for this option. Raises `KeyError` for another one."""
        return self._verdicts[canonical_json(option)]

    def ratify(self, transcript: Transcript) -> Acceptance:
        """Send the record and return the signed acceptance. Raises `RemoteAgentError`."""
        reply = self._request("ratify", {"transcript": transcript.to_dict()})
        try:
            acceptance = Acceptance.from_dict(reply)
        except ValueError:
            raise _malformed("acceptance") from None
        if acceptance.owner != self.owner or acceptance.pubkey_hex != self.card.pubkey_hex:
            raise _wrong_key()
        if not is_bound(acceptance, transcript.hash(), transcript.result["decision"]):
            raise RemoteAgentError("unbound", "It accepted something else than this record.")
        if not verify_acceptance(acceptance):
            raise _wrong_key()
        return acceptance

    def _request(self, path: str, message: Any = None) -> Any:
        address = f"{self.address}/{path}"
        bounds = {"token": self._token, "timeout": self._timeout, "most": MAX_REPLY_BYTES}
        try:
            if message is None:
                status, reply = get_json(address, **bounds)
            else:
                status, reply = post_json(address, message, **bounds)
        except HttpError as error:
            raise RemoteAgentError("unreachable", str(error)) from None
        if status == 200:
            return reply
        code = reply.get("code") if isinstance(reply, dict) else None
        if status == 409 and isinstance(code, str) and code in REFUSALS:
            raise RemoteAgentError(code, f"It does not ratify: {code}.")
        raise RemoteAgentError("refused", f"It answered {status}.")


def _malformed(what: str) -> RemoteAgentError:
    return RemoteAgentError("malformed", f"Its {what} is not of the agreed form.")


def _wrong_key() -> RemoteAgentError:
    return RemoteAgentError("wrong-key", "Its reply is not signed by the key on its card.")
