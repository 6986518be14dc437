"""What stands beside a number in a text: sign, currency or name before it, power, unit or noun after it."""

from __future__ import annotations

import re
from decimal import Decimal

from reviews.core.gates.common import COMMON
from reviews.core.gates.number_words import ONES, TENS
from reviews.core.gates.units import ALONE, CODES, CURRENCY, PERCENT, POWERS, TIMES, TIMES_OF, unit

GLUED = re.compile(r"[A-Za-zµμΩ°%％‰×℃℉$€£¢][A-Za-zµμ²³]*(?:/(?:s|h|d?L|min)\b)?")
HYPHENED = re.compile(r"[-‑]([A-Za-z]+)")
NEXT = re.compile(
    r"[*_`]{0,3}[ \t\u00a0\u2009\u202f]{0,3}\n?[ \t>]{0,4}[*_`]{0,3}"
    r"(per[ -]cent\b|percentage[ -]points?\b|basis[ -]points?\b"
    r"|(?:[^\W\d_]|[°%％‰×℃℉$€£¢])[\w’']*(?:/(?:s|h|d?L|min)\b)?)",
    re.IGNORECASE,
)
A_TIME = re.compile(r"\s+(?:per|an?|each|every)\s+(second|hour)\b", re.IGNORECASE)
# “214 tokens per second”, “£118 a year”, “4,730 tok/s”: up to two words on, how often in time.
OFTEN = re.compile(
    r"(?:\s(?!(?:and|or|in|for|after|within|of|to|at|from|once)\b)[\w²³-]+)??(?:\s(?!(?:and|or|in|for|after|within|of|to|at|from|once)\b)[\w²³-]+)??"
    r"(?:/|\s(?:per|an?|each|every)\s)([a-z]+)\b",
    re.IGNORECASE,
)
MOVES = frozenset("km m mile m³".split())
# “two 40-MHz antennas” are antennas.
COMPOUND = re.compile(r"\s\d[\d.,]{0,12}[-‑][A-Za-zµ]{1,12}\s([a-z]{3,20})\b")
# “34 square kilometres”.
RAISES = {"square": "²", "sq": "²", "cubic": "³"}
DEGREES = re.compile(r"\s+(celsius|fahrenheit|c|f)\b", re.IGNORECASE)
EXPONENT = re.compile(r"[eE][+\-−]?\d\d?\d?(?![\w.])")
# “1.16 × 10^9”, “4.6×10⁹” and, after a ten, “^9” and “⁹”.
SCIENTIFIC = re.compile(r"\s?[×x·*]\s?10(?:\^\{?([+\-−]?\d\d?\d?)\}?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))(?!\w)")
TO_THE = re.compile(r"(?:\^\{?([+\-−]?\d\d?\d?)\}?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))(?!\w)")
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−", "0123456789+--")
CODE = re.compile(r"\b([A-Za-zč]{2,3})\.?\s$")
POSSESSIVE = re.compile(r"['’]s?$")
# Whoever writes "a million million" means it; a page full of millions means nothing, and has no end.
LARGEST = Decimal(10) ** 30
COUNTED = re.compile(r" ([a-z]{2,20})\b")
DIMENSION = re.compile(r"\s?\d")
# “five more minutes”: what is counted stands after these.
PASSED = frozenset(
    """more further extra additional full whole entire short long consecutive straight good other working
    business calendar solid mere extended""".split()
)
AFTER_NEXT = re.compile(r"\s{1,3}([a-z]{3,14})\b")
# “31 trilogue hours”, “4,000 US dollars”: of what kind they are stands before the unit.
KIND = re.compile(r"[A-Za-z][\w\-]{1,20}(?<![^s]s)|US")
# The last digits of “CVE-2026-31822” are no more a figure than its first.
RUN_OF_NAME = re.compile(r"[A-Za-z][-‑]\d[\d\-‑]{0,16}[-‑]$")
# “table 2L” is no table of two litres.
LABELLED = re.compile(
    r"(?:\b(?:tables?|sections?|figures?|fig\.?|lines?|pages?|parts?|steps?|rules?|units?|rooms?|flats?|gates?|appendix)|§)\s?\d+$",
    re.IGNORECASE,
)
# “the under-16s” are no seconds.
YEARS_OLD = re.compile(r"\b(?:under|over)[-‑]\d\d?$", re.IGNORECASE)
# Before a hyphen these leave the number a number; any other word makes it part of a name (“GPT-4”).
PREFIXES = frozenset("sub pre post mid top under over up non about around to by from than of per".split())
# “only once three months have passed”: of a number in words the next word is the unit, not of this one.
NUMBERS = frozenset((*ONES, *TENS))
NOT_COUNTED = (COMMON | NUMBERS) - frozenset("more less few many".split())


