import json
import os
import stat
import sys

import pytest

from tests.parley.decide.keyboard import ROOT, Keyboard, decide, receipt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def test_three_people_decide_and_the_receipt_verifies(home):
    with decide(home, "--manual", "--receipt", "out.json", people="Ana,Bob,Cara") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511.25", "wish rent lower", confirm="r1")
        keyboard.expect("Now Bob.")
        # What Ana typed and saw is in what was sent to the terminal, and nowhere on it.
        for private in ("1511.25", "r1  rent", "leaves 2 of 3", "wish", "confirm r1"):
            assert private in keyboard.shown
            assert private not in keyboard.readable()
        keyboard._read = keyboard.shown.rindex("Now Bob")
        keyboard.write_sheet("Bob", "area is not North", confirm="r1")
        keyboard.write_sheet("Cara")
        for name in ("Ana", "Bob", "Cara"):
            keyboard.take_seat(name)
            keyboard.expect("Decision: Orchard Road")
            keyboard.expect("every red line of yours holds")
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        end = keyboard.readable()
        assert "Everybody accepted it." in end
        assert "1511.25" not in end
    content, report = receipt(home, "out.json")
    assert report.exit_code == 0
    assert content["unanimous_acceptance"] is True
    assert content["decision"] == {"flat": "Orchard Road", "rent": 1475, "area": "Old town"}
    assert content["title"] == "flats"
    assert "1511.25" not in json.dumps(content)
    assert not list(home.glob("state/parley/*"))


def test_a_signed_deadlock_has_a_receipt_too(home):
    with decide(home, "--manual", "--sign") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent < 1300", confirm="r1")
        keyboard.write_sheet("Bob", "rent > 1300", confirm="r1")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.expect("Deadlock")
            keyboard.answer("Enter says that you have seen it. ", "")
        assert keyboard.finish() == 0
    content, report = receipt(home)
    assert (content["status"], content["decision"]) == ("deadlock", None)
    assert report.exit_code == 0
    assert [line.signature for line in report.acceptances] == ["valid", "valid"]


