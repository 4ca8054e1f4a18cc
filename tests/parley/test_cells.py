import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.cells import ATTRIBUTE_TYPES, MAX_NUMBER, CellError, parse_cell
from parley.options import is_value


def code_of(text, type, unit=None):
    with pytest.raises(CellError) as caught:
        parse_cell(text, type, unit)
    return caught.value.code


def exactly(value):
    return (type(value), value)


@pytest.mark.parametrize("type", ATTRIBUTE_TYPES)
@pytest.mark.parametrize("text", ["", "  ", "\t", "\u00a0"])
def test_an_empty_cell_has_no_value(text, type):
    assert parse_cell(text, type) is None


def test_text_is_trimmed_and_kept_on_one_line():
    assert parse_cell("  Old\n town ", "text") == "Old town"


@pytest.mark.parametrize(
    "text, number",
    [
        ("34", 34),
        ("-3", -3),
        ("\u22123", -3),
        ("+3", 3),
        ("1 234", 1234),
        ("1\u202f234\u00a0567", 1234567),
        ("1,234", 1234),
        ("1.234", 1234),
        ("1,234,567", 1234567),
        ("1'234", 1234),
        ("1\u2019234", 1234),
        ("12.0", 12),
        ("007", 7),
        ("-0", 0),
        ("9007199254740991", MAX_NUMBER),
        ("1,25,000", 125000),
        ("12,34,567", 1234567),
        ("1,23,45,678", 12345678),
        ("(500)", -500),
        ("(1,250)", -1250),
    ],
)
def test_whole_numbers(text, number):
    assert exactly(parse_cell(text, "whole")) == exactly(number)


@pytest.mark.parametrize(
    "text, number",
    [
        ("1234.5", 1234.5),
        ("1,234.50", 1234.5),
        ("1.234,50", 1234.5),
        ("1 234,50", 1234.5),
        ("1'234.50", 1234.5),
        ("1.234.567,5", 1234567.5),
        ("0,5", 0.5),
        ("0,234", 0.234),
        ("0.234", 0.234),
        ("1234,567", 1234.567),
        ("-2.5", -2.5),
        ("700.00", 700),
        ("5,0", 5),
        ("1,234", 1234),
        ("1,234.567", 1234.567),
        ("1,25,000.50", 125000.5),
        ("(1.234,50)", -1234.5),
    ],
)
@pytest.mark.parametrize("type", ["decimal", "money"])
def test_decimals_and_money(text, type, number):
    assert exactly(parse_cell(text, type)) == exactly(number)


def test_one_dot_with_three_digits_is_a_decimal_mark_except_in_money_and_whole_numbers():
    assert parse_cell("1.234", "decimal") == 1.234
    assert parse_cell("1.234", "money") == 1234
    assert parse_cell("1.234", "whole") == 1234


@pytest.mark.parametrize(
    "text, number",
    [
        ("€ 700", 700),
        ("700 €", 700),
        ("€700.50", 700.5),
        ("-€700", -700),
        ("€ -700", -700),
        ("EUR 700", 700),
        ("700 EUR", 700),
        ("1.234,50€", 1234.5),
        ("$1,234", 1234),
        ("₹5", 5),
        ("₹1,25,000", 125000),
        ("(€500)", -500),
        ("€ (500)", -500),
        ("(500) €", -500),
    ],
)
def test_money_may_have_a_currency_around_it(text, number):
    assert parse_cell(text, "money") == number


def test_a_cell_may_repeat_the_unit_of_its_column():
    assert parse_cell("34 min", "whole", "min") == 34
    assert parse_cell("34 Min", "whole", "min") == 34
    assert parse_cell("2.5 km/h", "decimal", "km/h") == 2.5
    assert parse_cell("50 %", "whole", "%") == 50
    assert parse_cell("Kč 700", "money", "Kč") == 700
    assert parse_cell("700 EUR", "money", "EUR") == 700
    assert parse_cell("€700", "money", "EUR") == 700


def test_another_unit_is_refused():
    assert code_of("34 h", "whole", "min") == "number"
    assert code_of("34 min", "whole") == "number"
    assert code_of("700 USD", "money", "EUR") == "other-unit"


@pytest.mark.parametrize("type", ["whole", "decimal", "money"])
@pytest.mark.parametrize(
    "text",
    [
        "abc",
        "1e5",
        "0x10",
        "--5",
        "- -5",
        "5-",
        "5.",
        "1.2.3",
        "1,2345,678",
        "12.34.567",
        "12 34 567",
        "1,25,00",
        "123,45,678",
        "(-5)",
        "-(5)",
        "((5))",
        "(5",
        "5)",
        "5 (3)",
        "()",
        "1,234.567,8",
        "1.234.56",
        "1 23",
        "1 234 56",
        "1,234 567",
        "nan",
        "inf",
        "٣",
        "５",
        "5 5 €",
        "€5€",
        "€€5",
        "5 or 6",
    ],
)
def test_what_is_no_number_is_refused(text, type):
    assert code_of(text, type) == "number"


def test_a_fraction_is_no_whole_number():
    assert code_of("12.5", "whole") == "not-whole"
    assert code_of("1 234,5", "whole") == "not-whole"


@pytest.mark.parametrize(
    "text",
    ["9007199254740992", "-9007199254740992", "9" * 400, "9" * 400 + ".5", "0." + "0" * 9 + "9"],
)
def test_a_number_too_large_or_too_fine_is_refused(text):
    assert code_of(text, "decimal") == "out-of-range"