class Left:
    """What stands before a numeral: a sign, a currency, or the name that it belongs to."""

    def __init__(self, text: str, start: int) -> None:
        self.is_glued = self.is_point = False
        self.is_claim, self.sign, self.unit, self.width = True, minus(text, start), "", 0
        one, two = text[start - 1 : start], text[max(start - 2, 0) : max(start - 1, 0)]
        if one and not one.isspace() and one not in "(*|~≈<>=“‘[":
            self._read(text, start, one, two)
        elif one == " " and (code := CODE.search(text, max(start - 6, 0), start)) and code[1] in CODES:
            self.unit = CODES[code[1]]

    def _read(self, text: str, start: int, one: str, two: str) -> None:
        if one.isalpha() or one == "_":
            self.is_glued = not (one in "vV" and not two.isalnum()) and not (one in "xX" and two.isdigit())
        elif one in CURRENCY:
            self.sign = -1 if two in ("-", "−") else 1 if two == "+" else 0
            self.unit, self.width = CURRENCY[one], 2 if self.sign else 1
        elif one in "-−+‑–±":
            self._hyphen(text, start, one, two)
        elif one == ".":
            self.is_point, self.width = not (two.isalnum() or two == "."), 1
            self.is_claim = self.is_point
            self.width = 1 if self.is_point else 0
        elif one in "#@\\" or (one in "/:" and two.isalpha()):
            self.is_claim = False

    def _hyphen(self, text: str, start: int, one: str, two: str) -> None:
        if two.isdigit() or one == "±":
            self.is_claim = not RUN_OF_NAME.search(text, max(start - 20, 0), start)
            return
        if two.isalpha() or two in ("_", ")", "]"):
            word = re.split(r"[^A-Za-z]", text[max(start - 12, 0) : start - 1])[-1]
            self.is_claim = word.lower() in PREFIXES
        elif one == two:
            self.is_claim = False
        elif one != "‑":
            self.sign, self.width = (1 if one == "+" else -1), 1


