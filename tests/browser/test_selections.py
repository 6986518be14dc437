"""Random selections in a real browser: their offsets, sent to the server, give a slice that covers what was seen."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from reviews.core import article as articles
from reviews.core.fold import folded
from reviews.core.quote import length
from tests.browser.conftest import Server, log_in
from tests.core import builders as files
from tests.core import nastier, raw_html
from tests.core.same_words import Span, bare, cuts, is_alike, is_told_apart, letters

EXAMPLE = Path("reviews/example/how-a-held-chip-becomes-a-published-one.json").resolve()
SHORT, LONG = 300, 2_000
SHORTEST = 12

NASTY = """\
# Nasty lines 🥖

## Letters {#letters}

Emoji with joiners 👩‍💻👩🏽‍🚀 and 🏳️‍🌈 flags, combining cafe\u0301 a\u0301\u0323 accents, astral 𝒜𝒷𝒸 and 日本語の文章。
A no-break\u00a0space, a thin\u2009one, two  plain ones, a zero\u200bwidth one, a soft\u00adhyphen and a turn\u202eround\u202c here.
The line ends with CR LF\r
and goes on here,\r
then with a CR alone\rand on; with a hard break  \r
and with another\\
to its end. Zero\u200bwidth again, and zerowidth without.
\u2066Isolated\u2069 words, \ufeffmarked ones and a line\u2028separator. Same zero\u200bwidth words stand here.
Same zerowidth words stand here, می‌خواهم and क्‍ष.

## Markup {#markup}

Words in **bo**ld, *it*alic, ***both***, ~~gone~~, `code`, ``a`tick``, a [link](https://a.example/x_y) and <https://b.example/>.
Entities &amp; &lt;b&gt; &copy; &#x1F956; &NotEqualTilde; &nbsp; and &nope; with \\*stars\\* and \\\\ slashes, `a\\|b` too.
Some <b>raw</b> html, a note[^n] and another[^n], $x+y$ and ![a *picture*](p.png "t") inside, [nowhere][x].
A `code
span` over two lines.

> A quote `over
> two` lines, with a
> third &amp; last.
>
> - and a list in it
>   goes on

## Blocks {#blocks}

- one
  - two **deep**
    1. three deeper
    2. and four
  - five
- [x] six is done
- [ ] seven is not

  with a paragraph of its own

| Name | Size | `Code` |
|:---|---:|:---:|
| a **cell** | 1&nbsp;000 kB | `x\\|y` |
| 日本 | | 👩‍💻 |

```js
const a = "<b>";\t// tab
    if (a &amp;&amp; b) return;

