"""Is there an identifier in running text that the cited section does not have? It follows no link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial

from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

Mark = tuple[int, int, str]

UUID = re.compile(
    "(?<![0-9A-Za-z])" + "-".join(f"[0-9a-f]{{{n}}}" for n in (8, 4, 4, 4, 12)) + "(?![0-9A-Za-z])",
    re.IGNORECASE,
)
HEX = re.compile(r"(?<![\w#&./])(?:c-)?[0-9a-fA-F]{7,128}(?![\w\-])")
# ULIDs and their like: capitals and digits in turn, longer than any model's or part's name.
RANDOM = re.compile(r"(?<![\w\-])[0-9A-Z]{20,64}(?![\w\-])")
NOT_HASH = re.compile(r"\d+[eE]\d+|0[bB][01]+|[A-Fa-f]+\d|\d[A-Fa-f]+")
WORD = re.compile(r"[^\s\"'`()<>,;|“”‘’«»{}\[\]]+")
# What has none of them is no address, path, file or section id.
MARKS = frozenset("/\\.-#:")
TICKET = re.compile(r"(?<![\w\-./])[A-Z][A-Z0-9]{1,9}-\d{1,7}(?![\w\-])")
# “CMA-2025-0417”: a file by its year.
FILED = re.compile(r"(?<![\w\-./])[A-Z]{2,10}-(?:19|20)\d\d-\d{2,7}(?![\w\-])")
ISSUE = re.compile(r"(?<![\w&/#])#\d{1,7}(?![\w\-%])")
ABOUT_TICKETS = re.compile(
    r"\b(?:tickets?|issues?|bugs?|jira|tasks?|pr|pull request|merge request|mr|fix(?:es|ed)?|clos(?:es|ed)"
    r"|defects?|incidents?|cases?|see|stor(?:y|ies)|epic|tracked (?:as|in|under))[\s:]*(?:number |no\.? )?\(?$",
    re.IGNORECASE,
)
# “the first ticket that the bot opened was FLAKE-1”.
TALKS_OF_TICKETS = re.compile(r"\b(?:tickets?|issues?|incidents?|jira)\b[^.;:?!]{0,60}$", re.IGNORECASE)
# “ticket 4471”, “INC0012345”.
NUMBERED = re.compile(
    r"(?:\b(?:[Tt]icket|[Bb]ug|[Ii]ssue|[Ii]ncident|[Dd]efect|PR|Jira) (?:no\.? |number )?(?=\d)"
    r"|(?<![\w\-])(?=[A-Z]{2,5}\d{6}))([A-Z]{0,5}\d{3,10})(?![\w\-]|[.,]\d)"
)
# Standards, formats and products that are written like tickets.
NOT_TICKETS = frozenset(
    """UTF ISO IEC IEEE RFC PEP SHA MD GPT COVID RTX GTX RX ES ECMA TLS SSL HTTP IPV AES RSA MPEG MP
    USB PCI WCAG CSS HTML XML SQL BS EN DIN ANSI CP KOI ASCII UCS BASE CRC FIPS NIST ITU LTE WIFI
    DDR SATA HDMI RAL PM UN EC EU UK US CVE CWE GHSA JEP JSR TC39 WAI ARIA SARS H F A B MI B2B T
    BERT LLAMA QWEN PHI GLM OPT GEMMA CLAUDE DALL YOLO RESNET VGG VIT SDXL A100 H100 V100 MIG TPU
    GPU CPU RAID VT X XP CD DVD""".split()
)
FILE_ENDS = frozenset(
    """ts tsx js jsx mjs cjs vue svelte py rb go rs c h cc cpp hpp java kt swift php html htm css scss
    less json jsonl yaml yml toml ini cfg conf env lock md mdx rst txt log csv tsv sql sh bash zsh
    ps1 bat xml svg png jpg jpeg gif webp tif tiff bmp pdf zip tar gz tgz bz2 xz 7z so dll exe bin db
    sqlite sqlite3 pem key crt ipynb proto gguf pt bak doc docx xls xlsx ppt pptx odt ods rtf tex bib
    parquet feather npy npz hdf5 h5 fits dcm pgn wav mp3 mp4 mov mkv flac dat out err pid dump pkl
    safetensors onnx wasm whl jar war deb rpm apk iso img ps eps""".split()
)
ROOTS = frozenset("etc tmp var usr opt srv home root mnt dev proc sys run boot data app".split())
CALLED_SECTION = re.compile(r"\b(?:sections?|chapters?|anchors?|ids?|under|see)\s$", re.IGNORECASE)
CALLED_FILE = re.compile(r"\b(?:files?|scans?|logs?|see|in)\s$", re.IGNORECASE)
# A name of a file alone: letters with a digit or an underscore among them.
FILE_NAME = re.compile(r"[0-9\-]*[A-Za-z][A-Za-z\-]*(?=[_\d])[\w.\-]*|(?=[\w\-]*[A-Za-z])\d[\w\-]*")
DOI = re.compile(r"(?:doi:|doi\.org/)?10\.\d{4,9}/\w", re.IGNORECASE)
PART = re.compile(r"[\w.\-@+~:=%*$]+")
TOP_LEVEL = frozenset(
    "com org net io dev ai app gov edu example info co uk de eu me sh page site blog cloud".split()
)


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each that no cited section has in the same words.

    While the article is missing only UUIDs, hashes and paths are held: no sound answer needs those, but
    a ticket or an address may well be the section's own.
    """
    cited = source.cited(words.cites) if source.text is not None else None
    # Looked up once for this chip, however often the same stands in it.
    is_held = cache(partial(_is_held, cited=cited))
    for field, text in words:
        end = 0
        for start, stop, what in sorted(_marks(text, source), key=lambda mark: (mark[0], -mark[1])):
            shown = text[start:stop]
            if start < end or not is_held(shown, what):
                continue
            end = stop
            yield _finding(field, start, stop, shown, what, cited)


