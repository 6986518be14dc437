"""Is there a swear word? Whole words of a kept list only; it guesses at no spelling but the masked ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.sentences import is_start
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import Spoken, spoken

WORD = re.compile(r"[^\W_][^\W_'’]*")
# f**k, s**t, sh!t: a letter masked, the word plain.
MASKED = re.compile(
    r"(?<![\w*])(?:f[*@#$!]{1,3}c?k\w*|f[*]{2,3}(?:ing|ed|er)?(?![\w*])|s[h*][*!@#]t\w*|b[*!@#]tch\w*"
    r"|c[*@#]nts?|a[*$]{2}hole\w*)",
    re.IGNORECASE,
)
# “f u c k”, “s.h.i.t”.
SPACED = re.compile(
    rf"(?<![\w*])(?:{'|'.join('[ .*_-]'.join(word) for word in ('fuck', 'shit', 'cunt', 'bitch', 'wank', 'twat'))})(?!\w)",
    re.IGNORECASE,
)
# Forms that the list lacks.
MORE = frozenset(
    """fucked fucks fuckers fuckery fuckup unfuck motherfuckers motherfucking shits shitting shitted
    shittier shittiest bullshitting horseshit batshit damn damned dammit damnit goddamn goddammit
    crap crappy crappier arse arses asses assholes arseholes bastards bitchy bitching bollocking
    wanker wankers wanking pissing pisses cunts dickhead dickheads twats sluts whore whores faggots
    fag fags niggers niggas turd turds douche douchebag douchebags bugger buggered jackasses
    dumbasses dipshits shitheads tits boobies shitload shitloads shitshow shitshows shitstorm
    shitstorms shitfaced shithole shitholes shitless fuckton fuckwit fuckwits fucktard fuckhead
    clusterfuck clusterfucks dumbfuck bullcrap asshat asshats asswipe asswipes badass arsed arsing
    arsehole goddamned motherfucker sodding tosser tossers knobhead knobheads bellend bellends
    shagging slutty piss pissed pissant effing fecking feckers wtf stfu""".split()
)
# Words of the list with a plain sense that a sound article needs: bodies, crimes, trades, engineering.
PLAIN = frozenset(
    """anal anus autoerotic bareback barenaked bastinado bbw birdlock bondage boner bs busty butt
    coprophilia dendrophilia domination ecchi ejaculation erotic erotism escort eunuch fecal
    fingering frotting genitals grope guro hardcore hoe humping incest intercourse kinky knobbing
    lolita lovemaking mf neonazi nipple nipples nude nudity octopussy orgasm paedophile pedophile
    pegging penis playboy poof porn porno pornography pubes rape raping rapist rectum sadism
    santorum scat scissoring semen sex sexo sexy shota shrimping simp skeet smut snatch snowballing
    spunk strappado suck sucks swastika swinger topless twink twinkie undressing urophilia vagina
    vibrator voyeur vulva xx xxx figging felch""".split()
)
PHRASES = re.compile(
    r"(?<![^\W_])(?:god damn|blow job|hand job|jerk off|jack off|carpet muncher|nig nog|camel toe|as hell|sucks balls)"
    r"(?![^\W_])".replace(" ", r"[\s\-]{1,3}"),
    re.IGNORECASE,
)
# In these the word is somebody's bird, plant, bargain or degree.
HARMLESS = re.compile(
    r"\b(?:tit[ -]for[ -]tat|(?:blue|great|coal|marsh|willow|long-tailed) tits?|cum laude"
    r"|pussy (?:willows?|cats?)|cock (?:and bull|a hoop|robin)|maine coons?|wild ass|retard (?:the|a))\b",
    re.IGNORECASE,
)
# Said of a person; “a prick of the needle” and “the pricks from thorns” are plain.
PRICK = re.compile(
    r"\b(?:an?|the|such|you|these|those|total|little|stupid|complete) (pricks?)\b(?![-‑\w]| (?:of|from|with|in|on|by|test))",
    re.IGNORECASE,
)
# A swear word where the article knows of no blood.
BLOODY = re.compile(r"(?<![\w\-])bloody(?![\w\-]| mary| sunday)", re.IGNORECASE)
BLOOD = frozenset("blood bloody bloods bleed bleeds bleeding bled wound wounds".split())
NAMES = frozenset("dick cock coon coons hooker negro".split())


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each profane word; a capital that the article has too is a person's name and passes."""
    clean, own = frozenset(map(spoken, rules.clean_words)), frozenset(map(spoken, rules.profane_words))
    for field, text in words:
        spans = {*_spans(text, source.article), *_own(words.spoken[field], own)}
        harmless = [match.span() for match in HARMLESS.finditer(text)] if spans else []
        harmless += _own(words.spoken[field], clean) if spans else []
        for start, end in _outer(spans):
            inside = any(left <= start and end <= right for left, right in harmless)
            if not inside and not _is_name(text, start, end, source.article):
                yield _finding(field, text, start, end)


def _spans(text: str, article: Passage) -> Iterator[tuple[int, int]]:
    """Of every kind; they may overlap. A text is only read for those that it can have."""
    if not _listed().isdisjoint(WORD.findall(text.lower())):
        yield from (match.span() for match in WORD.finditer(text) if match[0].lower() in _listed())
    yield from (match.span() for match in MASKED.finditer(text))
    yield from (match.span() for match in SPACED.finditer(text))
    yield from (match.span() for match in PHRASES.finditer(text))
    if "prick" in text.casefold():
        yield from (match.span(1) for match in PRICK.finditer(text))
    if "bloody" in text.casefold() and not BLOOD & article.words:
        yield from (match.span() for match in BLOODY.finditer(text))


def _outer(spans: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """“God damn” once, not its “damn” again."""
    last = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= last:
            last = end
            yield start, end


@cache
def _listed() -> frozenset[str]:
    """The English list that glin-profanity keeps (MIT): its single words, ours added and taken away."""
    kept = resources.files("glin_profanity").joinpath("data", "dictionaries", "english.json")
    words = json.loads(kept.read_text(encoding="utf-8"))["words"]
    return (frozenset(word for word in words if word.isalpha()) | MORE) - PLAIN


def _own(line: Spoken, listed: frozenset[str]) -> Iterator[tuple[int, int]]:
    """The house's own words and phrases, whole; “f-word” is one word here."""
    for place in line.places_of(listed):
        yield line.span(place, line.line.find(" ", place))
    for phrase in listed:
        if " " in phrase:
            yield from (line.span(*place) for place in line.places(phrase))


def _is_name(text: str, start: int, end: int, article: Passage) -> bool:
    word = text[start:end]
    if not word.istitle():
        return False
    if word in article.exact:
        return True
    return word.lower() in NAMES and not is_start(text, start)


def _finding(field: Field, text: str, start: int, end: int) -> Finding:
    return Finding(
        "profanity",
        "override",
        field,
        start,
        end,
        f"A clean word was expected; “{text[start:end]}” is profane.",
    )
