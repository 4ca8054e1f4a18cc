"""The whole decision at one keyboard: private turns, the pick, ratification, a receipt."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from parley.agent import Agent
from parley.command.decide.kept import SHORTEST_WORD, Kept, can_seal
from parley.command.decide.terminal import CLEAR, Terminal
from parley.command.decide.writing import Drafter, write_sheet
from parley.command.files import write_whole
from parley.command.outcome import outcome_lines
from parley.command.question import Question
from parley.consensus import AGREED, run_consensus
from parley.net.identity import Identity
from parley.preferences import PreferenceSheet
from parley.ratify import Acceptance, is_bound, ratify
from parley.receipt import build_receipt, receipt_text
from parley.sheet import read_sheet
from parley.transcript import Transcript
from parley.visible import visible


def shown_path(path: Path) -> str:
    """Return a path for people to read and copy: whole, with nothing hidden in it."""
    return visible(str(path), limit=len(str(path)))


class Left(Exception):
    """Somebody asked to stop before the end. The message says what is kept."""


class Session:
    """One run of `parley decide`. Sheets are in memory, and in `kept` where they can be sealed."""

    def __init__(
        self,
        terminal: Terminal,
        question: Question,
        owners: Sequence[str],
        *,
        drafter: Drafter | None,
        sign: bool,
        receipt: Path,
        kept: Kept,
    ) -> None:
        self.terminal = terminal
        self.question = question
        self.owners = list(owners)
        self.drafter = drafter
        self.sign = sign
        self.receipt = receipt
        self.kept = kept
        self.sheets: dict[str, str] = {}
        self.acceptances: dict[str, Acceptance] = {}
        # Whose sheet in memory is the one in the file, and whose in the file could not be opened.
        self._is_kept: set[str] = set()
        self._unopened: set[str] = set()
        self._notice = ""

    def run(self) -> str:
        """Run to the end and return what there is to say about it.

        Raises `Left` and `parley.command.decide.terminal.Closed`. Whatever happens, the last
        private turn is cleared.
        """
        for owner in self.owners:
            self._turn(owner, self._sheet_turn, lambda owner=owner: owner in self.sheets)
        transcript = self._decide()
        self._write_receipt(transcript)
        for owner in self.owners:
            self._turn(
                owner,
                lambda owner: self._ratify_turn(owner, transcript),
                lambda owner=owner: owner in self.acceptances,
            )
            self._write_receipt(transcript)
        self.terminal.write(CLEAR)
        return self._closing(transcript) + self._forgotten()

    def saved(self) -> str:
        """Return a sentence about what is kept when this ends before its end."""
        lost = [owner for owner in self.sheets if owner not in self._is_kept]
        earlier = [owner for owner in lost if self.kept.has(owner)]
        lines = []
        if any(self.kept.has(owner) for owner in self.owners if owner not in lost):
            lines.append("The same command goes on from here: what was confirmed is kept sealed.")
        if lost:
            lines.append(f"In memory only, and lost when this ends: {', '.join(lost)}.")
        if earlier:
            lines.append(f"Still sealed, as they were before, the sheets of: {', '.join(earlier)}.")
        return "\n".join(lines)

    def _turn(self, owner: str, act: Callable[[str], None], is_done: Callable[[], bool]) -> None:
        while not is_done():
            self._hand_over(owner)
            try:
                with self.terminal.private():
                    act(owner)
            except KeyboardInterrupt:
                self._notice = f"Stopped. What {owner} had not confirmed is gone."

    def _hand_over(self, owner: str) -> None:
        self.terminal.forget_typed()
        while True:
            try:
                self.terminal.clear()
                self.terminal.say(f"{visible(self.question.title)}\n")
                if self._notice:
                    self.terminal.say(f"{self._notice}\n")
                self.terminal.say(f"Now {owner}. Nobody else should see the screen.")
                self.terminal.ask("Press Enter when you are ready. ")
                self._notice = ""
                return
            except KeyboardInterrupt:
                self._ask_to_leave()

    def _ask_to_leave(self) -> None:
        try:
            self.terminal.say(f"\n{self.saved()}")
            answer = self.terminal.ask("Type leave to stop here, or Enter to go on: ")
        except KeyboardInterrupt:
            return
        if answer.lower() == "leave":
            raise Left(self.saved())

    def _sheet_turn(self, owner: str) -> None:
        if self.kept.has(owner):
            sheet = self._opened(owner)
            if sheet is not None:
                self.sheets[owner] = sheet
                self._is_kept.add(owner)
                return
        sheet = write_sheet(self.terminal, self.question, owner, self.drafter)
        self.sheets[owner] = sheet
        if owner in self._unopened:
            self._notice = f"What {owner} confirmed now is in memory only: the sealed sheet stays."
            return
        word = self._word(owner) if can_seal() and self.kept.path else ""
        if word:
            self._seal(owner, word)

    def _seal(self, owner: str, word: str) -> None:
        try:
            self.kept.keep_sheet(owner, self.sheets[owner], word)
        except OSError:
            self._notice = f"What {owner} confirmed is in memory only: no file can be kept."
        except MemoryError:
            self._notice = (
                f"What {owner} confirmed is in memory only: this machine has not enough memory to "
                "seal it."
            )
        else:
            self._is_kept.add(owner)

    def _opened(self, owner: str) -> str | None:
        self.terminal.say(f"{owner}, your confirmed sheet is here, sealed under your word.")
        while True:
            word = self.terminal.ask_hidden("Your word (Enter alone: write the sheet again): ")
            if not word:
                return None
            try:
                sheet = self.kept.open_sheet(owner, unicodedata.normalize("NFC", word))
            except MemoryError:
                self._unopened.add(owner)
                self.terminal.say(
                    "This machine has not enough memory to open it. It stays sealed as it is; a\n"
                    "sheet that you write again now is in memory only."
                )
                continue
            if sheet is not None:
                return sheet
            self.terminal.say("That is not the word.")

    def _word(self, owner: str) -> str:
        self.terminal.say(
            "\nConfirmed. Choose a word that seals your sheet, in case this is interrupted. It is\n"
            f"not shown. At least {SHORTEST_WORD} characters; Enter alone keeps it in memory only."
        )
        try:
            return self._chosen_word()
        except KeyboardInterrupt:
            self._notice = f"No word was chosen. What {owner} confirmed stays, in memory only."
            return ""

    def _chosen_word(self) -> str:
        while True:
            word = self.terminal.ask_hidden("Word: ")
            if not word:
                return ""
            if len(word) < SHORTEST_WORD:
                self.terminal.say(f"At least {SHORTEST_WORD} characters.")
            elif word == self.terminal.ask_hidden("Again: "):
                return unicodedata.normalize("NFC", word)
            else:
                self.terminal.say("These were two different words.")

    def _decide(self) -> Transcript:
        agents = [Agent(owner, self._preferences(owner)) for owner in self.owners]
        transcript = run_consensus(agents, self.question.options).transcript
        transcript_hash, decision = transcript.hash(), transcript.result["decision"]
        for acceptance in self.kept.acceptances():
            if acceptance.owner in self.owners and is_bound(acceptance, transcript_hash, decision):
                self.acceptances[acceptance.owner] = acceptance
        return transcript

    def _preferences(self, owner: str) -> PreferenceSheet:
        return read_sheet(self.sheets[owner]).preference_sheet(self.question.options)

    def _ratify_turn(self, owner: str, transcript: Transcript) -> None:
        sheet, decision = self._preferences(owner), transcript.result["decision"]
        self.terminal.say(f"{owner}, this is the outcome.\n")
        self.terminal.say("\n".join(outcome_lines(transcript, self.question.name)))
        self.terminal.say(f"\nFingerprint of the record: {transcript.hash()}")
        if transcript.result["status"] == AGREED:
            held = transcript.verify_non_betrayal(sheet, decision)
            self.terminal.say(
                "Your sheet was replayed on the decision: "
                + ("every red line of yours holds." if held else "IT CROSSES A RED LINE OF YOURS.")
            )
            accept = self._choice("accept or decline: ", {"accept": True, "decline": False})
        else:
            self.terminal.ask("Nothing is forced on you. Enter says that you have seen it. ")
            accept = True
        signer = Identity.generate(owner).sign_acceptance if self.sign else None
        acceptance = ratify(sheet, transcript, accept, signer)
        self.acceptances[owner] = acceptance
        try:
            self.kept.keep_acceptance(acceptance)
        except OSError:
            self._notice = "A file to go on from cannot be kept."

    def _choice(self, prompt: str, choices: dict[str, bool]) -> bool:
        while (answer := self.terminal.ask(prompt).lower()) not in choices:
            pass
        return choices[answer]

    def _write_receipt(self, transcript: Transcript) -> None:
        given = [self.acceptances[owner] for owner in self.owners if owner in self.acceptances]
        text = receipt_text(build_receipt(self.question.title, transcript, given, self.owners))
        while True:
            try:
                return write_whole(self.receipt, text)
            except OSError as error:
                reason = error.strerror
            except ValueError:
                reason = "this is no file's name"
            self._ask_for_another_file(reason)

    def _ask_for_another_file(self, reason: str | None) -> None:
        self.terminal.say(
            f"\nThe receipt cannot be written to {shown_path(self.receipt)}: {reason}."
        )
        try:
            answer = self.terminal.ask("Another file, or Enter to try again: ")
        except KeyboardInterrupt:
            self._ask_to_leave()
        else:
            self.receipt = Path(answer) if answer else self.receipt

    def _forgotten(self) -> str:
        try:
            self.kept.remove()
        except OSError:
            return f"What was kept of this decision could not be removed: {self.kept.path}\n"
        return ""

    def _closing(self, transcript: Transcript) -> str:
        lines = outcome_lines(transcript, self.question.name)
        declined = [owner for owner, one in self.acceptances.items() if not one.accepted]
        if transcript.result["status"] == AGREED:
            lines.append(
                f"Declined by {', '.join(declined)}." if declined else "Everybody accepted it."
            )
        receipt = shown_path(self.receipt)
        lines += [
            "",
            f"Fingerprint of the record: {transcript.hash()}",
            f"The receipt is {receipt}. Anyone can check it: parley verify {receipt}",
        ]
        return "\n".join(lines) + "\n"
