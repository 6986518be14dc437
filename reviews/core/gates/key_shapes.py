"""Shapes of keys, tokens and passwords, as their makers document them; it tries no key out."""

from __future__ import annotations

import re
from collections.abc import Iterator

Trace = tuple[int, int, str, bool]

# Prefixes by which makers mark their keys so that scanners can find them.
MARKED = re.compile(
    r"(?<![\w\-])(?:"
    r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}"
    r"|gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w\-]{16,}"
    r"|xox[abeprs]-[\w\-]{10,}|xapp-[\w\-]{10,}"
    r"|[spr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9]{16,}"
    r"|AIza[\w\-]{30,}|ya29\.[\w\-]{20,}|GOCSPX-[\w\-]{16,}"
    r"|hf_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{20,}|pypi-[\w\-]{20,}|dop_v1_[a-f0-9]{20,}|shpat_[a-f0-9]{20,}"
    r"|SG\.[\w\-]{16,}\.[\w\-]{16,}|sq0(?:atp|csp)-[\w\-]{16,}|lin_api_\w{20,}|dckr_pat_[\w\-]{16,}"
    r"|eyJ[\w\-]{8,}\.[\w\-]{8,}(?:\.[\w\-]{3,})?"
    r"|sk-[\w\-]{16,}"
    r")"
)
# The keys with which a maker's own manuals are full: a sample where the section has it, and nowhere else.
SAMPLE = re.compile(r"(?<![\w\-])(?:AKIA|ASIA)[A-Z0-9]{9}EXAMPLE(?!\w)")
ARMOUR = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
BEARER = re.compile(r"\b(?:bearer|basic)\s+([\w.+/=\-]{16,})", re.IGNORECASE)
GIVEN = re.compile(
    r"(?:api[ _\-]?key|access[ _\-]?key|secret[ _\-]?key|client[ _\-]?secret|private[ _\-]?key"
    r"|auth[ _\-]?token|access[ _\-]?token|secret|token|password|passwd|passphrase|pwd)"
    r"[\"'”’]?\s?(?::|=|is|of)\s?[\"'“‘`]?([^\s\"'“”‘’`,;()<>]{6,})",
    re.IGNORECASE,
)
# One of these stands in whatever the three patterns find.
NAMES = ("bearer", "basic", "key", "secret", "token", "pass", "pwd")
# “the password hunter2”, “password: hunter2”: a word with a digit, that the section may have for an example.
TOLD = re.compile(
    r"\b(?:password|passwd|passphrase|passcode)[\"'”’]?(?:\s?[:=]|\s(?:is|was|of))?\s?[\"'“‘`]?([^\s\"'“”‘’`,;()<>]{6,})",
    re.IGNORECASE,
)
# “password SHA-256”, “password argon2”, “password1” as a field's name.
NO_PASSWORD = re.compile(
    r"[A-Z]{2,}[-_]?\d+|[\d.]+|\d+x"
    r"|(?i:argon|bcrypt|scrypt|pbkdf|sha|md|password|base|oauth|utf|v|ipv)[-_]?\d\w{0,3}"
)
IN_URL = re.compile(r"://[^\s/:@]{1,80}:[^\s/@]{3,80}@")
RUN = re.compile(r"(?<![\w/.#\-])[A-Za-z0-9_+=\-]{24,}")
# What documentation writes where a key would stand.
PLACEHOLDER = re.compile(
    r"your|example|sample|placeholder|xxx|\.\.\.|…|\*\*\*|changeme|<|>|\{|\}|\$|env\b|process|import|config|redacted",
    re.IGNORECASE,
)
DIGITS = re.compile(r"\d+")


def find(text: str) -> Iterator[Trace]:
    """(start, end, what, False) for each; spans may overlap."""
    for match in SAMPLE.finditer(text):
        yield *match.span(), "a key", True
    for match in MARKED.finditer(text):
        if not PLACEHOLDER.search(match[0]) and _has_digit(match[0]):
            yield *match.span(), "a key", False
    for match in ARMOUR.finditer(text):
        yield *match.span(), "a private key", False
    for match in IN_URL.finditer(text):
        yield *match.span(), "a password in an address", False
    yield from _named(text)
    for match in RUN.finditer(text):
        if _is_random(match[0]):
            yield *match.span(), "a key or token", False


def _named(text: str) -> Iterator[Trace]:
    low = text.casefold()
    if not any(word in low for word in NAMES):
        return
    for match in BEARER.finditer(text):
        if _has_digit(match[1]) and not PLACEHOLDER.search(match[1]):
            yield *match.span(1), "a token", False
    for match in TOLD.finditer(text):
        word = match[1].rstrip(".!?:")
        if _has_digit(word) and not (NO_PASSWORD.fullmatch(word) or PLACEHOLDER.search(word)):
            yield match.start(1), match.start(1) + len(word), "a password", True
    for match in GIVEN.finditer(text):
        if _is_secret(match[1].rstrip(".!?:")):
            yield match.start(1), match.start(1) + len(match[1].rstrip(".!?:")), "a key or password", False


def _is_secret(value: str) -> bool:
    """A word, a call or a path is no secret; letters mixed with digits, or with marks, are."""
    if PLACEHOLDER.search(value) or len(value) < 6:
        return False
    letters, digits = any(map(str.isalpha, value)), _has_digit(value)
    return letters and digits and not re.fullmatch(r"[A-Za-z]+\d?", value)


def _is_random(run: str) -> bool:
    """Capitals, small letters and at least three separate runs of digits: no name is built so."""
    mixed = run != run.lower() and run != run.upper()
    return mixed and len(DIGITS.findall(run)) > 2 and not PLACEHOLDER.search(run) and "=" not in run[:-2]


def _has_digit(word: str) -> bool:
    return any(one.isdigit() for one in word)