def _is_held(shown: str, what: str, cited: Sequence[Passage] | None) -> bool:
    if cited is None:
        return what in ("a UUID", "a hash", "a file path", "a file name")
    if what == "a section id":
        # Every section has its own id, at its heading; that is no running text.
        whole = re.compile(rf"(?<![\w\-]){re.escape(shown.lower())}(?![\w\-])")
        return not any(whole.search(passage.running) for passage in cited)
    return not any(passage.has(shown) for passage in cited)


def _finding(
    field: Field, start: int, end: int, shown: str, what: str, cited: Sequence[Passage] | None
) -> Finding:
    where = f"{cited[0].name} does not have it" if cited else "the article is not at hand to compare it with"
    return Finding(
        "identifier", "override", field, start, end, f"“{shown}” is {what} in running text; {where}."
    )


def _marks(text: str, source: Source) -> Iterator[Mark]:
    for match in UUID.finditer(text) if "-" in text else ():
        yield *match.span(), "a UUID"
    for match in HEX.finditer(text):
        if _is_hash(match[0].removeprefix("c-")):
            yield *match.span(), "a hash"
    for match in RANDOM.finditer(text):
        if len(re.findall(r"\d+", match[0])) > 2 and len(re.findall(r"[A-Z]+", match[0])) > 2:
            yield *match.span(), "a hash"
    for match in WORD.finditer(text):
        # Of most words by far, and of every plain number and fraction, nothing below could be made.
        shown = match[0]
        digits = shown.replace(".", "")
        digits = digits.replace("/", "") if shown[0].isdecimal() else digits
        if not (MARKS.isdisjoint(shown) or (digits.isdecimal() and not DOI.match(shown))):
            yield from _word(match, source)
    yield from _tickets(text)


def _is_hash(run: str) -> bool:
    """Digits and letters in turn: “decade” and “1e10” are none, nor is a long number."""
    n_digits = sum(one.isdigit() for one in run)
    if not 1 < n_digits < len(run) or NOT_HASH.fullmatch(run):
        return False
    return len(run) > 11 or len(re.findall(r"\d+", run)) > 1 or len(re.findall(r"[A-Fa-f]+", run)) > 1


def _word(match: re.Match[str], source: Source) -> Iterator[Mark]:
    word = match[0].rstrip(".:!?…*_")
    start, end = match.start(), match.start() + len(word)
    if DOI.match(word):
        yield start, end, "a DOI"
    elif "/" in word or "\\" in word:
        what = _address(word)
        if what:
            yield start, end, what
    elif word.startswith("www."):
        yield start, end, "a URL"
    elif word.lower().startswith("arxiv:"):
        yield start, end, "an arXiv number"
    elif _is_section(word, source, match.string[max(start - 12, 0) : start]):
        yield start, end, "a section id"
    elif _is_file_name(word, match.string[max(start - 12, 0) : start]):
        yield start, end, "a file name"


