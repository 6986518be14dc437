"""Numbers written in words: one to trillions, halves and quarters, twice; digits are not its business."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_SMALL = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split()
ONES = {word: Decimal(n) for n, word in enumerate(_SMALL, start=1)}
TENS = {word: Decimal(10 * n) for n, word in enumerate(_TENS, start=2)}
POWERS = {
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
    "trillion": Decimal(10**12),
    "dozen": Decimal(12),
}
VAGUE = {f"{word}s": value for word, value in POWERS.items()}
PARTS = {
    "half": Decimal("0.5"),
    "quarter": Decimal("0.25"),
    **{_ORDINALS[n - 1]: Decimal(1) / n for n in range(3, 21)},
    "hundredth": Decimal("0.01"),
    "thousandth": Decimal("0.001"),
}
# Each a multiple of one part, so that it is the same number as “two thirds” in words.
SIGNS = {
    sign: n * (Decimal(1) / parts)
    for signs, parts in (("½", 2), ("⅓⅔", 3), ("¼ ¾", 4), ("⅕⅖⅗⅘", 5), ("⅙   ⅚", 6), ("⅛ ⅜ ⅝ ⅞", 8))
    for n, sign in enumerate(signs, start=1)
    if sign != " "
}
PLURAL_PARTS = {"halves": "half", **{f"{word}s": word for word in PARTS if word != "half"}}
MULTIPLES = {
    **dict.fromkeys("twice twofold doubles doubled doubling double".split(), Decimal(2)),
    **dict.fromkeys("thrice threefold triples tripled tripling triple".split(), Decimal(3)),
    **dict.fromkeys("fourfold quadrupled quadrupling quadruple".split(), Decimal(4)),
    **dict.fromkeys("halved halving halve".split(), Decimal("0.5")),
    **{f"{word}fold": n for word, n in ONES.items() if 4 < n <= 10},
    **{f"{word}fold": n for word, n in POWERS.items() if n in (100, 1000)},
}
ORDINALS = {word: Decimal(n) for n, word in enumerate(_ORDINALS, start=1)}
# Words that say a number without claiming one: “both” bears out “two”, but is no figure itself.
HINTS = {
    **dict.fromkeys("both pair pairs couple".split(), Decimal(2)),
    **dict.fromkeys("single once sole".split(), Decimal(1)),
    **dict.fromkeys("zero none".split(), Decimal(0)),
    # “free for under-fives”
    **{f"{word}es" if word.endswith("x") else f"{word}s": n for word, n in ONES.items() if n > 1},
    **{f"{word.removesuffix('y')}ies": n for word, n in TENS.items()},
}
NO_CLAIM = frozenset("double triple quadruple halve".split())
# “the slow half”, “the third quarter of 2024”: a place in something, not a share of it.
PLACED = frozenset(
    """first second third fourth other latter former lower upper top bottom left right front back last next
    previous this per each every better worse slow fast hard easy""".split()
)
_MORE = (
    "less more fewer faster slower longer shorter smaller larger lower higher cheaper quicker better worse"
)
SHARE = re.compile(rf"\s+(?:of|as|or|to|the|{_MORE.replace(' ', '|')})\b|\s*[.,;()]|\s*$")
PARTY = re.compile(r"[-‑]\w|\s+part(?:y|ies)\b", re.IGNORECASE)
OF_TIME = frozenset("per a each every one".split())
A_POWER = re.compile(r"\s+(?:of\s+)?an?\s+(hundred|thousand|million|billion|trillion|dozen)\b", re.IGNORECASE)

_ALL = {*SIGNS, *ONES, *TENS, *POWERS, *VAGUE, *PARTS, *PLURAL_PARTS, *MULTIPLES, *ORDINALS, *HINTS}
WORD = re.compile(f"[A-Za-z]+|[{''.join(SIGNS)}]")
GLUE = frozenset(("", "and", "and a"))


@dataclass(frozen=True, slots=True)
class Spelt:
    """A number in words at [start, end): `value` is a name such as “thousands” where it is vague."""

    start: int
    end: int
    value: Decimal | str
    kind: str  # number, part, times, vague, ordinal, hint, hinted times


def in_words(n: int) -> str:
    """1 to 99, as in “forty-five”; empty for any other."""
    tens, ones = _TENS[n // 10 - 2] if 19 < n < 100 else "", n % 10 if n > 19 else n
    if not 0 < n < 100:
        return ""
    return "-".join(word for word in (tens, _SMALL[ones - 1] if ones else "") if word)


def scan(text: str) -> Iterator[Spelt]:
    """Every number in words, left to right; “one” is a number here: who claims it asks for its unit."""
    end = 0
    for spelt in _all(text):
        if spelt.start >= end:
            end = spelt.end
            yield spelt


def _all(text: str) -> Iterator[Spelt]:
    group: list[re.Match[str]] = []
    for match in filter(_is_number, WORD.finditer(text)):
        if group and not _joins(text, group, match):
            yield from _numbers(text, group)
            group = []
        group.append(match)
    yield from _numbers(text, group)


def _is_number(match: re.Match[str]) -> bool:
    if match[0].lower() not in _ALL:
        return False
    before, after = (
        match.string[match.start() - 1 : match.start()],
        match.string[match.end() : match.end() + 1],
    )
    return not (before.isalnum() or after.isalnum() or before in ("_", "'", "’") or after == "_")


def _joins(text: str, group: list[re.Match[str]], right: re.Match[str]) -> bool:
    gap = text[group[-1].end() : right.start()]
    if len(gap) > 8 or not gap or " ".join(_words(gap)) not in GLUE:
        return False
    opening = text[max(group[0].start() - 24, 0) : group[0].start()].lower().split()[-2:]
    return not (_words(gap) and "between" in opening)


def _words(gap: str) -> list[str]:
    return gap.replace("-", " ").replace("‑", " ").lower().split()


def _before(text: str, match: re.Match[str]) -> str:
    return (text[max(match.start() - 24, 0) : match.start()].lower().split()[-1:] or [""])[0]


def _numbers(text: str, group: list[re.Match[str]]) -> Iterator[Spelt]:
    """Cut a run of number words into numbers: “two hundred and five” is one, “two three” is two."""
    reading = _Reading()
    for match in group:
        word = match[0].lower()
        if reading.is_open and reading.carries_on(
            word, _words(text[reading.end : match.start()]), text, match
        ):
            continue
        yield from reading.close()
        reading = _Reading()
        if not reading.opens(word, match):
            yield from _alone(text, word, match)
    yield from reading.close()


def _alone(text: str, word: str, match: re.Match[str]) -> Iterator[Spelt]:
    start, end = match.span()
    if word in SIGNS:
        yield Spelt(start, end, SIGNS[word], "part")
    elif word in VAGUE:
        yield Spelt(start, end, word, "vague")
    elif word in MULTIPLES:
        yield Spelt(start, end, MULTIPLES[word], "hinted times" if word in NO_CLAIM else "times")
    elif word in PARTS and _is_share(text, word, match):
        yield _share_of(text, word, match)
    elif word in ORDINALS and not (word == "second" and _before(text, match) in OF_TIME):
        yield Spelt(start, end, ORDINALS[word], "ordinal")
    elif word in PARTS or word in HINTS:
        yield Spelt(start, end, HINTS.get(word) or PARTS.get(word, Decimal(0)), "hint")


def _share_of(text: str, word: str, match: re.Match[str]) -> Spelt:
    power = A_POWER.match(text, match.end())
    if power:
        return Spelt(match.start(), power.end(), PARTS[word] * POWERS[power[1].lower()], "number")
    return Spelt(*match.span(), PARTS[word], "part")


def _is_share(text: str, word: str, match: re.Match[str]) -> bool:
    if _before(text, match) in PLACED or PARTY.match(text, match.end()):
        return False
    return word == "half" or (_before(text, match) in ("a", "one") and bool(SHARE.match(text, match.end())))


class _Reading:
    """A number being read word by word: `total` of the thousands and above, `current` below them."""

    def __init__(self) -> None:
        self.start = self.end = 0
        self.total = Decimal(0)
        self.current: Decimal | None = None
        self.kind = "number"
        self.is_open = False

    def opens(self, word: str, match: re.Match[str]) -> bool:
        if word not in ONES and word not in TENS and word not in POWERS:
            return False
        self.start, self.end = match.span()
        self.is_open = True
        return (
            self._add(ONES.get(word) or TENS[word], []) if word not in POWERS else self._raise(POWERS[word])
        )

    def carries_on(self, word: str, gap: list[str], text: str, match: re.Match[str]) -> bool:
        if self.kind in ("part", "ordinal"):
            return False
        if word in ONES or word in TENS:
            taken = self._add(ONES.get(word) or TENS[word], gap)
        elif word in POWERS:
            taken = not gap and self._raise(POWERS[word])
        elif (
            word in ORDINALS
            and text[self.end : match.start()] in ("-", "‑")
            and self._is_tens(ORDINALS[word])
        ):
            self.current, self.kind, taken = (self.current or 0) + ORDINALS[word], "ordinal", True
        else:
            taken = self._divide(word, gap) and not PARTY.match(text, match.end())
        self.end = match.end() if taken else self.end
        return taken

    def close(self) -> Iterator[Spelt]:
        if self.is_open:
            yield Spelt(self.start, self.end, self.total + (self.current or Decimal(0)), self.kind)

    def _add(self, value: Decimal, gap: list[str]) -> bool:
        if gap not in ([], ["and"]):
            return False
        if self.current is None:
            self.current = value
            return True
        is_hundreds = self.current % 100 == 0 and self.current >= 100
        is_tens = self._is_tens(value) and not gap
        self.current += value if is_hundreds or is_tens else 0
        return is_hundreds or is_tens

    def _is_tens(self, value: Decimal) -> bool:
        """“forty” with a one to nine to come, as in “forty-one” and “forty-first”."""
        rest = (self.current or 0) % 100
        return rest >= 20 and rest % 10 == 0 and value < 10

    def _raise(self, power: Decimal) -> bool:
        base = Decimal(1) if self.current is None else self.current
        if power == 100 and base < 100:
            self.current = base * 100
            return True
        if power == 100 or (self.current is None and self.total):
            return False
        self.total, self.current = self.total + base * power, None
        return True

    def _divide(self, word: str, gap: list[str]) -> bool:
        """“three quarters” and “two and a half”; a share on its own is not for this reading to judge."""
        if self.current is None:
            return False
        if gap == ["and", "a"] and word in PARTS:
            self.current += PARTS[word]
            return True
        share = word if word in PARTS and self.current == 1 else PLURAL_PARTS.get(word)
        if share is None or gap or self.total or self.current >= 20:
            return False
        self.current, self.kind = self.current * PARTS[share], "part"
        return True
