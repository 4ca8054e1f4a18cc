import hashlib

import pytest

from parley.options import format_value, is_attribute, is_date, is_value, option_digest, option_name


def test_values_are_checked_by_type():
    assert is_value("Centre", "text") and not is_value("", "text") and not is_value(" x", "text")
    assert is_value(700, "whole") and not is_value(700.5, "whole") and not is_value(True, "whole")
    assert is_value(700.5, "money") and is_value(700, "money") and not is_value("700", "money")
    assert is_value("2026-12-31", "date") and not is_value("2026-02-30", "date")
    assert is_value(False, "yes-no") and not is_value(0, "yes-no") and not is_value("yes", "yes-no")
    assert not is_value(float("nan"), "decimal") and not is_value(float("inf"), "decimal")
    assert not is_value(1e300, "decimal") and not is_value(1e-10, "decimal")
    assert is_value(1e-9, "decimal") and not is_value(2**53, "whole")
    assert not is_value(None, "text") and not is_value([], "decimal") and not is_value(1, "color")


def test_a_float_that_is_whole_is_no_value_because_it_would_be_a_second_spelling():
    assert not is_value(700.0, "money")
    assert not is_value(-0.0, "decimal")


def test_dates_are_exactly_iso_text():
    assert is_date("2026-01-01")
    assert not any(is_date(text) for text in ["2026-01-01\n", "2026-1-1", "0000-01-01", 20260101])


def test_an_attribute_has_exactly_three_fields():
    rent = {"name": "rent", "type": "money", "unit": "EUR"}
    assert is_attribute(rent) and is_attribute({**rent, "unit": None})
    for fault in [
        {"name": ""},
        {"name": " rent"},
        {"name": "x" * 81},
        {"name": 5},
        {"name": "__tuple__"},
        {"type": "color"},
        {"type": ["money"]},
        {"unit": ""},
        {"unit": "x" * 21},
        {"extra": 1},
    ]:
        assert not is_attribute({**rent, **fault}), fault
    assert not is_attribute({"name": "rent", "type": "money"})
    assert not is_attribute("rent")


def test_the_digest_is_that_of_the_canonical_text():
    option = {"rent": 700, "area": "Centre"}
    text = '{"area": "Centre", "rent": 700}'
    assert option_digest(option) == hashlib.sha256(text.encode()).hexdigest()


def test_values_are_shown_as_people_read_them():
    def attribute(type, unit=None):
        return {"name": "a", "type": type, "unit": unit}

    assert format_value(700, attribute("money", "EUR")) == "700\u00a0EUR"
    assert format_value(12345.5, attribute("money", "EUR")) == "12,345.50\u00a0EUR"
    assert format_value(0.123, attribute("money")) == "0.123"
    assert format_value(2026, attribute("whole")) == "2026"
    assert format_value(1.5, attribute("decimal", "km")) == "1.5\u00a0km"
    assert format_value(True, attribute("yes-no")) == "yes"
    assert format_value("2026-12-31", attribute("date", "x")) == "2026-12-31"
    assert format_value(None, attribute("money", "EUR")) == ""
    assert option_name({"a": "Garden flat"}, [attribute("text")]) == "Garden flat"


@pytest.mark.parametrize("text", ["Mill", "a b", "~!", "x" * 500])
def test_plain_text_on_one_line_is_a_value(text):
    assert is_value(text, "text")


@pytest.mark.parametrize(
    "text", ["", " ", " Mill", "Mill ", "a  b", "a\tb", "a\nb", "\x7f", "x" * 501]
)
def test_text_that_cleaning_would_change_is_none(text):
    assert not is_value(text, "text")
