"""One person writes a sheet in private: by hand, or from six answers that a model drafts from."""

from __future__ import annotations

from dataclasses import dataclass

from parley.command.decide.entries import Entries
from parley.command.decide.lines import HELP, LineError, read_line
from parley.command.decide.terminal import Terminal
from parley.command.question import Question
from parley.elicit import PROMPTS, Clarification, Elicitation, ElicitError, Elicitor, SheetDraft
from parley.sheet import SheetError
from parley.visible import visible


@dataclass(frozen=True)
class Drafter:
    """A model that drafts, and what people are told about where their words go."""

    elicitor: Elicitor
    whereabouts: str


def write_sheet(terminal: Terminal, question: Question, owner: str, drafter: Drafter | None) -> str:
    """Return the text of the sheet (`parley.sheet`) that its owner confirmed by naming every red
    line. Whatever interrupts this leaves nothing behind."""
    terminal.say(f"{owner}, this is for you alone. It is cleared before the next person's turn.\n")
    terminal.write(question.table())
    writing = _Writing(terminal, question, owner)
    if drafter is not None:
        writing.draft(drafter)
    terminal.say()
    terminal.write(HELP)
    return writing.until_confirmed()


class _Writing:
    def __init__(self, terminal: Terminal, question: Question, owner: str) -> None:
        self.terminal = terminal
        self.entries = Entries(owner, question)
        self.questions: dict[str, Clarification] = {}
        self.confirmation: _Confirmation | None = None

    def draft(self, drafter: Drafter) -> None:
        """Ask the six questions and take what the model makes of the answers. Without an answer
        from the model the sheet is written by hand."""
        terminal = self.terminal
        terminal.say(f"\n{drafter.whereabouts}")
        terminal.say("Six questions. Enter alone leaves one out.\n")
        service = Elicitation(drafter.elicitor)
        interview = service.start_interview(self.entries.question.title, self.entries.owner)
        for prompt_id, prompt in PROMPTS:
            service.answer(interview.interview_id, prompt_id, terminal.ask(f"{prompt}\n> "))
        terminal.say("\nDrafting ...")
        try:
            with terminal.waiting():
                draft = service.draft_sheet(interview.interview_id)
        except ElicitError as error:
            terminal.say(f"{error} Write your sheet by hand.")
            return
        self._take(draft)
        self.confirmation = _Confirmation(service, draft)

    def _take(self, draft: SheetDraft) -> None:
        left_out = [visible(one.reason) for one in draft.rejected]
        for item in draft.hard:
            try:
                self.entries.add(item.data, item.item_id)
            except SheetError:
                left_out.append(f"{item.item_id}: {visible(item.data.describe())}")
        for item in draft.utility:
            if not self.entries.add_term(item.data, item.item_id):
                left_out.append(f"{item.item_id}: a wish that says nothing")
        self.questions = {one.item_id: one for one in draft.needs_clarification}
        self.terminal.say("\nThis was made of your words. Nothing of it counts until you confirm.")
        self._list()
        for reason in left_out:
            self.terminal.say(f"  left out: {reason}")

    def until_confirmed(self) -> str:
        """Take lines until everything is confirmed, and return the sheet."""
        while True:
            line = self.terminal.ask("> ")
            word, *rest = line.replace(",", " ").split() or [""]
            word = word.lower()
            if word == "confirm":
                if self._is_confirmed(rest):
                    return self.entries.sheet_text()
            elif line.lower() == "anything":
                if self.terminal.ask("Every option is fine with you? yes or no: ").lower() == "yes":
                    return self.entries.sheet_text(anything=True)
            elif line.lower() in ("list", ""):
                self._list()
            elif line.lower() in ("help", "?"):
                self.terminal.write(HELP)
            elif word == "drop":
                self._drop(rest)
            else:
                self._add(line)

    def _add(self, line: str) -> None:
        try:
            entry_id = self.entries.add(read_line(line, self.entries.question))
        except LineError as error:
            self.terminal.say(f"  {error}")
        except SheetError:
            self.terminal.say("  This cannot stand on a sheet.")
        else:
            self.terminal.say(self.entries.show_one(entry_id))

    def _drop(self, ids: list[str]) -> None:
        for entry_id in ids:
            if not self.entries.drop(entry_id) and not self.questions.pop(entry_id, None):
                self.terminal.say(f"  There is no {visible(entry_id)}.")
        self._list()

    def _list(self) -> None:
        self.terminal.say(self.entries.show())
        if self.questions:
            self.terminal.say("This was not understood; add a line for it or drop it:")
            for entry_id, one in self.questions.items():
                self.terminal.say(f"  {entry_id}  {visible(one.question, 500)}")
        self.terminal.say(f"All red lines together: {self.entries.effect()}.")

    def _is_confirmed(self, named: list[str]) -> bool:
        if self.questions:
            self.terminal.say("  A question is open: add a line for it if you want, then drop it.")
            return False
        if set(named) != set(self.entries.hard):
            needed = " ".join(["confirm", *self.entries.hard])
            self.terminal.say(f"  Name every red line, and nothing else, to confirm: {needed}")
            return False
        if self.confirmation is not None:
            self.confirmation.give(named, {*self.entries.hard, *self.entries.wishes})
        return True


class _Confirmation:
    """Carries a confirmation to the service that made the draft, which must agree with it."""

    def __init__(self, service: Elicitation, draft: SheetDraft) -> None:
        self._service = service
        self._draft = draft

    def give(self, named: list[str], kept: set[str]) -> None:
        """Bring the draft to what was kept and confirm its red lines. Raises `ElicitError` when
        the service does not take it, which no typing can cause."""
        draft, who = self._draft, self._draft.participant_id
        items = [*draft.hard, *draft.utility]
        ops = [
            {"op": "remove", "item_id": item.item_id} for item in items if item.item_id not in kept
        ]
        ops += [
            {"op": "resolve", "item_id": one.item_id, "drop": True}
            for one in draft.needs_clarification
        ]
        request = {"participant_id": who, "token": draft.token}
        draft = self._service.revise_sheet(draft.draft_id, {**request, "ops": ops})
        own = {item.item_id for item in draft.hard}
        self._service.confirm_sheet(
            draft.draft_id,
            {
                **request,
                "confirm_hard": [entry_id for entry_id in named if entry_id in own],
                "confirm_version": draft.version,
            },
        )
