"""Does the chip sound like the house? Only openings, endings and voice; it judges no claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from reviews.core.gates.common import ASKING, COMMON
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.ordinary import is_ordinary
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import Spoken

# A word that is no part of a longer code name, path or address on either side.
_ALONE, _DONE = r"(?<![\w\-./@#$&:])", r"(?![\w\-/=(]|\.\w)"
I_FORMS = re.compile(rf"{_ALONE}(?:I|[Mm]e|[Mm]y(?:self)?|[Mm]ine){_DONE}")
WE_FORMS = re.compile(rf"{_ALONE}(?:[Ww]e|[Uu]s|[Oo]urs?|[Oo]urselves|[Ll]et['’]s){_DONE}")
# “US” is a country, “us” a voice: capitals throughout never count.
WE_WORDS = frozenset("we us our ours ourselves We Us Our Ours Ourselves".split())
NUMERAL_AFTER = frozenset(
    """part type phase war chapter class level stage volume tier appendix act article section group
    category grade book title schedule annex mark generation""".split()
)
PLAIN_WORD = re.compile(r"[\w'’\-]+")
# A question mark after a word, with more to come: “did it change? or not?”.
ASKED_TWICE = re.compile(r"\w[)\]]?\?\s+\S")
CODE_OR_QUOTED = re.compile(r"`[^`\n]{0,200}`|\"[^\"\n]{0,200}\"|“[^”\n]{0,200}”|‘[^’\n]{0,200}’")
EXCLAIMS = re.compile(r"!+(?![=\w\[({<!-])")
CAPITALS = re.compile(r"(?<![\w\-./@#$&])[A-Z][A-Z'’]*[A-Z](?![\w\-/&(]|\.\w)")
# HTTP and SQL write their verbs so, logs their levels.
NOT_SHOUTED = frozenset(
    """DELETE PATCH TRACE SELECT INSERT UPDATE WHERE GROUP ORDER LIMIT FALSE EMPTY ERROR WARNING DEBUG
    FATAL TABLE INDEX UNION""".split()
)
# What is typed in a chat and printed nowhere.
CHAT = re.compile(
    rf"{_ALONE}(?:lol|imho|omg|haha|hahaha|btw|fyi|tbh|gonna|wanna|gotta|y['’]all|dude|yay|wow){_DONE}",
    re.IGNORECASE,
)
SMILEY = re.compile(r"(?<=\s)[:;]-?[)(DP](?=[\s.!?]|$)")
OUTCRIES = frozenset("OMG WOW LOL YAY WOOHOO ROFL LMAO YOLO BOOM OOPS UGH HOORAY".split())
EMPHASIS = frozenset(
    """NEVER ALWAYS VERY MUST ONLY REALLY EVERY CANNOT BEST NOW FREE HUGE IMPORTANT PLEASE STOP NOT ALL
    DON'T WON'T CAN'T BIG TOTALLY ABSOLUTELY EXTREMELY ANY EVERYTHING NOTHING""".split()
)
# Emoji_Presentation of Unicode's emoji-data, and whatever U+FE0F turns into a picture.
EMOJI = re.compile(
    "[⌚⌛⏩-⏬⏰⏳◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓-❕❗➕-➗➰➿⬛⬜⭐⭕"
    "\U0001f000-\U0001f0ff\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f1ff\U0001f200-\U0001faff]|[^\\s\\d#*]️"
)
OPENING_QUOTES = ("“", "‘", '"', "'")
# What may stand before a text's first word.
OPENERS = re.compile(r"^[\s\"'“”‘’(\[*_]+")
WHAT: dict[Field, str] = {"q": "question", "a": "text"}


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Notes on openings and endings (chips only), exclamation marks, shouting, emoji and the first person."""
    cited = source.cited(words.cites) if source.text is not None else ()
    for field, text in words:
        if words.is_chip and text.strip():
            yield from _opening(field, text, source)
            yield from _ending(field, text)
        # What stands at the very end of a chip's text is the ending's own matter.
        yield from _exclaims(
            field, text.rstrip("?! " if field == "q" else "! ") if words.is_chip else text, cited
        )
        yield from _shouting(field, text, source)
        yield from _emoji(field, text, cited)
        yield from _chats(field, text, cited)
        if not rules.first_person:
            yield from _first_person(field, text, cited)


def _opening(field: Field, text: str, source: Source) -> Iterator[Finding]:
    bare = OPENERS.sub("", text)
    token = "".join(bare.split(maxsplit=1)[:1]).rstrip(".,;:?!\"'”’)")
    start = len(text) - len(bare)
    if text[:1].isspace():
        yield _note(
            field, 0, 1, f"A {WHAT[field]} was expected to start with a word; it starts with white space."
        )
    if field == "q" and token[:1].isupper() and not _is_name(token, source):
        says = f"The question was expected to start lower-case; it starts with “{token}”."
        yield _note(field, start, start + len(token), says)
    if field == "a" and token[:1].islower() and not _is_code(token, source):
        says = f"The answer was expected to start with a capital; it starts with “{token}”."
        yield _note(field, start, start + len(token), says)


def _is_name(token: str, source: Source) -> bool:
    word = re.split(r"['’]", token)[0]
    if word.casefold() in ASKING and word != word.upper():
        return False
    if not word[1:].islower():
        return True
    # Without the article nobody can say that it is no name, so the gate keeps silent.
    return source.text is None or source.article.is_mostly(word)


def _is_code(token: str, source: Source) -> bool:
    if not token.isalpha():
        return "-" not in token or not token.replace("-", "").isalpha() or _is_term(token, source)
    if not token.islower():
        return True
    return token not in COMMON and _is_term(token, source)


def _is_term(token: str, source: Source) -> bool:
    if source.text is None:
        return True
    article = source.article
    return token in article.code or token in article.openings or ("-" in token and token in article.flat)


def _ending(field: Field, text: str) -> Iterator[Finding]:
    n = len(text)
    if field == "q" and (not text.endswith("?") or text[-2:-1] in ("?", "!")):
        yield _note(field, max(n - 1, 0), n, f"The question was expected to end in one “?”; {_ends(text)}.")
    asked = ASKED_TWICE.search(CODE_OR_QUOTED.sub(" ", text)) if field == "q" else None
    if asked and text.endswith("?"):
        place = text.find("?")
        yield _note(field, place, place + 1, "One question was expected; there is another “?” within it.")
    closed = text.rstrip("\"'”’)]»*_`")
    if field == "a" and (not closed.endswith(".") or closed.endswith("..")):
        yield _note(field, max(n - 1, 0), n, f"The answer was expected to end in a full stop; {_ends(text)}.")
    elif field == "a" and text.endswith(")") and text.count(")") > text.count("("):
        yield _note(
            field, n - 1, n, "The answer was expected to open every bracket that it closes; the last is not."
        )


def _ends(text: str) -> str:
    if text[-1:].isspace():
        return "it ends in white space"
    # What an ending hangs on is at the end of a word, however long that is.
    return f"it ends in “{text[-60:].split()[-1][-24:]}”"


def _exclaims(field: Field, text: str, cited: Sequence[Passage]) -> Iterator[Finding]:
    for match in EXCLAIMS.finditer(text):
        word = text[max(match.end() - 60, 0) : match.end()].rsplit(maxsplit=1)[-1]
        if text[max(match.start() - 1, 0) : match.start()] in ("<", "#") or _says(word, cited):
            continue
        yield _note(field, *match.span(), "A full stop was expected; there is an exclamation mark.")
        return


def _shouting(field: Field, text: str, source: Source) -> Iterator[Finding]:
    article = source.article
    run: list[re.Match[str]] = []
    for match in CAPITALS.finditer(text):
        if match[0] in article.exact:
            run = []
            continue
        is_next = bool(run) and not text[run[-1].end() : match.start()].strip()
        run = [*run, match] if is_next else [match]
        word = match[0].replace("’", "'")
        loud = word in OUTCRIES or (source.text is not None and _is_loud(word)) or len(run) > 2
        if loud and not _shouts_in(word, article):
            start = run[0].start() if len(run) > 2 else match.start()
            says = f"Words in ordinary letters were expected; “{text[start : match.end()]}” shouts."
            yield _note(field, start, match.end(), says)
            return


def _is_loud(word: str) -> bool:
    """A plain word in capitals; a shorter one may well be an abbreviation."""
    return word in EMPHASIS or (len(word) > 4 and word not in NOT_SHOUTED and is_ordinary(word))


def _shouts_in(word: str, article: Passage) -> bool:
    return "'" in word and word in article.soft


def _emoji(field: Field, text: str, cited: Sequence[Passage]) -> Iterator[Finding]:
    for match in EMOJI.finditer(text):
        if not any(match[0] in passage.text for passage in cited):
            yield _note(field, *match.span(), f"Words were expected; there is an emoji, “{match[0]}”.")
            return


def _chats(field: Field, text: str, cited: Sequence[Passage]) -> Iterator[Finding]:
    for pattern in (CHAT, SMILEY):
        for match in islice(pattern.finditer(text), 1):
            if match[0] not in OUTCRIES and not _says(match[0], cited):
                yield _note(field, *match.span(), f"Printed English was expected; “{match[0]}” is chat.")


def _first_person(field: Field, text: str, cited: Sequence[Passage]) -> Iterator[Finding]:
    for match in I_FORMS.finditer(text):
        if not _is_numeral(text, match) and not _says(_phrase(text, match), cited):
            says = f"A text without I, my or me was expected; it has “{match[0]}”."
            yield _note(field, *match.span(), says)
            break
    if cited and not any(WE_WORDS & passage.exact or passage.says("let's") for passage in cited):
        for match in islice(WE_FORMS.finditer(text), 1):
            says = f"{cited[0].opening} has no we, us or our; “{match[0]}” was found."
            yield _note(field, *match.span(), says)


def _is_numeral(text: str, match: re.Match[str]) -> bool:
    before = text[max(match.start() - 24, 0) : match.start()].split()[-1:]
    return match[0] == "I" and bool(before) and before[0].casefold() in NUMERAL_AFTER


def _phrase(text: str, match: re.Match[str]) -> str:
    """The word with its neighbours, so that “should I use” may stand where the section says it."""
    before = PLAIN_WORD.findall(text[max(match.start() - 60, 0) : match.start()])[-1:]
    after = PLAIN_WORD.findall(text[match.end() : match.end() + 60])[:1]
    if text[max(match.start() - 1, 0) : match.start()] in OPENING_QUOTES:
        before = before[:0]
    elif not before:
        return ""
    return " ".join([*before, match[0], *after]) if after else ""


def _says(words: str, cited: Sequence[Passage]) -> bool:
    line = Spoken(words).line
    return len(line) > 2 and any(passage.says(line) for passage in cited)


def _note(field: Field, start: int, end: int, text: str) -> Finding:
    return Finding("house_voice", "note", field, start, end, text)
