"""E-mail and IP addresses, home folders and internal hosts, found by their shapes; nothing is resolved."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Sequence

Trace = tuple[int, int, str, bool]

LOCAL = re.compile(r"[A-Za-z0-9._%+\-]+$")
DOMAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-]{1,200}")
SPELT_OUT = re.compile(
    r"\b[\w.\-]{1,40}\s?[(\[]?\bat\b[)\]]?\s?[\w\-]{1,40}\s?[(\[]?\bdot\b[)\]]?\s?"
    r"(?:com|org|net|edu|info|example|[a-z]{2})\b",
    re.IGNORECASE,
)
AT_IN_BRACKETS = re.compile(
    r"\b[\w.\-]{1,40}\s?[(\[{]\s?at\s?[)\]}]\s?[\w\-]{1,40}\.[\w.\-]{2,40}", re.IGNORECASE
)
BRACKETED_AT = re.compile(r"[(\[{]\s?at\s?[)\]}]", re.IGNORECASE)
TOP_LEVEL = frozenset(
    """com org net edu gov mil int info biz name pro io dev app ai co me tv xyz cloud tech online site blog
    news email mail agency company group team studio systems network world live wiki page digital software
    example test invalid internal local lan corp home intranet arpa""".split()
)
# People's names in samples that every manual uses.
SAMPLE_DOMAINS = ("example.com", "example.org", "example.net", "domain.com")
V4 = re.compile(r"(?<![\w.])\d\d?\d?\.\d\d?\d?\.\d\d?\d?\.\d\d?\d?(?:/\d\d?)?(?![\w]|\.\d)")
V6 = re.compile(r"(?<![\w:.])[0-9A-Fa-f:]{3,39}(?:\d\d?\d?\.\d\d?\d?\.\d\d?\d?\.\d\d?\d?)?(?![\w:])")
# The address that a network card was made with: “3c:22:fb:1a:9d:04”, “3C-22-FB-1A-9D-04”.
HARDWARE = re.compile(
    r"(?<![\w:.\-])[0-9A-Fa-f]{2}([:\-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:\-]|\.\w)"
)
# Kept for manuals (RFC 9542), and everybody's.
SAMPLE_HARDWARE = ("00005e0053", "ffffffffffff")
NOT_AN_ADDRESS = re.compile(
    r"(?:\b(?:version|release|build|firmware|section|clause|chapter|article|rule|oid|chrome|chromium|edge|firefox"
    r"|safari|opera|driver|kernel|v)[\s.:]*|§\s*)$",
    re.IGNORECASE,
)
HOME = re.compile(
    r"(?<![\w.])/(?:home|Users)/([\w.\-$<{%]+)[\w./\-]*|\b[A-Za-z]:\\{1,2}Users\\{1,2}([\w.\-$<{%]+)[\w.\\\-]*"
    r"|(?<![\w~/.])~(/)[\w.][\w./\-]*|(?<![\w.])/root/[\w.\-][\w./\-]*"
)
SAMPLE_HOMES = frozenset(
    "/ root user username you yourname me name runner node ubuntu vscode shared public".split()
)
SAMPLES = ("192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:", "127.", "255.")
# `threading.local` is a name in a program before it is a printer.
MEMBER = re.compile(r"[a-z]+\.local")
HOST = re.compile(r"(?<![\w.@\-])[A-Za-z0-9][A-Za-z0-9.\-]*(?::\d{2,5})?")
LOGIN = re.compile(r"(?<![\w.\-])[a-z_][a-z0-9_\-]*@[a-z][a-z0-9\-]*:[~/][\w./\-]*")
BARE_URL = re.compile(
    r"https?://([a-z0-9][a-z0-9\-]*)(?::\d{2,5})?(?=[/\s\"'”’)>,]|\.(?!\w)|$)", re.IGNORECASE
)
SHARE = re.compile(r"\\\\[A-Za-z][\w\-]+\\[\w\-$]+")
INSIDE = frozenset("internal local lan corp intranet intra localdomain".split())
INSIDE_LABELS = frozenset("internal intranet intra corp lan".split())


def find(text: str, internal_hosts: Sequence[str]) -> Iterator[Trace]:
    """(start, end, what, is_harmless) for each; spans may overlap."""
    yield from _mails(text)
    yield from _numbers(text)
    for match in HOME.finditer(text) if "/" in text or "\\" in text else ():
        owner = next((group for group in match.groups() if group), "root")
        is_sample = owner.lower() in SAMPLE_HOMES or owner[0] in "$<{%"
        yield match.start(), match.start() + len(match[0].rstrip(".")), "a home folder", is_sample
    yield from _hosts(text, internal_hosts)


def _mails(text: str) -> Iterator[Trace]:
    place = text.find("@")
    while place >= 0:
        local = LOCAL.search(text[max(place - 64, 0) : place])
        domain = DOMAIN.match(text, place + 1)
        if (
            local
            and domain
            and _is_mail(local[0], domain[0].rstrip(".-"), text[domain.end() : domain.end() + 1])
        ):
            end = place + 1 + len(domain[0].rstrip(".-"))
            is_sample = domain[0].rstrip(".-").lower() in SAMPLE_DOMAINS
            yield place - len(local[0]), end, "an e-mail address", is_sample
        place = text.find("@", place + 1)
    for match in SPELT_OUT.finditer(text) if " dot " in text or "dot]" in text or "dot)" in text else ():
        yield *match.span(), "an e-mail address", False
    for match in AT_IN_BRACKETS.finditer(text) if BRACKETED_AT.search(text) else ():
        yield *match.span(), "an e-mail address", False


def _is_mail(local: str, domain: str, after: str) -> bool:
    """`@app.route` has nobody before it, `core@3.4.1` and `lodash@next` no domain after it."""
    top = domain.rsplit(".", 1)[-1].lower()
    if "." not in domain or ".." in domain or (local == "git" and after in (":", "/")):
        return False
    return local[-1].isalnum() and (top in TOP_LEVEL or (len(top) == 2 and top.isalpha()))


def _numbers(text: str) -> Iterator[Trace]:
    for match in V4.finditer(text):
        address = _address(match[0].split("/")[0])
        if address and not NOT_AN_ADDRESS.search(text[max(match.start() - 20, 0) : match.start()]):
            yield *match.span(), "an IP address", _is_everyones(address) or _is_range(match[0])
    for match in HARDWARE.finditer(text) if text.count(":") > 4 or text.count("-") > 4 else ():
        digits = match[0].replace(match[1], "").lower()
        if not digits.isdecimal():  # else as likely a row of times
            yield *match.span(), "the address of a machine", digits.startswith(SAMPLE_HARDWARE)
    for match in V6.finditer(text) if "::" in text or text.count(":") > 6 else ():
        shown = match[0].rstrip(":") if match[0].endswith(":") and not match[0].endswith("::") else match[0]
        address = _address(shown)
        if address and _is_written_out(shown):
            yield match.start(), match.start() + len(shown), "an IP address", _is_everyones(address)


def _address(shown: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(shown)
    except ValueError:
        return None


def _is_everyones(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Loopback, “any”, net masks and what is kept for manuals (RFC 5737, RFC 3849) name no machine in particular."""
    shown = str(address)
    return shown in ("1.2.3.4", "::1") or shown.startswith(SAMPLES) or address.is_unspecified


