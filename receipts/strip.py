"""A receipt as a strip of paper: what people read, and what brings them back to the file."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from parley.dsse import code as fingerprint
from parley.options import format_value
from parley.protocol.roster import parse_roster
from parley.visible import visible

# So that the strip fits one sheet, whatever the options say. The file has all of it.
MOST_VALUES = 6
LONGEST_VALUE = 60
LONGEST_NAME = 120
# From so many on they stand beside the rest.
MANY_PEOPLE = 12


def strip(
    text: str, attributes: Sequence[Mapping[str, Any]], made_at: datetime, check_address: str
) -> dict[str, Any]:
    """What receipt.html shows of a receipt's text, as `parley.receipt.receipt_text` wrote it.

    `attributes` are those of its agenda, `made_at` when this server had the last answer, and
    `check_address` that of the page that checks receipts, without anything after it.

    The receipt is this server's own and is shown as it stands. Not guaranteed: that it verifies;
    the paper says how to find out.
    """
    receipt = json.loads(text)
    answers = {one["owner"]: one["accepted"] for one in receipt["acceptances"]}
    is_deadlock = receipt["status"] == "deadlock"
    people = [
        {"owner": visible(owner), "word": _answer(answers.get(owner), is_deadlock)}
        for owner in receipt["participants"]
    ]
    record_hash = receipt["transcript_hash"]
    code = _comparison_code(receipt.get("proof"))
    return {
        "title": visible(receipt["title"]),
        "made_at": made_at,
        "pick": None if is_deadlock else _pick(receipt["decision"], attributes),
        "people": people,
        "is_long": len(people) >= MANY_PEOPLE,
        "standing": _standing(list(answers.values()), len(people), is_deadlock),
        "is_signed": code is not None,
        "fingerprint": (code or fingerprint(record_hash)).split("-"),
        "hash": [record_hash[start : start + 8] for start in range(0, 64, 8)],
        "qr": qr_code(f"{check_address}#hash={record_hash}"),
        "check_address": check_address,
    }


def _comparison_code(proof: Mapping[str, Any] | None) -> str | None:
    """The code that people compare, of a receipt with proof."""
    return parse_roster(proof["roster"]["body"]).code if proof else None


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG element, dark on light whatever the page's colours."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    # The library writes the marks of the code, and the text itself nowhere.
    return mark_safe(drawn)


def _pick(decision: Mapping[str, Any], attributes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    given = [attribute for attribute in attributes[1:] if attribute["name"] in decision]
    return {
        "name": _value(decision[attributes[0]["name"]], attributes[0], LONGEST_NAME),
        "values": [
            {
                "name": visible(attribute["name"]),
                "value": _value(decision[attribute["name"]], attribute, LONGEST_VALUE),
            }
            for attribute in given[:MOST_VALUES]
        ],
        "left_out": len(given[MOST_VALUES:]),
    }


def _value(value: Any, attribute: Mapping[str, Any], limit: int) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    shown = format_value(value, attribute)
    # The no-break space before a unit is ours.
    return visible(shown.replace("\u00a0", " "), limit=limit)


def _answer(accepted: bool | None, is_deadlock: bool) -> str:
    if accepted is None:
        return _("no word yet")
    if is_deadlock:
        return _("has seen it")
    return _("accepted") if accepted else _("declined")


def _standing(answers: Sequence[bool], people: int, is_deadlock: bool) -> str:
    counts = {"count": len(answers), "people": people}
    if is_deadlock:
        return _("Nothing was forced on anyone. %(count)s of %(people)s have seen it.") % counts
    declined = answers.count(False)
    if declined:
        return _("Not agreed: %(count)s of %(people)s declined.") % {**counts, "count": declined}
    if len(answers) == people:
        return _("Everyone accepted.")
    return _("Not finished: %(count)s of %(people)s have accepted so far.") % counts
