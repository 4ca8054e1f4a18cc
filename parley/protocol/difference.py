"""Two receipts side by side: does the second one go on from the first, or contradict it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parley.canonical import same
from parley.checks.proof import Proof, read_proof
from parley.net.identity import SignatureCheck
from parley.protocol.chain import link, two_agendas
from parley.protocol.closing import Closing
from parley.receipt import verify
from parley.report import UNREADABLE_RESULT, Report
from parley.strict import parse

EXTENDS, CONTRADICTS, ANOTHER, UNCHECKED = "extends", "contradicts", "another", "not-compared"


@dataclass(frozen=True)
class Difference:
    """How the second of two receipts stands to the first.

    `result` and `code`:

    - `"extends"`: `same` (nothing new), `more-closings`, `next-round` (the first receipt's round is
      the one before, and its end is told truly).
    - `"contradicts"`: `two-agendas`, `two-rosters`, `previous-agenda`, `previous-roster`,
      `false-end` (each proof against the coordinator's key), `end-against-closings` (proof against
      nobody: a closing may have been signed, or held back, until the round was over),
      `two-closings` (proof against the keys of those in `owners`), `closings-missing` (those in
      `owners` closed in the first: somebody left them out), `proof-missing` (the same record,
      stripped of its proof), `earlier-round` (the first goes on from the second),
      `other-coordinator` (one decision's id under two keys, which anybody can write).
    - `"another"`: `other-decision`, `rounds-apart` (the same decision, and the rounds between are
      missing), `no-proof` (nothing ties receipts without proof together).
    - `"not-compared"`: `unreadable`, `failed`, `unchecked` (no Ed25519 here); `which` says which.

    `against` are the public keys that signed what does not go together, `evidence` the signed texts
    that show it, to be kept: whoever has them can check it without anything else.
    """

    result: str
    code: str
    which: str | None = None
    owners: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    evidence: tuple[Mapping[str, str], ...] = field(default=(), repr=False)

    @property
    def exit_code(self) -> int:
        """0 extends, 1 contradicts or one of the two failed, 2 unreadable, 3 another decision."""
        if self.code == "unreadable":
            return 2
        return {EXTENDS: 0, ANOTHER: 3}.get(self.result, 1)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "result": self.result,
            "code": self.code,
            "which": self.which,
            "owners": list(self.owners),
            "against": list(self.against),
            "evidence": [dict(text) for text in self.evidence],
        }


def difference(
    old: bytes | str, new: bytes | str, *, check: SignatureCheck | None = None
) -> Difference:
    """Say how a receipt stands to an earlier one, both from their files' content. `check` as for
    `parley.receipt.verify`. Nothing that they hold makes this raise.

    Not guaranteed: which of the two was written first, or that there is no third.
    """
    reports = verify(old, check=check), verify(new, check=check)
    for which, report in zip(("first", "second"), reports, strict=True):
        refused = _refused(report)
        if refused:
            return Difference(UNCHECKED, refused, which)
    receipts = parse(old), parse(new)
    if "proof" not in receipts[0] or "proof" not in receipts[1]:
        return _without_proof(*receipts)
    first, second = (read_proof(receipt["proof"]) for receipt in receipts)
    return _between(first, second)


def _refused(report: Report) -> str | None:
    if report.result == UNREADABLE_RESULT:
        return "unreadable"
    codes = {finding.code for finding in report.findings}
    if codes and all(code.endswith("-unchecked") for code in codes):
        return "unchecked"
    return "failed" if codes else None


def _without_proof(old: dict[str, Any], new: dict[str, Any]) -> Difference:
    if not same(old["transcript_hash"], new["transcript_hash"]) or "proof" in new:
        return Difference(ANOTHER, "no-proof")
    if "proof" in old:
        return Difference(CONTRADICTS, "proof-missing")
    if same(old, new):
        return Difference(EXTENDS, "same")
    # With nothing signed, who accepted is only what the file says.
    return Difference(ANOTHER, "no-proof")


def _between(old: Proof, new: Proof) -> Difference:
    one, other = old.agenda, new.agenda
    if one.fields["decision"] != other.fields["decision"]:
        return Difference(ANOTHER, "other-decision")
    if one.coordinator != other.coordinator:
        return Difference(CONTRADICTS, "other-coordinator")
    coordinator = (one.coordinator,)
    agendas = (one.signed.to_dict(), other.signed.to_dict())
    if two_agendas(one, other):
        return Difference(CONTRADICTS, "two-agendas", against=coordinator, evidence=agendas)
    if one.digest == other.digest:
        return _same_round(old, new)
    if one.fields["round"] > other.fields["round"]:
        found = _between(new, old)
        if found.result != EXTENDS:
            return found
        return Difference(CONTRADICTS, "earlier-round")
    found = link(other, one, old.roster, old.outcome.status, _closings(old))
    if found.follows:
        return Difference(EXTENDS, "next-round")
    if found.code == "not-next":
        return Difference(ANOTHER, "rounds-apart")
    code = {"end": "false-end", "closings": "end-against-closings"}.get(found.code, found.code)
    evidence = [*agendas, old.round.signed_roster.to_dict()]
    if found.code in ("end", "closings"):
        evidence += [ballot.to_dict() for ballot in old.round.ballots]
        evidence += [signed.to_dict() for signed, _ in old.closings]
    against = coordinator if found.against_coordinator else ()
    return Difference(CONTRADICTS, code, against=against, evidence=tuple(evidence))


def _closings(proof: Proof) -> list[Closing]:
    return [closing for _, closing in proof.closings]


def _same_round(old: Proof, new: Proof) -> Difference:
    if old.roster.digest != new.roster.digest:
        evidence = [
            old.agenda.signed.to_dict(),
            old.round.signed_roster.to_dict(),
            new.round.signed_roster.to_dict(),
        ]
        return Difference(
            CONTRADICTS,
            "two-rosters",
            against=(old.agenda.coordinator,),
            evidence=tuple(evidence),
        )
    before = {closing.owner: (signed, closing) for signed, closing in old.closings}
    after = {closing.owner: (signed, closing) for signed, closing in new.closings}
    turned = [owner for owner in before if owner in after and before[owner][1] != after[owner][1]]
    if turned:
        texts = [found[owner][0] for owner in turned for found in (before, after)]
        return Difference(
            CONTRADICTS,
            "two-closings",
            owners=tuple(turned),
            against=tuple(before[owner][0].key for owner in turned),
            evidence=tuple(text.to_dict() for text in texts),
        )
    missing = tuple(owner for owner in before if owner not in after)
    if missing:
        texts = tuple(before[owner][0].to_dict() for owner in missing)
        return Difference(CONTRADICTS, "closings-missing", owners=missing, evidence=texts)
    return Difference(EXTENDS, "more-closings" if len(after) > len(before) else "same")
