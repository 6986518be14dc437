"""The ledger's pages: every drop and act, filters whose counts are kept, faults said aloud, files to keep."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import desk, seating, strikes, triggers, witness
from reviews.models import Chain, Chip, Entry, Pack
from reviews.views.entries import tell
from tests import builders
from tests.core import builders as files
from tests.pages import entered, read, seen, tables, unkept

pytestmark = pytest.mark.django_db
URL = "/packs/baking-with-a-sourdough-starter/ledger/"
HOSTILE = '"><script>alert(1)</script>\u202eevil'
QUOTE = "A starter kept in the refrigerator needs a feed only once a week."
NEW = ("how often is it fed?", "It is fed once a day, or once a week if it is kept in the refrigerator.")


@pytest.fixture
def drops():
    return [
        files.drop("bullet", "figure"),
        files.drop("chip", "cite"),
        files.drop("bullet", "hand-edit", why=HOSTILE),
    ]


@pytest.fixture
def pack(drops):
    return builders.loaded(drops=drops)


@pytest.fixture
def jo(pack):
    return builders.seated_judge()


@pytest.fixture
def client(jo):
    return entered(builders.reader())


def act(pack: Pack, judge, name: str, n: int = 0, why: str = "", **said):
    chip = builders.chip(pack, n)
    return getattr(desk, name)(pack, chip.cid, builders.ask(judge, chip, why), **said)


def edited(pack: Pack, judge, why: str = "plainer", words=NEW):
    chip = builders.chip(pack)
    desk.hand_edit(pack, chip.cid, builders.ask(judge, chip, why), builders.wording(*words, "feeding"))


def tampered(entry: Entry, **columns: str) -> None:
    """A change of an entry behind the desk's back."""
    triggers.lift(connection)
    Entry.objects.filter(pk=entry.pk).update(**columns)
    triggers.install(connection)


def test_a_reader_sees_every_drop_and_every_act(client, pack, jo):
    act(pack, jo, "hold", why="the section says it in part only")
    page = seen(client, URL)
    assert page.n_rows == 3 + 3
    for words in ("load by command", "The cited article", "hold by jo , Desk editor", "in part only"):
        assert words in page.words


def test_an_anonymous_visitor_is_sent_to_the_log_in(db, pack):
    from django.test import Client

    response = Client().get(URL)
    assert (response.status_code, response.headers["Location"]) == (302, f"/login/?next={quote(URL)}")


def test_a_ledger_of_an_unknown_pack_is_404(client):
    assert client.get("/packs/nothing/ledger/").status_code == 404


def test_reading_writes_nothing(client, pack):
    before = tables()
    for url in (URL, "/ledger/", "/packs/baking-with-a-sourdough-starter/ledger.csv", "/ledger/desk.jsonl"):
        client.get(url)
    assert tables() == before


def test_an_imported_drop_tells_kind_reason_why_and_date(client, pack):
    words = seen(client, f"{URL}?kind=bullet&reason=hand-edit").words
    assert "bullet hand-edit 40 characters 2026-10-02, UTC" in words
    assert "why:" in words


@pytest.mark.parametrize(
    ("query", "n"),
    [
        ("?kind=any", 3),
        ("?kind=chip", 1),
        ("?reason=figure", 1),
        ("?kind=chip&reason=figure", 0),
        ("?act=any", 4),
    ],
)
def test_a_filter_lists_its_rows_alone(client, pack, jo, query, n):
    act(pack, jo, "hold", why="later")
    edited(pack, jo)
    assert seen(client, URL + query).n_rows == n


@pytest.mark.parametrize(
    ("query", "n"),
    [("?act=hold", 2), ("?who=jo", 4), ("?who=jo&act=hold", 2), ("?who=nobody", 0), ("?act=publish", 0)],
)
def test_acts_are_filtered_by_act_and_person(pack, jo, client, query, n):
    act(pack, jo, "hold", 0, why="later")
    act(pack, jo, "hold", 1, why="later")
    edited(pack, jo)
    act(pack, jo, "undo", 0)
    assert seen(client, URL + query).n_rows == n


@pytest.mark.parametrize(
    "query",
    [
        *("?act=user__password", "?who=%00", "?order=user__password", "?from=zz", "?chip=..%2F", "?chain=x"),
        *("?kind=x&reason=y", "?user__password__startswith=p", "?from=" + 19 * "9"),
    ],
)
def test_what_is_on_no_list_is_not_asked(pack, jo, client, query):
    act(pack, jo, "hold", 0, why="later")
    assert seen(client, URL + query).n_rows == 3 + 3


def test_acts_are_filtered_by_chip(pack, jo, client):
    act(pack, jo, "hold", 1, why="later")
    page = seen(client, f"{URL}?chip={builders.chip(pack, 1).cid}")
    assert (page.n_rows, "on every chip" in page.words) == (1, True)


