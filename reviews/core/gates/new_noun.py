"""Is every name and number of the chip somewhere in the article? It asks for the word, not for the claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from reviews.core.gates import peoples, persons
from reviews.core.gates.common import COMMON
from reviews.core.gates.dates import MONTHS
from reviews.core.gates.figures import MOST, Figure, scan
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.ordinary import is_ordinary
from reviews.core.gates.passage import LETTER_POINT, Passage, atoms
from reviews.core.gates.rules import Rules
from reviews.core.gates.sentences import is_start
from reviews.core.gates.source import Source

NAME = re.compile(r"\w[\w.\-‑'’]*")
TOO_MANY = f"was not looked up, nor what follows it: {2 * MOST} names and numbers are the most"
# In German each noun has a capital, which says nothing of a name.
GERMAN = frozenset(("der", "die", "und"))
OWNED = re.compile(r"(?:['’]s|['’])$")
CONTRACTED = re.compile(r"['’](?:m|re|ve|ll|d|t|s)$", re.IGNORECASE)
# “v1.10.2” for version 1.10.2, “Celsius” for °C.
VERSION = re.compile(r"[vV]\d[\w]{0,40}")
SCALES = {"Celsius": "°C", "Fahrenheit": "°F", "Kelvin": "K"}
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Makers, products and languages that share their spelling with plain words: for these “react” in the
# article does not bear out “React”.
ALSO_WORDS = frozenset(
    """Amazon Angular Ant Apple Atom Bard Bash Basic Beam Bing Brave Bun Cargo Chrome Claude Composer
    Crystal Cursor Dart Dash Discord Docker Edge Elm Ember Excel Express Falcon Fastly Flash Flask
    Flow Gem Gemini Ghost Git Gitea Go Hack Haskell Jest Julia Linear Llama Lit Make Mercurial Meta
    Mint Mocha Nim Node Notion Nova Oak Opera Oracle Oxygen Parcel Pascal Phoenix Playwright Polymer
    Processing Puppet Python Rails React Redis Ruby Rust Safari Scheme Script Signal Slack Snowflake
    Solid Spark Spring Square Stripe Swift Target Tea Teams Threads Unity Vault Visa Vite Windows Word
    Zoom""".split()
)


@dataclass(frozen=True)
class Checked:
    """What a pack's `new_noun_tokens_checked` and `new_noun_tokens_withheld` say.

    `tokens`: those that the article has, unique, sorted by code point. `n_withheld`: how many it does not
    have; naming those would publish them.
    """

    tokens: tuple[str, ...]
    n_withheld: int


@dataclass(frozen=True, slots=True)
class Token:
    start: int
    end: int
    shown: str
    why: str | None  # what is wrong with it, None where the article has it


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each token that is nowhere in the article; nothing while the article is missing."""
    if source.text is None:
        return
    for field, text in words:
        for n, token in enumerate(tokens(text, words.figures[field], source.article)):
            if n >= 2 * MOST:
                yield _finding(field, Token(token.start, len(text), token.shown, ""), TOO_MANY)
                break
            if token.why:
                yield _finding(field, token, token.why)


def checked(texts: Iterable[str], source: Source) -> Checked:
    """All the tokens of these texts, as a writer's run reports them."""
    looked_up = {t.shown: t.why is None for text in texts for t in tokens(text, scan(text), source.article)}
    found = sorted(shown for shown, is_found in looked_up.items() if is_found)
    return Checked(tuple(found), len(looked_up) - len(found))


def tokens(text: str, figures: Iterable[Figure], article: Passage) -> Iterator[Token]:
    """Each token with a digit, or with a capital that is not merely the start of a sentence, looked up."""
    figures = [figure for figure in figures if _has_digit(figure.shown)]
    spans = [match for match in NAME.finditer(text) if match[0] != match[0].lower() or _has_digit(match[0])]
    free = _outside_names(figures, spans)
    yield from (_number(figure, article) for figure in free)
    covered = {place for figure in free for place in range(figure.start, min(figure.end, figure.start + 80))}
    end_of = {figure.start: figure.end for figure in free}
    for match in spans:
        start = end_of.get(match.start(), match.start())
        if start < match.end() and start not in covered:
            yield from _name(text, start, text[start : match.end()], article)


def _has_digit(word: str) -> bool:
    return word.isdigit() or (not word.isalpha() and any(map(str.isdigit, word)))


def _outside_names(figures: list[Figure], spans: list[re.Match[str]]) -> list[Figure]:
    """Without the 4 of “GPT-4”, which is looked up with its name."""
    inside = {place for m in spans if not m[0][0].isdigit() for place in range(m.start() + 1, m.end())}
    return [figure for figure in figures if figure.start not in inside]


