"""Currencies and units as people write them beside a number."""

import re

# ISO 4217, the currencies of countries.
_CODES = frozenset(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
    GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD
    KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN
    NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP
    SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND
    VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split()
)

# Those that are the currency of one country or union alone; `$`, `£` and `¥` stay as they are.
_SIGNS = {
    "€": "EUR", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "₦": "NGN",
    "₱": "PHP", "₸": "KZT", "₾": "GEL", "₡": "CRC", "₲": "PYG", "฿": "THB",
    "US$": "USD", "A$": "AUD", "C$": "CAD", "R$": "BRL", "S$": "SGD", "HK$": "HKD", "NZ$": "NZD",
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "usd": "USD", "gbp": "GBP", "chf": "CHF",
    "fr.": "CHF", "sfr.": "CHF", "zł": "PLN", "kč": "CZK", "kr": "kr", "kr.": "kr", "ft": "Ft",
}  # fmt: skip
# One sign, several currencies.
_SHARED_SIGNS = {
    "$": frozenset(
        "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD "
        "SGD SRD TTD TWD USD UYU XCD".split()
    ),
    "£": frozenset("EGP FKP GBP GIP LBP SDG SHP SSP SYP".split()),
    "¥": frozenset({"CNY", "JPY"}),
}
_SIGN = re.compile(r"[$\u00a2-\u00a5\u0e3f\u20a0-\u20cf]")

# Units that stand right behind their number, or alone in the brackets of a column's name.
_UNITS = frozenset(
    "% ° °C °F min h d km m m² m2 cm mm km/h kg g l kWh W GB MB min. h. days hours minutes nights "
    "people persons months weeks years".split()
)
_MAX_UNIT_LENGTH = 20
_BRACKETED = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]{1,20})[)\]]")


def currency_of(mark: str) -> str | None:
    """Return the currency that a sign, a code or a short word says, as a unit: `EUR` for `€`,
    `EUR`, `euros`; `$` for `$`; None when it says none."""
    if mark in _CODES:
        return mark
    known = _SIGNS.get(mark) or _SIGNS.get(mark.casefold())
    if known is not None:
        return known
    if _SIGN.search(mark) and len(mark) <= _MAX_UNIT_LENGTH:
        return mark
    return None


def can_mean(mark: str, code: str) -> bool:
    """Return whether a currency sign or code can stand for the currency `code` (`$` for `CAD`)."""
    shared = _SHARED_SIGNS.get(mark)
    return code in shared if shared else currency_of(mark) in (code, None)


def unit_of(mark: str, *, is_apart: bool) -> str | None:
    """Return a mark behind a number when it can be a unit: one word without digits, apart from the
    number by a blank or well known (`5 rooms`, `5km`, but not the house number `5a`)."""
    if mark in _UNITS:
        return mark
    is_word = is_apart and len(mark) > 1 and mark.isalpha()
    return mark if is_word and len(mark) <= _MAX_UNIT_LENGTH else None


def split_name(name: str) -> tuple[str, tuple[str, bool] | None]:
    """Return a column's name without the unit in brackets behind it, and that unit with whether it
    is money: `("rent", ("EUR", True))` for `rent (€)`; `(name, None)` where there is none."""
    match = _BRACKETED.fullmatch(name)
    if match is None:
        return name, None
    mark = match[2].strip()
    if (currency := currency_of(mark)) is not None:
        return match[1], (currency, True)
    return (match[1], (mark, False)) if mark in _UNITS else (name, None)
