import itertools

import pytest

from parley.agenda import AgendaError
from parley.protocol.chain import acceptance_stands, chain_fault, link, two_agendas, two_rosters
from parley.protocol.closing import read_closing
from parley.protocol.round import read_signed_agenda
from tests.parley.protocol.group import (
    ALL,
    Hand,
    agenda,
    agreed,
    ballot,
    deadlocked,
    declined,
    made,
    next_round,
    roster,
)


def linked(before, end, known=True, **changes):
    """How the next round stands to one whose roster and closings are known, or are not."""
    later = next_round(before, end, **changes)
    closings = [read_closing(text.body) for text in before.closings]
    more = (before.round.roster, before.outcome.status, closings) if known else ()
    return link(later.round.agenda, before.round.agenda, *more).code


class TestEnds:
    """Which ends of a round are true, by how it stood."""

    @pytest.mark.parametrize(
        ("room", "true_ends"),
        [
            (agreed(), set()),
            (declined(), {"declined"}),
            (deadlocked(), {"deadlock"}),
            (made(), {"declined", "void"}),
            (made().close(names=ALL[:2]), {"declined", "void"}),
            (made().close(False, names=ALL[:1]), {"declined", "void"}),
        ],
    )
    def test_a_round_ended_as_its_roster_and_closings_say(self, room, true_ends):
        is_deadlock = room.outcome.is_deadlock
        for end in ("deadlock", "declined", "void"):
            # By the record alone it is known whether there was a deadlock.
            by_record = "closings" if (end == "deadlock") == is_deadlock else "end"
            assert linked(room, end) == ("follows" if end in true_ends else by_record), end

    def test_without_its_roster_and_closings_no_end_is_known_to_be_false(self):
        for end in ("deadlock", "declined", "void"):
            assert linked(agreed(), end, known=False) == "follows"

    def test_a_round_without_a_roster_can_only_be_void(self):
        assert linked(agreed(), "void", known=False, roster_digest=None) == "follows"
        for end in ("declined", "deadlock"):
            later = next_round(agreed(), end, roster_digest=None)
            with pytest.raises(AgendaError) as caught:
                read_signed_agenda(later.agenda.text)
            assert caught.value.code == "previous"


class TestLinks:
    FIRST = declined()

    def to(self, **changes):
        return link(
            next_round(self.FIRST, "declined", **changes).round.agenda, self.FIRST.round.agenda
        )

    def test_the_next_round_follows(self):
        assert self.to().follows
        assert not self.to().against_coordinator

    def test_another_decision_and_another_coordinator_do_not(self):
        assert self.to(decision="ab" * 16).code == "other-decision"
        other = agenda(
            Hand("another"),
            round=2,
            previous={"agenda": self.FIRST.agenda.digest, "roster": None, "end": "void"},
        )
        found = link(read_signed_agenda(other.text), self.FIRST.round.agenda)
        assert found.code == "other-coordinator"
        assert not found.against_coordinator

    def test_a_round_left_out_is_not_next(self):
        second = next_round(self.FIRST, "declined")
        third = next_round(second, "void")
        assert link(third.round.agenda, self.FIRST.round.agenda).code == "not-next"

    def test_another_agenda_for_that_round_is_against_the_coordinator(self):
        other = declined(title="Another")
        later = next_round(other, "declined").round.agenda
        found = link(later, self.FIRST.round.agenda)
        assert (found.code, found.against_coordinator) == ("previous-agenda", True)

    def test_another_roster_for_that_round_is_too(self):
        later = next_round(self.FIRST, "declined", roster_digest="0" * 64).round.agenda
        found = link(later, self.FIRST.round.agenda, self.FIRST.round.roster)
        assert (found.code, found.against_coordinator) == ("previous-roster", True)


class TestChains:
    def rooms(self):
        first = declined()
        second = next_round(first, "declined").close(False)
        return [first, second, next_round(second, "declined")]

    def test_from_the_link_to_the_present_round(self):
        agendas = [room.round.agenda for room in self.rooms()]
        for count in (1, 2, 3):
            assert chain_fault(agendas[:count], agendas[0].code) is None

    def test_any_other_order_is_none(self):
        agendas = [room.round.agenda for room in self.rooms()]
        for some in itertools.permutations(agendas):
            if list(some) != agendas:
                assert chain_fault(some, agendas[0].code) is not None

    def test_another_link_is_found(self):
        agendas = [room.round.agenda for room in self.rooms()]
        assert chain_fault(agendas, agendas[1].code) == ("other-link", 1)
        assert chain_fault(agendas, agendas[0].code[:-1]) == ("other-link", 1)


class TestTwoTexts:
    def test_two_agendas_are_two_of_one_key_for_one_round(self):
        one = read_signed_agenda(agenda().text)
        for other, proof in (
            (agenda(), False),
            (agenda(context=""), True),
            (agenda(decision="ab" * 16), False),
            (agenda(Hand("another")), False),
        ):
            assert two_agendas(one, read_signed_agenda(other.text)) is proof

    def test_two_rosters_are_two_of_one_agenda(self):
        room = made()
        others = [ballot(room.agenda, name, draw="again") for name in ALL]
        assert two_rosters(room.round.agenda, room.roster, roster(room.agenda, others))
        assert not two_rosters(room.round.agenda, room.roster, room.roster)
        with pytest.raises(ValueError, match="another agenda"):
            two_rosters(room.round.agenda, room.roster, made(title="x").roster)


def closings_of(room):
    return [read_closing(text.body) for text in room.closings]


class TestAnAcceptanceThatStands:
    def test_only_what_i_accepted_can_stand(self):
        mine, no, _ = closings_of(declined())
        assert acceptance_stands(mine, [], deadlock=False)
        assert not acceptance_stands(no, [], deadlock=False)
        assert not acceptance_stands(None, closings_of(agreed()), deadlock=False)

    def test_a_deadlock_has_nothing_that_could_stand(self):
        mine, *others = closings_of(deadlocked())
        assert not acceptance_stands(mine, others, deadlock=True)

    def test_a_decline_of_somebody_who_signed_both_releases_the_others(self):
        mine, *others = closings_of(agreed())
        no = closings_of(declined())[1]
        assert acceptance_stands(mine, others, deadlock=False)
        for said in ([*others, no], [no, *others]):
            assert not acceptance_stands(mine, said, deadlock=False)
