"""Makes the receipt that both sides check: every verdict and every acceptance signed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.workload import recipe
from parley.agent import Verdict
from parley.net.identity import Identity, verdict_payload
from parley.ratify import Acceptance, acceptance_payload
from parley.receipt import build_receipt, receipt_text
from parley.spec import DecisionSpec
from parley.transcript import Transcript


def write(folder: Path, options: int) -> None:
    """Write `receipt.json`, and `signatures.json`: its verdicts' (key, message, signature)."""
    unsigned = DecisionSpec.from_dict(recipe(options, 10)).run().transcript
    owners = [verdict["owner"] for verdict in unsigned.entries[0]["verdicts"]]
    people = {owner: Identity.generate(owner) for owner in owners}
    transcript, bare = Transcript(), []
    for entry in unsigned.entries:
        option = entry["option"]
        verdicts = [Verdict(**verdict) for verdict in entry["verdicts"]]
        signed = [signed_verdict(people[verdict.owner], option, verdict) for verdict in verdicts]
        transcript.record(option, signed)
        bare += [_bare(option, verdict) for verdict in signed]
    transcript.finalize(**unsigned.result)
    acceptances = [signed_acceptance(person, transcript) for person in people.values()]
    receipt = build_receipt("Which flat?", transcript, acceptances, owners)
    (folder / "receipt.json").write_text(receipt_text(receipt))
    (folder / "signatures.json").write_text(json.dumps(bare))


def signed_verdict(person: Identity, option: Any, verdict: Verdict) -> Verdict:
    key = person.card().pubkey_hex
    return replace(verdict, sig=person.sign_verdict(option, verdict), pubkey_hex=key)


def _bare(option: Any, verdict: Verdict) -> tuple[str | None, str, str | None]:
    said = verdict.owner, verdict.acceptable, verdict.score, verdict.reason
    return verdict.pubkey_hex, verdict_payload(option, *said).decode(), verdict.sig


def signed_acceptance(person: Identity, transcript: Transcript) -> Acceptance:
    said = person.owner, transcript.result["decision"], transcript.hash(), True
    return Acceptance(*said, *person.sign_acceptance(acceptance_payload(*said)))
