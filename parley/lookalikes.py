"""Characters that look like others, or like nothing: the one table that names are compared by.

The idea is that of the confusables in Unicode Technical Standard 39. The table is our own, chosen
by eye for the letters that names are written in. A letter stands for the Latin one that it looks
like as it is written, so that Greek capital eta is an H and the small one an n; a small letter that
only repeats the shape of its capital stands for the small Latin letter of that.

Nothing here is part of a record: a later version may judge differently what looks alike.
"""

import unicodedata

HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# These show nothing, although Unicode files them under letters, marks, symbols or blanks (most are
# Default_Ignorable_Code_Point in DerivedCoreProperties.txt).
HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)

# What is looked like: by what, in the order Latin, Cyrillic, Greek, Armenian, Coptic, Cherokee,
# Lisu, others.
_LOOKS = {
    "A": "АΑⲀᎪꓮ", "B": "ВΒⲂᏴꓐ", "C": "СϹⲤᏟꓚ", "D": "ᎠꓓᎧ", "E": "ЕΕⲈᎬꓰ", "F": "Ϝꓝ", "G": "ԌᏀꓖ",
    "H": "НҺΗⲎᎻꓧ", "I": "ІӀΙⲒꓲ", "J": "ЈͿᎫꓙ", "K": "КΚⲔᏦꓗ", "L": "ԼᏞꓡ", "M": "МΜⲘᎷꓟ", "N": "ΝⲚꓠ",
    "O": "ОΟՕⲞꓳ", "P": "РΡⲢᏢꓑ", "Q": "Ԛ", "R": "ᎡᏒꓣ", "S": "ЅՏᏚꓢ", "T": "ТΤⲦᎢꓔ", "U": "Սꓴ",
    "V": "ѴᏙꓦ", "W": "ԜᎳꓪ", "X": "ХΧⲬꓫ", "Y": "УҮΥⲨᎩꓬ", "Z": "ΖᏃꓜ",
    "a": "ɑаαⲁ", "b": "вβⲃᏏ", "c": "сϲⲥ", "d": "ԁ", "e": "еεⲉ", "g": "ɡց", "h": "һнհⲏᏂ",
    "i": "ıɪіιⲓᎥ", "j": "ȷјϳյ", "k": "ĸкκⲕ", "l": "ʟӏ1|ǀƖا١۱", "m": "мⲙ", "n": "ɴηոⲛ",
    "o": "ᴏоοօⲟ0٠۰०০੦૦௦౦೦൦๐໐٥", "p": "рρⲣ", "q": "ԛզ", "r": "ʀ", "s": "ꜱѕ", "t": "тτⲧ",
    "u": "ᴜυս", "v": "ᴠѵν", "w": "ᴡԝω", "x": "хχⲭ", "y": "ʏуүγⲩ", "z": "ᴢ", "3": "Зз",
    # Forms that Persian, Urdu and Kurdish keyboards write for Arabic letters
    "ي": "یى", "ك": "ک", "ه": "ہە",
    "'": "’‘ʼʻʹ′`", "-": "‐‒–—−",
    # Comma and cedilla below, breve and caron above
    "\u0327": "\u0326", "\u0306": "\u030c",
}  # fmt: skip

_TABLE = {ord(other): look for look, others in _LOOKS.items() for other in others}
# The small letters of Cherokee have the shapes of the capitals.
_TABLE |= {
    ord(chr(code).lower()): look.lower()
    for code, look in _TABLE.items()
    if 0x13A0 <= code <= 0x13EF
}

# A capital I looks like a small l, and a capital O like a zero.
_UPRIGHT = str.maketrans("IO", "lo")

_STROKED = str.maketrans("łøđħƀɨŧƶ", "lodhbitz")

# A dot above a letter that has one anyway.
_DOTTED = (("i\u0307", "i"), ("j\u0307", "j"))


def as_written(name: str) -> str:
    """Return how a name looks, capitals as capitals: `Ina` and `lna` are the same here, `Lara` and
    `Iara` are not. Accents stay; how they are composed does not matter."""
    return _looks(name).translate(_UPRIGHT)


def as_read(name: str) -> str:
    """Return how a name looks when capitals do not matter. Accents stay."""
    folded = unicodedata.normalize("NFD", _looks(name).casefold())
    return _without_dots(folded.translate(_TABLE))


def skeleton(text: str) -> str:
    """Return a text that is the same for names which a person may take for each other, more widely
    than the above: as read, and without accents and strokes through letters.

    For comparison only. Not guaranteed: that every pair that looks alike is found.
    """
    plain = as_read(text).translate(_STROKED)
    return "".join(character for character in plain if not unicodedata.combining(character))


def _looks(name: str) -> str:
    # Once before, because compatibility forms of some letters look like something else.
    shown = "".join(
        character
        for character in unicodedata.normalize("NFKC", name.translate(_TABLE))
        if character not in HIDDEN and unicodedata.category(character) not in HIDDEN_CATEGORIES
    )
    looks = _without_dots(unicodedata.normalize("NFD", shown).translate(_TABLE))
    return " ".join(looks.split())


def _without_dots(text: str) -> str:
    for dotted, plain in _DOTTED:
        text = text.replace(dotted, plain)
    return text
