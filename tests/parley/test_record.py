import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agenda import build_agenda
from parley.ballot import BallotError, build_ballot
from parley.consensus import verify_outcome
from parley.record import RecordError, build_record
from parley.sheet import FORMAT, read_sheet
from tests.parley.flat import AGREEING, BY_NAME, DEADLOCKED, decide

PEOPLE = ["Ana", "Bob", "Cara", "Dora"]
PLACES = ["Garden", "Harbour", "Mill", "Station"]


def agenda(prices, people=4):
    return build_agenda(
        decision="0f" * 16,
        round=1,
        title="Where do we eat?",
        context="",
        attributes=[
            {"name": "place", "type": "text", "unit": None},
            {"name": "price", "type": "money", "unit": "EUR"},
        ],
        options=[
            {"place": place, "price": price} for place, price in zip(PLACES, prices, strict=False)
        ],
        people=people,
    )


def ballot(text, owner, answers):
    return build_ballot(text, owner, "a" * 64, answers)


def code_of(text, ballots):
    with pytest.raises(RecordError) as caught:
        build_record(text, ballots)
    return caught.value.code


def test_the_record_has_the_masked_verdicts_in_agenda_order_and_owners_in_code_point_order():
    text = agenda([10, 20])
    record = build_record(
        text,
        [
            ballot(text, "bob", [[True, 512], [False, 0]]),
            ballot(text, "Ána", [[True, 1024], [True, 1]]),
            ballot(text, "Cara", [[True, 0], [True, 3]]),
        ],
    )
    assert [entry["option"]["place"] for entry in record.entries] == ["Garden", "Harbour"]
    assert [verdict["owner"] for verdict in record.entries[0]["verdicts"]] == ["Cara", "bob", "Ána"]
    assert record.entries[1]["verdicts"] == [
        {"owner": "Cara", "acceptable": True, "score": 3 / 1024, "reason": "ok"}
        | {"sig": None, "pubkey_hex": None},
        {"owner": "bob", "acceptable": False, "score": 0.0, "reason": "red-line"}
        | {"sig": None, "pubkey_hex": None},
        {"owner": "Ána", "acceptable": True, "score": 1 / 1024, "reason": "ok"}
        | {"sig": None, "pubkey_hex": None},
    ]
    assert record.result == {"status": "agreed", "decision": {"place": "Garden", "price": 10}}


def test_nobody_agreeing_on_anything_is_a_deadlock():
    text = agenda([10, 20])
    ballots = [
        ballot(text, "Ana", [[True, 9], [False, 0]]),
        ballot(text, "Bob", [[False, 0], [True, 9]]),
    ]
    assert build_record(text, ballots).result == {"status": "deadlock", "decision": None}


def test_the_order_in_which_ballots_arrive_changes_nothing():
    text = agenda([10, 20])
    ballots = [ballot(text, name, [[True, 9], [True, 9]]) for name in PEOPLE]
    assert build_record(text, ballots).hash() == build_record(text, ballots[::-1]).hash()


def test_too_few_too_many_and_repeated_people_make_no_record():
    text = agenda([10, 20], people=3)
    ballots = [ballot(text, name, [[True, 9], [True, 9]]) for name in PEOPLE]
    assert code_of(text, []) == code_of(text, ballots[:1]) == "too-few"
    assert code_of(text, ballots) == "too-many"
    assert code_of(text, [ballots[0], ballots[0]]) == "same-owner"
    loud = ballot(text, "ANA", [[True, 9], [True, 9]])
    assert code_of(text, [ballots[0], loud]) == "same-owner"


def test_a_ballot_for_another_question_makes_no_record():
    text, other = agenda([10, 20]), agenda([10, 21])
    ballots = [ballot(t, n, [[True, 9], [True, 9]]) for t, n in [(text, "Ana"), (other, "Bob")]]
    with pytest.raises(BallotError):
        build_record(text, ballots)


def test_the_flat_sheets_agree_on_orchard_road():
    record = decide(AGREEING).record
    assert record.result == {"status": "agreed", "decision": BY_NAME["Orchard Road 8"]}
    accepted = [
        entry["option"]["flat"]
        for entry in record.entries
        if all(verdict["acceptable"] for verdict in entry["verdicts"])
    ]
    assert accepted == ["Orchard Road 8", "Canal Walk 15"]


