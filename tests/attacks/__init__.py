"""Attacks: what a hostile or unlucky client sends. Each test asks that nothing breaks, and that nothing is written or lost."""

from __future__ import annotations

from django.http import HttpResponse
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from reviews.models import (
    Article,
    Attachment,
    Bullet,
    Chain,
    Chip,
    ChipName,
    Entry,
    Pack,
    Seat,
    Section,
    User,
    Words,
)

TABLES = (Article, Attachment, Bullet, Chain, Chip, ChipName, Entry, Pack, Seat, Section, User, Words)


def entered(user: User) -> Client:
    """A browser in which this person is logged in."""
    client = Client()
    client.force_login(user)
    return client


def heads() -> tuple:
    """Every table's number of rows and every ledger's head: equal before and after what was refused."""
    rows = [(table.__name__, table.objects.count()) for table in TABLES]
    return (*rows, *Chain.objects.order_by("id").values_list("origin", "size", "head"))


def texts_of(answer: HttpResponse) -> list[str]:
    """What a person finds in the fields of a page."""
    page = LexborHTMLParser(answer.content.decode())
    values = [node.attributes.get("value") or "" for node in page.css("input")]
    return [*values, *(node.text() for node in page.css("textarea"))]
