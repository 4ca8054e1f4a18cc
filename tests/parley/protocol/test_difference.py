import json

import pytest

from parley.command import main
from parley.net.identity import check_signature
from parley.protocol.difference import difference
from tests.parley.protocol.group import (
    ALL,
    ANA,
    BOB,
    CARA,
    COORDINATOR,
    HANDS,
    Hand,
    Made,
    agenda,
    agreed,
    ballot,
    closing,
    declined,
    made,
    next_round,
    roster,
)

ROOM = agreed()
SECOND = next_round(declined(), "declined").close()
THIRD = next_round(next_round(declined(), "declined").close(False), "declined").close()


def so_far(count):
    room = agreed()
    room.closings = room.closings[:count]
    return room.receipt()


def stripped(receipt, **changes):
    value = {**json.loads(receipt), **changes}
    del value["proof"]
    return json.dumps(value)


def other_key():
    hand = Hand("another coordinator")
    the_agenda = agenda(hand)
    ballots = [ballot(the_agenda, name) for name in ALL]
    return Made(the_agenda, roster(the_agenda, ballots, hand=hand), ballots).close().receipt()


CASES = {
    "same": (ROOM.receipt(), ROOM.receipt(), "extends", 0),
    "more-closings": (so_far(1), so_far(3), "extends", 0),
    "next-round": (declined().receipt(), SECOND.receipt(), "extends", 0),
    "closings-missing": (so_far(3), so_far(1), "contradicts", 1),
    "earlier-round": (SECOND.receipt(), declined().receipt(), "contradicts", 1),
    "two-agendas": (ROOM.receipt(), agreed(title="x").receipt(), "contradicts", 1),
    "false-end": (ROOM.receipt(), next_round(ROOM, "deadlock").receipt(), "contradicts", 1),
    "end-against-closings": (ROOM.receipt(), next_round(ROOM, "void").receipt(), "contradicts", 1),
    "other-coordinator": (ROOM.receipt(), other_key(), "contradicts", 1),
    "proof-missing": (ROOM.receipt(), stripped(ROOM.receipt()), "contradicts", 1),
    "other-decision": (ROOM.receipt(), agreed(decision="ab" * 16).receipt(), "another", 3),
    "rounds-apart": (declined().receipt(), THIRD.receipt(), "another", 3),
    "no-proof": (stripped(ROOM.receipt()), ROOM.receipt(), "another", 3),
    "failed": (
        ROOM.receipt(),
        json.dumps({**ROOM.file(), "title": "x"}),
        "not-compared",
        1,
    ),
    "unreadable": (ROOM.receipt(), "{}", "not-compared", 2),
}


@pytest.mark.parametrize("code", CASES)
def test_a_receipt_stands_so_to_an_earlier_one(code):
    old, new, result, exit_code = CASES[code]
    found = difference(old, new, check=check_signature)
    assert (found.code, found.result, found.exit_code) == (code, result, exit_code)


def test_closings_that_are_left_out_are_named_and_kept():
    found = difference(so_far(3), so_far(1))
    assert found.owners == (BOB, CARA)
    assert [text["key"] for text in found.evidence] == [HANDS[BOB].key, HANDS[CARA].key]
    assert found.against == ()


def test_a_person_who_signs_yes_and_no_is_convicted_not_the_coordinator():
    room = agreed()
    room.closings[1] = closing(room.round, BOB, False)
    found = difference(ROOM.receipt(), room.receipt())
    assert (found.code, found.owners, found.against) == ("two-closings", (BOB,), (HANDS[BOB].key,))


def test_a_closing_that_came_late_convicts_no_honest_coordinator():
    room = agreed()
    late = room.closings.pop()
    second = next_round(room, "void").close().receipt()
    assert difference(room.receipt(), second).code == "next-round"
    room.closings.append(late)
    found = difference(room.receipt(), second)
    assert (found.code, found.against) == ("end-against-closings", ())
    assert late.to_dict() in found.evidence


def test_nor_does_somebody_who_declined_and_then_signs_an_acceptance():
    room = declined()
    second = next_round(room, "declined").close().receipt()
    room.closings = agreed().closings
    found = difference(room.receipt(), second)
    assert (found.code, found.against) == ("end-against-closings", ())


