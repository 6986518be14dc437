"""Card and bank account numbers, by their check digits (ISO/IEC 7812, ISO 13616). It asks no bank."""

from __future__ import annotations

import re
from collections.abc import Iterator

Trace = tuple[int, int, str, bool]

CARD = re.compile(r"(?<![\w.,/\-+$€£=])\d[\d \u00a0\-]{11,25}\d(?![\w%]|[.,]\d)")
# Beginnings that networks of cards have; another long number is an amount or a serial number.
ISSUED = re.compile(r"4|5[1-5]|2[2-7]|3[4-9]|6[025]")
GROUPED = ("4444", "465", "464")
ACCOUNT = re.compile(r"(?<![\w\-])[A-Z]{2}\d\d[A-Z0-9 \u00a0]{11,39}")
COUNTED = {ord(one): str(n) for n, one in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", start=10)}
BLANK = re.compile(r"[ \u00a0\-]")


def find(text: str) -> Iterator[Trace]:
    """(start, end, what, True): numbers for tests stand in manuals, so the cited section's own pass."""
    for match in CARD.finditer(text):
        if _is_card(match[0]):
            yield *match.span(), "a card number", True
    for match in ACCOUNT.finditer(text):
        length = _account(match[0])
        if length:
            yield match.start(), match.start() + length, "a bank account", True


def _is_card(shown: str) -> bool:
    digits, groups = BLANK.sub("", shown), BLANK.split(shown)
    is_grouped = len(groups) == 1 or "".join(str(len(group)) for group in groups).startswith(GROUPED)
    return 13 <= len(digits) <= 19 and is_grouped and bool(ISSUED.match(digits)) and _luhn(digits)


def _luhn(digits: str) -> bool:
    """Every second digit from the right counts double, with its own two digits added up."""
    doubled = (sum(divmod(2 * int(one), 10)) for one in digits[-2::-2])
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _account(shown: str) -> int:
    """How much of it, from the start, is an IBAN; 0 where nothing is."""
    ends = [match.start() for match in re.finditer(r"[ \u00a0]|$", shown)]
    return next((end for end in reversed(ends) if _is_iban(BLANK.sub("", shown[:end]))), 0)


def _is_iban(account: str) -> bool:
    """Letters count from 10, the first four places go last, and 97 leaves 1."""
    if not 15 <= len(account) <= 34:
        return False
    return int((account[4:] + account[:4]).translate(COUNTED)) % 97 == 1
