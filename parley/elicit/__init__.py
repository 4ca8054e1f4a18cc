"""From a person's own words to a sheet: a model may draft it, only its owner decides.

    service = Elicitation(elicitor)
    interview = service.start_interview("flat", "Ana")
    service.answer(interview.interview_id, "unacceptable", "Above 700 is too much.")
    draft = service.draft_sheet(interview.interview_id)
    print(draft.review())
    sheet = service.confirm_sheet(draft.draft_id, {
        "participant_id": "Ana", "token": interview.token,
        "confirm_hard": [item.item_id for item in draft.hard], "confirm_version": draft.version})

What an elicitor proposes is plain data that is checked and never run. Nothing binds before the
person has named every red line by its id.
"""

from parley.elicit.errors import ElicitError
from parley.elicit.interview import PROMPTS, Interview
from parley.elicit.items import Clarification, Rejected, SheetItem
from parley.elicit.model import http_elicitor
from parley.elicit.service import Elicitation, Elicitor
from parley.elicit.sheets import ConfirmedSheet, SheetDraft

__all__ = [
    "PROMPTS",
    "Clarification",
    "ConfirmedSheet",
    "ElicitError",
    "Elicitation",
    "Elicitor",
    "Interview",
    "Rejected",
    "SheetDraft",
    "SheetItem",
    "http_elicitor",
]
