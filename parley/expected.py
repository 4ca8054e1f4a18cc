"""What somebody expects of a receipt with proof before they read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley import dsse, strict
from parley.agenda import AGENDA_TYPE
from parley.body import is_hex
from parley.protocol.comparison import is_code, same_code
from parley.protocol.roster import Roster, RosterError, parse_roster
from parley.protocol.round import read_typed
from parley.protocol.signed import SignedError
from parley.report import ExpectedLine, Remark, finding


class ExpectedError(ValueError):
    """A file or value that says nothing that can be expected. The message is a plain sentence."""


@dataclass(frozen=True)
class Expected:
    """`code`: a comparison code, however it is spaced. `roster`: keys by name. `agenda`: its digest
    or its code. None expects nothing."""

    code: str | None = None
    roster: Mapping[str, str] | None = None
    agenda: str | None = None


def check_expected(
    expected: Expected, roster: Roster | None, agenda: str | None, *, has_proof: bool
) -> tuple[list[ExpectedLine], list[Remark]]:
    """Hold what is expected against a receipt's roster and its agenda's digest (None where they
    cannot be read)."""
    asked = [id for id in ("code", "roster", "agenda") if getattr(expected, id) is not None]
    if not has_proof:
        findings = [finding("expected-without-proof")] if asked else []
        return [ExpectedLine(id, None) for id in asked], findings
    lines, findings = [], []
    for id in asked:
        remark = _CHECKS[id](getattr(expected, id), roster, agenda)
        lines.append(ExpectedLine(id, remark is None))
        if remark is not None:
            findings.append(remark)
    return lines, findings


def _check_code(code: str, roster: Roster | None, _agenda: str | None) -> Remark | None:
    if roster is not None and same_code(code, roster.code):
        return None
    return finding("expected-code", found=roster.code if roster else "none")


def _check_agenda(expected: str, _roster: Roster | None, agenda: str | None) -> Remark | None:
    if agenda is not None and (expected == agenda or same_code(expected, dsse.code(agenda))):
        return None
    return finding("expected-agenda", found=agenda or "none")


def _check_roster(
    expected: Mapping[str, str], roster: Roster | None, _agenda: str | None
) -> Remark | None:
    found = {seat.owner: seat.key for seat in roster.seats} if roster else {}
    if found == dict(expected):
        return None
    changed = [name for name in found if name in expected and expected[name] != found[name]]
    return finding(
        "expected-roster",
        missing=_names(expected.keys() - found.keys()),
        added=_names(found.keys() - expected.keys()),
        changed=_names(changed),
    )


def _names(names: Any) -> str:
    return ", ".join(sorted(names)) or "none"


_CHECKS = {"code": _check_code, "roster": _check_roster, "agenda": _check_agenda}


def read_expected_roster(content: bytes) -> dict[str, str]:
    """Return keys by name from a file: `{"Ana": "<64 hex digits>", ...}`, or a receipt with proof
    (that of an earlier round, say), whose roster is taken. Raises `ExpectedError`."""
    value = _json(content)
    if isinstance(value, dict) and "proof" in value:
        try:
            roster = parse_roster(value["proof"]["roster"]["body"])
        except (TypeError, KeyError, RosterError):
            raise ExpectedError("The proof in this receipt has no roster.") from None
        return {seat.owner: seat.key for seat in roster.seats}
    if isinstance(value, dict) and value and all(is_hex(key, 64) for key in value.values()):
        return value
    raise ExpectedError("A file of names and keys is an object: a key of 64 hex digits by name.")


def is_agenda_reference(text: str) -> bool:
    """Return whether a text is an agenda's digest or code, and not the path of a file."""
    return dsse.is_digest(text) or is_code(text)


def read_expected_agenda(content: bytes) -> str:
    """Return the digest of the agenda in a file: its text, its signed text, or a receipt with
    proof. Raises `ExpectedError`."""
    value = _json(content)
    try:
        if isinstance(value, dict) and "proof" in value:
            return read_typed(value["proof"]["agenda"], AGENDA_TYPE).digest
        if isinstance(value, dict) and "sig" in value:
            return read_typed(value, AGENDA_TYPE).digest
    except (TypeError, KeyError, SignedError):
        raise ExpectedError("There is no agenda in this file.") from None
    if isinstance(value, dict) and "options" in value:
        # A line end is what editors leave behind, and no part of any agenda.
        return dsse.digest(AGENDA_TYPE, content.decode().rstrip("\r\n"))
    raise ExpectedError("There is no agenda in this file.")


def _json(content: bytes) -> Any:
    try:
        return strict.parse(content)
    except strict.StrictError as fault:
        raise ExpectedError(str(fault)) from None