def test_declining_is_recorded(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana")
        keyboard.write_sheet("Bob")
        for name, answer in (("Ana", "accept"), ("Bob", "decline")):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", answer)
        assert keyboard.finish() == 0
        assert "Declined by Bob." in keyboard.shown
    content, report = receipt(home)
    assert content["unanimous_acceptance"] is False
    assert report.exit_code == 0


def test_interrupting_loses_nothing_confirmed_and_shows_nothing_to_the_next(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511", confirm="r1")
        keyboard.take_seat("Bob")
        keyboard.answer("> ", "rent <= 1622")
        keyboard.expect("r1  rent")
        keyboard.press("\x03")
        keyboard.expect("What Bob had not confirmed is gone.")
        assert "1622" not in keyboard.readable()
        # At a hand-over too, where it asks first and says what would be lost.
        keyboard.expect("Press Enter when you are ready. ")
        keyboard.press("\x03")
        keyboard.expect("In memory only, and lost when this ends: Ana.")
        keyboard.answer("Type leave to stop here, or Enter to go on: ", "")
        keyboard.write_sheet("Bob", "list")
        assert "1622" not in keyboard.readable()
        keyboard.take_seat("Ana")
        keyboard.expect("Decision: ")
        keyboard.answer("accept or decline: ", "accept")
        keyboard.take_seat("Bob")
        keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0


@pytest.mark.parametrize("prompt", ["Word: ", "Again: "])
def test_interrupting_the_choice_of_a_word_loses_no_confirmed_sheet(home, prompt):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "rent <= 1511")
        keyboard.answer("> ", "confirm r1")
        if prompt == "Again: ":
            keyboard.answer("Word: ", "velvet-otter")
        keyboard.expect(prompt)
        keyboard.press("\x03")
        keyboard.expect("What Ana confirmed stays, in memory only.\n\nNow Bob.")
        assert "had not confirmed is gone" not in keyboard.shown
        assert "1511" not in keyboard.readable()
        assert not list(home.glob("state/parley/*"))
        keyboard._read = keyboard.shown.rindex("Now Bob")
        keyboard.write_sheet("Bob")
        keyboard.take_seat("Ana")
        keyboard.expect("Mill Lane: Ana red line")


def test_a_private_screen_cannot_be_left_behind_by_suspending(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "rent <= 1511")
        keyboard.expect("r1  rent")
        keyboard.press("\x1a")
        keyboard.press("\x1c")
        keyboard.type("list")
        keyboard.expect("All red lines together: leaves 2 of 3 options.")
        assert keyboard.process.poll() is None


def test_what_is_typed_ahead_reaches_nobody_else(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "confirm")
        keyboard.expect("Word: ")
        os.write(keyboard.master, b"\n\nrent <= 1511\nconfirm r1\n")
        keyboard.take_seat("Bob")
        keyboard.answer("> ", "list")
        keyboard.expect("never be violated:\n  nothing")


def test_a_closed_terminal_loses_nothing_confirmed(home):
    with decide(home, "--manual", "--sign") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511.25", confirm="r1", word="velvet-otter")
        keyboard.take_seat("Bob")
        keyboard.answer("> ", "rent <= 1622.75")
        keyboard.expect("r1  rent")
        assert "velvet-otter" not in keyboard.shown
        keyboard.hang_up()
        assert keyboard.process.returncode == 1
    [kept] = home.glob("state/parley/*")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    # With a point, which chance writes into no hexadecimal text.
    for private in ("1511.25", "1622.75", "rent", "velvet", "red_lines"):
        assert private not in kept.read_text()
    assert not (home / "parley-receipt.json").exists()

    with decide(home, "--manual", "--sign") as keyboard:
        keyboard.expect("This decision was interrupted")
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("Your word", "wrong-otter")
        keyboard.answer("That is not the word.", "velvet-otter")
        keyboard.write_sheet("Bob", "wish rent higher", word="plain-badger")
        keyboard.take_seat("Ana")
        keyboard.expect("Orchard Road: Ana 0.50")
        keyboard.answer("accept or decline: ", "accept")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    assert receipt(home)[1].exit_code == 0

    with decide(home, "--manual", "--sign", "--receipt", "parley-receipt.json") as keyboard:
        keyboard.begin()
        for name, word in (("Ana", "velvet-otter"), ("Bob", "plain-badger")):
            keyboard.take_seat(name)
            keyboard.answer("Your word", word)
        # Ana's acceptance was kept, so only Bob is asked.
        keyboard.take_seat("Bob")
        keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
    content, report = receipt(home)
    assert report.exit_code == 0
    assert content["unanimous_acceptance"] is True
    assert [line.signature for line in report.acceptances] == ["valid", "valid"]
    assert not list(home.glob("state/parley/*"))


def test_being_told_to_stop_clears_the_private_screen(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "rent <= 1511")
        keyboard.expect("r1  rent")
        keyboard.process.terminate()
        assert keyboard.finish() == 1
        assert "1511" not in keyboard.readable()


def test_leaving_says_what_is_kept(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("Press Enter")
        keyboard.press("\x03")
        keyboard.answer("Type leave", "leave")
        assert keyboard.finish() == 1
        assert "what was confirmed is kept sealed" in keyboard.shown
        assert "Traceback" not in keyboard.shown


def test_nothing_is_confirmed_without_every_id(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "rent <= 1511")
        keyboard.answer("> ", "area in Centre, Old town")
        for wrong in ("confirm", "confirm r1", "confirm r1 r2 r3", "confirm all"):
            keyboard.answer("> ", wrong)
            keyboard.expect("to confirm: confirm r1 r2")
        keyboard.answer("> ", "rent <= a lot")
        keyboard.answer("> ", "drop r1 r7")
        keyboard.expect("There is no r7.")
        keyboard.answer("> ", "confirm r2")
        keyboard.expect("Word: ")


def test_people_are_asked_for_and_names_that_look_alike_refused(home):
    with Keyboard("--options", "shared-flat", "--manual", home=home) as keyboard:
        keyboard.answer("Who takes part?", "Ana, Аna")
        assert keyboard.finish() == 2
        assert "look the same" in keyboard.shown


def test_a_terminal_that_cannot_be_cleared_is_refused(home):
    with decide(home, "--manual", TERM="dumb") as keyboard:
        assert keyboard.finish() == 2
        assert "cannot be cleared" in keyboard.shown


def test_without_pynacl_sheets_are_in_memory_only_and_it_says_so(home):
    (home / "nacl.py").write_text("raise ImportError('not installed')\n")
    path = f"{home}{os.pathsep}{ROOT}"
    with decide(home, "--manual", PYTHONPATH=path) as keyboard:
        keyboard.expect("PyNaCl is not installed: confirmed sheets are in memory only")
        keyboard.begin()
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("> ", "confirm")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
    assert receipt(home)[1].exit_code == 0
    with decide(home, "--manual", "--sign", PYTHONPATH=path) as keyboard:
        assert keyboard.finish() == 2
        assert "Signing needs PyNaCl" in keyboard.shown
