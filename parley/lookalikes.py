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
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)

# What is looked like: by what, in the order Latin, Cyrillic, Greek, Armenian, Coptic, Cherokee,
# Lisu, Canadian syllables, Old Italic, others.
_LOOKS = {
    "A": "АΑⲀᎪꓮᗅ𐌀", "B": "ВΒⲂᏴꓐᗷ𐌁", "C": "СϹⲤᏟꓚᑕ𐌂", "D": "ᎠꓓᎧᗞᗪ", "E": "ЕΕⲈᎬꓰ𐌄",
    "F": "Ϝꓝᖴ𐌅", "G": "ԌᏀꓖ", "H": "НҺΗⲎᎻꓧᕼ", "I": "ІӀΙⲒꓲ𐌉", "J": "ЈͿᎫꓙᒍ", "K": "КΚⲔᏦꓗ",
    "L": "ԼᏞꓡᒪ", "M": "МΜⲘᎷꓟᗰ𐌑", "N": "ΝⲚꓠ", "O": "ОΟՕⲞꓳ𐌏ⵔ", "P": "РΡⲢᏢꓑᑭ", "Q": "Ԛ",
    "R": "ᎡᏒꓣᖇ", "S": "ЅՏᏚꓢ", "T": "ТΤⲦᎢꓔ𐌕", "U": "Սꓴᑌ", "V": "ѴᏙꓦᐯ", "W": "ԜᎳꓪ",
    "X": "ХΧⲬꓫ᙭𐌗ⵝ", "Y": "УҮΥⲨᎩꓬ", "Z": "ΖᏃꓜ",
    "a": "ᴀɑаαⲁ", "b": "ʙƄƅьЬвⲃᏏᑲ", "c": "ᴄсϲⲥ", "d": "ᴅԁᑯ", "e": "ᴇеεⲉ", "f": "ꜰ", "g": "ɢɡց",
    "h": "ʜһнհⲏᏂ", "i": "ıɪіιⲓᎥ", "j": "ᴊȷјϳյ", "k": "ᴋĸкκⲕ", "l": "ʟӏ1|ǀƖا١۱", "m": "ᴍмⲙ",
    "n": "ɴηոⲛ", "o": "ᴏоοօⲟ0٠۰०০੦૦௦౦೦൦๐໐٥סဝ၀", "p": "ᴘрρⲣ", "q": "ԛզ", "r": "ʀ", "s": "ꜱѕ",
    "t": "ᴛтτⲧ", "u": "ᴜυս", "v": "ᴠѵν", "w": "ᴡԝω", "x": "хχⲭ", "y": "ʏуүγⲩ", "z": "ᴢ",
    "3": "Зз", "Đ": "ÐƉ", "Æ": "Ӕ", "æ": "ӕ", "Ə": "Ә", "ə": "әǝ", "Ø": "ӨƟѲΘ", "ø": "өɵѳθ",
    # Forms that Persian, Urdu and Kurdish keyboards write for Arabic letters
    "ي": "یى", "ك": "ک", "ه": "ہە",
    # Japanese syllables, and Chinese signs of the same shape
    "へ": "ヘ", "口": "ロ囗", "力": "カ", "二": "ニ", "八": "ハ", "工": "エ", "卜": "ト",
    "夕": "タ", "一": "ー",
    "'": "’‘‛ʼʻʽʹˈ′`´Ꞌꞌՙ՚׳", "-": "‐‒–—−",
    # Comma and cedilla below, breve and caron above
    "\u0327": "\u0326", "\u0306": "\u030c",
    # Short and long strokes through a letter
    "\u0338": "\u0335\u0336\u0337",
}  # fmt: skip

_TABLE = {ord(other): look for look, others in _LOOKS.items() for other in others}
# The small letters of Cherokee have the shapes of the capitals.
_TABLE |= {
    ord(chr(code).lower()): look.lower()
    for code, look in _TABLE.items()
    if 0x13A0 <= code <= 0x13EF
}

# A capital I looks like a small l, and a capital O like a zero. A beta looks like a sharp s as
# it is written, and is a small B as it is read.
_UPRIGHT = str.maketrans("IOβ", "loß")
_READ = _TABLE | str.maketrans("β", "b")

# Letters with a stroke of their own, and the same letter with the stroke put over it.
_STRUCK = {
    f"{plain}\u0338": struck
    for plain, struck in zip("BDHILOTZbdhilotz", "ɃĐĦƗŁØŦƵƀđħɨłøŧƶ", strict=True)
}

# Only makes a word of Arabic letters longer (kashida).
_TATWEEL = "\u0640"

_STROKED = str.maketrans("łøđħƀɨŧƶ", "lodhbitz")

# With marks put on: a stroke, or a dot above a letter that has one anyway.
_MARKED = {**_STRUCK, "i\u0307": "i", "j\u0307": "j"}


def as_written(name: str) -> str:
    """Return how a name looks, capitals as capitals: `Ina` and `lna` are the same here, `Lara` and
    `Iara` are not. Accents stay; how they are composed does not matter."""
    return _looks(name).translate(_UPRIGHT)


def as_read(name: str) -> str:
    """Return how a name looks when capitals do not matter. Accents stay."""
    folded = unicodedata.normalize("NFD", _looks(name).casefold())
    return _with_marks(folded.translate(_READ))


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
        if character not in HIDDEN
        and character != _TATWEEL
        and unicodedata.category(character) not in HIDDEN_CATEGORIES
    )
    looks = _with_marks(unicodedata.normalize("NFD", shown).translate(_TABLE))
    return " ".join(looks.split())


def _with_marks(text: str) -> str:
    for apart, together in _MARKED.items():
        text = text.replace(apart, together)
    return text
