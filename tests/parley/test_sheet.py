import datetime
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.cells import is_in_range
from parley.options import option_digest
from parley.ratify import RatifyError, ratify
from parley.sheet import FORMAT, SheetError, read_sheet
from parley.transcript import Transcript
from tests.parley.flat import AGENDA, AGREEING

GARDEN = {"name": "Garden", "rent": 700, "area": "Centre", "free": "2027-01-11", "balcony": True}


def text(**changes):
    sheet = {
        "format": FORMAT,
        "owner": "Ana",
        "anything": False,
        "red_lines": [],
        "wishes": [],
        "options": {},
        "python": [],
    }
    return json.dumps({**sheet, **changes})


def answer(option=GARDEN, **changes):
    return read_sheet(text(**changes)).answer(option)


def holds(attr, op, value, option=GARDEN):
    return answer(option, red_lines=[{"attr": attr, "op": op, "value": value}]).acceptable


def score(*wishes, option=GARDEN, **changes):
    return answer(option, wishes=list(wishes), **changes).score_1024


def scale(attr, lo, hi, direction="lower", weight=1):
    return {"attr": attr, "weight": weight, "direction": direction, "lo": lo, "hi": hi}


def prefer(attr, value, weight=1):
    return {"attr": attr, "weight": weight, "prefer": value}


def refused(source):
    with pytest.raises(SheetError) as caught:
        read_sheet(source)
    return caught.value.code, caught.value.path


def test_an_empty_sheet_accepts_everything_at_half():
    assert (answer().acceptable, answer().score_1024, answer().crossed) == (True, 512, ())


def test_a_red_line_says_what_must_hold():
    assert holds("rent", "<=", 700) and not holds("rent", "<", 700)
    assert holds("rent", ">=", 699.5) and not holds("rent", ">", 700)
    assert holds("area", "==", "Centre") and not holds("area", "!=", "Centre")
    assert holds("area", "in", ["Centre", "Harbour"]) and not holds("area", "in", ["Harbour"])
    assert holds("area", "not_in", ["Harbour"]) and not holds("area", "not_in", ["Centre"])
    assert holds("balcony", "==", True) and not holds("balcony", "==", False)
    assert holds("free", ">=", "2027-01-11") and not holds("free", "<", "2027-01-11")


@pytest.mark.parametrize("op", ["==", "!=", "<=", ">="])
def test_a_missing_attribute_crosses_the_line_whatever_the_operator(op):
    assert not holds("size", op, 5)


def test_a_line_that_cannot_mean_what_it_says_is_crossed():
    assert not holds("area", "!=", 5)
    assert not holds("rent", "!=", "700")
    assert not holds("balcony", "!=", 1)
    assert not holds("rent", "not_in", ["700"])
    assert not holds("rent", "<=", "2027-01-01")
    assert not holds("free", ">=", 5)
    assert not holds("area", ">=", "2000-01-01")


def test_what_was_crossed_is_told_to_the_owner():
    found = answer(
        red_lines=[
            {"attr": "rent", "op": "<=", "value": 600},
            {"attr": "area", "op": "==", "value": "Centre"},
            {"attr": "balcony", "op": "==", "value": False},
        ],
        options={option_digest(GARDEN): {"red_line": True, "rating": 100}},
    )
    assert found.crossed == (
        {"kind": "attribute", "index": 0},
        {"kind": "attribute", "index": 2},
        {"kind": "option"},
    )
    assert (found.acceptable, found.score_1024) == (False, 0)


def test_a_rule_about_one_option_speaks_about_that_option_alone():
    rules = {option_digest(GARDEN): {"red_line": True}}
    assert not answer(options=rules).acceptable
    assert answer({**GARDEN, "rent": 701}, options=rules).acceptable


def test_a_wish_goes_from_its_worse_end_to_its_better_end():
    assert score(scale("rent", 600, 800)) == 512
    assert score(scale("rent", 700, 900)) == 1024
    assert score(scale("rent", 500, 700)) == 0
    assert score(scale("rent", 500, 700, "higher")) == 1024
    assert score(scale("rent", 800, 900)) == 1024
    assert score(scale("rent", 100, 200)) == 0


def test_with_equal_ends_lower_gives_everything_and_higher_nothing():
    assert score(scale("rent", 700, 700)) == 1024
    assert score(scale("rent", 700, 700, "higher")) == 0


def test_dates_count_by_day():
    assert score(scale("free", "2027-01-01", "2027-01-21")) == 512
    assert score(scale("free", "2026-12-31", "2027-02-01", "higher")) == 352


def test_a_preferred_value_gives_all_or_nothing():
    assert score(prefer("area", "Centre")) == 1024
    assert score(prefer("area", "Harbour")) == 0
    assert score(prefer("balcony", True)) == 1024
    assert score(prefer("balcony", 1)) == 0
    assert score(prefer("rent", 700.0)) == 1024


def test_a_wish_that_an_option_cannot_meet_keeps_its_weight():
    assert score(prefer("area", "Centre"), scale("size", 1, 2)) == 512
    assert score(prefer("area", "Centre"), scale("area", 1, 2, weight=3)) == 256
    assert score(prefer("area", "Centre"), scale("rent", "2027-01-01", "2027-02-01")) == 512


