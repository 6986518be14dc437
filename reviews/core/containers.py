"""The lines that open and close a container (`:::tip Note`, `:::`): markup of the page's maker, not words of the article."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviews.core.fold import drawn

CONTAINER = re.compile(r"^[ \t]*:{3,}[^\n]*$", re.M)


def containers(part: str) -> Iterator[re.Match[str]]:
    """Each such line in the text of a slice of Markdown; in code it is an example, and shown."""
    if ":::" not in part:
        return
    read = drawn(part)
    for kind, first, last in read.blocks():
        if kind == "text" and first < last:
            yield from CONTAINER.finditer(part, *read.folded.span(first, last))
