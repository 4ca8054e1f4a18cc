"""A report on a receipt as pages show it: each sentence by its code, and bounded in size.

Which sentence is said is decided here, once for every page, so that two pages cannot tell two
stories about one file; in which language and form is theirs. All codes are `CODES`, those of
`parley.sentences` and those of `parley.strict.StrictError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parley.canonical import canonical_json
from parley.consensus import AGREED, DEADLOCK
from parley.dsse import code as fingerprint
from parley.report import NOT_PROVABLE, AcceptanceLine, Remark, Report
from parley.visible import visible

MOST_SHOWN = 100
MOST_FIELDS = 30

HOLDS, FAILS, UNCHECKED, NOTHING = "holds", "fails", "unchecked", "nothing"

_REASONS = (
    "reason-follows",
    "reason-follows-unsigned",
    "reason-deadlock",
    "reason-unanimous",
    "reason-not-unanimous",
    "reason-unchecked",
    "reason-wrong",
    "reason-not-provable",
    "reason-without-proof",
    "reason-headline",
)
_CHECKS = (
    "check-hash-holds",
    "check-hash-fails",
    "check-outcome-holds",
    "check-outcome-fails",
    "check-winner-holds",
    "check-winner-deadlock",
    "check-winner-unsaid",
    "check-winner-fails",
    "check-people-holds",
    "check-people-fails",
    "check-acceptances-holds",
    "check-acceptances-none",
    "check-acceptances-fails",
    "check-signatures-holds",
    "check-signatures-nothing",
    "check-signatures-in-proof",
    "check-signatures-unchecked",
    "check-signatures-fails",
    "check-proof-coordinator-holds",
    "check-proof-coordinator-fails",
    "check-proof-coordinator-unchecked",
    "check-proof-seats-holds",
    "check-proof-seats-fails",
    "check-proof-seats-unchecked",
    "check-proof-ballots-holds",
    "check-proof-ballots-fails",
    "check-proof-ballots-unchecked",
    "check-proof-record-holds",
    "check-proof-record-fails",
    "check-proof-record-unchecked",
    "check-proof-closings-holds",
    "check-proof-closings-fails",
    "check-proof-closings-unchecked",
    "check-proof-closings-missing",
)
_LINES = (
    "line-hash-given",
    "line-hash-here",
    "line-fingerprint",
    "line-hash-compare",
    "line-announced-agreed",
    "line-announced-deadlock",
    "line-announced-other",
    "line-decision",
    "line-winner",
    "line-people-listed",
    "line-people-recorded",
    "line-unanimous-here",
    "line-unanimous-claimed",
    "line-signatures-count",
    "line-signatures-why",
    "line-signatures-where",
    "line-signatures-in-proof",
    "line-proof-coordinator",
    "line-proof-agenda",
    "line-proof-seats",
    "line-proof-ballots",
    "line-proof-code",
    "line-proof-compare",
    "line-proof-closed",
)
_WORDS = (
    "word-VERIFIED",
    "word-FAILED",
    "word-UNREADABLE",
    "word-NOT PROVABLE",
    "word-holds",
    "word-fails",
    "word-unchecked",
    "word-nothing",
    "word-missing",
    "word-none",
    "word-more",
    "word-yes",
    "word-no",
    "word-neither",
    "word-no-decision",
    "word-accepted",
    "word-declined",
    "word-seen",
    "word-undecided",
    "word-bound",
    "word-not-bound",
    "word-signature-unsigned",
    "word-signature-valid",
    "word-signature-invalid",
    "word-signature-unchecked",
    "word-signature-in-proof",
)
CODES = frozenset((*_REASONS, *_CHECKS, *_LINES, *_WORDS))
"""The codes that a summary adds to those of the report's own remarks."""

# Findings about keys and signatures. They belong to the last check alone: a signature that does not
# hold leaves an acceptance bound to what it is bound to.
_ABOUT_SIGNATURES = frozenset(
    {
        "verdict-signature",
        "verdict-signatures-partial",
        "verdict-signature-invalid",
        "acceptance-signatures-partial",
        "acceptance-signature-invalid",
        "owner-keys",
        "key-owners",
    }
)


