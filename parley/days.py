"""A day as people write it: in numbers, in the order of their country, or with a month's name."""

import datetime
import re
import unicodedata

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
# What databases and spreadsheets put behind a day that has no time.
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)[ T]00:00(?::00(?:\.0{1,6})?)?", re.ASCII)
# Two digits of a year are of this century.
_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)", re.ASCII)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_NAMED = re.compile(
    r"(\d{1,2})(?:\.|st|nd|rd|th|er)?[ -](?:of |de )?([a-z]{3,10})\.?(?:,? (?:de )?|-)(\d{4})",
    re.ASCII,
)
_NAMED_FIRST = re.compile(
    r"([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})",
    re.ASCII,
)

# English and its short forms, German, French, Spanish; without accents.
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janner janvier enero",
            "february feb februar feber fevrier febrero",
            "march mar marz maerz mars marzo",
            "april apr avril abril",
            "may mai mayo",
            "june jun juni juin junio",
            "july jul juli juillet julio",
            "august aug aout agosto",
            "september sep sept septembre septiembre setiembre",
            "october oct oktober octobre octubre",
            "november nov novembre noviembre",
            "december dec dezember decembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}


def iso_day(text: str) -> datetime.date | None:
    """Return the day that an ISO text `YYYY-MM-DD` names, or None: another form, no such day."""
    match = _ISO.fullmatch(text)
    return match and _day(*map(int, match.groups()))


def days_of(text: str) -> set[datetime.date]:
    """Return the days that a text can mean; none when it is no date, two when day and month could
    be swapped.

    `2026-12-31`, also with midnight behind it; `31.12.2026` and `31.12.26` (day first, 20xx);
    `31/12/2026` and `12/31/2026`; `31 December 2026`, `December 31, 2026`, and the months' names in
    German, French and Spanish. A time of the day other than midnight, or a time zone, makes it no
    date, because a day alone would say less or another one.
    """
    if match := _MIDNIGHT.fullmatch(text):
        text = match[1]
    found = {iso_day(text)}
    if match := _DOTTED.fullmatch(text):
        day, month, year = match.groups()
        found = {_day(int(year if len(year) == 4 else f"20{year}"), int(month), int(day))}
    elif match := _SLASHED.fullmatch(text):
        first, second, year = map(int, match.groups())
        found = {_day(year, second, first), _day(year, first, second)}
    elif match := _NAMED.fullmatch(plain := _without_accents(text)):
        found = {_day(int(match[3]), _MONTHS.get(match[2], 0), int(match[1]))}
    elif match := _NAMED_FIRST.fullmatch(plain):
        found = {_day(int(match[3]), _MONTHS.get(match[1], 0), int(match[2]))}
    return {day for day in found if day}


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in apart if not unicodedata.combining(character))


def _day(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
