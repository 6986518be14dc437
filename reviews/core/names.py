"""Which two names of people can be mistaken for each other, and which name is made to be. Nothing else is known of people.

The look of letters follows UTS #39 (its confusables, as far as scripts go that a name may be written in).
"""

from __future__ import annotations

import unicodedata

# Letters of other scripts, and digits, that look like a Latin letter of that case.
LOOKS_LIKE = {
    "A": "АΑ", "B": "ВΒꞴ", "C": "СϹ", "E": "ЕΕ", "F": "ϜꞘ", "G": "Ԍ", "H": "НΗҺ", "I": "ІΙӀƖ", "J": "ЈͿꞲ",
    "K": "КΚ", "M": "МΜϺ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "Q": "Ԛ", "R": "Ʀ", "S": "ЅՏƽƼ", "T": "ТΤ",
    "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ХΧꞳ", "Y": "ҮΥУ", "Z": "ΖƧ",
    "a": "аαɑ", "b": "ƄЬбƅь", "c": "сᴄϲ", "d": "ԁ", "e": "еꬲҽ", "f": "ꬵꞙſẝք", "g": "ɡցᶃƍ", "h": "һհ",
    "i": "іιɩıɪꙇꭵ", "j": "јϳʝ", "k": "кκᴋ", "l": "ӏ1|ǀɭ", "n": "ոηռɴ", "o": "оοօ0ᴏᴑꬽσჿ", "p": "рρ",
    "q": "ԛզգ", "r": "гꭇꭈᴦ", "s": "ѕꜱ", "t": "тτᴛ", "u": "υսʋꞟᴜꭎꭒ", "v": "νѵᴠ", "w": "ԝωաɯᴡѡ",
    "x": "хχ", "y": "уγүʏɣᶌỿꭚყ", "z": "ᴢ", "3": "ƷȜɜӠзЗʒȝꝫ", "8": "ȣȢ",
}  # fmt: skip
LATIN = {ord(letter): latin for latin, letters in LOOKS_LIKE.items() for letter in letters}
TOGETHER = (("rn", "m"), ("vv", "w"))
UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")  # letters by their class, and nothing to the eye
UNSEEN_CLASSES = ("Cf", "Cc", "Cn", "Mn", "Me", "Zs")
# Scripts in everyday use (UAX #31, table 5). Those of China, Japan and Korea are written together.
TOGETHER_IN_EAST = "CJK HIRAGANA KATAKANA HANGUL BOPOMOFO KATAKANA-HIRAGANA IDEOGRAPHIC".split()
SCRIPTS = frozenset(
    "LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU"
    " KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR ETHIOPIC KHMER THAANA".split()
)


def is_seen(letter: str) -> bool:
    """Is there anything to see of it by itself?"""
    return letter not in UNSEEN and unicodedata.category(letter) not in UNSEEN_CLASSES


def folded(name: str) -> str:
    """The name as it is compared: NFKC, casefolded, without what cannot be seen (and without marks)."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in text if is_seen(letter))


def look(name: str) -> str:
    """What the name looks like: letters that look alike are one letter, a capital I is an l, and rn is an m."""
    latin = unicodedata.normalize("NFKC", name).translate(LATIN)
    text = folded(latin.replace("I", "l")).translate(LATIN).casefold()
    for pair, one in TOGETHER:
        text = text.replace(pair, one)
    return text


def are_alike(one: str, other: str) -> bool:
    """Can one be mistaken for the other?"""
    return folded(one) == folded(other) or look(one) == look(other)


def scripts(name: str) -> list[str]:
    """The scripts in which a name is written, each once: `Latin`, `Cyrillic`; of a strange letter its own name."""
    return list(dict.fromkeys(_script(letter) for letter in name if not letter.isascii() or letter.isalpha()))


def _script(letter: str) -> str:
    words = unicodedata.name(letter, "?").removeprefix("EXTENDED ").split()
    first = words[0].removesuffix("-INDIC")
    if first in TOGETHER_IN_EAST:
        return "East Asian"
    return first.capitalize() if first in SCRIPTS else " ".join(words).lower()
