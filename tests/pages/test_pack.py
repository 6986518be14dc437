"""The pack page: what it says, which rows its numbers count, how what was dropped comes back."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import desk, intake, strikes
from reviews.models import Chip, Pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered, read, seen, unkept

pytestmark = pytest.mark.django_db
AT = "/packs/baking-with-a-sourdough-starter/"


@pytest.fixture
def judge():
    return made.seated_judge()


def dropped(pack: Pack, judge, n: int = 0, why: str = "wrong") -> Chip:
    desk.drop(pack, made.chip(pack, n).cid, made.ask(judge, made.chip(pack, n), why=why))
    return made.chip(pack, n)


def rewritten(pack: Pack, judge, n: int = 1) -> Chip:
    chip = made.chip(pack, n)
    wording = made.wording("how hot is it?", "It is heated to 250 °C.", "heating")
    desk.hand_edit(pack, chip.cid, made.ask(judge, chip, why="plainer"), wording)
    return made.chip(pack, n)


def judged(judge) -> Pack:
    """One chip dropped, one rewritten, one held; a bullet and a digest struck; three drops in the file."""
    drops = [files.drop("chip"), files.drop("bullet", "hand-edit"), files.drop("chip", "length")]
    pack = made.loaded(drops=drops)
    dropped(pack, judge, 0)
    rewritten(pack, judge, 1)
    desk.hold(pack, made.chip(pack, 2).cid, made.ask(judge, made.chip(pack, 2), why="later"))
    strikes.strike(pack, "digest", "feeding", made.ask(judge, why="wrong"))
    strikes.strike(pack, "bullet", pack.bullets.get().text_sha, made.ask(judge, why="wrong"))
    pack.refresh_from_db()
    return pack


def test_the_page_shows_what_the_pack_says_of_itself():
    made.loaded(
        kit={"tool": "v9"}, dek="Of flour.", related=[{"slug": "keeping-flour", "why": "same § ground"}]
    )
    words = seen(entered(made.reader()), AT).words
    said = (
        "Of flour.",
        "CC BY 4.0",
        "2026-10-01",
        "no judge is seated",
        "gemma-class",
        '"tool": "v9"',
        "words 118",
    )
    said += (
        "2026-10-01T08:00:00Z",
        "keeping-flour same § ground",
        "Feed the starter daily",
        "Marta Lindqvist",
    )
    assert [one for one in said if one not in words] == []


def test_an_unknown_pack_is_not_found():
    assert entered(made.reader()).get("/packs/nowhere/").status_code == 404


def test_the_links_lead_to_desk_ledger_article_and_release():
    made.loaded()
    links = seen(entered(made.reader()), AT).links
    assert {f"{AT}{name}/" for name in ("desk", "ledger", "article", "release")} <= set(links)


def test_the_sum_strip_tells_of_every_chip(judge):
    judged(judge)
    words = seen(entered(made.reader()), AT).words
    assert "written 5 + rewritten 1 = published 0 + held 1 + waiting 1 + dropped 4 ✓ adds up" in words


def test_each_kind_adds_up(judge):
    judged(judge)
    words = seen(entered(made.reader()), AT).words
    assert "bullets 2 0 2 ✓ adds up digests 1 0 1 ✓ adds up chips 5 1 4 ✓ adds up" in words


def test_every_number_of_the_page_leads_to_as_many_rows(judge):
    judged(judge)
    assert unkept(entered(judge), AT) == []


def test_every_number_of_a_pack_loaded_as_ratified_leads_to_as_many_rows():
    intake.load(files.raw(files.ratified()), None, by=None)
    page = seen(entered(made.reader()), AT)
    assert "written 3 + rewritten 1 = published 1 + held 1 + waiting 0 + dropped 2 ✓ adds up" in page.words
    assert unkept(entered(made.judge()), AT) == []


@pytest.mark.parametrize(
    ("query", "n_rows"),
    [
        ("status=waiting", 1),
        ("status=held", 1),
        ("status=published", 0),
        ("status=rewritten", 1),
        ("status=kept", 1),
        ("status=dropped", 4),
        ("status=all", 6),
        ("drops=:", 3),
        ("drops=chip:", 2),
        ("drops=:length", 1),
        ("drops=bullet:hand-edit", 1),
        ("bullets=kept", 0),
        ("digests=dropped", 1),
        ("sections=all", 3),
    ],
)
def test_a_filter_lists_its_rows(judge, query, n_rows):
    judged(judge)
    assert seen(entered(judge), f"{AT}?{query}").n_rows == n_rows


@pytest.mark.parametrize(
    "query", ["status=gone", "drops=x:y", "bullets=", "findings=c-00000000", "findings=%00"]
)
def test_a_filter_that_is_none_shows_the_whole_pack(query):
    made.loaded()
    assert "Sections and digests" in seen(entered(made.reader()), f"{AT}?{query}").words


def test_each_chip_leads_to_its_place_on_the_desk():
    pack = made.loaded()
    links = [link for link in seen(entered(made.reader()), AT).links if "?chip=" in link]
    assert links == [f"{AT}desk/?chip={made.chip(pack, n).cid}" for n in range(3)]


def test_a_rewritten_chip_shows_its_former_words(judge):
    rewritten(made.loaded(), judge)
    words = seen(entered(judge), f"{AT}?status=rewritten").words
    assert ("how hot is it?" in words, "how hot should the oven be?" in words) == (True, True)


def test_the_findings_of_a_chip_are_counted_and_listed():
    chips = [files.chip("how hot is it at Kew?", "It is heated to 900 °C.", ["heating"])]
    made.loaded(chips=chips)
    (n, href), *_ = [one for one in seen(entered(made.reader()), AT).counts if "findings" in one[1]]
    page = seen(entered(made.judge()), AT + href)
    assert (page.n_rows, "900" in page.words) == (n, True)


def test_a_dropped_chip_comes_back_in_two_clicks(judge):
    pack = made.loaded()
    chip, client = dropped(pack, judge), entered(judge)
    action, fields = next(
        iter((k, v) for k, v in seen(client, f"{AT}?status=dropped").forms.items() if "undo" in k)
    )
    answer = client.post(action, fields)
    assert (answer.status_code, made.chip(pack).status, made.chip(pack).version) == (
        303,
        "waiting",
        chip.version + 1,
    )


def test_who_has_no_seat_is_shown_no_form_for_an_act(judge):
    judged(judge)
    assert set(seen(entered(made.admin()), f"{AT}?status=dropped").forms) == {"/logout/"}


def test_keys_that_are_not_read_are_named():
    made.loaded(house={"x": 1}, licenc="CC0")
    words = seen(entered(made.reader()), AT).words
    assert ("Carried, not read" in words, '/house carried "house"' in words, "slip" in words) == (
        True,
        True,
        True,
    )


def test_a_row_changed_outside_the_desk_is_told_by_its_chip():
    pack = made.loaded()
    Chip.objects.filter(pk=made.chip(pack).pk).update(a="Never.")
    page = seen(entered(made.reader()), AT)
    fault = f"Chip {made.chip(pack).cid} is not as the ledger leaves it: answer."
    assert ("The record does not add up" in page.words, fault in page.words) == (True, True)


def test_a_kept_count_changed_outside_the_desk_is_told():
    Pack.objects.filter(pk=made.loaded().pk).update(n_waiting=2)
    words = seen(entered(made.reader()), AT).words
    assert ("✕ 3 is not 2" in words, "The kept counts say" in words) == (True, True)


def test_a_section_says_why_it_has_no_digest():
    made.loaded()
    assert "no digest was written: credits" in seen(entered(made.reader()), AT).words


def test_a_long_list_is_shown_in_pages_and_its_number_says_so():
    chips = [files.chip(f"how long is step {n}?", f"Step {n} is short.") for n in range(205)]
    made.loaded(chips=chips, article=False)
    client = entered(made.reader())
    first = seen(client, f"{AT}?status=waiting")
    later = next(link for link in first.links if "from=" in link)
    assert (first.n_rows, seen(client, AT + later).n_rows) == (200, 5)
    assert unkept(client, AT) == []


def test_the_page_asks_as_much_of_the_database_for_many_chips_as_for_one():
    n_queries = []
    for slug, n in (("one", 1), ("many", 50)):
        chips = [files.chip(f"how long is step {k}?", f"Step {k} is short.") for k in range(n)]
        made.loaded(chips=chips, article=False, slug=slug)
        client = entered(made.reader(slug))
        client.get(f"/packs/{slug}/")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/packs/{slug}/")
        n_queries.append(len(queries))
    assert n_queries[0] == n_queries[1]


def test_words_from_a_pack_are_only_ever_words():
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    made.loaded(
        title=evil, dek=evil, licence=evil, notice=evil, pack_note=evil, series=[evil], kit=evil, evil=evil
    )
    made.loaded(slug="plain")
    client = entered(made.reader())
    page, plain = seen(client, AT), seen(client, "/packs/plain/")
    n_scripts = plain.tags.count("script")
    assert (page.tags.count("script"), "img" in page.tags, evil in page.words) == (n_scripts, False, True)


def test_a_pack_without_chips_says_so():
    made.loaded(chips=[], bullets=())
    assert "No chip is in this pack" in seen(entered(made.reader()), AT).words


def test_what_cannot_be_seen_is_shown_by_number():
    made.loaded(title="Bread\u202e rolls\u200b", bullets=["A \x07bell"])
    words = read(entered(made.reader()).get(AT)).words
    assert ("Bread⟨U+202E⟩ rolls⟨U+200B⟩" in words, "A ⟨U+0007⟩bell" in words) == (True, True)


def test_a_struck_bullet_says_by_whom_and_why(judge):
    judged(judge)
    assert "struck Desk editor" in seen(entered(judge), f"{AT}?bullets=dropped").words


def test_an_admin_is_told_by_which_findings_chips_are_listed():
    made.loaded()
    told = "Chips are listed by the findings kept with them."
    pages = [seen(entered(who), AT).words for who in (made.admin(), made.reader())]
    assert [told in page for page in pages] == [True, False]


def test_a_state_in_which_no_chip_is_leads_on(judge):
    made.loaded()
    page = seen(entered(judge), f"{AT}?status=published")
    assert "There is none. Show all parts" in page.words
    assert page.links[-1] == f"{AT}#chips"


@pytest.mark.parametrize("room", ["", "release/", "desk/"])
def test_a_thousand_is_written_alike_and_counted_by_the_same_rows_everywhere(judge, room):
    """The desk wrote 1001 where the pack wrote 1,001, and led to a list that nothing else led to."""
    chips = [files.chip(f"what is {n}?", f"It is {n} of a thousand.", ["feeding"]) for n in range(1_001)]
    made.loaded(chips=chips)
    page = seen(entered(judge), AT + room)
    assert "written 1,001 = published 0 + held 0 + waiting 1,001 + dropped 0 ✓ adds up" in page.words
    assert "1001" not in page.words
    wanted = [f"{AT}?status={name}#chips" for name in ("written", "published", "held", "waiting", "dropped")]
    assert [where for where in wanted if where not in page.links] == []


def test_the_way_that_is_open_next_stands_out(judge):
    """A pack that was decided or ratified led back to a desk at which nothing waited."""
    pack = made.loaded()
    stand_out = []
    for settled in (False, True):
        if settled:
            for n in range(pack.chips.count()):
                dropped(pack, judge, n)
        page = entered(judge).get(AT).content.decode()
        stand_out.append(re.findall(r'<a class="button button--main" href="[^"]*?(\w+)/">', page))
    assert stand_out == [["desk"], ["release"]]
