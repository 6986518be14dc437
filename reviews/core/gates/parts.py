"""A number with parts of one, in digits or in one sign: “1½”, “1 1/2”; words are not its business."""

from __future__ import annotations

import re
from decimal import Decimal

from reviews.core.gates.number_words import SIGNS

# “1½”, “1 1/2” and “1/2”: so many parts of one, after a whole number or alone.
PARTS = re.compile(
    r"[ \u00a0\u2009\u202f\-]?(?:([½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚])|(\d\d?)[/⁄](\d\d?)(?![\d/⁄]|\.\d))(?![A-Za-z½⅓⅔¼¾])"
)
# Into how many parts things are cut; 24/7, 9/11 and 1/100 say something else.
CUT_INTO = frozenset((2, 3, 4, 5, 6, 8, 10, 12, 16, 32))


def part(text: str, start: int, digits: str) -> tuple[str, Decimal] | None:
    """A number with parts of one, as written, and its value; None where the digits have none."""
    whole = PARTS.match(text, start + len(digits)) if len(digits) < 4 and digits.isdigit() else None
    share = _share(whole) if whole else None
    if whole and share and not (whole[0][0] == "-" and whole[2]):
        return text[start : whole.end()], Decimal(digits) + share
    alone = PARTS.match(text, start)
    share = _share(alone) if alone and text[start - 1 : start] not in ("/", "⁄") else None
    return (text[start : alone.end()], share) if alone and share else None


def _share(match: re.Match[str]) -> Decimal | None:
    """As the words for it are reckoned: a third is not rounded twice."""
    if match[1]:
        return SIGNS[match[1]]
    n, parts = int(match[2]), int(match[3])
    return n * (Decimal(1) / parts) if 0 < n < parts and parts in CUT_INTO else None
