"""T01 to T16: odd text, odd spans, odd cites. Each row is named by its id; refused means told with its place, nothing written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from reviews import intake, people
from reviews.core.refusals import Malformed
from reviews.models import Article, Chip, Entry, Pack
from tests import builders as made
from tests.core import builders as files
from tests.core.builders import changed
from tests.pages import entered, read, tables

pytestmark = pytest.mark.django_db
ONE = {"version": 1, "key": "key-for-a-form"}
BELL, TURN = "\x07", "\u202e"


@pytest.fixture
def admin() -> Client:
    return entered(made.admin())


@pytest.fixture
def jo() -> Client:
    judge = made.seated_judge()
    return entered(judge)


def sent(client: Client, data: Any) -> Any:
    """A pack's data loaded over HTTP; in ASCII, as a lone surrogate can only be written so."""
    raw = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    return client.post("/load/", {"pack": SimpleUploadedFile("pack.json", raw)})


def refused(client: Client, data: Any, place: str) -> None:
    before = tables()
    answer = sent(client, data)
    assert (answer.status_code, tables()) == (422, before)
    assert place in read(answer).words


def page(client: Client, pack: Pack, tail: str = "desk/") -> str:
    return client.get(f"/packs/{pack.slug}/{tail}").content.decode()


def at(pack: Pack, act: str, n: int = 0) -> str:
    return f"/packs/{pack.slug}/chips/{made.chip(pack, n).cid}/{act}/"


PLACES = ["/title", "/dek", "/chips/0/q", "/chips/0/a", "/chips/0/cites/0", "/sections/0/heading", "/sections/0/digest",
          "/short/bullets/0", "/short/paragraph", "/series/0", "/licence", "/slug", "/sections/0/id", "/chips/0/id",
          "/related/0/why", "/source/url"]  # fmt: skip


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udc00\ud800"])
@pytest.mark.parametrize("pointer", PLACES)
def test_t01_a_lone_surrogate_is_refused(admin, pointer, text):
    refused(admin, changed(files.pack(), pointer, text), pointer)


def test_t01_a_lone_surrogate_in_a_key_is_refused(admin):
    refused(admin, changed(files.pack(), "/ke\ud800y", 1), "surrogate")


@pytest.mark.parametrize("pointer", PLACES)
def test_t02_a_nul_is_refused(admin, pointer):
    refused(admin, changed(files.pack(), pointer, "a\0b"), pointer)


HIDDEN = [BELL, "\x1b", "\x7f", "\x85", "\x9b", "\u00ad", "\u200b", "\u200e", TURN, "\u2066", "\u2069", "\ufeff", "\uffff",
          "\U000e0041"]  # fmt: skip


@pytest.mark.parametrize("character", HIDDEN)
def test_t02_t05_what_cannot_be_seen_is_shown_by_number_with_a_warning(jo, character):
    odd = f"seen{character}unseen"
    chips = [files.chip(f"is it {odd}?", f"It is {odd}, once a week if it is kept in the refrigerator.")]
    data = changed(files.pack(chips=chips, title=odd), "/sections/0/heading", odd)
    made_pack = intake.load(files.raw(data), files.article().encode(), by=None).pack
    name = f"seen⟨U+{ord(character):04X}⟩unseen"
    for tail in ("desk/", "", "article/"):
        body = page(jo, made_pack, tail)
        assert (character in body, name in body) == (False, True)
    assert "This chip holds characters that cannot be seen" in page(jo, made_pack)


def test_t05_a_word_of_two_alphabets_is_marked_and_told(jo):
    chips = [files.chip("how is it paid?", "It is paid by pаypal, once a week, and never otherwise.")]
    body = page(jo, made.loaded(chips=chips))
    assert 'Not in the cited section: <b dir="auto">pаypal</b>' in body


@pytest.mark.parametrize("text", ["مرحبا بالعالم", "שלום עולם", "日本語の文章", "👩‍💻 🏳️‍🌈", "क्‍ष می‌خواهم"])
def test_t05_other_scripts_are_shown_as_they_are_and_turn_nothing_round(jo, text):
    chips = [files.chip(f"{text}?", f"{text}, once a week if it is kept in the refrigerator.")]
    body = page(jo, made.loaded(chips=chips, title=text))
    question = LexborHTMLParser(body).css_first("#chip-q")
    assert (question.text().startswith(f"{text}?"), question.attributes["dir"]) == (True, "auto")
    assert f'dir="auto">{text}</a></h1>' in body


