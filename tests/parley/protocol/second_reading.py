"""A second reading of docs/protocol.md that shares no code with the first: the standard library and
libsodium. It knows what the vectors need, and no more."""

import hashlib
import json
import re
import unicodedata

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

HEX = {size: re.compile(f"[0-9a-f]{{{size}}}") for size in (32, 64, 128)}
BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Wrong(Exception):
    pass


def demand(holds):
    if not holds:
        raise Wrong


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def parse(text):
    def once(pairs):
        demand(len(dict(pairs)) == len(pairs))
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except ValueError:
        raise Wrong from None


def message(type, body):
    one, other = type.encode(), body.encode()
    return b" ".join([b"DSSEv1", b"%d" % len(one), one, b"%d" % len(other), other])


def digest_of(text):
    return hashlib.sha256(message(text["type"], text["body"])).hexdigest()


def code_of(digest):
    bits = int(digest, 16) >> 96
    letters = [BASE_32[bits >> 5 * place & 31] for place in reversed(range(32))]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 32, 4))


def opened(text, type, fields):
    """The body of a signed text of this type, with exactly these fields."""
    demand(isinstance(text, dict) and set(text) == {"type", "body", "key", "sig"})
    demand(text["type"] == type and isinstance(text["body"], str))
    demand(isinstance(text["key"], str) and HEX[64].fullmatch(text["key"]))
    demand(isinstance(text["sig"], str) and HEX[128].fullmatch(text["sig"]))
    try:
        VerifyKey(bytes.fromhex(text["key"])).verify(
            message(type, text["body"]), bytes.fromhex(text["sig"])
        )
    except (BadSignatureError, ValueError):
        raise Wrong from None
    body = parse(text["body"])
    demand(canonical(body) == text["body"] and set(body) == set(fields))
    return body


AGENDA = (
    "coordinator decision round previous title context attributes options rule mode names people "
    "deadline engine"
).split()


def check(receipt):
    """(k, N, comparison code) of a receipt; Wrong where anything in it is."""
    proof = receipt["proof"]
    demand(isinstance(proof, dict) and proof.get("protocol") == "parley/2")
    demand(set(proof) == {"protocol", "agenda", "roster", "ballots", "closings"})
    agenda = opened(proof["agenda"], "parley/2/agenda", AGENDA)
    demand(agenda["coordinator"] == proof["agenda"]["key"] == proof["roster"]["key"])
    roster = opened(proof["roster"], "parley/2/roster", ["agenda", "seats"])
    demand(roster["agenda"] == digest_of(proof["agenda"]))
    seats = roster["seats"]
    demand(2 <= len(seats) <= agenda["people"])
    owners = [seat[0] for seat in seats]
    demand(owners == sorted(owners) and agenda["names"] in (None, owners))
    demand(all(unicodedata.normalize("NFC", owner) == owner for owner in owners))
    demand(len({unicodedata.normalize("NFKC", o).casefold() for o in owners}) == len(owners))
    keys = [agenda["coordinator"], *(key for seat in seats for key in (seat[1], *seat[3]))]
    demand(len(set(keys)) == len(keys))

    demand(len(proof["ballots"]) == len(seats))
    answers = []
    for text, (owner, key, digest, _) in zip(proof["ballots"], seats, strict=True):
        ballot = opened(text, "parley/2/ballot", ["agenda", "owner", "nonce", "answers"])
        demand((text["key"], digest_of(text), ballot["owner"]) == (key, digest, owner))
        demand(ballot["agenda"] == roster["agenda"] and HEX[64].fullmatch(ballot["nonce"]))
        demand(len(ballot["answers"]) == len(agenda["options"]))
        for acceptable, score in ballot["answers"]:
            demand(type(acceptable) is bool and type(score) is int)
            demand(0 <= score <= (1024 if acceptable else 0))
        answers.append(ballot["answers"])

    record = record_of(agenda["options"], owners, answers)
    hash = hashlib.sha256(canonical(record).encode()).hexdigest()
    closings = [
        opened(text, "parley/2/closing", ["roster", "transcript_hash", "owner", "accepted"])
        for text in proof["closings"]
    ]
    said = [closing["owner"] for closing in closings]
    demand(said == [owner for owner in owners if owner in said])
    decision, status = record["result"]["decision"], record["result"]["status"]
    for text, closing in zip(proof["closings"], closings, strict=True):
        demand(closing["roster"] == digest_of(proof["roster"]))
        demand(closing["transcript_hash"] == hash)
        demand([text["key"]] == [seat[1] for seat in seats if seat[0] == closing["owner"]])
        demand(closing["accepted"] is True or (status == "agreed" and closing["accepted"] is False))
    accepted = [closing["accepted"] for closing in closings]
    nine = {
        "title": agenda["title"],
        "status": status,
        "decision": decision,
        "transcript_hash": hash,
        "max_min_verified": True,
        "unanimous_acceptance": status == "agreed" and accepted == [True] * len(owners),
        "participants": owners,
        "acceptances": [
            {
                "owner": closing["owner"],
                "decision": decision,
                "transcript_hash": hash,
                "accepted": closing["accepted"],
                "sig": None,
                "pubkey_hex": None,
            }
            for closing in closings
        ],
        "transcript": record,
    }
    demand(canonical(nine) == canonical({name: receipt[name] for name in nine}))
    return len(closings), len(owners), code_of(digest_of(proof["roster"]))


def record_of(options, owners, answers):
    entries, best = [], None
    for number, option in enumerate(options):
        given = [column[number] for column in answers]
        verdicts = [
            {
                "owner": owner,
                "acceptable": acceptable,
                "score": score / 1024,
                "reason": "ok" if acceptable else "red-line",
                "sig": None,
                "pubkey_hex": None,
            }
            for owner, (acceptable, score) in zip(owners, given, strict=True)
        ]
        entries.append({"option": option, "verdicts": verdicts})
        scores = [score for _, score in given]
        rank = (min(scores), sum(scores))
        if all(acceptable for acceptable, _ in given) and (best is None or rank > best[0]):
            best = rank, option
    result = {"status": "deadlock", "decision": None}
    if best:
        result = {"status": "agreed", "decision": best[1]}
    return {"entries": entries, "result": result}
