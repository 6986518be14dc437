"""Pages read as a person reads them: words, rows, the numbers that lead to rows, the forms to send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

from reviews.models import Article, Attachment, Chip, Entry, Pack, PackFile, User


@dataclass
class Page(HTMLParser):
    """What stands on one page. `counts` are the numbers marked as links, `forms` the fields by action."""

    words: str = ""
    n_rows: int = 0
    counts: list[tuple[int, str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    forms: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._form: dict[str, str] = {}

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in pairs}
        self.tags.append(tag)
        self.n_rows += "data-row" in found
        if tag == "a":
            self.links.append(found["href"])
        if "data-count" in found:
            self.counts.append((int(found["data-count"]), found["href"]))
        if tag == "form":
            self._form = self.forms.setdefault(found["action"], {})
        if tag == "input" and "name" in found:
            self._form[found["name"]] = found.get("value", "")

    def handle_data(self, data: str) -> None:
        self.words = " ".join(f"{self.words} {data}".split())


def read(response: HttpResponse) -> Page:
    page = Page()
    page.feed(response.content.decode())
    return page


def seen(client: Client, address: str) -> Page:
    """The page at an address, which has to be there."""
    response = client.get(address)
    assert response.status_code == 200, address
    return read(response)


def entered(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def unkept(client: Client, address: str) -> list[tuple[str, int, int]]:
    """The numbers of a page, followed: each link whose page does not list as many rows, with both."""
    page, found = seen(client, address), []
    assert page.counts
    for n, href in page.counts:
        there = href.split("#")[0]
        rows = seen(client, there if there.startswith("/") else address.split("?")[0] + there).n_rows
        found += [(href, n, rows)] if rows != n else []
    return found


def tables() -> dict[str, int]:
    """How many rows stand in each table that a load or an act writes."""
    models: tuple[Any, ...] = (Pack, PackFile, Chip, Article, Attachment, Entry)
    return {model.__name__: model.objects.count() for model in models}
