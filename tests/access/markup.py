"""What may stand on a page of ours at all, asked of a page as a browser's own rules read it (an HTML5 parser)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

ROOT = Path(__file__).resolve().parents[2]

ELEMENTS = set(
    "html head meta title link script body a header nav div main section article aside footer h1 h2 h3 h4 h5 h6 p span bdi strong em small"
    " ol ul li dl dt dd table thead tbody tfoot tr th td caption form fieldset legend label input select option datalist textarea button"
    " details summary kbd code pre time mark del ins s sup sub blockquote hr br progress meter output dialog figure figcaption template"
    " svg b path rect g circle line title desc text q cite abbr colgroup col".split()
)
PLAIN = set(
    "accept action aria-controls aria-current aria-describedby aria-disabled aria-expanded aria-haspopup aria-hidden aria-invalid"
    " aria-label aria-labelledby aria-live aria-modal aria-pressed aria-valuetext autocapitalize autocomplete autofocus charset checked"
    " class cols colspan content datetime defer dir disabled download enctype for form formaction height hidden href hx-disable"
    " hx-disabled-elt hx-encoding hx-get hx-include hx-indicator hx-post hx-push-url hx-request hx-select hx-swap hx-sync hx-target hx-trigger id inputmode lang"
    " list low high max maxlength method min minlength multiple name novalidate open optimum pattern placeholder popover popovertarget"
    " readonly rel required role rows rowspan scope selected spellcheck src start step tabindex target title translate type value width wrap".split()
)
DRAWN = set(
    "viewBox preserveAspectRatio d x y x1 x2 y1 y2 cx cy r rx ry fill stroke transform focusable xmlns".split()
)
ADDRESSES = set(
    "href src action formaction hx-get hx-post hx-put hx-delete hx-patch poster data background cite xlink:href ping".split()
)
OURS = re.compile(r"(?:/(?![/\\])|\?|$)[\x21-\x7e]*|#.*", re.DOTALL)
OUT = re.compile(r"(?:https?://|mailto:)[\x21-\x7e]*")
# The one part of a page that a swap changes beside the part it asked for.
ASIDE = ("span", "seated", "true")
NO_HOLD = {"noopener", "noreferrer", "nofollow"}


@cache
def _data() -> frozenset[str]:
    """The data attributes that our own templates and renderer write."""
    files = [
        *ROOT.glob("templates/**/*.html"),
        *ROOT.glob("reviews/core/*.py"),
        *ROOT.glob("reviews/templatetags/*.py"),
    ]
    return frozenset(name for file in files for name in re.findall(r"\bdata-[a-z-]+", file.read_text()))


def strangers(body: bytes | str) -> list[str]:
    """Every element, attribute and address of a page that is on no list of ours."""
    page = LexborHTMLParser(body)
    return [*_strangers(page), *_twice(page)]


def _strangers(page: LexborHTMLParser) -> Iterator[str]:
    for node in page.root.traverse() if page.root else ():
        if node.tag not in ELEMENTS:
            yield f"<{node.tag}>"
        if node.tag == "script" and (
            node.text() or not (node.attributes.get("src") or "").startswith("/static/")
        ):
            yield f"<script> {node.text()[:60]}"
        if (
            node.tag == "meta"
            and node.attributes.get("name") not in ("viewport", "htmx-config")
            and "charset" not in node.attributes
        ):
            yield f"<meta {node.attributes}>"
        yield from _attributes(node)


def _twice(page: LexborHTMLParser) -> Iterator[str]:
    """An id that stands twice: a label, a swap or a script may take the wrong one for its own."""
    ids = Counter(node.attributes["id"] for node in page.css("[id]"))
    yield from (f"#{name} stands {n} times" for name, n in ids.items() if n > 1)


def _attributes(node: LexborNode) -> Iterator[str]:
    allowed = (
        PLAIN
        | _data()
        | (DRAWN if node.tag in ("svg", "path", "rect", "g", "circle", "line", "text") else set())
    )
    for name, value in node.attributes.items():
        is_aside = name == "hx-swap-oob" and (node.tag, node.attributes.get("id"), value) == ASIDE
        if name not in allowed and not is_aside:
            yield f"<{node.tag} {name}={(value or '')[:60]!r}>"
        if name in ADDRESSES and not _is_allowed(node, name, value or ""):
            yield f"<{node.tag} {name}={(value or '')[:60]!r}> leads out"


def _is_allowed(node: LexborNode, name: str, value: str) -> bool:
    """Our own paths anywhere; the web and mail in a link alone, which tells nothing and has no hold on our window."""
    if OURS.fullmatch(value):
        return True
    rel = set((node.attributes.get("rel") or "").split())
    return node.tag == "a" and name == "href" and rel >= NO_HOLD and bool(OUT.fullmatch(value))


def links(body: bytes) -> set[str]:
    """Where one may go on to from a page."""
    page = LexborHTMLParser(body)
    return {link.attributes["href"] or "" for link in page.css("a[href]")}