def test_every_number_leads_to_as_many_rows(pack, jo, client):
    act(pack, jo, "hold", 1, why="later")
    edited(pack, jo)
    act(pack, jo, "undo")
    act(pack, jo, "drop", 2, why="said twice")
    for url in (URL, f"{URL}?act=hold", f"{URL}?who=jo", f"{URL}?kind=any", "/ledger/"):
        assert unkept(client, url) == []


def test_a_publication_shows_its_quote_and_section(pack, jo, client):
    act(pack, jo, "publish", quoted=desk.Quoted(QUOTE, "feeding"))
    words = seen(client, f"{URL}?act=publish").words
    assert f"{QUOTE} stands in feeding" in words


def test_a_publication_without_a_quote_names_its_overrides(pack, jo, client):
    act(pack, jo, "publish", why="I read it", quoted=desk.Quoted(), overrides=["quote"])
    words = seen(client, f"{URL}?act=publish").words
    assert "Published without a quote. Overrides quote . why: I read it" in words


def test_a_hand_edit_shows_what_was_changed_word_by_word(pack, jo, client):
    chip = builders.chip(pack)
    edited(pack, jo, words=(chip.q.replace("?", " now?"), chip.a.replace("Once", "Twice")))
    body = client.get(URL).content.decode()
    assert f"<p>{chip.q[:-1]}<ins> now</ins>?" in body
    assert "<p><del>Once</del><ins>Twice</ins>" in body


def test_a_second_hand_edit_is_shown_against_the_first(pack, jo, client):
    edited(pack, jo)
    edited(pack, jo, words=(NEW[0], "It is fed daily, or once a week if it is kept in the refrigerator."))
    rows = tell(
        list(
            Entry.objects.filter(act="hand-edit")
            .select_related("user", "chip", "chain__pack")
            .order_by("seq")
        )
    )
    assert rows[1].rewording is not None
    assert [p.op for p in rows[1].rewording.q] == ["same"]
    assert [p.text.strip() for p in rows[1].rewording.a if p.op == "new"] == ["daily"]


def test_a_hand_edit_after_an_undo_is_shown_against_the_writers_words(pack, jo, client):
    edited(pack, jo)
    act(pack, jo, "undo")
    edited(pack, jo)
    rows = tell(
        list(
            Entry.objects.filter(act="hand-edit")
            .select_related("user", "chip", "chain__pack")
            .order_by("seq")
        )
    )
    assert rows[0].rewording == rows[1].rewording


def test_an_undo_names_the_entry_that_it_undoes_and_is_named_by_it(pack, jo, client):
    edited(pack, jo)
    act(pack, jo, "undo")
    words = seen(client, URL).words
    assert "undo of entry 2 , the hand-edit" in words
    assert "Undone by entry 3 ." in words


def test_a_strike_shows_the_struck_words(pack, jo, client):
    strikes.strike(pack, "bullet", pack.bullets.get().text_sha, builders.ask(jo, 1, "not ours"), figure="45")
    words = seen(client, f"{URL}?act=strike").words
    assert pack.bullets.get().text in words
    assert "figure 45" in words


def test_a_seat_tells_who_and_for_how_long(pack, client):
    builders.seated(builders.judge("kim"), pack, label="Second reader")
    words = seen(client, f"{URL}?act=seat").words
    assert "seat of kim as Second reader by command" in words
    assert "UTC" in words


def test_the_state_says_verified_with_size_and_head(pack, client):
    row = Chain.objects.get(pack=pack)
    words = seen(client, URL).words
    assert f"✓ verified Entries {row.size} Head {row.head} Origin {row.origin}" in words


def test_a_tampered_entry_is_named_in_an_alert(pack, jo, client):
    act(pack, jo, "hold", why="later")
    tampered(Entry.objects.get(act="hold"), body='{"act":"hold"}')
    body = client.get(URL).content.decode()
    assert 'role="alert"' in body
    assert "The hash of entry 2" in body or "Entry 2" in body
    assert "✕ not verified" in body


@pytest.mark.parametrize(
    "body", ["", "[]", "no JSON", "7", '{"overrides":3,"why":{},"undoes":"x","chip":[]}']
)
def test_no_tampered_body_breaks_a_page_or_a_file(pack, jo, client, body):
    act(pack, jo, "hold", why="later")
    for entry in Entry.objects.filter(act__in=("load", "hold")):
        tampered(entry, body=body)
    for url in (URL, "/ledger/", URL[:-1] + ".csv", URL[:-1] + ".jsonl", "/ledger.csv"):
        assert client.get(url).status_code == 200


def test_a_changed_chip_is_named_in_an_alert(pack, client):
    chip = builders.chip(pack)
    Chip.objects.filter(pk=chip.pk).update(a="Never.")
    assert f"Chip {chip.cid} is not as the ledger leaves it: answer." in seen(client, URL).words


