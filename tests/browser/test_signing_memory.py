"""What a browser remembers of a signed decision stays, also where a seat moves into it."""

from __future__ import annotations

import pytest

IN_PAGE = """async (steps) => {
  const { SigningMemory } = await import("/static/js/signing/memory.js");
  const memory = new SigningMemory("flat", "ana");
  for (const [call, ...given] of steps) memory[call](...given);
  return memory.all();
}"""


@pytest.fixture
def remembering(new_person):
    """Takes steps of one browser, each a call of the memory, and gives all that it remembers."""
    page = new_person().open("/verify")
    return lambda *steps: page.evaluate(IN_PAGE, list(steps))


def saw(digest: str, coordinator: str = "theirs") -> tuple:
    return ("saw", 1, {"digest": digest, "coordinator": coordinator}, f"signed {digest}")


def test_two_questions_of_one_round_are_kept_with_their_texts(remembering):
    remembering(saw("first"))
    known = remembering(saw("second", "another"))
    assert known["agendas"] == {"1": ["first", "second"]}
    assert known["earlier"] == {"1": "signed first"}
    assert known["texts"] == {"second": "signed second"}
    assert known["coordinator"] == "theirs"


def test_a_word_that_was_given_is_never_overwritten(remembering):
    remembering(("closes", 1, "accepted", True), ("closingArrived", 1))
    known = remembering(("closes", 1, "declined", False))
    assert known["closings"] == {"1": {"text": "accepted", "accepted": True, "arrived": True}}


def test_a_seat_that_moves_in_brings_what_it_saw_and_takes_nothing_away(remembering):
    remembering(
        saw("here", "of here"),
        ("sawRoster", 1, "list here", "signed list here"),
        ("knows", [{"owner": "Bob", "key": "of here"}]),
        ("closes", 1, "given here", True),
    )
    moved = {
        "coordinator": "of there",
        "agendas": {"1": ["there"]},
        "rosters": {"1": ["list there"], "2": ["later"]},
        "earlier": {"1": "signed there"},
        "texts": {"list there": "signed list there"},
        "known": {"Bob": "of there", "Cara": "of there"},
        "closings": {
            "1": {"text": "given there", "accepted": False, "arrived": True},
            "2": {"text": "given later", "accepted": True, "arrived": False},
        },
    }
    known = remembering(("takeOver", moved))
    # Older is what came along: a server that changed since is found out.
    assert known["coordinator"] == "of there"
    assert known["agendas"] == {"1": ["there", "here"]}
    assert known["earlier"] == {"1": "signed there"}
    assert known["rosters"] == {"1": ["list there", "list here"], "2": ["later"]}
    # Both questions are there to be shown, and both lists.
    assert set(known["texts"].values()) == {
        "signed here",
        "signed list here",
        "signed list there",
    }
    assert known["known"] == {"Bob": "of here", "Cara": "of there"}
    assert [known["closings"][number]["text"] for number in "12"] == ["given here", "given later"]


def test_the_memory_of_a_hostile_server_stays_small(remembering):
    known = remembering(*[saw(f"question {number}") for number in range(20)])
    assert len(known["agendas"]["1"]) <= 3
    assert len(known["texts"]) <= 3
