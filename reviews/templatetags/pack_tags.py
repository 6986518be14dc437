"""What the pages about packs draw again and again: numbers with their rows, bars. Nothing is counted here."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString

from reviews.models import Pack

register = template.Library()

LONGEST = 20_000
ROWS = 200  # the most rows that one page of a list holds
# Controls, invisible marks and what turns the reading order: shown by number, for they hide or reorder.
# Joiners (U+200C, U+200D) stay where they join letters or pictures of other scripts.
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff0-\uffff\U000e0000-\U000e0fff]|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
SHOWN = ("published", "held", "waiting", "disputed", "dropped")
BAR = ("published", "held", "dropped", "disputed", "waiting")


@register.filter
def plain(text: Any, most: int = LONGEST) -> str:
    """Foreign text, cut to `most` characters; what cannot be seen is shown by number."""
    text = str(text)
    text = text if len(text) <= most else text[: most - 1] + "…"
    return HIDDEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


@register.filter
def has_hidden(text: Any) -> bool:
    """Does a text hold what `plain` has to show by number?"""
    return HIDDEN.search(str(text)) is not None


@register.filter
def as_json(value: Any) -> str:
    """A carried value of any shape, as it stands in the file; words without their quotes."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


@register.filter
def at(rows: Sequence[Any], n: int) -> Any:
    """The n-th of a list."""
    return rows[n]


@register.simple_tag
def fresh_key() -> str:
    """An idempotency key for one form."""
    return secrets.token_urlsafe(12)


@register.filter
def grouped(n: int) -> str:
    """A number as every page writes it: 3,000."""
    return f"{n:,}"


@register.simple_tag
def count(n: int, url: str, what: str = "") -> SafeString:
    """A number as a link to the rows it counts; where they fill more than one page, the number says so."""
    more = f' title="{ROWS} on each page"' if n > ROWS else ""
    shown = grouped(n)
    opened = f'<a href="{escape(url)}" data-count="{min(n, ROWS)}" aria-label="{shown} {escape(what)}"{more}>'
    return SafeString(f"{opened}{shown}</a>")


@register.simple_tag
def progress(pack: Pack, url: str) -> SafeString:
    """The numbers of a pack on the shelf, each leading to its rows on the pack's page at `url`."""
    sums = pack.sums
    shown = [name for name in SHOWN if name != "disputed" or sums.disputed]
    told = [(name, count(getattr(sums, name), f"{url}?status={name}", name)) for name in shown]
    every = count(sums.left, f"{url}?status=all", "chips in all")
    return format_html_join("\n", "<span>{} {}</span>", [*told, ("of", every)])


@register.simple_tag
def state_bar(pack: Pack) -> SafeString:
    """One bar, a hundred wide, with a part for each state in the pack's sum; the numbers stand beside it."""
    sums, at, parts = pack.sums, 0.0, ""
    for name in BAR:
        width = 100 * getattr(sums, name) / max(sums.right, 1)
        parts += f'<rect data-status="{name}" x="{at:.2f}" y="0" width="{width:.2f}" height="4"></rect>'
        at += width
    opened = '<svg class="bar-of-states" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
    return SafeString(f"{opened}{parts}</svg>")