def test_a_rating_is_a_wish_of_weight_two_about_that_option():
    rules = {option_digest(GARDEN): {"rating": 80}}
    assert score(options=rules) == 819
    assert score(prefer("area", "Harbour"), options=rules) == 546
    assert score(option={**GARDEN, "rent": 1}, options=rules) == 512


def test_halves_are_rounded_to_even():
    assert score(scale("rent", 700 - 1, 700 + 2047, "higher")) == 0
    assert score(scale("rent", 700 - 3, 700 + 2045, "higher")) == 2


def test_anything_is_the_best_score_for_every_option():
    found = answer(
        anything=True,
        red_lines=[{"attr": "rent", "op": "<=", "value": 1}],
        options={option_digest(GARDEN): {"red_line": True, "rating": 0}},
    )
    assert (found.acceptable, found.score_1024, found.crossed) == (True, 1024, ())


numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-(2.0**53) + 1, 2.0**53 - 1).filter(
    is_in_range
)
weights = st.integers(1, 1000) | st.floats(0.001, 1000)
values = numbers | st.dates().map(str) | st.sampled_from(["Centre", "Harbour"]) | st.booleans()


@st.composite
def wishes(draw):
    attr = draw(st.sampled_from(["rent", "area", "free", "balcony", "size"]))
    if draw(st.booleans()):
        return prefer(attr, draw(values), draw(weights))
    lo, hi = sorted(draw(st.tuples(numbers, numbers) | st.tuples(*[st.dates().map(str)] * 2)))
    return scale(attr, lo, hi, draw(st.sampled_from(["lower", "higher"])), draw(weights))


def plainly(wish, option):
    """How far a wish is met, by fractions and the days' distance."""
    found = option.get(wish["attr"])
    if "prefer" in wish:
        alike = isinstance(found, bool) == isinstance(wish["prefer"], bool)
        return Fraction(alike and found == wish["prefer"])
    lo, hi = wish["lo"], wish["hi"]
    if isinstance(lo, str):
        try:
            days = [datetime.date.fromisoformat(day) for day in (found, lo, hi)]
        except (TypeError, ValueError):
            return Fraction(0)
        found, lo, hi = (Fraction((day - datetime.date(1, 1, 1)).days) for day in days)
    elif isinstance(found, str | bool) or found is None:
        return Fraction(0)
    found, lo, hi = Fraction(found), Fraction(lo), Fraction(hi)
    if lo == hi:
        return Fraction(wish["direction"] == "lower")
    reached = max(Fraction(0), min(Fraction(1), (found - lo) / (hi - lo)))
    return reached if wish["direction"] == "higher" else 1 - reached


@given(
    st.lists(wishes(), max_size=6),
    st.none() | st.integers(0, 100),
    st.dictionaries(st.sampled_from(["rent", "area", "free", "balcony"]), values),
)
def test_the_score_is_that_of_a_plain_recomputation(wishes, rating, option):
    parts = [(Fraction(wish["weight"]), plainly(wish, option)) for wish in wishes]
    rules = {}
    if rating is not None:
        rules = {option_digest(option): {"rating": rating}}
        parts.append((Fraction(2), Fraction(rating, 100)))
    average = Fraction(1, 2)
    if parts:
        average = sum(w * met for w, met in parts) / sum(w for w, _ in parts)
    assert score(*wishes, option=option, options=rules) == round(average * 1024)


@given(st.lists(wishes(), max_size=5), st.randoms())
def test_the_order_of_wishes_changes_nothing(wishes, random):
    shuffled = random.sample(wishes, len(wishes))
    assert score(*wishes) == score(*shuffled)


def test_answers_stand_in_agenda_order():
    found = read_sheet(AGREEING["Ana"]).answers(json.loads(AGENDA))
    assert [a.acceptable for a in found] == [False, False, True, True, True, True]
    assert [a.score_1024 for a in found] == [0, 0, 622, 497, 885, 701]


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"format": "parley-sheet/2"}, "format"),
        ({"owner": ""}, "owner"),
        ({"owner": " Ana"}, "owner"),
        ({"owner": None}, "owner"),
        ({"anything": 1}, "anything"),
        ({"red_lines": {}}, "red-lines"),
        ({"red_lines": [{}] * 201}, "red-lines"),
        ({"wishes": None}, "wishes"),
        ({"wishes": [prefer("a", 1)] * 201}, "wishes"),
        ({"options": []}, "options"),
        ({"options": {f"{n:064x}": {} for n in range(201)}}, "options"),
        ({"python": None}, "python"),
        ({"python": [{}] * 21}, "python"),
        ({"python": ["option['rent'] < 5"]}, "python-rule"),
    ],
)
def test_a_wrong_field_is_refused_by_name(changes, code):
    assert refused(text(**changes))[0] == code


