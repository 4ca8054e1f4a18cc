"""A sheet file read for one decision: what of it speaks about that decision, and what does not."""

from collections.abc import Mapping
from typing import Any

from parley.options import option_digest
from parley.sheet import Sheet


def fit_sheet(sheet: Sheet, agenda: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a sheet says about the attributes and options of an agenda (as `read_agenda`
    gives it), ready for JSON and private like the sheet itself.

    The fields are those of `parley-sheet/1` without `format`, and besides them `missing`: the names
    of the attributes that it speaks about and the agenda has not, sorted; and `other_options`: of
    how many options it speaks that are none of the agenda's. What speaks about those is left out.
    Rules in Python are never left out: only running them would tell what they speak about.

    Not guaranteed: that an attribute of the same name means the same, or has values of the kind
    that a red line compares with.
    """
    names = {attribute["name"] for attribute in agenda["attributes"]}
    digests = {option_digest(option) for option in agenda["options"]}
    spoken_of = {line.attr for line in sheet.red_lines} | {wish["attr"] for wish in sheet.wishes}
    return {
        "owner": sheet.owner,
        "anything": sheet.anything,
        "red_lines": [line.to_dict() for line in sheet.red_lines if line.attr in names],
        "wishes": [wish for wish in sheet.wishes if wish["attr"] in names],
        "options": {key: rule for key, rule in sheet.options.items() if key in digests},
        "python": [vars(rule) for rule in sheet.python],
        "missing": sorted(spoken_of - names),
        "other_options": sum(key not in digests for key in sheet.options),
    }