def _is_range(shown: str) -> bool:
    """“10.0.0.0/8” is a range that anybody may use, and no machine."""
    try:
        return "/" in shown and ipaddress.ip_network(shown).is_private
    except ValueError:
        return False


def _is_written_out(shown: str) -> bool:
    """`a::b` is a path in Rust and `x[1::2]` a slice in Python: an address has more of it, and a digit."""
    if shown in ("::", "::1"):
        return True
    groups = [group for group in shown.split(":") if group]
    return any(one.isdigit() for one in shown) and (
        len(groups) > 3 or any(len(group) > 2 for group in groups)
    )


def _hosts(text: str, internal_hosts: Sequence[str]) -> Iterator[Trace]:
    for match in HOST.finditer(text) if "." in text or internal_hosts else ():
        shown, is_code = match[0], text[match.end() : match.end() + 1] in ("_", "(", "=", "[")
        is_own = bool(internal_hosts) and shown.lower().split(":")[0] in internal_hosts
        if not is_code and ("." in shown or is_own):
            name = shown.rstrip(".-")
            if _is_inside(name.split(":")[0], internal_hosts):
                yield (
                    match.start(),
                    match.start() + len(name),
                    "an internal host",
                    bool(MEMBER.fullmatch(name)),
                )
    for match in BARE_URL.finditer(text) if "://" in text else ():
        yield *match.span(), "an internal host", match[1].lower() == "localhost"
    for match in LOGIN.finditer(text) if "@" in text else ():
        yield *match.span(), "an internal host", False
    for match in SHARE.finditer(text):
        yield *match.span(), "an internal share", False


def _is_inside(name: str, internal_hosts: Sequence[str]) -> bool:
    low = name.lower()
    if any(low == host or low.endswith(f".{host}") for host in internal_hosts):
        return True
    labels = low.split(".")
    if name[:1].isupper() or not all(labels):
        return False
    if labels[-1] in INSIDE and len(labels) > 1:
        return True
    is_host = labels[-1] in TOP_LEVEL or len(labels[-1]) == 2
    return low.endswith(".home.arpa") or (
        is_host and len(labels) > 2 and bool(INSIDE_LABELS & set(labels[:-1]))
    )