def summary(report: Report) -> dict[str, Any]:
    """Return what a page says about a report, ready for JSON.

    `result`, `exit_code`: those of the report. `reason`: why, as remarks in their order; nothing
    else follows when the file is unreadable. `title`, `hash` (worked out here, or None), `decision`
    (as `described` has it, or None), `findings`, `notes` and `not_proved` (remarks). `checks`: the
    six in their order, then the five of a proof where there is one, `{"id", "state", "code",
    "detail", "lines"}`, the state one of `"holds"`, `"fails"`, `"unchecked"` (signed, and nothing
    here can check a signature; or it rests on what does not hold), `"nothing"` (there was nothing
    to check) and `"missing"` (closings: not everybody's is there). `proof`: None, or
    `{"comparison", "closed", "people", "headline"}`: the comparison code, two numbers, and a remark
    (code and remark may be None). `acceptances`: `{"owner", "state", "answer", "bound",
    "signature"}`, the last three codes.

    A remark is `{"code", "detail"}`, of the report's own also `"message"` and `"owner"`; a line is
    a remark or `{"code", "values", "more", "kind"}`, a label with texts, of kind `"names"`,
    `"hash"` or `"exact"`. Lists hold at most 100 entries; `more_findings`, `more_acceptances` and
    `more` say how many were left out. Texts are as `parley.visible.visible` shows them.
    """
    if report.hash is None:
        return {
            "result": report.result,
            "exit_code": report.exit_code,
            "reason": _remarks(report.findings),
        }
    return {
        "result": report.result,
        "exit_code": report.exit_code,
        "reason": _reason(report),
        "title": report.title,
        "hash": report.hash.recomputed,
        "decision": None if report.decision is None else described(report.decision),
        "findings": _remarks(report.findings),
        "more_findings": _left_out(report.findings),
        "checks": [
            _hash(report),
            _outcome(report),
            _winner(report),
            _people(report),
            _acceptances(report),
            _signatures(report),
            *_proof_checks(report),
        ],
        "proof": _proof(report),
        "acceptances": [_acceptance(line, report) for line in report.acceptances[:MOST_SHOWN]],
        "more_acceptances": _left_out(report.acceptances),
        "notes": _remarks(report.notes),
        "not_proved": _remarks(report.not_proved),
    }


def described(option: Any) -> dict[str, Any]:
    """Return an option from a stranger as something to show, whatever it is: `{"fields": [{"name",
    "value"}], "more": n}` for an object, a value being a text, true or false; else `{"text"}`.

    Not guaranteed: that it can be recovered from this, or is a whole value: long texts are cut.
    """
    if not isinstance(option, dict):
        return {"text": _text(option)}
    fields = [
        {"name": visible(name), "value": value if isinstance(value, bool) else _text(value)}
        for name, value in list(option.items())[:MOST_FIELDS]
    ]
    return {"fields": fields, "more": max(0, len(option) - MOST_FIELDS)}


def _text(value: Any) -> str:
    if isinstance(value, str):
        return visible(value, limit=500)
    try:
        return visible(canonical_json(value), limit=500)
    except TypeError:
        return "?"


def _reason(report: Report) -> list[dict[str, Any]]:
    if report.result == NOT_PROVABLE and not report.findings:
        proof = report.proof
        return [
            _remark("reason-not-provable", count=proof.closed, people=proof.people),
            *_remarks([report.headline]),
        ]
    if report.findings:
        codes = {finding.code for finding in report.findings}
        if codes == {"expected-without-proof"}:
            return [_remark("reason-without-proof")]
        unchecked = all(code.endswith("-unchecked") for code in codes)
        return [_remark("reason-unchecked" if unchecked else "reason-wrong")]
    if report.proof:
        return [_remark("reason-headline"), *_remarks([report.headline])]
    follows = _remark("reason-follows" if _signed(report) else "reason-follows-unsigned")
    if report.status == DEADLOCK:
        return [follows, _remark("reason-deadlock")]
    unanimous = report.unanimous.recomputed
    return [follows, _remark("reason-unanimous" if unanimous else "reason-not-unanimous")]


def _signed(report: Report) -> bool:
    """Whether any answer or acceptance carries a signature of its own, beside a proof."""
    return report.verdict_signatures.count > 0 or any(
        one.signature != "unsigned" for one in report.acceptances
    )


def _hash(report: Report) -> dict[str, Any]:
    line = report.hash
    found = [line.recomputed] if line.recomputed else []
    return _check(
        "hash",
        HOLDS if line.passed else FAILS,
        lines=[
            _values("line-hash-given", [line.claimed] if line.claimed else [], "hash"),
            _values("line-hash-here", found, "hash"),
            _values("line-fingerprint", [fingerprint(digest) for digest in found], "hash"),
            _remark("line-hash-compare"),
        ],
    )


def _outcome(report: Report) -> dict[str, Any]:
    known = report.status in (AGREED, DEADLOCK)
    announced = f"line-announced-{report.status}" if known else "line-announced-other"
    return _check(
        "outcome",
        HOLDS if report.status_decision.passed else FAILS,
        lines=[
            _remark(announced, status=report.status),
            _values("line-decision", [report.decision_text], "exact"),
        ],
    )


def _winner(report: Report) -> dict[str, Any]:
    line, code = report.max_min, None
    if line.passed and report.status == DEADLOCK:
        code = "check-winner-deadlock"
    elif not line.passed and line.recomputed:
        code = "check-winner-unsaid"
    return _check(
        "winner", HOLDS if line.passed else FAILS, code=code, lines=[_remark("line-winner")]
    )