```

    indented\tcode

<div class="x">
raw <i>block</i>
</div>

The same words twice. The same words twice. The same words twice.

$$
a^2
+ b
$$

## Notes {#notes}

[^n]: The note has *words* of its own.

Term\twith tabs  and trailing   spaces   \n\\# not a heading, 1\\. not a list, &#35; nor this.
***
Last line without an end"""

SELECT = """
async ({ n, seed, address }) => {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (most) => Math.floor(random() * most);
  const boxes = [...document.querySelectorAll(".section__text")];
  const textsOf = (box) => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };
  const within = (text) => [...text.data].slice(0, below([...text.data].length + 1)).join("").length;
  const place = (box, texts, near) => {
    if (random() < 0.15) {
      const elements = [box, ...box.querySelectorAll("*")];
      const element = elements[below(elements.length)];
      return [element, below(element.childNodes.length + 1)];
    }
    const n = near === undefined ? below(texts.length) : Math.min(texts.length - 1, near + below(6));
    return [texts[n], within(texts[n]), n];
  };
  const select = () => {
    const box = boxes[below(boxes.length)], texts = textsOf(box), selection = getSelection();
    const one = place(box, texts), two = place(box, texts, random() < 0.7 ? one[2] : undefined);
    if (random() < 0.7) {
      selection.setBaseAndExtent(one[0], one[1], two[0], two[1]);
    } else { // as the keyboard and a double click do
      selection.collapse(one[0], one[1]);
      if (random() < 0.5) selection.modify("move", "backward", "word");
      const by = ["character", "word", "line", "sentence", "paragraphboundary"][below(5)];
      for (let times = 1 + below(9); times; times--) selection.modify("extend", random() < 0.8 ? "forward" : "backward", by);
    }
  };
  window.addEventListener("quoted", (event) => event.stopPropagation(), true);
  const form = document.getElementById("decide"), found = [];
  const button = document.querySelector("[data-use-selection]");
  while (found.length < n) {
    for (const name of ["quote", "quote_start", "quote_end", "quote_cite"]) form.elements[name].value = "";
    document.getElementById("not-taken")?.remove();
    select();
    if (!getSelection().rangeCount) continue;
    const saw = getSelection().toString();
    const inside = boxes.some((box) => box.contains(getSelection().getRangeAt(0).commonAncestorContainer));
    const touched = boxes.filter((box) => getSelection().containsNode(box, true)).length;
    button.click();
    const [words, start, end, cite] = ["quote", "quote_start", "quote_end", "quote_cite"].map((name) => form.elements[name].value);
    const why = document.getElementById("not-taken")?.textContent || "";
    if (why) { found.push({ saw, why, inside, touched }); continue; }
    const answer = await fetch(address, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const verdict = page.querySelector(".verdict");
    found.push({
      saw, inside, why, words, cite, start: Number(start), end: Number(end), status: answer.status,
      kind: verdict?.dataset.kind, text: verdict?.textContent, from: Number(verdict?.dataset.start), to: Number(verdict?.dataset.end),
    });
  }
  return found;
}
"""


@dataclass(frozen=True)
class Case:
    """One chip's page, and the article as the server has it."""

    slug: str
    cid: str
    text: str
    spans: dict[str, tuple[int, int]]

    @property
    def desk(self) -> str:
        return f"/packs/{self.slug}/desk/?chip={self.cid}"

    def drawn(self, cite: str, start: int, end: int) -> str:
        """What a slice of the source shows of itself, odd characters left out."""
        first, last = self.spans[cite]
        return folded(self.text[first:last], "plain").slice(start - first, end - first)

    def seen(self, cite: str, start: int, end: int) -> str:
        """What a reader of the published page sees of a slice of the source."""
        first, last = self.spans[cite]
        return folded(self.text[first:last], "published").slice(start - first, end - first)

    def is_seen(self, cite: str, start: int, end: int) -> bool:
        """Does a reader see all the words that are drawn here? HTML is drawn here as it is written."""
        seen, in_article = self.seen(cite, start, end), folded(self.text, "published").slice(start, end)
        words, (first, last) = self.drawn(cite, start, end), self.spans[cite]
        if not (seen and in_article and letters(words)) or cuts(
            self.text[first:last], start - first, end - first
        ):
            return False
        return letters(seen) == letters(words) and is_alike(words, in_article)

    def is_kept(self, words: str, cite: str, selected: Span, kept: Span) -> bool:
        """Does the server's slice show the words, but for the half of a tag that hung over them?"""
        first, last = self.spans[cite]
        spans = ((start - first, end - first) for start, end in (selected, kept))
        return is_told_apart(words, bare(self.drawn(cite, *kept)), self.text[first:last], *spans)


def cases(path: Path) -> Iterator[Case]:
    data = json.loads(path.read_text())
    article = articles.read(path.with_suffix(".md").read_bytes())
    spans = articles.spans(article, data["sections"], articles.unit(article, data["sections"]))
    for chip in (chip for chip in data["chips"] if spans.keys() & chip["cites"]):
        yield Case(data["slug"], chip["id"], article.text, spans)


def nasty(folder: Path) -> list[Path]:
    """Packs over nasty lines of three kinds; each chip cites two sections, of which some begin within code or a comment."""
    return [
        written(folder, "nasty-lines", NASTY, [["letters", "blocks"], ["markup", "notes"]]),
        written(
            folder,
            "nastier-lines",
            nastier.LINES,
            [["headings", "lists"], ["tables", "notes"], ["inline", "closed"], ["no", "neither"]],
        ),
        written(folder, "raw-html", raw_html.LINES, [["tags", "comments"], ["blocks", "entities"]]),
    ]


def written(folder: Path, slug: str, text: str, cites: list[list[str]]) -> Path:
    chips = [
        files.chip(f"what is in part {n}?", "Whatever breaks offsets elsewhere.", cited)
        for n, cited in enumerate(cites)
    ]
    path = folder / f"{slug}.json"
    path.write_bytes(files.raw(files.pack(text=text, slug=slug, chips=chips, bullets=(), thanks=None)))
    path.with_suffix(".md").write_bytes(text.encode())
    return path


def selections(page: Page, server: Server, paths: list[Path], n: int) -> list[tuple[Case, dict[str, Any]]]:
    """`n` selections, spread evenly over the chips of these packs."""
    server.manage("load_pack", *map(str, paths))
    log_in(page, server, "jo")
    every = [case for path in paths for case in cases(path)]
    found = []
    for seed, case in enumerate(every):
        page.goto(server.url + case.desk)
        more = n // len(every) + (seed < n % len(every))
        address = f"/packs/{case.slug}/chips/{case.cid}/quote/"
        found += [
            (case, one) for one in page.evaluate(SELECT, {"n": more, "seed": seed + 1, "address": address})
        ]
    return found


def mismatch(case: Case, one: dict[str, Any]) -> str:
    """What is wrong with one selection; empty where all three tell of the same words."""
    saw, words = bare(one["saw"]), bare(one.get("words", ""))
    if one["why"]:
        is_right = ("runs over" in one["why"] and one["touched"] > 1) or not one["inside"]
        return "" if not saw or is_right else f"not taken: {one['why']}"
    if not words or not (saw in words if one["inside"] else words in saw):
        return "the page sends other words than were seen"
    if not case.is_seen(one["cite"], one["start"], one["end"]):
        is_told = one["kind"] != "stands" or "A reader sees" in one["text"]
        seen = is_told or letters(folded(case.text, "published").slice(one["from"], one["to"]))
        return "" if seen in (True, letters(words)) else f"a reader sees other words: {one['text']}"
    n_seen = length(case.seen(one["cite"], one["start"], one["end"]))
    if one["kind"] != ("stands" if n_seen >= SHORTEST else "short"):
        return f"does not stand: {one['text']}"
    if not one["start"] <= one["from"] < one["to"] <= one["end"]:
        return "the server's slice leaves the selection"
    selected, kept = (one["start"], one["end"]), (one["from"], one["to"])
    is_kept = case.is_kept(words, one["cite"], selected, kept)
    return "" if is_kept else f"the slice shows {case.drawn(one['cite'], *kept)!r}"


def report(found: list[tuple[Case, dict[str, Any]]]) -> list[str]:
    return [f"{wrong}: {case.slug} {one}" for case, one in found if (wrong := mismatch(case, one))]


def test_random_selections_of_the_example_and_of_nasty_lines_stand(page, server, tmp_path):
    n = LONG // 2 if os.environ.get("PACKREVIEW_LONG") else SHORT // 2
    found = selections(page, server, [EXAMPLE, *nasty(tmp_path)], n)
    print(
        f"SELECTIONS tried={len(found)} taken={sum(not one['why'] for _, one in found)} violations={len(report(found))}"
    )
    assert (len(found), report(found)) == (n, [])


@pytest.mark.packs
def test_random_selections_of_real_articles_stand(page, server, packs_dir):
    n = LONG // 2 if os.environ.get("PACKREVIEW_LONG") else SHORT // 2
    paths = [
        path
        for path in sorted(packs_dir.glob("*.json"))
        if path.with_suffix(".md").exists() and "truth" not in path.name
    ]
    found = selections(page, server, paths, n)
    print(
        f"SELECTIONS tried={len(found)} taken={sum(not one['why'] for _, one in found)} violations={len(report(found))}"
    )
    assert (len(found), report(found)) == (n, [])
