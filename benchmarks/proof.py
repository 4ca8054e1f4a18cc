"""Measures the check of a receipt with proof beside the same receipt with signed verdicts.

    python -m benchmarks.proof

Both hold the same options, people, answers and outcome. The rounds of the two take turns in one
process; what is printed are medians of processor time.
"""

from __future__ import annotations

import contextlib
import functools
import json
import operator
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from unittest import mock

from benchmarks.receipts import signed_acceptance, signed_verdict
from benchmarks.workload import recipe
from parley import agenda as agendas
from parley.agenda import build_agenda
from parley.agent import Verdict
from parley.ballot import BALLOT_TYPE, build_ballot
from parley.net.identity import Identity
from parley.protocol.closing import CLOSING_TYPE, build_closing
from parley.protocol.receipt import build_signed_receipt, outcome_of
from parley.protocol.roster import Seat
from parley.protocol.round import BODY_BYTES, read_round, sign_agenda, sign_roster
from parley.protocol.signed import sign
from parley.receipt import build_receipt, receipt_text, verify
from parley.spec import DecisionSpec
from parley.transcript import Transcript

ROUNDS = 9
SIGNED_VERDICTS = "with signed verdicts"
SIZES = ((1_000, 10), (200, 30))

ATTRIBUTES = {
    "name": "text",
    "rent": "whole",
    "size": "decimal",
    "commute": "whole",
    "deposit": "money",
    "area": "text",
    "balcony": "yes-no",
}


@dataclass(frozen=True)
class Signing:
    """Somebody who signs: a name, a key, and how."""

    owner: str
    key: str
    sign: Callable[[bytes], str]


def somebody(owner: str) -> Signing:
    """Somebody with a new key."""
    identity = Identity.generate(owner)
    return Signing(owner, identity.card().pubkey_hex, identity.sign)


def nobody(owner: str) -> Signing:
    """Somebody whose signatures hold nowhere, where there is no Ed25519."""
    return Signing(owner, owner.encode().hex().rjust(64, "0"), lambda message: "0" * 128)


@contextlib.contextmanager
def more_options() -> Iterator[None]:
    """While this is entered, an agenda may have more options than the protocol allows."""
    most = 2**20
    with (
        mock.patch.multiple(agendas, MAX_OPTIONS=1_000, MAX_AGENDA_BYTES=most),
        mock.patch.dict(BODY_BYTES, {agendas.AGENDA_TYPE: most}),
    ):
        yield
    agendas._read.cache_clear()


def with_proof(options: int, people: int, who: Callable[[str], Signing] = somebody) -> bytes:
    """A receipt with proof, accepted by all."""
    spec = recipe(options, people)
    coordinator = who("coordinator")
    agenda = sign_agenda(
        build_agenda(
            decision="0f" * 16,
            round=1,
            title=spec["title"],
            context="",
            attributes=[
                {"name": name, "type": type, "unit": None} for name, type in ATTRIBUTES.items()
            ],
            options=[_plain(option) for option in spec["options"]],
            people=people,
            coordinator=coordinator.key,
        ),
        coordinator.sign,
    )
    answers = _answers(spec)
    seats = [who(owner) for owner in sorted(answers)]
    ballots = [
        sign(
            BALLOT_TYPE,
            build_ballot(agenda.body, seat.owner, seat.key, answers[seat.owner]),
            seat.key,
            seat.sign,
        )
        for seat in seats
    ]
    rows = [
        Seat(seat.owner, seat.key, ballot.digest)
        for seat, ballot in zip(seats, ballots, strict=True)
    ]
    roster = sign_roster(agenda.body, rows, coordinator.sign)
    texts = agenda.text, roster.text, [ballot.text for ballot in ballots]
    round = read_round(*texts)
    hash = outcome_of(round).hash
    closings = [
        sign(
            CLOSING_TYPE,
            build_closing(round.roster.digest, hash, seat.owner, True),
            seat.key,
            seat.sign,
        ).text
        for seat in seats
    ]
    return build_signed_receipt(*texts, closings).encode()


def _plain(option: dict[str, Any]) -> dict[str, Any]:
    """An option as an agenda writes numbers: a whole number has no fraction."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in option.items()
    }


def _answers(spec: dict[str, Any]) -> dict[str, list[list[Any]]]:
    record = DecisionSpec.from_dict(spec).run().transcript
    answers: dict[str, list[list[Any]]] = {}
    for entry in record.entries:
        for verdict in entry["verdicts"]:
            said = [verdict["acceptable"], int(verdict["score"] * 1024)]
            answers.setdefault(verdict["owner"], []).append(said)
    return answers


def with_signed_verdicts(receipt: bytes) -> bytes:
    """The same record with every verdict and every acceptance signed, and no proof."""
    data = json.loads(receipt)
    people = {owner: Identity.generate(owner) for owner in data["participants"]}
    transcript = Transcript()
    for entry in data["transcript"]["entries"]:
        verdicts = [Verdict(**verdict) for verdict in entry["verdicts"]]
        transcript.record(
            entry["option"],
            [signed_verdict(people[one.owner], entry["option"], one) for one in verdicts],
        )
    transcript.finalize(**data["transcript"]["result"])
    acceptances = [signed_acceptance(person, transcript) for person in people.values()]
    return receipt_text(
        build_receipt(data["title"], transcript, acceptances, data["participants"])
    ).encode()


def laid_out(receipt: bytes) -> bytes:
    """The same receipt as somebody's editor would save it."""
    return json.dumps(json.loads(receipt), indent=2, ensure_ascii=False).encode()


def check(receipt: bytes) -> None:
    """Load and verify a receipt as if no other had been read before."""
    agendas._read.cache_clear()
    assert verify(receipt).exit_code == 0


def measure(options: int, people: int) -> list[tuple[str, int, float, float]]:
    """Return (what, size in bytes, median seconds, median ratio to the last) of the receipts."""
    proof = with_proof(options, people)
    kinds = {
        "with proof": proof,
        "with proof, laid out anew": laid_out(proof),
        SIGNED_VERDICTS: with_signed_verdicts(proof),
    }
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, receipt in kinds.items():
            times[name].append(_seconds(functools.partial(check, receipt)))
    # Within one round, where all met the same machine.
    signed = times[SIGNED_VERDICTS]
    return [
        (
            name,
            len(receipt),
            statistics.median(times[name]),
            statistics.median(map(operator.truediv, times[name], signed)),
        )
        for name, receipt in kinds.items()
    ]


def _seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def print_table() -> None:
    """Print the table of docs/speed.md."""
    print("| options × people | receipt | size, kB | milliseconds | ratio | goal |")
    print("|---|---|---:|---:|---:|---:|")
    for options, people in SIZES:
        with more_options():
            rows = measure(options, people)
        for name, size, seconds, ratio in rows:
            goal = "0.1" if name == "with proof" and options == 1_000 else ""
            print(
                f"| {options:,} × {people} | {name} | {size / 1e3:,.0f} | {seconds * 1e3:.0f} "
                f"| {ratio:.3f} | {goal} |"
            )
    print(flush=True)


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} before\n")
    print_table()
    print(f"load {os.getloadavg()[0]:.1f} after")
