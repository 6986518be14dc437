"""How long a section takes to draw, to mark and to be asked for a quote: `python -m tests.bench.render`."""

from __future__ import annotations

from collections.abc import Iterator

from reviews.core import fold, marks, places, quote, render
from reviews.core.gates import Source
from tests.bench import Case, cases, milliseconds

SENTENCE = "A judge needed *eleven* seconds for chip {n}, says [Marta](https://a.example/), and `nobody` was faster.\n\n"
DENSE = "**粗** *斜* `碼` [連](https://a.example/路) &amp; 日本語 ~~消~~ <b>生</b> $x$ \\* 👩‍💻 ![圖](x.png)\u200bé[^1] | "


def main() -> None:
    print(
        f"{'article':<44}{'chars':>9}{'sections':>9}{'draw ms':>9}{'mark ms':>9}{'again':>8}{'quote ms':>9}"
    )
    for case in [*cases(), *map(made, (30_000, 300_000, 3_000_000)), *unlucky()]:
        told = [drawn(case), marked(case, is_first=True), marked(case, is_first=False), quoted(case)]
        n = len(case.source.spans)
        print(
            f"{case.name:<44}{len(case.text):>9,}{n:>9}"
            + "".join(f"{ms:>{w}.2f}" for ms, w in zip(told, (9, 9, 8, 9), strict=True))
        )


def unlucky() -> Iterator[Case]:
    """Sections of 30 kB in which every other word is marked up, and what is built to be slow."""
    yield one("dense, 30,000 bytes", DENSE * (30_000 // len(DENSE.encode())))
    yield one("20,000 `![`", "![" * 20_000)
    yield one("5,000 nested quotes", "> " * 5_000 + "deep")
    yield one("a table of 1,000 × 1,000", f"{'a|' * 1_000}\n{'-|' * 1_000}\n" + f"{'b|' * 1_000}\n" * 1_000)
    yield one("a table of cells left out", f"{'|a' * 1_000}\n{'|-' * 1_000}\n" + "|a\n" * 8_600)


def made(size: int) -> Case:
    """One section of about that many characters."""
    return one(f"made, {size:,}", "".join(SENTENCE.format(n=n) for n in range(size // len(SENTENCE))))


def one(name: str, section: str) -> Case:
    text = f"## Made {{#made}}\n\n{section}"
    chip = {
        "q": "how fast?",
        "a": "Marta needed eleven seconds, not 99, “says Marta, and nobody was faster”.",
        "cites": ["made"],
    }
    return Case(name, {"chips": [chip]}, Source(text, {"made": (0, len(text))}, {"made": "Made"}, {}), {})


def drawn(case: Case) -> float:
    """Every section once; the longest tells most, so this is the whole article's time."""
    return milliseconds(
        lambda: [render.section_html(case.text, *span) for span in case.source.spans.values()], 3
    )


def marked(case: Case, *, is_first: bool) -> float:
    """The marks of one chip, the middle one of the pack: with every index to be made, or made before."""
    chip = case.data["chips"][len(case.data["chips"]) // 2]

    def work() -> None:
        source = Source(case.text, case.source.spans, case.source.headings, {}) if is_first else case.source
        if is_first:
            forget()
        marks.marks(chip["a"], chip["cites"], source)

    work()
    return milliseconds(work)


def quoted(case: Case) -> float:
    """Where twelve words from the middle of the longest section stand."""
    cite, (start, end) = max(case.source.spans.items(), key=lambda item: item[1][1] - item[1][0])
    words = " ".join(case.text[start:end].split()[-40:-28])
    source = case.source
    return milliseconds(
        lambda: quote.find(words, article=case.text, spans=source.spans, headings=source.headings, cite=cite)
    )


def forget() -> None:
    for kept in (fold.drawn, fold._read, places._figures, places._atoms, places._evened):
        kept.cache_clear()


if __name__ == "__main__":
    main()
