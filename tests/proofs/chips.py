"""Chips for the proofs' packs: the gates find nothing in them, and `desk.QUOTE` carries each."""

from __future__ import annotations

from typing import Any

from tests.core import builders as files

ANSWER = "Once a day, or once a week if it is kept in the refrigerator."


def chips(n: int, n_chips: int) -> list[dict[str, Any]]:
    """The chips of pack number `n`."""
    return [files.chip(f"how often is a {_word(n)} {_word(i)} starter fed?", ANSWER) for i in range(n_chips)]


def heavy(n: int) -> bytes:
    """Pack number `n` as a file of about 1 MB."""
    rows = chips(n, 1700)
    for row in rows:
        row["a"] = " ".join([row["a"], *["It is fed once a day."] * 15])
    return files.raw(files.pack(slug=f"pack-{n}", chips=rows))


def _word(n: int) -> str:
    """A number as consonants: neither figures nor words, which the gates would look for. 17 is "ccq"."""
    letters = "bcdghjklmnprstvz"
    return (_word(n // 16)[:-1] if n >= 16 else "") + letters[n % 16] + "q"
