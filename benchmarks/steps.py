"""What is measured, step by step, through the interface that both packages have.

Whichever `parley` comes first on the path is the one that is measured.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.workload import recipe
from parley.consensus import verify_outcome
from parley.ratify import Acceptance, agreement
from parley.spec import DecisionSpec
from parley.transcript import Transcript

Steps = list[tuple[str, Callable[[], Any]]]


class Decision:
    """A decision by ten parties, and its record."""

    def __init__(self, options: int) -> None:
        self.spec = DecisionSpec.from_dict(recipe(options, 10))
        self.data: Any = None

    def steps(self) -> Steps:
        return [
            ("decide", self.decide),
            ("rebuild", self.rebuild),
            ("hash", self.hash),
            ("verify", self.verify),
            ("bare hash", self.bare_hash),
        ]

    def decide(self) -> None:
        self.transcript = self.spec.run().transcript

    def fetch(self) -> None:
        """Has the record as it comes from a file, sharing nothing with the run; not measured."""
        self.data = json.loads(json.dumps(self.transcript.to_dict()))
        del self.transcript

    def rebuild(self) -> None:
        if self.data is None:
            self.fetch()
        self.transcript = Transcript.from_dict(self.data)

    def hash(self) -> None:
        self.digest = self.transcript.hash()

    def verify(self) -> None:
        assert verify_outcome(self.transcript)

    def bare_hash(self) -> None:
        text = json.dumps(self.data, sort_keys=True, ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == self.digest


class SignedReceipt:
    """A receipt file whose verdicts are all signed, and the bare checks of the same signatures."""

    def __init__(self, folder: Path) -> None:
        self.content = (folder / "receipt.json").read_bytes()
        self.bare = [
            (bytes.fromhex(key), message.encode(), bytes.fromhex(sig))
            for key, message, sig in json.loads((folder / "signatures.json").read_text())
        ]

    def steps(self) -> Steps:
        return [("receipt", self.check), ("bare signatures", self.check_bare)]

    def check_bare(self) -> None:
        from nacl.signing import VerifyKey

        for key, message, sig in self.bare:
            VerifyKey(key).verify(message, sig)

    def check(self) -> None:
        try:
            from parley.receipt import verify
        except ImportError:
            self._check_by_hand()
        else:
            assert verify(self.content).exit_code == 0

    def _check_by_hand(self) -> None:
        """The six checks of a receipt, where the package itself has no call for them."""
        from parley.net.identity import verify_acceptance, verify_transcript

        receipt = json.loads(self.content)
        transcript = Transcript.from_dict(receipt["transcript"])
        people = receipt["participants"]
        acceptances = [Acceptance(**item) for item in receipt["acceptances"]]
        assert transcript.hash() == receipt["transcript_hash"]
        assert transcript.result == {key: receipt[key] for key in ("status", "decision")}
        assert verify_outcome(transcript, expected_owners=people)
        assert verify_transcript(transcript, require_signed=True)
        assert agreement(transcript, acceptances, verifier=verify_acceptance, participants=people)