LINES = "".join(
    f"line {n} ends{end}"
    for n, end in enumerate(["\r\n", "\r", "\n", "\u2028", "\u2029", "\x85", "\v", "\f"])
)
TEXT = f"# Title\n\n## Lines {{#lines}}\n\nFirst a word.\r\n{LINES}the last words of them all\n"


def test_t03_line_ends_are_stored_unchanged_and_offsets_are_of_the_raw_text(jo):
    pack = loaded(TEXT)
    assert bytes(Article.objects.get().raw) == TEXT.encode()
    jo.post(at(pack, "publish"), {**ONE, "quote": "First a word. line 0 ends line 1 ends line 2"})
    chip = made.chip(pack)
    assert (chip.quote, chip.quote_start) == (
        "First a word.\r\nline 0 ends\r\nline 1 ends\rline 2",
        TEXT.index("First"),
    )


def loaded(text: str, **changes: Any) -> Pack:
    chips = [
        files.chip("which lines are there?", "Lines that end in every way there is, one by one.", ["lines"])
    ]
    data = files.pack(text=text, chips=chips, thanks=None, **changes)
    return intake.load(files.raw(data), text.encode(), by=None).pack


def test_t03_crlf_from_a_browser_makes_no_change(jo):
    pack = made.loaded(
        chips=[files.chip("which lines?", "One line.\nAnother line, once a week\rand a third.")]
    )
    chip = made.chip(pack)
    same = {
        "q": chip.q,
        "a": chip.a.replace("\r", "\n").replace("\n", "\r\n"),
        "cites": "feeding",
        "why": "none",
    }
    answer = jo.post(at(pack, "edit"), {**ONE, **same}, headers={"HX-Request": "true"})
    assert ("Nothing was changed" in answer.content.decode(), made.chip(pack).version) == (True, 1)


@pytest.mark.parametrize("name", ["JO", "ｊｏ", "j\u200bo", "jо", "ϳo"])
def test_t06_a_name_that_looks_like_another_is_refused(jo, name):
    with pytest.raises(Malformed):
        people.add_user(name, is_admin=False, may_judge=True, by=None)


FLOODS = {"marks": "a" + "\u0301" * 10_000, "joined": "👩‍👩‍👧‍👦" * 500, "one line": "x" * 11_000}


@pytest.mark.parametrize("name", FLOODS)
def test_t07_a_flood_of_marks_is_shown(jo, name):
    pack = made.loaded(chips=[files.chip("what is it?", f"It is {FLOODS[name]}.")])
    assert FLOODS[name][:100] in page(jo, pack)


def test_t07_a_line_of_a_megabyte_is_read(jo):
    pack = loaded(f"# Title\n\n## Lines {{#lines}}\n\n{'x' * 1_000_000} and the end of it\n")
    answer = jo.post(at(pack, "quote"), {**ONE, "quote": "and the end of it"})
    assert "Stands word for word" in answer.content.decode()


@pytest.mark.parametrize("span", [[-1, 5], [9, 3], [5, 5], [0, 10**12], [10**9, 10**9 + 1], None, [1.5, 9], ["1", "9"], [1], [1, 2, 3], {}, [True, 9]])  # fmt: skip
def test_t08_a_span_that_is_none_is_refused(admin, span):
    refused(admin, changed(files.pack(), "/sections/0/span", span), "/sections/0/span")


@pytest.mark.parametrize("name", ["overlapping", "nested", "the same", "unsorted"])
def test_t11_spans_that_do_not_follow_one_another_are_refused_with_both_named(admin, name):
    rows = files.sections_of(files.article())
    first, second = rows[0]["span"], rows[1]["span"]
    spans = {"overlapping": [second[0] - 5, second[1]], "nested": [first[0] + 1, first[1] - 1], "the same": first,
             "unsorted": [0, first[0]]}  # fmt: skip
    moved = files.section("heating", spans[name], heading=rows[1]["heading"])
    answer = sent(admin, files.pack(sections=[rows[0], moved, rows[2]]))
    words = read(answer).words
    assert (answer.status_code, "feeding" in words and "heating" in words, Pack.objects.count()) == (
        422,
        True,
        0,
    )


@pytest.mark.parametrize("cites", [["nowhere"], ["Feeding"], ["fe\u0301eding"], ["feeding", "nowhere"]])
def test_t12_an_unknown_cite_loads_with_a_finding_and_is_never_published(jo, cites):
    pack = made.loaded(
        chips=[files.chip("how often is it fed?", "Once a day, or once a week in the cold.", cites)]
    )
    assert "cite" in {finding["gate"] for finding in made.chip(pack).findings}
    answer = jo.post(
        at(pack, "publish"),
        {**ONE, "quote": "Feed the starter once a day", "why": "so", "override": ["cite", "quote"]},
    )
    assert (answer.status_code, made.chip(pack).status) == (422, "waiting")


