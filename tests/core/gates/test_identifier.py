"""The gate `identifier`: no identifier in running text that the cited section does not have."""

from __future__ import annotations

import pytest

from reviews.core.gates import Source
from tests.core.gates.building import held, missing, says

MARKS = [
    ("It is 123e4567-e89b-12d3-a456-426614174000 there.", "123e4567-e89b-12d3-a456-426614174000"),
    ("It is commit 9fceb02 there.", "9fceb02"),
    ("It is d41d8cd98f00b204e9800998ecf8427e there.", "d41d8cd98f00b204e9800998ecf8427e"),
    ("It is chip c-7cdd5dfb there.", "c-7cdd5dfb"),
    ("It reads (see /srv/builds/92bf76f8/notes.txt).", "/srv/builds/92bf76f8/notes.txt"),
    ("It lies in /etc/hosts there.", "/etc/hosts"),
    ("It lies in /var there.", "/var"),
    ("It lies in src/main.ts there.", "src/main.ts"),
    ("It lies in ./a/b there.", "./a/b"),
    ("It lies in ../x there.", "../x"),
    (r"It lies in D:\work\x.txt there.", r"D:\work\x.txt"),
    ("It is DESK-1432 there.", "DESK-1432"),
    ("It is tracked in OPS-7.", "OPS-7"),
    ("It fixes #42 there.", "#42"),
    ("It was mended (#482).", "#482"),
    ("It is #51234 there.", "#51234"),
    ("See https://house.org/a?b=c#d for it.", "https://house.org/a?b=c#d"),
    ("See www.house.org for it.", "www.house.org"),
    ("See github.com/house/x for it.", "github.com/house/x"),
    ("See https://house.org.", "https://house.org"),
    ("See who-does-the-guessing for it.", "who-does-the-guessing"),
    ("See #tiny for it.", "#tiny"),
    ("See section two-parts for it.", "two-parts"),
    ("See ticket 4471 for it.", "4471"),
    ("See INC0012345 for it.", "INC0012345"),
    ("See s3://bucket/menu.json for it.", "s3://bucket/menu.json"),
    ("See doi:10.1000/182 for it.", "doi:10.1000/182"),
    ("It is found under 10.21437/Interspeech.2026-1187 there.", "10.21437/Interspeech.2026-1187"),
    ("It is found under doi.org/10.5281/zenodo.12 there.", "doi.org/10.5281/zenodo.12"),
    ("See arXiv:2505.01234 for it.", "arXiv:2505.01234"),
    ("It is kept as scans/2019/rosl_p17.tiff there.", "scans/2019/rosl_p17.tiff"),
    ("It lies in reports/2020_final.xlsx there.", "reports/2020_final.xlsx"),
    ("It reads hst_17830_01_flc.fits there.", "hst_17830_01_flc.fits"),
    ("The first ticket that it opened was FLAKE-1 there.", "FLAKE-1"),
    ("It is filed as CMA-2025-0417/b there.", "CMA-2025-0417"),
    ("It is so, see #321 there.", "#321"),
    ("The track KV_2025-07-14.gpx shows it.", "KV_2025-07-14.gpx"),
    ("It is trace 01J9Z3X8K7W5Q4V2T6R0YBNMDA there.", "01J9Z3X8K7W5Q4V2T6R0YBNMDA"),
]
PLAIN = [
    "The issue with COVID-19 and the bugs of GPT-4.",
    "Flaw CVE-2025-0417 and the norm ISO-2015-14.",
    "The biggest issue was to be ranked #1.",
    "Use and/or, input/output, TCP/IP, I/O, 24/7 and km/h.",
    "It writes 40 tokens/s, and define/reflect it.",
    "Next.js/Nuxt.js and React/Vue.js differ.",
    "Use Node.js, Vue.js, package.json and vite.config.js.",
    "It uses UTF-8, ISO-8601, SHA-256, GPT-4, COVID-19 and RTX-4090.",
    "A decade of facades, effaced and defaced.",
    "It has 1234567 rows, 20240131 of them, 1e10000000.",
    "The colours are #333, #1a2b3c and #fff.",
    "It is the #1 choice, in C# and F#.",
    "A <br/> and </div> closes it.",
    "Install @vue/compiler-sfc for it.",
    "A state-of-the-art, up-to-date tool.",
    "See tiny things.",
    "The /about page opens.",
    "It is 0xdeadbeef1 and 0b1010101.",
    "Use a regular expression \\d+\\w+ for it.",
    "It opens at 1/2 or 3/4 of it.",
    "The house.org site and socket.io.",
    "Use std::vector, a:b and key:value.",
    "Mail: mailto:x.",
    "It has two-parts in it.",
    "It took 4471 tickets and issue after issue, ISO27001 and RFC2119.",
    "Call pg_class.oid or self.max_size.value for it.",
    "Use Qwen2.5, v2.ts and ES2022.Array of it.",
    "HALYARD_PAGE_ROWS and MAX_SYNC_WORKERS_2 are settings.",
]


def where(text: str = "Nothing.") -> Source:
    sections = [{"id": "s", "heading": "Head"}]
    sections += [{"id": one, "heading": one} for one in ("who-does-the-guessing", "tiny", "two-parts")]
    return Source.of(sections, text, {"s": (0, len(text))})


@pytest.mark.parametrize(("answer", "words"), MARKS)
def test_identifier_holds_one_that_the_section_lacks(answer: str, words: str) -> None:
    assert held("identifier", answer, where()) == [words]


@pytest.mark.parametrize(("answer", "words"), MARKS)
def test_identifier_is_silent_where_the_section_has_it(answer: str, words: str) -> None:
    assert held("identifier", answer, where(f"It says {words} there.")) == []


@pytest.mark.parametrize("answer", PLAIN)
def test_identifier_is_silent_on_running_text(answer: str) -> None:
    assert held("identifier", answer, where()) == []


def test_identifier_takes_a_sections_own_heading_for_no_running_text() -> None:
    section = "## Who guesses {#who-does-the-guessing}\n\nNothing."
    assert held("identifier", "See who-does-the-guessing.", where(section)) == ["who-does-the-guessing"]


def test_identifier_asks_for_the_same_words_and_not_for_a_part() -> None:
    assert held("identifier", "It lies in src/main.ts there.", where("See src/main.tsx.")) == ["src/main.ts"]


@pytest.mark.parametrize(
    ("answer", "n"), [("It lies in /etc/hosts.", 1), ("It is DESK-1432.", 0), ("See www.a.b.", 0)]
)
def test_identifier_holds_only_the_plainest_while_the_article_is_missing(answer: str, n: int) -> None:
    assert len(says("identifier", answer, missing())) == n


def test_identifier_says_what_it_is() -> None:
    (one,) = says("identifier", "It lies in /etc/hosts.", "Nothing.")
    says_so = "“/etc/hosts” is a file path in running text; “How it went” does not have it."
    assert (one.severity, one.text) == ("override", says_so)


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ("It is ticket DESK-1432 there.", "a ticket number"),
        ("It is registered as DESK-1432 there.", "a reference number"),
        ("It is registered as NCT05812346 there.", "a reference number"),
        ("It is 10.1000/182 there.", "a DOI"),
        ("See arXiv:2505.01234 for it.", "an arXiv number"),
    ],
)
def test_identifier_says_what_kind_it_is(answer: str, what: str) -> None:
    (one,) = says("identifier", answer, "It reads.")
    assert f" is {what} in running text" in one.text
