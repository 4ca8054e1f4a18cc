"""What `parley decide` can keep on disk, and what it says where it cannot."""

import json
import os
import sys

import pytest

from parley.command.decide.kept import Kept
from parley.command.question import read_question
from tests.parley.decide.keyboard import ROOT, decide, receipt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

pytest.importorskip("nacl")

NOTHING_KEPT = "No file can be kept for this account: confirmed sheets are in memory only"

# Ana's sheet about the flats, with `rent <= 1511`, sealed under velvet-otter before sheets were
# filled up to a whole step.
ABOUT = "90af5292ad19758f5c5c580aa4442234d10c42908950f71abd8b580fb6e329e6"
SALT = "ad607c9107d2c36b271e1b9644fad23e"
BOX = (
    "00dfdc14b165f108b2d5b404e41fe4212e9e3fe6a0366457a0703f1edd8883128f3899b18e992790928e5134"
    "ddf7d7f709abcd1fcb08a7a649bd42d68db52ce3a084571bcd1c790973e48ada4f414237eee330a0ec4178a0"
    "483d62b3a1f5ee4561980fafadccf93532430eff95a8a058fe01f3cea6ebe82b3d433b984c48749c117f32a7"
    "248ba09479046aa3a2b2849890612fe60c9a169cd896618ed220974dd93cf58a7676d036155e219aa44f416a"
    "ae9d31021162c8cf31dc6a23a4aafc220585ca64dee0f528bcbff3a32b155e7f077eda806fccf55c151a10de"
    "0b0942bc2e6a64357904f0952dfa743f0aeca725136a06bde174a4ccdacd3411248c9a23fc718672eadb228f"
    "82b6817f9eb4439860eb29148c2289d94c45c580c574cd7ef2f11f144767e15e2ca8f923ea71173bef77632e"
    "e1c9ae3f5a"
)


def boxes(home):
    """What is sealed on disk, by its owner's name."""
    [kept] = home.glob("state/parley/*")
    sealed = json.loads(kept.read_text())["sealed"]
    return {owner: bytes.fromhex(one["box"]) for owner, one in sealed.items()}


def decide_without_a_word(home, keyboard):
    keyboard.expect(NOTHING_KEPT)
    keyboard.begin()
    for name in ("Ana", "Bob"):
        keyboard.take_seat(name)
        keyboard.answer("> ", "confirm")
    keyboard.expect("Now Ana.")
    keyboard._read = keyboard.shown.rindex("Now Ana.")
    for name in ("Ana", "Bob"):
        keyboard.take_seat(name)
        keyboard.answer("accept or decline: ", "accept")
    assert keyboard.finish() == 0
    assert "Word: " not in keyboard.shown
    assert receipt(home)[1].exit_code == 0


def test_an_account_without_a_home_keeps_sheets_in_memory_and_says_so(home):
    (home / "sitecustomize.py").write_text(
        "import os, pwd\n"
        "os.environ.pop('HOME')\n"
        "def getpwuid(number): raise KeyError(number)\n"
        "pwd.getpwuid = getpwuid\n"
    )
    path = f"{home}{os.pathsep}{ROOT}"
    with decide(home, "--manual", XDG_STATE_HOME="", PYTHONPATH=path) as keyboard:
        decide_without_a_word(home, keyboard)


@pytest.mark.parametrize("where", ["state", "state/parley"])
def test_a_folder_that_cannot_be_used_keeps_sheets_in_memory_and_says_so(home, where):
    (home / where).parent.mkdir(exist_ok=True)
    (home / where).write_text("a file")
    with decide(home, "--manual") as keyboard:
        decide_without_a_word(home, keyboard)
    assert (home / where).read_text() == "a file"


