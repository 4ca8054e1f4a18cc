import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import dsse
from parley.agenda import AgendaError
from parley.canonical import canonical_json
from parley.protocol.roster import (
    MAX_FORMER_KEYS,
    ROSTER_TYPE,
    RosterError,
    Seat,
    build_roster,
    parse_roster,
    read_roster,
)
from tests.parley.protocol.group import ALL, ANA, BOB, CARA, COORDINATOR, HANDS, Hand, agenda

AGENDA = agenda().body
OPEN = agenda(names=None).body
SEATS = [Seat(name, HANDS[name].key, dsse.digest("x", name)) for name in ALL]
TEXT = build_roster(AGENDA, SEATS)


def code(text, agenda_text=AGENDA):
    with pytest.raises(RosterError) as caught:
        read_roster(text, agenda_text)
    return caught.value.code


def changed(**changes):
    return canonical_json({**json.loads(TEXT), **changes})


def with_rows(*rows):
    return changed(seats=[list(row) for row in rows])


def test_a_roster_reads_back_and_its_digest_is_the_comparison_code():
    roster = read_roster(TEXT, AGENDA)
    assert roster.owners == ALL
    assert roster.seat_of(BOB) == SEATS[1]
    assert roster.seat_of("bob") is None
    assert roster.digest == dsse.digest(ROSTER_TYPE, TEXT)
    assert roster.code == dsse.code(roster.digest)


def test_the_order_in_which_seats_are_given_does_not_matter():
    assert build_roster(AGENDA, SEATS[::-1]) == TEXT


@given(st.permutations(SEATS))
def test_only_the_order_of_names_can_be_read(seats):
    text = with_rows(*(seat.row() for seat in seats))
    if seats == SEATS:
        assert text == TEXT
    else:
        assert code(text) == "order"


@pytest.mark.parametrize(
    "row",
    [
        [],
        SEATS[0].row()[:3],
        ["", *SEATS[0].row()[1:]],
        [" Ana", *SEATS[0].row()[1:]],
        ["A\u200bna", *SEATS[0].row()[1:]],
        ["e\u0301", *SEATS[0].row()[1:]],
        [ANA, HANDS[ANA].key.upper(), "0" * 64, []],
        [ANA, None, "0" * 64, []],
        [ANA, HANDS[ANA].key, "0" * 63, []],
        [ANA, HANDS[ANA].key, "0" * 64, None],
        [ANA, HANDS[ANA].key, "0" * 64, [5]],
        [ANA, HANDS[ANA].key, "0" * 64, [f"{n:064x}" for n in range(MAX_FORMER_KEYS + 1)]],
        "Ana",
    ],
)
def test_a_row_has_a_clean_name_a_key_a_digest_and_former_keys(row):
    assert code(changed(seats=[row, *(seat.row() for seat in SEATS[1:])])) == "seat"


@pytest.mark.parametrize("seats", [None, [], [SEATS[0].row()], [SEATS[0].row()] * 31])
def test_there_are_two_to_thirty_seats(seats):
    assert code(changed(seats=seats)) == "seats"


def test_another_spelling_is_another_text_and_refused():
    assert code(json.dumps(json.loads(TEXT), separators=(",", ":"))) == "not-canonical"
    assert code(TEXT.replace('"agenda"', '"agenda": "", "agenda"', 1)) == "not-json"
    assert code(changed(more=1)) == "fields"


def test_it_belongs_to_one_agenda():
    assert code(TEXT, agenda(title="Where do we drink?").body) == "other-agenda"
    assert code(changed(agenda="x")) == "agenda"
    with pytest.raises(AgendaError):
        read_roster(TEXT, "{}")


class TestPeople:
    def refused(self, *seats, agenda_text=OPEN):
        with pytest.raises(RosterError) as caught:
            build_roster(agenda_text, seats)
        return caught.value.code

    def replaced(self, name, **changes):
        return [
            dataclasses.replace(seat, **changes) if seat.owner == name else seat for seat in SEATS
        ]

    def test_one_key_for_two_names_is_refused(self):
        assert self.refused(*self.replaced(BOB, key=HANDS[ANA].key)) == "same-key"

    def test_a_key_that_once_spoke_for_another_is_refused(self):
        assert self.refused(*self.replaced(BOB, former=(HANDS[ANA].key,))) == "same-key"
        assert self.refused(*self.replaced(BOB, former=(HANDS[BOB].key,))) == "same-key"

    def test_the_coordinator_has_no_seat(self):
        assert self.refused(*self.replaced(BOB, key=COORDINATOR.key)) == "coordinator-key"
        assert self.refused(*self.replaced(BOB, former=(COORDINATOR.key,))) == "coordinator-key"

    def test_two_names_that_count_as_one_are_refused(self):
        seats = [*SEATS[:2], Seat("ANA", Hand("x").key, "0" * 64)]
        assert self.refused(*seats) == "same-owner"

    def test_more_people_than_the_agenda_says_are_refused(self):
        seats = [*SEATS, Seat("Dan", Hand("Dan").key, "0" * 64)]
        assert self.refused(*seats) == "too-many-people"

    def test_names_of_the_agenda_are_exactly_those_of_the_roster(self):
        stranger = Seat("Dan", Hand("Dan").key, "0" * 64)
        assert self.refused(*SEATS[:2], agenda_text=AGENDA) == "other-names"
        assert self.refused(*SEATS[:2], stranger, agenda_text=AGENDA) == "other-names"

    def test_with_open_joining_fewer_may_come(self):
        assert parse_roster(build_roster(OPEN, SEATS[:2])).owners == [ANA, BOB]

    def test_former_keys_stand_in_the_row(self):
        seats = self.replaced(CARA, former=(Hand("lost").key,))
        assert parse_roster(build_roster(OPEN, seats)).seat_of(CARA).former == (Hand("lost").key,)
