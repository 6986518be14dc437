"""Markdown with its entities and small figures as a reader sees them; no other markup is taken away."""

from __future__ import annotations

import re
from html import unescape

ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# “CO<sub>2</sub>” and “10<sup>6</sup>”.
SMALL = re.compile(r"<(sub|sup)>([+\-−\d]{1,4})</\1>", re.IGNORECASE)
RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


def plainly(text: str) -> str:
    """“15&nbsp;minutes” with a no-break space: an entity is the letter that it stands for."""
    if "&" in text:
        text = ENTITY.sub(lambda found: unescape(found[0]), text)
    if "</su" in text.lower():
        text = SMALL.sub(
            lambda found: found[2].translate(RAISED) if found[1].lower() == "sup" else found[2], text
        )
    return text
