"""A pack in which every text is a payload, and a page read as a browser reads it."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.access.markup import strangers
from tests.access.payloads import PAYLOADS
from tests.core import builders as files

Json = dict[str, Any]
CHUNKS = [PAYLOADS[n : n + 12] for n in range(0, len(PAYLOADS), 12)]


def read_as_a_browser(client: Client, where: str, wrong: list[Any], **headers: str) -> bytes:
    answer = client.get(where, headers=headers)
    if answer.streaming or not answer.headers["Content-Type"].startswith("text/html"):
        return b""
    if found := strangers(answer.content) or ([answer.status_code] if answer.status_code >= 500 else []):
        wrong.append((where[:80], found[:3]))
    return bytes(answer.content)


def rich(slug: str = "hostile") -> Json:
    """A pack in which every text field that the format knows says something; what it does not know is carried."""
    made = files.pack(
        slug=slug,
        chips=[files.chip(f"what is question {n}?", f"Answer {n}.", ["feeding"]) for n in range(3)],
        bullets=["One bullet.", "Another bullet."],
        drops=[
            files.drop(detail="dropped", item="an item", figure="45"),
            files.drop("chip", "hand-edit", detail="by hand", section="feeding"),
        ],
        tokens=["Uppsala"],
        dek="A dek.",
        kit="a kit",
        related=[{"slug": "keeping-flour", "why": "near"}],
        series=["guide", "bread"],
        unknown={"a key": "a value", "list": ["of", "words"]},
    )
    made["chips"][0]["unknown"] = "carried"
    made["sections"][2]["digest_skipped"] = "credits"
    made["seat_class"]["judge"] = None
    return made