def test_the_evidence_is_signed_by_whom_it_speaks_against():
    for code in ("two-agendas", "false-end"):
        found = difference(*CASES[code][:2])
        assert found.against == (COORDINATOR.key,)
        signed = [text for text in found.evidence if text["key"] == COORDINATOR.key]
        assert len(signed) >= 2


def test_without_a_library_nothing_is_compared(monkeypatch):
    monkeypatch.setattr("parley.receipt.can_check_signatures", lambda: False)
    found = difference(ROOM.receipt(), ROOM.receipt())
    assert (found.result, found.code, found.exit_code) == ("not-compared", "unchecked", 1)


def test_receipts_without_proof_are_the_same_or_not_tied_together():
    one = stripped(ROOM.receipt())
    assert difference(one, one).code == "same"
    assert difference(one, stripped(ROOM.receipt(), title="x")).code == "no-proof"
    assert difference(one, stripped(declined().receipt())).code == "no-proof"


class TestTheCommand:
    @pytest.fixture
    def files(self, tmp_path):
        def write(*texts):
            paths = []
            for number, text in enumerate(texts):
                path = tmp_path / f"{number}.json"
                path.write_text(text, encoding="utf-8")
                paths.append(str(path))
            return paths

        return write

    @pytest.mark.parametrize("code", CASES)
    def test_it_exits_with_what_it_found_and_says_it(self, code, files, capsys):
        old, new, _, exit_code = CASES[code]
        assert main(["diff", *files(old, new)]) == exit_code
        said = capsys.readouterr().out
        assert said.strip()
        assert "{" not in said
        assert (COORDINATOR.key in said) == (code in ("two-agendas", "false-end"))

    def test_json_holds_the_evidence(self, files, capsys):
        main(["diff", "--json", *files(*CASES["two-agendas"][:2])])
        found = json.loads(capsys.readouterr().out)
        assert found["code"] == "two-agendas"
        assert [text["type"] for text in found["evidence"]] == ["parley/2/agenda"] * 2

    def test_a_file_that_is_not_there_is_said(self, tmp_path, capsys):
        assert main(["diff", str(tmp_path / "a"), str(tmp_path / "b")]) == 2
        assert "No such file" in capsys.readouterr().err

    def test_verify_holds_a_receipt_against_what_is_expected(self, files, capsys):
        receipt, keys, the_agenda = files(
            ROOM.receipt(),
            json.dumps({name: HANDS[name].key for name in ALL}),
            ROOM.agenda.body,
        )
        expect = [
            *("--expect-code", ROOM.round.code),
            *("--expect-roster", keys),
            *("--expect-agenda", the_agenda),
        ]
        assert main(["verify", receipt, *expect]) == 0
        assert "Result: VERIFIED (3 of 3). Accepted by all" in capsys.readouterr().out
        assert main(["verify", receipt, "--expect-agenda", "0" * 64]) == 1
        assert main(["verify", receipt, "--expect-agenda", ROOM.round.agenda.code]) == 0

    def test_verify_expects_nothing_of_what_it_cannot_read(self, files, capsys):
        (receipt,) = files(ROOM.receipt())
        for wrong in (
            ["--expect-code", ROOM.round.code[:-5]],
            ["--expect-roster", receipt + "x"],
            ["--expect-agenda", "no-such-file"],
            ["--expect-agenda", receipt[:-5]],
        ):
            assert main(["verify", receipt, *wrong]) == 2
            assert capsys.readouterr().err.startswith("parley: ")

    def test_a_receipt_without_proof_exits_as_ever_unless_something_is_expected(
        self, files, capsys
    ):
        (receipt,) = files(stripped(ROOM.receipt()))
        assert main(["verify", receipt]) == 0
        assert main(["verify", receipt, "--expect-code", ROOM.round.code]) == 1
        assert "NOT PROVABLE" in capsys.readouterr().out


def test_a_receipt_of_one_person_less_is_another_roster():
    room = made(names=None)
    shorter = made({name: [[True, 1]] * 3 for name in (ANA, BOB)}, names=None)
    assert difference(room.receipt(), shorter.receipt()).code == "two-rosters"
