"""What may stand on a page of ours at all, asked of a page as a browser's own rules read it (an HTML5 parser)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

ELEMENTS = set(
    "html head meta title link script body a header nav div main section article aside footer h1 h2 h3 h4 h5 h6 p span bdi strong em small"
    " ol ul li dl dt dd table thead tbody tfoot tr th td caption form fieldset legend label input select option datalist textarea button"
    " details summary kbd code pre time mark del ins s sup sub blockquote hr br progress meter output dialog figure figcaption template"
    " svg path rect g circle line title desc text q cite abbr colgroup col".split()
)
PLAIN = set(
    "accept action aria-controls aria-current aria-describedby aria-disabled aria-expanded aria-hidden aria-invalid aria-label"
    " aria-labelledby aria-live aria-modal aria-pressed aria-valuetext autocapitalize autocomplete autofocus charset checked class cols"
    " colspan content data-cite data-count data-dot data-e data-end data-find data-from data-gate data-help data-key data-max data-needs"
    " data-needs-why data-next data-on data-op data-page data-quote data-row data-s data-seat data-section data-severity data-single-keys"
    " data-start data-state data-status data-version data-words data-why datetime dir disabled enctype for formaction height hidden href"
    " hx-disable hx-disabled-elt hx-get hx-include hx-indicator hx-post hx-push-url hx-select hx-swap hx-swap-oob hx-sync hx-target"
    " hx-trigger id inputmode lang list low high max maxlength method min minlength multiple name novalidate open optimum pattern"
    " placeholder readonly rel required role rows rowspan scope selected spellcheck src start step tabindex target title type value width"
    " wrap defer".split()
)
DRAWN = set(
    "viewBox viewbox d x y x1 x2 y1 y2 cx cy r rx ry fill stroke transform preserveaspectratio focusable xmlns".split()
)
ADDRESSES = set(
    "href src action formaction hx-get hx-post hx-put hx-delete hx-patch poster data background cite xlink:href ping".split()
)
OURS = re.compile(r"(?:/(?![/\\])|\?|#|$)[\x21-\x7e]*|")
OUT = re.compile(r"https?://example\.org/[\x21-\x7e]*")


def strangers(body: bytes | str) -> list[str]:
    """Every element, attribute and address of a page that is on no list of ours."""
    return list(_strangers(LexborHTMLParser(body)))


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


def _attributes(node: LexborNode) -> Iterator[str]:
    allowed = PLAIN | (DRAWN if node.tag in ("svg", "path", "rect", "g", "circle", "line", "text") else set())
    for name, value in node.attributes.items():
        if name not in allowed:
            yield f"<{node.tag} {name}={(value or '')[:60]!r}>"
        if name in ADDRESSES and not _is_allowed(node.tag or "", name, value or ""):
            yield f"<{node.tag} {name}={(value or '')[:60]!r}> leads out"


def _is_allowed(tag: str, name: str, value: str) -> bool:
    """Our own paths anywhere; the article's own host in a link alone."""
    return bool(OURS.fullmatch(value)) or (tag == "a" and name == "href" and bool(OUT.fullmatch(value)))


def links(body: bytes) -> set[str]:
    """Where one may go on to from a page."""
    page = LexborHTMLParser(body)
    return {link.attributes["href"] or "" for link in page.css("a[href]")}
