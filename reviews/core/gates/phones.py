"""Shapes of phone numbers: no date, version or amount is one. It knows no numbering plan of any country."""

from __future__ import annotations

import re
from collections.abc import Iterator

Trace = tuple[int, int, str, bool]

NUMBER = re.compile(r"(?<![\w.,/\-+$€£=])\+?\(?\d[\d ().\-/\u00a0\u2011]{5,24}\d(?![\w%]|[.,]\d)")
AMERICAN = re.compile(r"(?:1[ .\-])?\(?\d\d\d\)?(?:-\d\d\d-|\.\d\d\d\.|\) ?\d\d\d[ \-])\d\d\d\d")
BRACKETED = re.compile(
    r"\((?:00|\+)\d{1,3}\)(?:[ \-]?\d\d\d?\d?)(?:[ \-]\d\d\d?\d?)(?:[ \-]\d\d\d?\d?)?(?:[ \-]\d\d\d?\d?)?(?:[ \-]\d\d\d?)?|(?:\+?\d{1,3} ?)?\(\d\d\d?\d?\d?\)[ \-]?\d\d\d?\d?[ \-]?\d\d\d\d?"
)
GROUPS = re.compile(r"\d+")
CALLING = re.compile(
    r"(?:\b(?:call|phone|tel|telephone|ring|text|fax|mobile|cell|dial|hotline|whatsapp|sms|number is"
    r"|reach \w{1,12} (?:at|on))"
    r"|☎|📞)[\s:.]*(?:us |me |him |her |them )?(?:at |on |no\.? |number )?$",
    re.IGNORECASE,
)


def find(text: str) -> Iterator[Trace]:
    """(start, end, what, False) for each."""
    for match in NUMBER.finditer(text):
        number = match[0].strip() if ")" in match[0] else match[0].strip(" (")
        if _is_phone(number) or _is_called(text, match):
            is_open = number.startswith("(") and ")" not in number
            start = match.start() + is_open + match[0].index(number)
            yield start, match.start() + len(match[0].rstrip()), "a phone number", False


def _is_phone(number: str) -> bool:
    groups = GROUPS.findall(number)
    n = sum(map(len, groups))
    if AMERICAN.fullmatch(number) or (BRACKETED.fullmatch(number) and n >= 9):
        return True
    if number.startswith("(0") and ")" in number:
        return 9 <= n <= 12 and all(len(group) > 1 for group in groups)
    if number.startswith("+"):
        return 8 <= n <= 15 and not _is_amount(groups)
    is_grouped = len(groups) > 1 and all(len(group) > 1 for group in groups) and "." not in number
    if number.startswith("00") and not number.startswith("000"):
        return is_grouped and 11 <= n <= 15 and len(groups[0]) in (4, 5)
    return number.startswith("0") and is_grouped and 9 <= n <= 11 and len(set(groups)) > 1


def _is_amount(groups: list[str]) -> bool:
    """“+10 000 000” is growth, not a number to ring."""
    return len(groups) > 1 and all(len(group) == 3 for group in groups[1:]) and groups[-1] == "000"


def _is_called(text: str, match: re.Match[str]) -> bool:
    n = sum(map(str.isdigit, match[0]))
    return 7 <= n <= 15 and bool(CALLING.search(text[max(match.start() - 32, 0) : match.start()]))