def test_a_pack_without_a_ledger_says_so(pack, client):
    triggers.lift(connection)
    Entry.objects.filter(chain__pack=pack).delete()
    Chain.objects.filter(pack=pack).delete()
    triggers.install(connection)
    assert "This pack has no ledger." in seen(client, URL).words


def test_an_act_between_two_reads_is_no_fault(pack, jo, monkeypatch):
    look, n = witness._look, []

    def racing(row):
        if not n:
            n.append(act(pack, jo, "hold", why="meanwhile"))
            return witness.Witness(None, [], None, ("The chain's row says otherwise.",))
        return look(row)

    monkeypatch.setattr(witness, "_look", racing)
    assert witness.of(Pack.objects.get(pk=pack.pk)).faults == ()


def test_foreign_words_stay_words(jo, client, pack):
    chip = builders.chip(pack)
    desk.hold(pack, chip.cid, builders.ask(jo, chip, HOSTILE))
    edited(pack, jo, why=HOSTILE, words=(f"what is {HOSTILE}?", HOSTILE))
    for url in (URL, "/ledger/", f"{URL}?kind=any", f"/ledger/?who={quote(HOSTILE)}"):
        response = client.get(url)
        assert "<script>alert" not in response.content.decode()
        assert "\u202e" not in read(response).words


def test_the_desks_ledger_has_its_state_and_its_own_rows(client):
    page = seen(client, "/ledger/?chain=desk")
    assert "The desk’s ledger ✓ verified Entries 2" in page.words
    assert (page.n_rows, "the whole desk" in page.words) == (2, True)


def test_the_desks_ledger_may_not_have_begun(db):
    page = seen(entered(builders.reader()), "/ledger/")
    assert "The desk’s ledger not begun Entries 0" in page.words
    assert "Nothing was recorded yet." in page.words


def test_a_fault_of_the_desks_chain_is_said(client):
    tampered(Entry.objects.get(act="found"), hash="0" * 64)
    assert "The desk’s ledger does not hold." in seen(client, "/ledger/").words


def test_all_entries_come_newest_first_a_page_at_a_time(client, pack, jo):
    for n in range(60):
        seating.vacate(builders.seated(builders.judge(f"judge{n}"), pack), by=None, why="done")
    first = seen(client, "/ledger/")
    older = next(link for link in first.links if "before=" in link)
    ids = list(Entry.objects.order_by("-id").values_list("id", flat=True))
    assert (first.n_rows, older) == (50, f"?before={ids[49]}")
    rest = [first.n_rows]
    while older:
        page = seen(client, f"/ledger/{older}")
        rest.append(page.n_rows)
        older = next((link for link in page.links if "before=" in link), "")
    assert sum(rest) == len(ids)


def test_all_entries_are_filtered_by_act_and_person(client, pack, jo):
    act(pack, jo, "hold", why="later")
    assert seen(client, "/ledger/?act=hold&who=jo").n_rows == 1
    assert seen(client, "/ledger/?act=hold&who=ada").n_rows == 0


def test_a_long_ledger_goes_on_where_it_says(client, pack, jo):
    for n in range(101):
        seating.vacate(builders.seated(builders.judge(f"judge{n}"), pack), by=None, why="done")
    first = seen(client, f"{URL}?act=any")
    later = next(link for link in first.links if "from=" in link)
    assert (first.n_rows, later, seen(client, URL + later).n_rows) == (200, "?act=any&from=200", 4)


def test_queries_do_not_grow_with_entries(client, pack, jo):
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(url)
        return len(found)

    urls = [URL, f"{URL}?act=any", "/ledger/", "/ledger/?act=undo", URL[:-1] + ".csv"]
    edited(pack, jo)
    act(pack, jo, "undo")
    few = [queries(url) for url in urls]
    for _ in range(22):
        edited(pack, jo)
        act(pack, jo, "undo")
    assert [queries(url) for url in urls] == few


def test_queries_do_not_grow_with_drops(jo):
    client = entered(builders.reader())

    def queries(n: int, slug: str) -> int:
        builders.loaded(slug=slug, drops=[files.drop() for _ in range(n)])
        with CaptureQueriesContext(connection) as found:
            assert seen(client, f"/packs/{slug}/ledger/?kind=any").n_rows == n
        return len(found)

    assert queries(1, "one") == queries(50, "fifty")


@pytest.mark.packs
def test_the_real_pack_shows_its_eight_drops(packs_dir, db):
    from reviews import intake

    slug = "draft-heads-and-speculative-decoding"
    intake.load((packs_dir / f"{slug}.json").read_bytes(), by=None)
    client = entered(builders.reader())
    page = seen(client, f"/packs/{slug}/ledger/?kind=any")
    assert (page.n_rows, unkept(client, f"/packs/{slug}/ledger/")) == (8, [])
    assert "figure 1.43" in page.words