def _is_section(word: str, source: Source, before: str) -> bool:
    """`#id` always; without the # an id of three words, which nobody writes by chance, or one called a section."""
    if word.startswith("#"):
        return word[1:] in source.ids
    n_hyphens = word.count("-")
    return word in source.ids and (n_hyphens > 1 or (n_hyphens == 1 and bool(CALLED_SECTION.search(before))))


def _is_file_name(word: str, before: str) -> bool:
    """“hst_17830_01.fits”: nobody names a product with underscores or digits before such an end."""
    stem, _, end = word.rpartition(".")
    if len(stem) < 4 or not FILE_NAME.fullmatch(stem) or not end.isalnum() or end.isdigit():
        return False
    if (
        "_" in stem
        and any(one.isdigit() for one in stem)
        and end.isascii()
        and end.isalpha()
        and len(end) < 6
    ):
        return True
    return end.lower() in FILE_ENDS or bool(CALLED_FILE.search(before) and end.isascii() and len(end) < 6)


def _address(word: str) -> str | None:
    if "://" in word or word.startswith("www."):
        return "a URL" if word.split("://")[0].isalnum() or word.startswith("www.") else None
    if word.startswith("mailto:"):
        return None
    parts = re.split(r"[/\\]+", word)
    named = [part for part in parts if part]
    if not all(PART.fullmatch(part) for part in named):
        return None
    if _is_path(word, parts, named):
        return "a file path"
    host = parts[0].split(":")[0].lower().rsplit(".", 1)
    is_url = (
        len(host) == 2
        and host[1] in TOP_LEVEL
        and len(parts) > 1
        and host[0].replace("-", "").replace(".", "").isalnum()
    )
    return "a URL" if is_url else None


def _is_path(word: str, parts: list[str], named: list[str]) -> bool:
    if re.match(r"[A-Za-z]:[\\/]|\\\\\w", word):
        return True
    if "\\" in word or word.startswith("//") or not named:
        return False
    if word.startswith("/"):
        return len(named) > 1 or named[0] in ROOTS
    if parts[0] in (".", ".."):
        return True
    return len(named) > 1 and _is_file(named)


def _is_file(named: list[str]) -> bool:
    """“src/main.ts” is a file, “Next.js/Nuxt.js” two products."""
    stem, _, end = named[-1].rpartition(".")
    is_deep = len(named) > 2 and end.isascii() and end.isalnum() and not end.isdigit() and len(end) < 8
    if not stem or not (is_deep or end.lower() in FILE_ENDS) or any("." in part[1:] for part in named[:-1]):
        return False
    return not (named[0][:1].isupper() and stem[:1].isupper())


def _tickets(text: str) -> Iterator[Mark]:
    for match in TICKET.finditer(text) if "-" in text else ():
        prefix, number = match[0].rsplit("-", 1)
        is_talked_of = _talks_of_tickets(text, match.start())
        if prefix not in NOT_TICKETS and (is_talked_of or len(number) > 2):
            yield *match.span(), "a ticket number" if is_talked_of else "a reference number"
    for match in FILED.finditer(text) if "-" in text else ():
        if match[0].split("-")[0] not in NOT_TICKETS:
            yield *match.span(), "a file number"
    for match in NUMBERED.finditer(text):
        yield *match.span(1), "a reference number" if match[1][0].isalpha() else "a ticket number"
    for match in ISSUE.finditer(text) if "#" in text else ():
        n = len(match[0]) - 1
        in_brackets = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1] == "()"
        # Three, six and eight digits may be a colour.
        if in_brackets or n in (4, 5, 7) or _is_about_tickets(text, match.start()):
            yield *match.span(), "a ticket number"


def _talks_of_tickets(text: str, start: int) -> bool:
    before = text[max(start - 80, 0) : start]
    return _is_about_tickets(text, start) or bool(TALKS_OF_TICKETS.search(before))


def _is_about_tickets(text: str, start: int) -> bool:
    return bool(ABOUT_TICKETS.search(text[max(start - 32, 0) : start]))