@pytest.mark.parametrize("cites", [[], ["feeding", "feeding"], ["thanks"]])
def test_t12_no_cite_or_a_doubled_one_needs_a_spoken_override(jo, cites):
    pack = made.loaded(
        chips=[files.chip("how often is it fed?", "Once a day, or once a week in the cold.", cites)]
    )
    form = {**ONE, "quote": "Feed the starter once a day", "quote_cite": "feeding"}
    assert jo.post(at(pack, "publish"), form).status_code == 422
    form |= {"key": "another-key-now", "why": "so", "override": ["cite", "quote", "figure", "new_noun"]}
    assert (jo.post(at(pack, "publish"), form).status_code, made.chip(pack).status) == (303, "published")


def test_t12_section_ids_that_come_twice_are_refused(admin):
    refused(admin, changed(files.pack(), "/sections/1/id", "feeding"), "/sections/1/id")


def test_t12_a_heading_that_comes_twice_is_told_apart_by_its_id(jo):
    text = "# T\n\n## Same {#one}\n\nThe first of two words.\n\n## Same {#two}\n\nThe second of two words.\n"
    data = files.pack(
        text=text,
        chips=[files.chip("which of two?", "The second one of the two of them.", ["two"])],
        thanks=None,
    )
    pack = intake.load(files.raw(data), text.encode(), by=None).pack
    jo.post(at(pack, "publish"), {**ONE, "quote": "The second of two words."})
    assert made.chip(pack).quote_start == text.index("The second")


@pytest.mark.parametrize(
    "change", [str.upper, lambda sha: sha[:40], "sha256:{}".format, lambda sha: sha + "0", lambda sha: ""]
)
def test_t13_a_malformed_hash_is_refused(admin, change):
    md_sha = files.source(files.article())["md_sha"]
    refused(admin, changed(files.pack(), "/source/md_sha", change(md_sha)), "/source/md_sha")


def test_t13_the_hash_is_over_the_raw_bytes(jo):
    """Of the text with its line ends mended it is another one: kept, marked, and nothing measured on it."""
    raw = files.article().replace("\n", "\r\n").encode()
    pack = intake.load(files.raw(files.pack()), raw, by=None).pack
    assert (pack.article_id, pack.attachments.get().is_cited) == (None, False)
    form = {**ONE, "quote": "", "why": "read at its address"}
    assert jo.post(at(pack, "publish"), form).status_code == 422
    jo.post(at(pack, "publish"), {**form, "key": "another-key-now", "override": "quote"})
    assert json.loads(Entry.objects.latest("id").body)["source"] == "unverified"


def test_t15_the_selected_one_of_several_places_is_kept(jo):
    text = "# T\n\n## Lines {#lines}\n\nThe same words here. The same words here. The same words here.\n"
    pack, start = loaded(text), text.index("The same") + 21
    selected = {
        "quote": "The same words here.",
        "quote_cite": "lines",
        "quote_start": start,
        "quote_end": start + 20,
    }
    jo.post(at(pack, "publish"), {**ONE, **selected})
    assert (made.chip(pack).quote_start, made.chip(pack).quote_end) == (start, start + 20)


@pytest.mark.parametrize(
    "quote", ["Feed the starter, once a day", "feed the starter once a day", "Feed the “starter” once a day"]
)
def test_t15_a_near_quote_does_not_stand_and_is_kept_as_typed(jo, quote):
    pack = made.loaded()
    answer = jo.post(at(pack, "publish"), {**ONE, "quote": quote}, headers={"HX-Request": "true"})
    body = answer.content.decode()
    assert (answer.status_code, made.chip(pack).status) == (422, "waiting")
    assert ("Nearly in" in body, quote in body) == (True, True)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u00a0\u2003", "x" * 1_000_000])
@pytest.mark.parametrize("field", ["q", "a"])
def test_t16_an_empty_or_endless_chip_is_refused(admin, field, text):
    refused(admin, changed(files.pack(), f"/chips/0/{field}", text), f"/chips/0/{field}")


def test_t16_a_chip_of_marks_alone_loads_with_a_finding():
    pack = made.loaded(chips=[files.chip("???", "…!!!")])
    assert (Chip.objects.get().status, bool(made.chip(pack).findings)) == ("waiting", True)
