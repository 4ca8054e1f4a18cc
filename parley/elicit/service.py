"""Interviews, drafts and confirmations of several people, side by side and apart."""

from __future__ import annotations

import copy
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parley.elicit.draft import Draft, revised
from parley.elicit.errors import ElicitError
from parley.elicit.interview import PROMPT_IDS, Interview
from parley.elicit.items import HARD, SOFT
from parley.elicit.proposal import read_proposal
from parley.elicit.sheets import ConfirmedSheet, SheetDraft, render

MAX_ANSWER = 8000

Elicitor = Callable[[dict[str, str]], dict[str, Any]]
"""Drafts a sheet: the answers of one participant by prompt id -> `{"claims": [texts], "hard":
[constraints], "utility": [terms], "unclear": [{"question"}]}`, any of them absent."""


@dataclass
class _Open:
    """A draft in the hands of the service: only what is in here can be confirmed."""

    draft_id: str
    participant_id: str
    token: str
    version: int
    content: Draft


class Elicitation:
    """One service for several interviews at once. Everything is kept in memory only.

    An elicitor sees the answers of one participant, never those of another. Ids are random; what
    protects a draft is the token that its participant got at the start.
    """

    def __init__(self, elicitor: Elicitor) -> None:
        self._elicitor = elicitor
        self._interviews: dict[str, Interview] = {}
        self._drafts: dict[str, _Open] = {}
        self._sheets: dict[str, _Open] = {}

    def start_interview(self, case_id: str, participant_id: str) -> Interview:
        """Open an interview. Raises `ElicitError` for a case or participant without a name."""
        for name in (case_id, participant_id):
            if type(name) is not str or not name.strip():
                raise ElicitError("An interview needs a case and a participant with a name.")
        interview = Interview(_new_id(), case_id, participant_id, secrets.token_urlsafe(32))
        self._interviews[interview.interview_id] = interview
        return interview

    def answer(self, interview_id: str, prompt_id: str, text: str) -> None:
        """Keep the participant's words; a second answer replaces the first, an empty one says that
        there is nothing to say. Raises `ElicitError`."""
        interview = self._interview(interview_id)
        if type(prompt_id) is not str or prompt_id not in PROMPT_IDS:
            raise ElicitError("There is no such question.")
        if type(text) is not str or len(text) > MAX_ANSWER:
            raise ElicitError(f"An answer must be a text of at most {MAX_ANSWER} characters.")
        interview.answers[prompt_id] = text

    def draft_sheet(self, interview_id: str) -> SheetDraft:
        """Let the elicitor draft a sheet from the answers so far, and check every item of it.

        Raises `ElicitError` when its result is no dict, and whatever the elicitor itself raises.
        """
        interview = self._interview(interview_id)
        content = read_proposal(self._elicitor(dict(interview.answers)))
        return self._open(interview.participant_id, interview.token, 1, content)

    def revise_sheet(self, document_id: str, change: dict[str, Any]) -> SheetDraft:
        """Return the next version of a draft, or a new draft of a confirmed sheet, after all
        `change["ops"]`; on `ElicitError` nothing changes.

        `change` is `{"participant_id", "token", "ops"}`. Only the participant can do this.
        """
        sheet = self._find(self._sheets, document_id)
        found = sheet or self._find(self._drafts, document_id)
        if found is None:
            raise ElicitError("There is no such draft or sheet.")
        _check_participant(found, change)
        content = revised(found.content, change.get("ops"))
        if sheet is not None:
            return self._open(sheet.participant_id, sheet.token, sheet.version + 1, content)
        found.content, found.version = content, found.version + 1
        return _shown(found)

    def confirm_sheet(self, draft_id: str, confirmation: dict[str, Any]) -> ConfirmedSheet:
        """Make exactly this version of a draft binding.

        `confirmation` is `{"participant_id", "token", "confirm_hard": [ids], "confirm_version"}`,
        with the id of every red line. Raises `ElicitError` when it is by somebody else, lacks the
        token, is about another version, while a question is open, or when a red line was not named
        (or something that is none was).
        """
        draft = self._find(self._drafts, draft_id)
        if draft is None:
            raise ElicitError("There is no such draft.")
        _check_participant(draft, confirmation)
        version = confirmation.get("confirm_version")
        if type(version) is not int or version != draft.version:
            raise ElicitError("The draft has another version by now: read it again.")
        if draft.content.questions:
            raise ElicitError("A clarification is still open: resolve or drop it first.")
        named = confirmation.get("confirm_hard")
        ids = {item.item_id for item in draft.content.of_kind(HARD)}
        if type(named) not in (list, tuple) or any(type(name) is not str for name in named):
            named = None
        if named is None or set(named) != ids:
            raise ElicitError("Every red line needs explicit confirmation by its id, nothing else.")
        return self._confirmed(draft)

    def _confirmed(self, draft: _Open) -> ConfirmedSheet:
        kept = _Open(
            _new_id(), draft.participant_id, draft.token, draft.version, draft.content.copy()
        )
        self._sheets[kept.draft_id] = kept
        shown = _shown(kept)
        return ConfirmedSheet(
            sheet_id=kept.draft_id,
            participant_id=kept.participant_id,
            version=kept.version,
            rendered=render(shown.hard, shown.utility, shown.shared_claims),
            shared_claims=tuple(shown.shared_claims),
            token=kept.token,
            _hard=tuple(shown.hard),
            _utility=tuple(shown.utility),
        )

    def _open(self, participant_id: str, token: str, version: int, content: Draft) -> SheetDraft:
        opened = _Open(_new_id(), participant_id, token, version, content)
        self._drafts[opened.draft_id] = opened
        return _shown(opened)

    def _interview(self, interview_id: Any) -> Interview:
        interview = self._find(self._interviews, interview_id)
        if interview is None:
            raise ElicitError("There is no such interview.")
        return interview

    @staticmethod
    def _find(documents: dict[str, Any], document_id: Any) -> Any:
        return documents.get(document_id) if type(document_id) is str else None


def _check_participant(document: _Open, request: Any) -> None:
    if type(request) is not dict:
        raise ElicitError("A confirmation or change must be a dict.")
    if request.get("participant_id") != document.participant_id:
        raise ElicitError("This can be done by only the participant whose sheet it is.")
    token = request.get("token")
    if type(token) is not str or not hmac.compare_digest(
        token.encode("utf-8", "replace"), document.token.encode("utf-8")
    ):
        raise ElicitError("The token is not the one from the start of this interview.")


def _shown(draft: _Open) -> SheetDraft:
    content = draft.content
    return SheetDraft(
        draft_id=draft.draft_id,
        participant_id=draft.participant_id,
        shared_claims=list(content.claims),
        hard=copy.deepcopy(content.of_kind(HARD)),
        utility=copy.deepcopy(content.of_kind(SOFT)),
        needs_clarification=list(content.questions),
        rejected=list(content.rejected),
        version=draft.version,
        token=draft.token,
    )


def _new_id() -> str:
    return secrets.token_hex(16)