@pytest.mark.parametrize(
    "line",
    [
        None,
        {},
        {"attr": "rent", "op": "<="},
        {"attr": "rent", "op": "<=", "value": 5, "name": "x"},
        {"attr": "", "op": "<=", "value": 5},
        {"attr": 5, "op": "<=", "value": 5},
        {"attr": "x" * 81, "op": "<=", "value": 5},
        {"attr": "rent", "op": "~", "value": 5},
        {"attr": "rent", "op": [], "value": 5},
        {"attr": "rent", "op": "<=", "value": "cheap"},
        {"attr": "rent", "op": "<=", "value": True},
        {"attr": "rent", "op": "<=", "value": None},
        {"attr": "rent", "op": "<=", "value": 1e300},
        {"attr": "rent", "op": "==", "value": None},
        {"attr": "rent", "op": "==", "value": [5]},
        {"attr": "rent", "op": "==", "value": "x" * 501},
        {"attr": "rent", "op": "in", "value": "Centre"},
        {"attr": "rent", "op": "in", "value": []},
        {"attr": "rent", "op": "not_in", "value": [[]]},
    ],
)
def test_a_malformed_red_line_is_refused_with_its_place(line):
    good = {"attr": "rent", "op": "<=", "value": 5}
    assert refused(text(red_lines=[good, line])) == ("red-line", "red_lines.1")


@pytest.mark.parametrize(
    "wish",
    [
        None,
        {},
        {"attr": "rent", "weight": 1},
        prefer("", 1),
        prefer("a", None),
        prefer("a", []),
        prefer("a", 1, 0),
        prefer("a", 1, -1),
        prefer("a", 1, 1001),
        prefer("a", 1, 5e-324),
        scale("a", 5e-324, 1),
        prefer("a", 1, True),
        prefer("a", 1, "2"),
        {**prefer("a", 1), "direction": "lower"},
        scale("a", 2, 1),
        scale("a", 1, "2027-01-01"),
        scale("a", "2027-02-01", "2027-01-01"),
        scale("a", "2027-02-30", "2027-03-01"),
        scale("a", None, 1),
        scale("a", False, True),
        scale("a", 1, 1e300),
        scale("a", 1, 2, "up"),
        scale("a", 1, 2, []),
    ],
)
def test_a_malformed_wish_is_refused_with_its_place(wish):
    assert refused(text(wishes=[wish])) == ("wish", "wishes.0")


@pytest.mark.parametrize(
    "digest, rule",
    [
        ("short", {}),
        ("A" * 64, {}),
        ("a" * 64, None),
        ("a" * 64, {"weight": 1}),
        ("a" * 64, {"red_line": 1}),
        ("a" * 64, {"rating": 101}),
        ("a" * 64, {"rating": -1}),
        ("a" * 64, {"rating": 50.0}),
        ("a" * 64, {"rating": True}),
        ("a" * 64, {"rating": None}),
    ],
)
def test_a_malformed_rule_about_an_option_is_refused(digest, rule):
    assert refused(text(options={digest: rule})) == ("option", "options")


@pytest.mark.parametrize(
    "source, code",
    [
        (None, "not-text"),
        ("", "not-json"),
        ("[" * 1000, "not-json"),
        ("[]", "fields"),
        ("{}", "fields"),
        (text(extra=1), "fields"),
        (text(owner="x" * 70_000), "too-large"),
        (text().replace('"Ana"', "NaN"), "not-json"),
    ],
)
def test_what_is_no_sheet_is_refused(source, code):
    assert refused(source)[0] == code


def test_no_message_repeats_what_the_sheet_says():
    for source in [
        text(owner="MarkerName\u200b"),
        text(red_lines=[{"attr": "MarkerAttr", "op": "~", "value": "MarkerValue"}]),
        text(wishes=[{"attr": "MarkerAttr", "weight": "MarkerWeight"}]),
        text(options={"MarkerDigest": {}}),
        '{"MarkerKey": MarkerValue}',
    ]:
        with pytest.raises(SheetError) as caught:
            read_sheet(source)
        assert "Marker" not in str(caught.value)


@given(st.text())
def test_any_text_is_refused_with_a_code(source):
    assert refused(source)[0]


def record_of(decision):
    record = Transcript()
    record.finalize("agreed", decision)
    return record


def test_the_same_rules_guard_the_acceptance():
    other = {**GARDEN, "rent": 900}
    sheet = read_sheet(text(red_lines=[{"attr": "rent", "op": "<=", "value": 700}]))
    rules = sheet.preference_sheet([GARDEN, other])
    assert ratify(rules, record_of(GARDEN), True).accepted is True
    with pytest.raises(RatifyError):
        ratify(rules, record_of(other), True)
    assert rules.evaluate(GARDEN).score == 0.5


@pytest.mark.parametrize("anything", [False, True])
@pytest.mark.parametrize("decision", [{"name": "Elsewhere"}, "Garden", ["Garden"], 5])
def test_an_outcome_that_was_no_option_is_rejected_even_by_who_accepts_anything(decision, anything):
    rules = read_sheet(text(anything=anything)).preference_sheet([GARDEN])
    assert not rules.evaluate(decision).feasible
    assert rules.evaluate(GARDEN).feasible