def _people(report: Report) -> dict[str, Any]:
    line = report.roster
    return _check(
        "people",
        HOLDS if line.passed else FAILS,
        lines=[
            _values("line-people-listed", line.listed, "names"),
            _values("line-people-recorded", line.recorded, "names"),
        ],
        count=len(line.listed),
    )


def _acceptances(report: Report) -> dict[str, Any]:
    line = report.unanimous
    faulty = any(
        finding.code.startswith("acceptance")
        and finding.code not in _ABOUT_SIGNATURES
        and not finding.code.endswith("-unchecked")
        for finding in report.findings
    )
    holds = line.passed and not faulty and all(one.bound for one in report.acceptances)
    claimed = {True: "word-yes", False: "word-no", None: "word-neither"}[line.claimed]
    return _check(
        "acceptances",
        HOLDS if holds else FAILS,
        code="check-acceptances-none" if holds and not report.acceptances else None,
        lines=[
            {**_remark("line-unanimous-here"), "word": f"word-{_yes(line.recomputed)}"},
            {**_remark("line-unanimous-claimed"), "word": claimed},
        ],
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _signatures(report: Report) -> dict[str, Any]:
    answers = report.verdict_signatures.count
    states = [one.signature for one in report.acceptances if one.signature != "unsigned"]
    if not _signed(report) and report.proof:
        lines = [_remark("line-signatures-in-proof")]
        return _check("signatures", NOTHING, code="check-signatures-in-proof", lines=lines)
    if not _signed(report):
        return _check("signatures", NOTHING, lines=[_remark("line-signatures-why")])
    lines = [_remark("line-signatures-count", answers=answers, acceptances=len(states))]
    if any(finding.code in _ABOUT_SIGNATURES for finding in report.findings):
        return _check("signatures", FAILS, lines=lines)
    if report.verdict_signatures.state == "unchecked" or "unchecked" in states:
        return _check("signatures", UNCHECKED, lines=[*lines, _remark("line-signatures-where")])
    return _check("signatures", HOLDS, lines=lines)


def _proof_checks(report: Report) -> list[dict[str, Any]]:
    if report.proof is None:
        return []
    proof = report.proof
    lines = {
        "coordinator": [
            _values("line-proof-coordinator", [proof.coordinator or ""], "hash"),
            _values("line-proof-agenda", [proof.agenda or ""], "hash"),
        ],
        "seats": [_remark("line-proof-seats")],
        "ballots": [_remark("line-proof-ballots")],
        "record": [
            _values("line-proof-code", [proof.code or ""], "hash"),
            _remark("line-proof-compare"),
        ],
        "closings": [_remark("line-proof-closed", count=proof.closed, people=proof.people)],
    }
    return [
        _check(f"proof-{check.id}", check.state, lines=lines[check.id]) for check in proof.checks
    ]


def _proof(report: Report) -> dict[str, Any] | None:
    if report.proof is None:
        return None
    return {
        "comparison": report.proof.code,
        "closed": report.proof.closed,
        "people": report.proof.people,
        "headline": _remarks([report.headline])[0] if report.headline else None,
    }


def _acceptance(line: AcceptanceLine, report: Report) -> dict[str, Any]:
    answer = {True: "word-accepted", False: "word-declined", None: "word-undecided"}[line.accepted]
    if line.accepted and report.status == DEADLOCK:
        answer = "word-seen"
    state = HOLDS if line.passed else FAILS
    if line.signature == "unchecked" and line.bound and line.accepted is not None:
        state = UNCHECKED
    signature = "in-proof" if report.proof and line.signature == "unsigned" else line.signature
    return {
        "owner": line.owner,
        "state": state,
        "answer": answer,
        "bound": "word-bound" if line.bound else "word-not-bound",
        "signature": f"word-signature-{signature}",
    }


def _check(
    id: str, state: str, *, lines: list[dict[str, Any]], code: str | None = None, **detail: Any
) -> dict[str, Any]:
    code = code or f"check-{id}-{state}"
    return {"id": id, "state": state, "code": code, "detail": detail, "lines": lines}


def _remark(code: str, **detail: Any) -> dict[str, Any]:
    return {"code": code, "detail": detail}


def _values(code: str, values: Sequence[str], kind: str) -> dict[str, Any]:
    shown = list(values[:MOST_SHOWN])
    return {"code": code, "values": shown, "more": _left_out(values), "kind": kind}


def _remarks(remarks: Sequence[Remark]) -> list[dict[str, Any]]:
    return [{"detail": {}, **remark.to_dict()} for remark in remarks[:MOST_SHOWN]]


def _left_out(entries: Sequence[Any]) -> int:
    return max(0, len(entries) - MOST_SHOWN)