def _number(figure: Figure, article: Passage) -> Token:
    why = None if article.figures.has_value(figure) else "is nowhere in the article"
    return Token(figure.start, figure.end, " ".join(figure.shown.split()), why)


def _name(text: str, start: int, raw: str, article: Passage) -> Iterator[Token]:
    lead = len(raw) - len(raw.lstrip("-‑.'’_"))
    name = OWNED.sub("", raw.strip("-‑.'’_"))
    start += lead
    if CONTRACTED.search(name) and name.split("’")[0].split("'")[0].casefold() in COMMON | {"i", "let"}:
        return
    parts = atoms(name)
    asked = [n for n, part in enumerate(parts) if _is_asked(part)]
    if article.words >= GERMAN and "the" not in article.words:
        asked = [n for n in asked if not (_is_plain(parts[n]) and len(parts[n]) > 1)]
    is_opening = asked[:1] == [0] and _is_plain(parts[0]) and is_start(text, start)
    if is_opening and (len(parts[0]) < 3 or is_ordinary(parts[0])):
        asked = asked[1:]
    if asked:
        parts = [parts[0].lower(), *parts[1:]] if is_opening else parts
        # Which words are plain is known in English alone, so no other article is held to it.
        is_let_pass = is_opening and asked == [0] and "the" not in article.words
        why = None if is_let_pass else _why(name, parts, asked, article)
        if why is None and (person := persons.another(name, text[:start], article)):
            why = f"is nowhere in the article; it has “{person}”"
        yield Token(start, start + len(name), name, why)


def _is_asked(part: str) -> bool:
    if _has_digit(part):
        return True
    if part == part.lower() or part == "I":
        return False
    return not (part[1:].islower() or len(part) == 1) or part.casefold() not in COMMON


def _is_plain(part: str) -> bool:
    """A capital and nothing else: at the start of a sentence that says nothing."""
    return part[1:] == part[1:].lower() and not _has_digit(part)


def _why(name: str, parts: list[str], asked: list[int], article: Passage) -> str | None:
    whole = name.casefold()
    joined = "".join(parts).casefold()
    if whole in article.compounds or joined in article.words or joined in article.joined:
        return None if all(_case_fits(parts[n], article) for n in asked) else _only_lower(name)
    for n in asked:
        if not _case_fits(parts[n], article):
            return _only_lower(parts[n])
        if not _is_known(n, parts, article):
            return "is nowhere in the article"
    if _has_digit(name) and whole in article.longer:
        return f"is nowhere in the article; it has “{article.longer[whole]}”"
    return None


def _only_lower(part: str) -> str:
    return f"is nowhere in the article; it has only “{part.lower()}”"


def _case_fits(part: str, article: Passage) -> bool:
    """“US” is not “us”, and “React” not “react”."""
    is_fixed = part in ALSO_WORDS or (len(part) > 1 and part.isupper() and part.casefold() in COMMON)
    return not is_fixed or part in article.exact or part.casefold() not in article.words


def _is_known(n: int, parts: list[str], article: Passage) -> bool:
    part = parts[n]
    if n and (_has_digit(part) or _has_digit(parts[n - 1])):
        return _are_neighbours(parts[n - 1], part, article)
    if MONTHS.get(part.casefold()) in article.months:
        return True
    if part in SCALES and SCALES[part] in article.figures.units:
        return True
    if VERSION.fullmatch(part) and part[1:] in article.exact:
        return True
    return part in article.exact or _is_word(part.casefold(), article) or _is_humped(part, article)


def _are_neighbours(left: str, right: str, article: Passage) -> bool:
    pair = f"{left} {right}".casefold()
    return pair in article.pairs or pair.replace(" ", "") in article.words


def _is_word(word: str, article: Passage) -> bool:
    words = article.words
    if word in words or word in article.joined or f"{word}s" in words or f"{word}es" in words:
        return True
    if peoples.are_there(word, words):
        return True
    if word.endswith("s") and (word[:-1] in words or (word.endswith("es") and word[:-2] in words)):
        return True
    return (word.endswith("ies") and f"{word[:-3]}y" in words) or (
        word.endswith("y") and f"{word[:-1]}ies" in words
    )


def _is_humped(part: str, article: Passage) -> bool:
    """“KeepAlive” where the article writes “keep-alive”."""
    humps = HUMP.split(part)
    if len(humps) < 2:
        return False
    return all(f"{a} {b}".casefold() in article.pairs for a, b in pairwise(humps))


def _finding(field: Field, token: Token, why: str) -> Finding:
    shown = token.shown.replace(LETTER_POINT, ".")
    return Finding("new_noun", "override", field, token.start, token.end, f"“{shown}” {why}.")
