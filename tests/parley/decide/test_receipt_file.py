"""Where `parley decide` writes its receipt, and what happens when it no longer can."""

import shutil
import sys
from contextlib import contextmanager

import pytest

from tests.parley.decide.keyboard import decide, receipt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

pytest.importorskip("nacl")


@contextmanager
def in_a_folder_that_goes(home, *lines):
    """Ana has written her lines and Bob nothing, when the folder of the receipt goes away."""
    (home / "away").mkdir()
    with decide(home, "--manual", "--receipt", "away/out.json") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", *lines, confirm="r1" if lines else "")
        keyboard.take_seat("Bob")
        keyboard.answer("> ", "confirm")
        keyboard.expect("Word: ")
        shutil.rmtree(home / "away")
        keyboard.type("")
        yield keyboard


def test_a_folder_that_is_gone_loses_no_sheet_and_another_file_is_asked_for(home):
    with in_a_folder_that_goes(home, "rent <= 1511") as keyboard:
        keyboard.expect("The receipt cannot be written to away/out.json: No such file")
        # A slip of the finger there ends nothing, and neither does another file that cannot be.
        keyboard.expect("Another file, or Enter to try again: ")
        keyboard.press("\x03")
        keyboard.expect("In memory only, and lost when this ends: Ana, Bob.")
        keyboard.answer("Type leave to stop here, or Enter to go on: ", "")
        keyboard.answer("Another file, or Enter to try again: ", "away/other.json")
        keyboard.expect("The receipt cannot be written to away/other.json: No such file")
        keyboard.answer("Another file, or Enter to try again: ", "here.json")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        assert "The receipt is here.json." in keyboard.readable()
    content, report = receipt(home, "here.json")
    assert (content["unanimous_acceptance"], report.exit_code) == (True, 0)


def test_an_acceptance_is_not_lost_with_the_folder_of_the_receipt(home):
    (home / "away").mkdir()
    with decide(home, "--manual", "--receipt", "away/out.json") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511", confirm="r1")
        keyboard.write_sheet("Bob")
        keyboard.take_seat("Ana")
        shutil.rmtree(home / "away")
        keyboard.answer("accept or decline: ", "decline")
        keyboard.expect("The receipt cannot be written to away/out.json")
        assert "1511" not in keyboard.readable()
        (home / "away").mkdir()
        keyboard.answer("Another file, or Enter to try again: ", "")
        keyboard.take_seat("Bob")
        assert receipt(home, "away/out.json")[0]["acceptances"][0]["owner"] == "Ana"
        keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        assert "Declined by Ana." in keyboard.readable()
    content, report = receipt(home, "away/out.json")
    assert (len(content["acceptances"]), report.exit_code) == (2, 0)


def test_leaving_there_says_what_is_lost(home):
    with in_a_folder_that_goes(home) as keyboard:
        keyboard.expect("Another file, or Enter to try again: ")
        keyboard.press("\x03")
        keyboard.answer("Type leave", "leave")
        assert keyboard.finish() == 1
        assert "In memory only, and lost when this ends: Ana, Bob." in keyboard.shown
        assert "Traceback" not in keyboard.shown


def test_nothing_in_the_name_of_the_receipt_reaches_the_screen_unseen(home):
    # One that clears the screen, and one that turns the reading direction.
    name = f"out\x1b[2J{'-' * 200}\u202e.json"
    shown = f"out<U+001B>[2J{'-' * 200}<U+202E>.json"
    with decide(home, "--manual", "--receipt", name) as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    with decide(home, "--manual", "--receipt", name) as keyboard:
        keyboard.expect(f"The receipt will be {shown}.\n")
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("Your word", "velvet-otter")
        keyboard.write_sheet("Bob")
        for person in ("Ana", "Bob"):
            keyboard.take_seat(person)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        assert f"The receipt is {shown}. Anyone can check it: parley verify {shown}\n" in (
            keyboard.readable()
        )
    assert receipt(home, name)[1].exit_code == 0
