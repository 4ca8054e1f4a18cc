"""People who talk to a real server without a browser, for tests of what comes after them."""

from __future__ import annotations

import http.cookiejar
import json
import re
import secrets
import urllib.request
from typing import Any

from parley.ballot import build_ballot
from parley.canonical import canonical_json


class Visitor:
    """Somebody with cookies of their own; `address` is the decision's, with a slash at the end."""

    def __init__(self, address: str, kind: str, secret: str) -> None:
        self.address = address
        self.origin = "/".join(address.split("/")[:3])
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), urllib.request.ProxyHandler({})
        )
        page = self.opener.open(address).read().decode()
        self.token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        self.post("enter", kind=kind, secret=secret)

    @classmethod
    def by_link(cls, link: str) -> Visitor:
        """Opens a group link."""
        address, _hash, fragment = link.partition("#")
        kind, _equals, secret = fragment.partition("=")
        return cls(address, kind, secret)

    def post(self, step: str, **body: Any) -> Any:
        request = urllib.request.Request(
            self.address + step,
            json.dumps(body).encode(),
            {
                "Content-Type": "application/json",
                "X-CSRFToken": self.token,
                "Origin": self.origin,
            },
        )
        return json.loads(self.opener.open(request).read() or "null")

    def state(self) -> dict[str, Any]:
        return json.load(self.opener.open(self.address + "state"))

    def answer(self, name: str, answers: list[list[Any]]) -> None:
        """Takes a seat and sends these answers."""
        self.post("join", name=name)
        agenda = self.state()["agenda"]
        ballot = build_ballot(agenda, name, secrets.token_hex(32), answers)
        self.post("ballot", ballot=ballot, replaces=None)

    def close(self, accepted: bool) -> None:
        """Accepts or declines the outcome as it stands."""
        state = self.state()
        outcome = state["outcome"]
        acceptance = {
            "owner": state["me"]["owner"],
            "decision": json.loads(outcome["transcript"])["result"]["decision"],
            "transcript_hash": outcome["transcript_hash"],
            "accepted": accepted,
            "sig": None,
            "pubkey_hex": None,
        }
        self.post("closing", acceptance=canonical_json(acceptance))
