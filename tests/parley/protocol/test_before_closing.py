"""The seven checks that a browser makes before its person's closing is signed."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.protocol.before_closing import IDS, Remembered, Shown
from parley.sheet import FORMAT
from tests.parley.protocol.browser import failures, look, remembered, shown, verdicts
from tests.parley.protocol.group import (
    ALL,
    ANA,
    BOB,
    CARA,
    COORDINATOR,
    HANDS,
    Hand,
    agenda,
    agreed,
    ballot,
    deadlocked,
    declined,
    forced_roster,
    made,
    next_round,
)

ROOM = agreed()


def sheet(owner=ANA, lines=()):
    return json.dumps(
        {
            "format": FORMAT,
            "owner": owner,
            "anything": False,
            "red_lines": [{"attr": a, "op": op, "value": value} for a, op, value in lines],
            "wishes": [],
            "options": {},
            "python": [],
        }
    )


def test_in_an_honest_round_all_seven_hold_for_everybody():
    for name in ALL:
        found = verdicts(shown(ROOM), remembered(ROOM, name, sheet=sheet(name)))
        assert list(found) == list(IDS)
        assert {passed for passed, _ in found.values()} == {True}


def test_what_is_shown_to_the_person_is_built_here():
    found = look(shown(ROOM), remembered(ROOM)).to_dict()
    assert found["code"] == ROOM.round.code
    assert found["transcript"] == ROOM.round.record.canonical()
    assert found["transcript_hash"] == ROOM.outcome.hash
    assert found["explanation"]["winner"] == 1
    assert [person["owner"] for person in found["people"]] == ALL
    assert [person["is_me"] for person in found["people"]] == [True, False, False]
    assert found["closings"] == [{"owner": name, "accepted": True, "valid": True} for name in ALL]


def test_a_closing_of_something_else_is_not_shown_as_anybodys():
    other = declined(title="Where do we drink?")
    found = look(shown(ROOM, closings=[other.closings[1].text, "x"]), remembered(ROOM)).closings
    assert found == [{"owner": None, "accepted": None, "valid": False}] * 2


def test_keys_that_are_new_since_the_person_looked_are_marked():
    known = {ANA: HANDS[ANA].key, BOB: Hand("bob before").key}
    people = look(shown(ROOM), remembered(ROOM, known=known)).people
    assert [person["is_new"] for person in people] == [False, True, True]
    people = look(shown(ROOM), remembered(ROOM)).people
    assert [person["is_new"] for person in people] == [None] * 3


class TestAgenda:
    def agenda(self, server=None, **changes):
        return verdicts(server or shown(ROOM), remembered(ROOM, **changes))["agenda"]

    def test_it_is_the_one_that_was_answered(self):
        other = ballot(agenda(title="Where do we drink?"), ANA)
        assert self.agenda(ballot=other.text) == (False, "agenda-not-answered")

    def test_it_is_the_only_one_seen(self):
        seen = (ROOM.agenda.digest, agenda(context="").digest)
        assert self.agenda(agendas_seen=seen) == (False, "agenda-seen-another")

    def test_it_is_the_one_of_the_link(self):
        assert self.agenda(link_code=agenda(context="").digest) == (False, "agenda-not-chained")

    def test_without_a_link_that_is_not_said_to_hold(self):
        assert self.agenda(link_code=None) == (None, "no-link-code")

    def test_without_a_ballot_it_is_not_said_to_hold(self):
        assert self.agenda(ballot=None) == (None, "no-ballot")

    @pytest.mark.parametrize("text", ["", "{}", made().roster.text])
    def test_what_is_no_agenda_fails_every_check(self, text):
        found = verdicts(shown(ROOM, agenda=text), remembered(ROOM, sheet=sheet()))
        assert {passed for passed, _ in found.values()} == {False}
        assert found["agenda"] == (False, "agenda-unreadable")


class TestTheWayBackToTheLink:
    FIRST = declined()
    SECOND = next_round(FIRST, "declined").close(True, False)
    THIRD = next_round(SECOND, "declined").close()

    def found(self, *earlier, room=None, **changes):
        room = room or self.THIRD
        values = {
            "earlier_agendas": tuple(text.text for text in earlier),
            "link_code": self.FIRST.round.agenda.code,
            **changes,
        }
        return verdicts(shown(room), remembered(room, **values))["agenda"]

    def test_every_round_names_the_one_before_it(self):
        assert self.found(self.FIRST.agenda, self.SECOND.agenda) == (True, "agenda-stands")

    def test_without_the_rounds_between_it_is_not_said_to_hold(self):
        assert self.found() == (None, "no-earlier-agendas")

    @pytest.mark.parametrize(
        "earlier",
        [
            (FIRST.agenda,),
            (SECOND.agenda,),
            (SECOND.agenda, FIRST.agenda),
            (agenda(title="Another"), SECOND.agenda),
            (FIRST.agenda, next_round(FIRST, "void", roster_digest=None).agenda),
            (agenda(Hand("another coordinator")), SECOND.agenda),
        ],
    )
    def test_another_way_is_refused(self, earlier):
        assert self.found(*earlier) == (False, "agenda-not-chained")

    def test_an_earlier_agenda_must_be_signed(self):
        forged = replace(self.FIRST.agenda, sig="0" * 128)
        assert self.found(forged, self.SECOND.agenda) == (False, "agenda-not-chained")

    def test_another_link_is_refused(self):
        found = self.found(
            self.FIRST.agenda, self.SECOND.agenda, link_code=self.SECOND.round.agenda.code
        )
        assert found == (False, "agenda-not-chained")


class TestCoordinator:
    def coordinator(self, server, **changes):
        return verdicts(server, remembered(ROOM, **changes))["coordinator"]

    def test_its_key_is_the_one_from_before(self):
        found = self.coordinator(shown(ROOM), coordinator=Hand("another").key)
        assert found == (False, "coordinator-changed")

    def test_no_other_roster_was_seen(self):
        found = self.coordinator(shown(ROOM), rosters_seen=("0" * 64, ROOM.roster.digest))
        assert found == (False, "roster-seen-another")

    def test_agenda_and_roster_are_signed(self):
        forged = replace(ROOM.agenda, sig="0" * 128).text
        assert self.coordinator(shown(ROOM, agenda=forged)) == (False, "agenda-unsigned")
        forged = replace(ROOM.roster, sig="0" * 128).text
        assert self.coordinator(shown(ROOM, roster=forged)) == (False, "roster-unsigned")

    def test_the_roster_is_by_the_same_hand_and_of_this_agenda(self):
        other = Hand("another").sign_anything(ROOM.roster.type, ROOM.roster.body)
        assert self.coordinator(shown(ROOM, roster=other.text)) == (False, "roster-unreadable")
        other = made(title="Another").roster
        assert self.coordinator(shown(ROOM, roster=other.text)) == (False, "roster-unreadable")


class TestMyRow:
    def test_a_ballot_from_another_window_is_shown_and_asked(self):
        other = ballot(ROOM.agenda, ANA, draw="another window")
        found = look(shown(ROOM), remembered(ROOM, ballot=other.text))
        check = found.checks[2]
        assert (check["passed"], check["code"]) == (None, "other-ballot")
        assert check["detail"]["answers"] == [[True, 900], [True, 700], [False, 0]]

    def test_without_a_ballot_of_its_own_the_browser_asks(self):
        found = verdicts(shown(ROOM), remembered(ROOM, ballot=None))
        assert found["my-row"] == (None, "no-ballot")

    def test_what_was_kept_may_be_damaged(self):
        found = verdicts(shown(ROOM), remembered(ROOM, ballot="{"))
        assert found["my-row"] == (False, "ballot-unreadable")

    def test_a_name_that_is_not_there(self):
        found = verdicts(shown(ROOM), replace(remembered(ROOM), owner="Dan"))
        assert found["my-row"] == (False, "not-on-roster")


class TestPeople:
    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({BOB: HANDS[CARA].key}, "same-key"),
            ({BOB: COORDINATOR.key}, "coordinator-key"),
        ],
    )
    def test_keys_are_different_ones(self, change, code):
        rows = json.loads(ROOM.roster.body)["seats"]
        rows = [[row[0], change.get(row[0], row[1]), *row[2:]] for row in rows]
        cheat = forced_roster(ROOM.agenda, rows)
        found = failures(shown(ROOM, roster=cheat.text), remembered(ROOM, rosters_seen=()))
        assert found["people"] == code
        assert found["record"] == "no-record"


class TestBallots:
    def test_each_is_there_and_is_the_one_of_its_row(self):
        texts = ROOM.texts()["ballots"]
        for ballots, code in (
            (texts[:2], "ballots-count"),
            (texts[::-1], "ballot-unfit"),
            ([texts[0], "x", texts[2]], "ballot-unfit"),
        ):
            found = failures(shown(ROOM, ballots=ballots), remembered(ROOM))
            assert found["ballots"] == code

    def test_each_is_signed(self):
        forged = [replace(text, sig="0" * 128).text for text in ROOM.ballots]
        found = failures(
            shown(ROOM, ballots=[forged[0], *ROOM.texts()["ballots"][1:]]), remembered(ROOM)
        )
        assert found == {"ballots": "ballot-unsigned"}


class TestRecord:
    def test_the_page_may_show_what_is_built_here_or_what_has_its_hash(self):
        for hash, code in ((None, "record-built-here"), (ROOM.outcome.hash, "record-shown")):
            found = verdicts(shown(ROOM, transcript_hash=hash), remembered(ROOM))
            assert found["record"] == (True, code)

    def test_another_record_is_not_closed(self):
        found = failures(shown(ROOM, transcript_hash="0" * 64), remembered(ROOM))
        assert found == {"record": "record-differs"}


class TestMySheet:
    CROSSED = sheet(lines=[("price", "<=", 25)])

    def test_what_the_sheet_rejects_cannot_be_accepted(self):
        mine = remembered(ROOM, sheet=self.CROSSED)
        assert failures(shown(ROOM), mine) == {"my-sheet": "sheet-rejects"}
        assert failures(shown(ROOM), mine, accept=False) == {}

    def test_without_a_sheet_it_is_not_said_to_hold(self):
        assert verdicts(shown(ROOM), remembered(ROOM))["my-sheet"] == (None, "no-sheet")

    def test_a_deadlock_forces_nothing_on_anybody(self):
        room = deadlocked()
        for text in (None, self.CROSSED):
            found = verdicts(shown(room), remembered(room, sheet=text))
            assert found["my-sheet"] == (True, "nothing-decided")

    def test_anothers_sheet_is_not_mine(self):
        mine = remembered(ROOM, sheet=sheet(BOB))
        assert failures(shown(ROOM), mine) == {"my-sheet": "sheet-unreadable"}


texts = st.sampled_from(
    [
        *(text for room in (ROOM, declined(), deadlocked()) for text in room.texts()["ballots"]),
        *(text for room in (ROOM, declined()) for text in room.texts()["closings"]),
        ROOM.agenda.text,
        ROOM.roster.text,
        deadlocked().roster.text,
        agenda(title="x").text,
        "{}",
        "",
    ]
) | st.text(max_size=20)
digests = st.lists(st.sampled_from([ROOM.agenda.digest, ROOM.roster.digest, "x"]), max_size=2)


@given(
    st.builds(
        Shown,
        agenda=texts,
        roster=texts,
        ballots=st.lists(texts, max_size=4),
        closings=st.lists(texts, max_size=4),
        transcript_hash=st.none() | st.text(max_size=3),
    ),
    st.builds(
        Remembered,
        owner=st.sampled_from([*ALL, "", "Dan"]),
        key=st.sampled_from([HANDS[ANA].key, HANDS[BOB].key]),
        ballot=st.none() | texts,
        replaced_ballots=digests,
        agendas_seen=digests,
        rosters_seen=digests,
        coordinator=st.none() | st.just(COORDINATOR.key) | st.text(max_size=3),
        link_code=st.none() | st.text(max_size=40),
        earlier_agendas=st.lists(texts, max_size=2),
        sheet=st.none() | st.text(max_size=20),
    ),
    st.booleans(),
)
def test_whatever_a_server_shows_there_is_an_answer(server, mine, accept):
    found = look(server, mine, accept=accept).to_dict()
    assert [check["id"] for check in found["checks"]] == list(IDS)
    assert json.dumps(found)


@pytest.mark.parametrize("part", ["agenda", "roster", "ballots"])
@given(data=st.data())
def test_any_other_text_in_the_place_of_one_stops_the_signature(part, data):
    honest = ROOM.texts()
    other = data.draw(texts)
    if part == "ballots":
        position = data.draw(st.integers(0, 2))
        replaced = [*honest[part][:position], other, *honest[part][position + 1 :]]
        same = other == honest[part][position]
    else:
        replaced, same = other, other == honest[part]
    found = failures(shown(ROOM, **{part: replaced}), remembered(ROOM))
    assert (found == {}) == same