def test_a_file_that_holds_something_else_is_not_replaced(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    [kept] = home.glob("state/parley/*")
    kept.write_text('{"format": "another/1"}')
    with decide(home, "--manual") as keyboard:
        assert keyboard.finish() == 2
        assert f"Move {kept} away." in keyboard.shown
    assert kept.read_text() == '{"format": "another/1"}'


def test_a_sheet_that_could_not_be_kept_is_not_called_kept(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        (home / "state" / "parley").rmdir()
        (home / "state").rmdir()
        (home / "state").write_text("a file")
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("What Ana confirmed is in memory only: no file can be kept.")
        keyboard.expect("Press Enter")
        keyboard.press("\x03")
        keyboard.expect("In memory only, and lost when this ends: Ana.")
        keyboard.answer("Type leave", "leave")
        assert keyboard.finish() == 1
    assert "goes on from here" not in keyboard.shown


def test_going_on_says_of_each_person_what_is_kept(home):
    with decide(home, "--manual", people="Ana,Bob,Cara") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.write_sheet("Bob")
        keyboard.expect("Now Cara.")
        keyboard.hang_up()
    with decide(home, "--manual", people="Ana,Bob,Cara") as keyboard:
        keyboard.expect(
            "This decision was interrupted.\n"
            "Kept sealed, the sheets of: Ana.\n"
            "Not kept, and to be written again, the sheets of: Bob, Cara.\n"
            "The receipt will be parley-receipt.json.\n"
        )


def test_where_only_an_acceptance_was_kept_nothing_more_is_promised(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana")
        keyboard.write_sheet("Bob")
        keyboard.take_seat("Ana")
        keyboard.answer("accept or decline: ", "accept")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    with decide(home, "--manual") as keyboard:
        keyboard.expect(
            "This decision was interrupted.\n"
            "Not kept, and to be written again, the sheets of: Ana, Bob.\n"
            "Kept, and taken if the same record comes out: what Ana said.\n"
            "The receipt will be parley-receipt-2.json.\n"
        )
        keyboard.begin()
        keyboard.write_sheet("Ana")
        keyboard.write_sheet("Bob")
        keyboard.take_seat("Bob")
        keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
    assert receipt(home, "parley-receipt-2.json")[0]["unanimous_acceptance"] is True


def test_a_sealed_sheet_that_cannot_be_opened_here_is_written_again(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    (home / "nacl.py").write_text("raise ImportError('not installed')\n")
    with decide(home, "--manual", PYTHONPATH=f"{home}{os.pathsep}{ROOT}") as keyboard:
        keyboard.expect("to be written again, the sheets of: Ana, Bob.")
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("> ", "confirm")
        keyboard.expect("Now Bob.")


def test_a_file_that_cannot_be_removed_at_the_end_is_named(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.expect("Now Bob.")
        [kept] = home.glob("state/parley/*")
        kept.unlink()
        kept.mkdir()
        keyboard._read = keyboard.shown.rindex("Now Bob.")
        keyboard.write_sheet("Bob")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        assert f"could not be removed: {kept}" in keyboard.readable()
    assert receipt(home)[1].exit_code == 0


def with_little_memory(home):
    """An environment in which Argon2 does not get the 256 MiB that it needs."""
    folder = home / "little"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (250 * 2**20, 250 * 2**20))\n"
    )
    return {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


limits_memory = pytest.mark.skipif(sys.platform != "linux", reason="needs a limit that holds")


@limits_memory
def test_without_memory_to_seal_sheets_stay_in_memory_and_it_says_so(home):
    with decide(home, "--manual", **with_little_memory(home)) as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511", confirm="r1", word="velvet-otter")
        keyboard.expect(
            "What Ana confirmed is in memory only: this machine has not enough memory to seal it.\n"
        )
        keyboard.expect("Press Enter")
        keyboard.press("\x03")
        keyboard.expect("In memory only, and lost when this ends: Ana.")
        keyboard.answer("Type leave to stop here, or Enter to go on: ", "")
        keyboard.write_sheet("Bob", word="copper-heron")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
    content, report = receipt(home)
    assert (content["unanimous_acceptance"], report.exit_code) == (True, 0)
    assert content["decision"]["rent"] <= 1511


@limits_memory
def test_without_memory_to_open_no_word_is_called_wrong_and_the_seal_stays(home):
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", "rent <= 1511", confirm="r1", word="velvet-otter")
        keyboard.expect("Now Bob.")
        keyboard.hang_up()
    [kept] = home.glob("state/parley/*")
    sealed = kept.read_bytes()
    with decide(home, "--manual", **with_little_memory(home)) as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("Your word", "velvet-otter")
        keyboard.expect("This machine has not enough memory to open it. It stays sealed as it is")
        keyboard.answer("Your word (Enter alone: write the sheet again): ", "")
        keyboard.answer("> ", "confirm")
        keyboard.expect("What Ana confirmed now is in memory only: the sealed sheet stays.")
        keyboard.expect("Press Enter")
        keyboard.press("\x03")
        keyboard.expect(
            "In memory only, and lost when this ends: Ana.\n"
            "Still sealed, as they were before, the sheets of: Ana.\n"
        )
        keyboard.answer("Type leave", "leave")
        assert keyboard.finish() == 1
    assert "That is not the word." not in keyboard.shown
    assert "goes on from here" not in keyboard.shown
    assert kept.read_bytes() == sealed
    with decide(home, "--manual") as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("Your word", "velvet-otter")
        keyboard.expect("Now Bob.")


def test_the_length_of_a_sealed_sheet_does_not_tell_what_is_in_it(home):
    people = "Ana,Bob,Cara,Dan"
    with decide(home, "--manual", people=people) as keyboard:
        keyboard.begin()
        keyboard.write_sheet("Ana", word="velvet-otter")
        keyboard.write_sheet("Bob", "rent <= 1511", confirm="r1", word="copper-heron")
        keyboard.write_sheet(
            "Cara", "rent <= 1900", "area is not North", confirm="r1 r2", word="silver-newt"
        )
        keyboard.expect("Now Dan.")
        keyboard.hang_up()
    lengths = {len(box) for box in boxes(home).values()}
    assert len(boxes(home)) == 3
    assert len(lengths) == 1
    with decide(home, "--manual", people=people) as keyboard:
        keyboard.begin()
        for name, word in (("Ana", "velvet-otter"), ("Bob", "copper-heron")):
            keyboard.take_seat(name)
            keyboard.answer("Your word", word)
        keyboard.take_seat("Cara")
        keyboard.answer("Your word", "copper-heron")
        keyboard.expect("That is not the word.")
        keyboard.answer("Your word", "silver-newt")
        keyboard.expect("Now Dan.")


def test_a_long_sheet_takes_one_step_more_and_opens(home, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    kept = Kept(read_question(str(home / "flats.tsv"), None), ["Ana", "Bob"], False)
    kept.keep_sheet("Ana", "short", "velvet-otter")
    kept.keep_sheet("Bob", "long " * 1000, "copper-heron")
    sealed = boxes(home)
    assert len(sealed["Bob"]) - len(sealed["Ana"]) == 4096
    assert kept.open_sheet("Ana", "velvet-otter") == "short"
    assert kept.open_sheet("Bob", "copper-heron") == "long " * 1000


def test_a_sheet_that_was_sealed_at_its_own_length_still_opens(home):
    kept = home / "state" / "parley" / f"decide-{ABOUT[:16]}.json"
    kept.parent.mkdir(parents=True)
    sealed = {"Ana": {"salt": SALT, "box": BOX}}
    content = {"format": "parley-decide/1", "about": ABOUT, "sealed": sealed, "acceptances": []}
    kept.write_text(json.dumps(content))
    with decide(home, "--manual") as keyboard:
        keyboard.expect("Kept sealed, the sheets of: Ana.\n")
        keyboard.begin()
        keyboard.take_seat("Ana")
        keyboard.answer("Your word", "velvet-otter")
        keyboard.write_sheet("Bob")
        keyboard.expect("Now Ana.")