@pytest.mark.parametrize(
    "text, day",
    [
        ("2026-12-31", "2026-12-31"),
        ("31.12.2026", "2026-12-31"),
        ("1.2.2026", "2026-02-01"),
        ("01. 02. 2026", "2026-02-01"),
        ("31/12/2026", "2026-12-31"),
        ("12/31/2026", "2026-12-31"),
        ("05/05/2026", "2026-05-05"),
        ("29.2.2028", "2028-02-29"),
        ("14.3.27", "2027-03-14"),
        ("14 March 2027", "2027-03-14"),
        ("14th of March 2027", "2027-03-14"),
        ("14-Mar-2027", "2027-03-14"),
        ("March 14, 2027", "2027-03-14"),
        ("14. März 2027", "2027-03-14"),
        ("14. Ma\u0308rz 2027", "2027-03-14"),
        ("1er août 2027", "2027-08-01"),
        ("14 de marzo de 2027", "2027-03-14"),
        ("1 DEZEMBER 2027", "2027-12-01"),
        ("2027-03-14 00:00:00", "2027-03-14"),
        ("2027-03-14T00:00", "2027-03-14"),
        ("2027-03-14T00:00:00.000", "2027-03-14"),
    ],
)
def test_dates_become_iso_text(text, day):
    assert parse_cell(text, "date") == day


@pytest.mark.parametrize("text", ["05/06/2026", "1/2/2026"])
def test_a_date_with_two_readings_is_refused(text):
    assert code_of(text, "date") == "ambiguous-date"


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30",
        "2026-13-01",
        "2026-1-1",
        "20261231",
        "31/12/26",
        "31.12.6",
        "31.12.026",
        "12.31.2026",
        "31. Februar 2027",
        "14 Marchember 2027",
        "14 March 27",
        "March 2027",
        "2027-03-14 10:00",
        "2027-03-14T00:01",
        "2027-03-14T00:00Z",
        "2027-03-14T24:00",
        "31/31/2026",
        "0000-01-01",
        "tomorrow",
        "2026-W01-1",
        "２０２６-12-31",
    ],
)
def test_what_is_no_date_is_refused(text):
    assert code_of(text, "date") == "date"


def test_yes_and_no_in_several_spellings():
    assert all(parse_cell(text, "yes-no") is True for text in ["yes", "Y", "TRUE", "1", "x", "Ja"])
    assert all(parse_cell(text, "yes-no") is False for text in ["no", "N", "False", "0"])
    assert all(parse_cell(text, "yes-no") is True for text in ["WAHR", "VRAI", "Vero", "VERDADERO"])
    assert all(parse_cell(text, "yes-no") is False for text in ["FALSCH", "FAUX", "Falso"])
    assert code_of("perhaps", "yes-no") == "yes-no"


@pytest.mark.parametrize("type", ATTRIBUTE_TYPES)
def test_a_cell_is_bounded_and_free_of_control_characters(type):
    assert code_of("1" * 501, type) == "too-long"
    assert code_of("1\x00", type) == "control"
    assert code_of("1\u202e", type) == "control"
    assert code_of(5, type) == "not-text"


def test_an_unknown_type_is_refused():
    assert code_of("1", "color") == "unknown-type"


@given(st.text(), st.sampled_from(ATTRIBUTE_TYPES))
def test_any_text_gives_a_value_of_the_type_or_a_clear_refusal(text, type):
    try:
        value = parse_cell(text, type)
    except CellError:
        return
    assert value is None or is_value(value, type)


@given(st.text("0123456789.,' -+€EURx/", max_size=14), st.sampled_from(ATTRIBUTE_TYPES))
def test_text_like_a_number_gives_a_value_of_the_type_or_a_clear_refusal(text, type):
    try:
        value = parse_cell(text, type)
    except CellError:
        return
    assert value is None or is_value(value, type)


@given(st.integers(-MAX_NUMBER, MAX_NUMBER))
def test_every_whole_number_reads_back_however_it_is_grouped(number):
    for text in (f"{number}", f"{number:,}", f"{number:,}".replace(",", " ")):
        assert parse_cell(text, "whole") == number


@given(st.decimals(-(10**9), 10**9, places=2))
def test_amounts_read_back_in_both_conventions(amount):
    english = f"{amount:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert parse_cell(english, "money") == parse_cell(german, "money") == float(amount)


@given(st.dates())
def test_every_day_reads_back(day):
    assert parse_cell(day.isoformat(), "date") == day.isoformat()
    assert (
        datetime.date.fromisoformat(parse_cell(f"{day.day}.{day.month}.{day.year:04}", "date"))
        == day
    )


@pytest.mark.parametrize(
    ("cell", "unit"), [("$700", "EUR"), ("700 €", "USD"), ("£700", "EUR"), ("¥700", "CHF")]
)
def test_the_sign_of_another_currency_is_refused(cell, unit):
    with pytest.raises(CellError) as refusal:
        parse_cell(cell, "money", unit)
    assert refusal.value.code == "other-unit"


@pytest.mark.parametrize(
    ("cell", "unit"), [("$700", "USD"), ("$700", "CAD"), ("700 €", "EUR"), ("¥700", "CNY")]
)
def test_a_sign_is_taken_for_every_currency_that_uses_it(cell, unit):
    assert parse_cell(cell, "money", unit) == 700