def test_other_flat_sheets_deadlock():
    assert decide(DEADLOCKED).record.result["status"] == "deadlock"


limits = st.integers(0, 60)
prices = st.lists(limits | st.just(30.5), min_size=2, max_size=4)


@st.composite
def sheets(draw):
    options = draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=2))
    return {
        "anything": draw(st.sampled_from([False, False, False, True])),
        "limit": draw(st.none() | limits),
        "never": options,
        "cheap": draw(st.none() | st.integers(1, 5)),
        "favourite": draw(st.none() | st.sampled_from(PLACES)),
    }


def written(owner, sheet):
    red_lines = [{"attr": "place", "op": "!=", "value": place} for place in sheet["never"]]
    if sheet["limit"] is not None:
        red_lines.append({"attr": "price", "op": "<=", "value": sheet["limit"]})
    wishes = []
    if sheet["cheap"] is not None:
        wishes.append(
            {"attr": "price", "weight": sheet["cheap"], "direction": "lower", "lo": 0, "hi": 60}
        )
    if sheet["favourite"] is not None:
        wishes.append({"attr": "place", "weight": 1.5, "prefer": sheet["favourite"]})
    return json.dumps(
        {"format": FORMAT, "owner": owner, "anything": sheet["anything"], "red_lines": red_lines}
        | {"wishes": wishes, "options": {}, "python": []}
    )


def crosses(sheet, option):
    if sheet["anything"]:
        return False
    too_dear = sheet["limit"] is not None and option["price"] > sheet["limit"]
    return too_dear or option["place"] in sheet["never"]


def liking(sheet, option):
    if sheet["anything"]:
        return 1024
    weight, gained = Fraction(0), Fraction(0)
    if sheet["cheap"] is not None:
        weight += sheet["cheap"]
        gained += sheet["cheap"] * (1 - Fraction(option["price"]) / 60)
    if sheet["favourite"] is not None:
        weight += Fraction(3, 2)
        gained += Fraction(3, 2) * (option["place"] == sheet["favourite"])
    return round(1024 * (gained / weight if weight else Fraction(1, 2)))


@given(prices, st.lists(sheets(), min_size=2, max_size=4))
def test_the_winner_crosses_nobodys_line_and_is_that_of_a_plain_recomputation(prices, people):
    text = agenda(prices)
    options = json.loads(text)["options"]
    ballots = []
    for owner, sheet in zip(PEOPLE, people, strict=False):
        answers = read_sheet(written(owner, sheet)).answers({"options": options})
        ballots.append(ballot(text, owner, [(a.acceptable, a.score_1024) for a in answers]))
    record = build_record(text, ballots)

    fair = [o for o in options if not any(crosses(sheet, o) for sheet in people)]
    best = max(
        fair,
        key=lambda o: (min(liking(s, o) for s in people), sum(liking(s, o) for s in people)),
        default=None,
    )
    assert record.result["decision"] == best
    assert record.result["status"] == ("agreed" if fair else "deadlock")
    assert verify_outcome(record, expected_owners=PEOPLE[: len(people)])
    for entry in record.entries:
        for verdict, sheet in zip(entry["verdicts"], people, strict=True):
            assert verdict["acceptable"] is not crosses(sheet, entry["option"])
            assert verdict["acceptable"] or verdict["score"] == 0.0


@given(prices, st.lists(sheets(), min_size=2, max_size=4))
def test_the_winner_holds_against_every_sheet_replayed(prices, people):
    text = agenda(prices)
    options = json.loads(text)["options"]
    read = [read_sheet(written(owner, s)) for owner, s in zip(PEOPLE, people, strict=False)]
    ballots = [
        ballot(
            text, s.owner, [(a.acceptable, a.score_1024) for a in s.answers({"options": options})]
        )
        for s in read
    ]
    record = build_record(text, ballots)
    for sheet in read:
        rules = sheet.preference_sheet(options)
        assert record.verify_non_betrayal(rules, record.result["decision"])