class Right:
    """What stands after a number: power of ten, unit, or the noun that is counted."""

    def __init__(self, text: str, end: int) -> None:
        self.factor, self.unit, self.noun, self.hyphened, self.exponent = Decimal(1), "", "", "", ""
        self.often = ""
        self.is_name, self.end = False, end
        self._scientific(text)
        one = text[self.end : self.end + 1]
        if one and not one.isspace():
            self._glued(text, one)
        if not (self.is_name or self.unit or self.noun or self.hyphened):
            self._spaced(text)
        if not self.is_name:
            self._rate(text)

    def _scientific(self, text: str) -> None:
        is_ten = text[max(self.end - 3, 0) : self.end].lstrip(" (~≈") == "10"
        power = SCIENTIFIC.match(text, self.end) or (TO_THE.match(text, self.end) if is_ten else None)
        if power:
            n = int((power[1] or power[2]).translate(RAISED))
            # Ten to the ninth is 1e9: of the ten itself one power is there already.
            self.exponent, self.end = f"e{n if power.re is SCIENTIFIC else n - 1}", power.end()

    def _glued(self, text: str, one: str) -> None:
        exponent = EXPONENT.match(text, self.end)
        if exponent:
            self.exponent, self.end = exponent[0], exponent.end()
            return
        match = GLUED.match(text, self.end)
        if match:
            self._suffix(text, match)
        elif text[self.end : self.end + 2].lower() == ".x":
            self.end += 2
        elif one in "-‑":
            self._hyphen(text)
        elif one == "_" or one.isalpha():
            self.is_name = True

    def _suffix(self, text: str, match: re.Match[str]) -> None:
        word, is_year = match[0], match[0] == "s" and text[self.end - 4 : self.end].isdigit()
        runs_on = text[match.end() : match.end() + 1].isalnum()
        if word == "s" and not runs_on and YEARS_OLD.search(text, max(self.end - 8, 0), self.end):
            self.unit, self.end = "year", match.end()
        elif word in ("x", "X", "×") and not (runs_on and text[self.end - 1 : self.end + 1] == "0x"):
            self._times(text, match)
        elif runs_on:
            self.is_name = True
        elif word == "m" and (after := COUNTED.match(text, match.end())) and self._is_counted(after[1]):
            self.factor, self.end = POWERS["M"], match.end()
            self._spaced(text)
        elif word in POWERS and len(word) <= 2:
            self.factor, self.end = POWERS[word], match.end()
        elif unit(word) is not None and not (
            word in "lLJ" and LABELLED.search(text, max(self.end - 24, 0), self.end)
        ):
            self.unit, self.end = "" if is_year else unit(word) or "", match.end()
        else:
            self.is_name = True

    def _is_counted(self, word: str) -> bool:
        """“3.06m tonnes”, “1.2m users”: millions of what follows, no metres."""
        return self._is_unit(word) or (word.endswith("s") and not word.endswith("ss")) or word == "people"

    def _times(self, text: str, match: re.Match[str]) -> None:
        if not DIMENSION.match(text, match.end()):
            self.unit, self.end = TIMES, match.end()

    def _hyphen(self, text: str) -> None:
        match = HYPHENED.match(text, self.end)
        if match and match[1].lower() in POWERS and len(match[1]) > 1:
            self.factor, self.end = POWERS[match[1].lower()], match.end()
            match = HYPHENED.match(text, self.end)
        if not match:
            return
        word = match[1]
        self.hyphened = word.lower()
        known = unit(word) if word not in ALONE and len(word) > 1 and self.hyphened != "th" else None
        self.unit, self.noun = known or "", "" if known else self.hyphened
        self.end = match.end() if known else self.end

    def _spaced(self, text: str) -> None:
        match = NEXT.match(text, self.end)
        compound = COMPOUND.match(text, self.end)
        if compound:
            self.noun = compound[1]
            return
        if not match or (match.start(1) == self.end and self.end and text[self.end - 1].isalnum()):
            return
        word = POSSESSIVE.sub("", match[1])
        low, end = word.lower().replace("-", " "), match.start(1) + len(word)
        if low in POWERS and len(low) > 1 and self.factor < LARGEST:
            self.factor, self.end = self.factor * POWERS[low], match.end()
            self._spaced(text)
        elif low == "per cent":
            self.unit, self.end = PERCENT, match.end()
        elif low.startswith(("percentage", "basis p")):
            self.unit, self.end = f"{low.split()[0]}_point", match.end()
        elif word in ("x", "×"):
            self._times(text, match)
        elif self._is_unit(word):
            self.unit, self.end = unit(word) or "", end
        elif low in RAISES and (raised := self._past(text, match)):
            self.unit, self.end = f"{unit(raised[1])}{RAISES[low]}", raised.end()
        elif low in PASSED and (passed := self._past(text, match)):
            self.unit, self.end = unit(passed[1]) or "", passed.end()
        elif of_kind := self._of_kind(text, match, word):
            self.unit, self.end = unit(of_kind[1]) or "", of_kind.end()
        elif low not in NOT_COUNTED or low == "of":
            self.noun = low

    def _past(self, text: str, match: re.Match[str]) -> re.Match[str] | None:
        """The unit after “more” and the like, if one stands there."""
        after = AFTER_NEXT.match(text, match.end())
        return after if after and self._is_unit(after[1]) else None

    def _of_kind(self, text: str, match: re.Match[str], word: str) -> re.Match[str] | None:
        """The unit after one word that says of what kind, always in the plural."""
        if not KIND.fullmatch(word) or (word.lower() in COMMON | NUMBERS and word != "US"):
            return None
        past = self._past(text, match)
        return past if past and past[1].endswith("s") and len(past[1]) > 3 else None

    def _is_unit(self, word: str) -> bool:
        if word in ("us", "in", "st", "th", "nd", "rd", "em", "fold"):
            return False
        return unit(word) is not None and (len(word) > 1 or not word.isalpha() or word in ALONE)

    def _rate(self, text: str) -> None:
        degrees = DEGREES.match(text, self.end) if self.unit == "°" else None
        moves = self.unit in MOVES or self.unit.endswith(("B", "bit"))
        rate = A_TIME.match(text, self.end) if moves else None
        if degrees:
            self.unit, self.end = "°" + degrees[1][0].upper(), degrees.end()
        if rate:
            self.unit, self.end = f"{self.unit}/{rate[1][0].lower()}", rate.end()
        often = OFTEN.match(text, self.end)
        self.often = (unit(often[1].lower()) or "") if often and not rate else ""
        self.often = self.often if self.often in TIMES_OF else ""


def minus(text: str, start: int) -> int:
    return -1 if text[max(start - 6, 0) : start].lower() == "minus " else 0
