"""Names that can be mistaken for each other: case, width, what cannot be seen, letters that look alike, whole scripts."""

from __future__ import annotations

import pytest

from reviews.core import names

# By what an attack changes: the name that is there, and names made to be read as it.
ATTACKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "case": ("paul.one", ("Paul.One", "PAUL.ONE", "paul.onE")),
    "case of ß and İ": ("strasse", ("straße", "STRASSE", "ſtraſſe")),
    "width": (
        "paul.one",
        ("ｐａｕｌ．ｏｎｅ", "ＰＡＵＬ.one", "𝐩𝐚𝐮𝐥.𝐨𝐧𝐞", "𝓹aul.one", "ⓟaul.one", "ᵖaul.one", "𝙿𝚊𝚞𝚕.one"),
    ),
    "unseen": (
        "paul.one",
        tuple(
            f"paul{unseen}.one"
            for unseen in "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2063\u3164\uffa0\u202e\u2066\ufe0f\U000e0061\U000e0100"
        ),
    ),
    "marks": ("paul.one", ("paul\u0335.one", "paul\u20dd.one", "p\u0332aul.one")),
    "Cyrillic": ("peace", ("реасе", "рeace", "peaсe", "pеаce")),
    "Cyrillic, whole": ("coxy", ("соху",)),
    "Greek": ("vo.kav", ("νο.καν", "νo.kav", "vo.κav", "VΟ.KΑV")),
    "Armenian": ("hnuo", ("հոսօ", "hոսօ", "hnսo")),
    "phonetic": ("gain", ("ɡain", "gaın", "gɑin", "gaιn", "gaɩn", "gaɪn")),
    "small capitals": ("cowz", ("ᴄᴏᴡᴢ", "cᴏwz", "coᴡz")),
    "l, I and 1": ("all", ("aIl", "a11", "aӏl", "alI", "a|l", "aǀl")),
    "0 and O": ("otto", ("0tt0", "Ott0", "οttο", "ოtto".replace("ო", "ჿ"))),
    "two for one": ("mawm", ("rnawrn", "mavvm", "rnavvm", "rnаvvm")),
    "ligature": ("office", ("oﬃce", "oﬀice", "ofﬁce")),
}
CASES = [(one, other) for one, others in ATTACKS.values() for other in others]


@pytest.mark.parametrize(("one", "other"), CASES, ids=ascii)
def test_are_alike_sees_an_attack(one, other):
    assert (names.are_alike(one, other), names.are_alike(other, one)) == (True, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("paul", "paula"),
            ("jo", "joe"),
            ("ali", "all"),
            ("anna", "änna"),
            ("иван", "ivan"),
            ("kim", "kin"),
        ),
        *(
            ("judge-1", "judge-2"),
            ("sam5", "sams"),
            ("李明", "李朋"),
            ("jose", "josé"),
            ("max", "mac"),
            ("d", "cl"),
        ),
    ],
)
def test_are_alike_lets_names_that_differ_stand_side_by_side(one, other):
    assert names.are_alike(one, other) is False


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("paul-1@desk.example_x+y", ["Latin"]),
        ("123", []),
        ("Åsa", ["Latin"]),
        ("раul", ["Cyrillic", "Latin"]),
        ("πaul", ["Greek", "Latin"]),
        ("李明たろう", ["East Asian"]),
        ("김민준", ["East Asian"]),
        ("pauㅣ", ["Latin", "East Asian"]),
        ("j۵", ["Latin", "Arabic"]),
        ("j०", ["Latin", "Devanagari"]),
        ("ᎪᎷᎪ", ["cherokee letter go", "cherokee letter lu"]),
        ("ꓑaul", ["lisu letter pa", "Latin"]),
        ("kʼim", ["Latin", "modifier letter apostrophe"]),
    ],
)
def test_scripts_names_each_once(name, found):
    assert names.scripts(name) == found


def test_no_letter_looks_like_two():
    letters = "".join(names.LOOKS_LIKE.values())
    assert [letter for letter in letters if letters.count(letter) > 1] == []
