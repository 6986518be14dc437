"""The reports page and its file: what is told, where its numbers lead, and what stays sealed."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from reviews import desk, opinions, reports
from reviews.models import Entry, Pack
from reviews.views.ledger_files import FORMULA
from tests import builders
from tests.pages import entered, read, seen, tables, unkept
from tests.reporting import entry, opinion, second

pytestmark = pytest.mark.django_db
URL = "/reports/"
QUOTE = "A starter kept in the refrigerator needs a feed only once a week."
HOSTILE = '"><script>alert(1)</script>\u202eevil'


@pytest.fixture
def pack() -> Pack:
    return builders.loaded()


@pytest.fixture
def jo(pack):
    return builders.judge("jo")


@pytest.fixture
def kim(pack):
    return builders.judge("kim")


@pytest.fixture
def client(pack) -> Client:
    return entered(builders.reader())


@pytest.fixture
def judged(pack, jo, kim) -> Pack:
    """Real acts by two judges: a publication on a quote that is undone, one over it, a drop, an edit."""
    for user in (jo, kim):
        builders.seated(user)

    def act(name, user, n=0, why="", **said):
        chip = builders.chip(pack, n)
        getattr(desk, name)(pack, chip.cid, builders.ask(user, chip, why), **said)

    act("publish", jo, quoted=desk.Quoted(QUOTE, "feeding"))
    act("undo", kim)
    act("publish", jo, 1, "read it", quoted=desk.Quoted(), overrides=["quote"])
    act("drop", jo, 2, "the figure is wrong")
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day, or once a week if it is kept cold.", "feeding")
    act("hand_edit", kim, why="plainer", wording=words)
    return pack


def cells(client: Client, address: str = "/reports.csv") -> dict[tuple[str, str, str], str]:
    rows = list(csv.reader(io.StringIO(client.get(address).content.decode(), newline="")))
    assert rows[0] == ["table", "row", "what", "value"]
    return {(table, row, what): value for table, row, what, value in rows[1:]}


def test_an_empty_desk_says_what_it_lacks(db):
    words = seen(entered(builders.reader()), URL).words
    assert "0 entries in 0 packs" in words
    for sentence in (
        "Nobody has judged here.", "No judge has dropped anything.", "No drop came with them.", "No decision was overturned.",
        "– No two judges have given their opinions on the same words, so there is no agreement to tell.",
    ):  # fmt: skip
        assert sentence in words


def test_a_report_asks_for_a_log_in():
    assert Client().get(URL).headers["Location"] == "/login/?next=/reports/"


def test_a_report_is_in_the_main_navigation_and_on_the_pack(client, pack):
    assert URL in seen(client, "/").links
    assert f"{URL}?pack={pack.slug}" in seen(client, f"/packs/{pack.slug}/").links


def test_reading_a_report_writes_nothing(client, judged):
    before = tables()
    for address in (URL, "/reports.csv"):
        client.get(address)
    assert tables() == before


def test_a_report_tells_the_work_of_each_judge(client, judged):
    told = cells(client)
    jos = {what: value for (table, row, what), value in told.items() if (table, row) == ("judges", "jo")}
    jos.pop("median time")
    assert jos == {
        "published": "2", "held": "0", "dropped": "1", "edits by hand": "0", "undos": "0",
        "with a quote": "1", "with a quote, share of publications": "0.5000",
        "with an override": "1", "with an override, share of publications": "0.5000",
        "overturned": "1", "overturned, share of decisions": "0.3333",
    }  # fmt: skip
    assert (told["judges", "kim", "edits by hand"], told["judges", "kim", "undos"]) == ("1", "1")
    assert told["whys", "the figure is wrong", "drops"] == "1"


def test_a_report_tells_where_chips_stand(client, judged):
    told = cells(client)
    for row in (("packs", judged.slug), ("series", "guide")):
        assert [told[*row, what] for what in ("published", "held", "waiting", "dropped")] == [
            "1",
            "0",
            "1",
            "2",
        ]  # the edited words count as dropped


@pytest.mark.parametrize(
    "query", ["", "?pack=baking-with-a-sourdough-starter", "?since=2020-01-01&until=2199-12-31"]
)
def test_every_number_leads_to_as_many_rows(client, judged, query):
    assert unkept(client, URL + query) == []


def test_the_numbers_of_a_period_lead_to_the_rows_of_that_period(client, pack, jo):
    for n, at in enumerate((0, 86_400, 86_400)):
        entry(pack, "drop", jo, n, at, why="dull")
    address = f"{URL}?since=2026-11-02&until=2026-11-02"
    assert 2 in [n for n, href in seen(client, address).counts if "act=drop" in href]
    assert [one for one in unkept(client, address) if "ledger" in one[0]] == []


def test_the_numbers_of_a_report_that_is_cut_lead_to_what_it_counted(client, pack, jo, monkeypatch):
    monkeypatch.setattr(reports, "ENTRIES", 2)
    for n in range(3):
        entry(pack, "drop", jo, n, at=n, why="dull")
    page = seen(client, f"{URL}?until=2026-11-01")
    assert "One report reaches back 2 entries, no further." in page.words
    earlier = next(link for link in page.links if "until=2026-11-01T" in link)
    assert earlier == "?until=2026-11-01T12%3A00%3A01Z"
    assert [one for one in unkept(client, f"{URL}?until=2026-11-01") if "ledger" in one[0]] == []
    assert "1 entry in 1 pack" in seen(client, URL + earlier).words


def test_a_series_is_told_without_links_to_what_has_no_page(client, judged):
    page = seen(client, f"{URL}?series=guide")
    assert [href for _, href in page.counts if "ledger" in href] == []
    assert cells(client, "/reports.csv?series=guide")["judges", "jo", "published"] == "2"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("pack=no-such-pack", "There is no pack with the slug no-such-pack."),
        ("pack=No such", "Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
        ("since=yesterday", "Give a day as 2027-01-31."),
        ("until=9999-12-31", "Give a year from 2000 to 2199."),
        ("since=2026-11-02&until=2026-11-01", "This is before the first day."),
        ("series=guide&pack=baking-with-a-sourdough-starter", "Give a pack or a series, not both."),
        ("series=%00", "Null characters are not allowed."),
    ],
)
@pytest.mark.parametrize("where", [URL, "/reports.csv"])
def test_what_cannot_be_asked_is_told_in_a_sentence(client, where, query, sentence):
    answer = client.get(f"{where}?{query}")
    assert (answer.status_code, sentence in read(answer).words) == (422, True)


def test_what_was_typed_is_kept_beside_its_error(client):
    page = read(client.get(f"{URL}?series=guide&until=9999-12-31"))
    assert page.forms[URL] == {"series": "guide", "pack": "", "since": "", "until": "9999-12-31"}


def test_ready_periods_keep_the_pack(client, judged):
    links = seen(client, f"{URL}?pack={judged.slug}").links
    assert [link for link in links if link.startswith(f"?pack={judged.slug}&since=")][0]


def test_the_median_time_is_told_and_a_pause_is_not(client, pack, jo):
    for n, at in enumerate((0, 65, 5_000)):
        entry(pack, "hold", jo, n, at)
    assert "median time 1 min 5 s" in seen(client, URL).words


def test_agreement_is_told_for_all_and_for_each_two(client, pack, jo, kim):
    second(pack, kim, opinion(pack, jo, 0), ("publish", "publish"), 0)
    second(pack, jo, opinion(pack, kim, 1), ("hold", "hold"), 1)
    second(pack, kim, opinion(pack, jo, 2), ("publish", "hold"), 2)
    told = {key[1:]: value for key, value in cells(client).items() if key[0] == "agreement"}
    for row in ("jo and kim", "all, first against second"):
        named = ("pairs", "agreed", "agreed, share of pairs", "differed", "kappa")
        assert [told[row, what] for what in named] == ["3", "2", "0.6667", "1", "0.4000"]


def test_a_kappa_that_means_nothing_is_a_dash_with_a_sentence(client, pack, jo, kim):
    second(pack, kim, opinion(pack, jo), ("hold", "hold"))
    page = seen(client, URL)
    assert "jo and kim 1 1 100 % 0 –" in page.words
    assert "both judges said one and the same word every time" in page.words
    assert cells(client)["agreement", "jo and kim", "kappa"] == ""


def without_tokens(answer) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


@pytest.mark.parametrize(
    "query", ["", "?pack=baking-with-a-sourdough-starter", "?series=guide", "?since=2026-11-01"]
)
def test_a_sealed_opinion_leaves_no_trace(client, pack, jo, kim, query):
    entry(pack, "hold", jo, 1)
    addresses = URL + query, "/reports.csv" + query
    before = [without_tokens(client.get(address)) for address in addresses]
    opinion(pack, kim, 0)
    opinion(pack, jo, 2, verdict="publish")
    assert [without_tokens(client.get(address)) for address in addresses] == before


def test_two_judges_at_the_desk_are_told_once_both_are_in(client, pack, jo, kim):
    opinions.set_rule(pack, "every", by=builders.admin())
    for user in (jo, kim):
        builders.seated(user)

    def give(name, user, n, why="so", **said):
        getattr(desk, name)(
            pack, builders.chip(pack, n).cid, builders.ask(user, builders.chip(pack, n), why), **said
        )

    before = without_tokens(client.get(URL))
    give("hold", jo, 0)
    give("publish", kim, 1, quoted=desk.Quoted(), overrides=["quote"])
    assert without_tokens(client.get(URL)) == before
    give("hold", kim, 0)
    give("hold", jo, 1)
    told = cells(client)
    assert [told["agreement", "jo and kim", what] for what in ("pairs", "agreed", "differed")] == [
        "2",
        "1",
        "1",
    ]
    assert (told["judges", "kim", "held"], told["packs", pack.slug, "disputed"]) == ("1", "1")
    # Jo was first with one that agreed, and second with one that differed; Kim was first with the latter.
    assert [told["judges", name, "opinions of two"] for name in ("jo", "kim")] == ["2", "1"]
    assert told["everybody", "everybody", "opinions of two"] == "3"
    assert unkept(client, URL) == []


def test_an_overturned_decision_leads_to_what_was_done_to_its_chip(client, judged):
    page, first = seen(client, URL), Entry.objects.get(act="publish", chip=builders.chip(judged))
    assert f"/packs/{judged.slug}/ledger/?chip={builders.chip(judged).cid}" in page.links
    assert f"Entry {first.seq}, publish by jo" in page.words
    assert page.links.count("#overturned") == 2  # of everybody, and of jo


def test_rare_reasons_are_summed(client, pack, jo):
    for n in range(14):
        entry(pack, "drop", jo, why=f"reason {n:02}")
    entry(pack, "drop", jo, why="reason 13")
    told = {key[1]: n for key, n in cells(client).items() if key[0] == "whys" and key[2] == "drops"}
    assert (len(told), told["reason 13"], told["other reasons"]) == (13, "2", "2")


def test_many_packs_are_told_in_part_on_the_page_and_whole_in_the_file(client):
    for n in range(51):
        builders.loaded(article=False, slug=f"p{n:02}")
    assert "The first 50 of 52; the CSV file has all of them." in seen(client, URL).words
    assert len({key[1] for key in cells(client) if key[0] == "packs"}) == 52


def test_words_from_elsewhere_are_only_ever_words(client, pack, jo):
    builders.loaded(article=False, slug="hostile", title=HOSTILE, series=[HOSTILE])
    entry(pack, "drop", jo, why=HOSTILE)
    page = seen(client, URL)
    assert page.words.count('"><script>alert(1)</script>⟨U+202E⟩evil') >= 3
    assert page.tags.count("script") == 1


@pytest.mark.parametrize("start", [*FORMULA, " =", "'="])
def test_no_cell_of_the_file_is_run(client, pack, jo, start):
    entry(pack, "drop", jo, why=f"{start}1+1")
    builders.loaded(article=False, slug="formula", series=["=1+1"])
    names = {row for table, row, _ in cells(client) if table in ("whys", "series")}
    assert names == {f"'{start}1+1", "'=1+1", "guide"}


def test_a_page_asks_as_much_for_fifty_packs_as_for_one(client, pack, jo, kim):
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    addresses = URL, f"{URL}?series=guide", "/reports.csv"
    second(pack, kim, opinion(pack, jo), ("hold", "publish"))
    few = [asked(address) for address in addresses]
    for n in range(50):
        other = builders.loaded(article=False, slug=f"p{n}")
        second(other, kim, opinion(other, jo), ("hold", "publish"))
    assert ([asked(address) for address in addresses], few) == ([6, 7, 6], [6, 7, 6])


def test_only_reading_is_answered(client):
    assert [client.post(address).status_code for address in (URL, "/reports.csv")] == [405, 405]


def test_packs_of_one_title_are_told_apart_by_their_slugs(client, pack, jo):
    other = builders.loaded(slug="another-of-that-title")
    for one in (pack, other):
        entry(one, "hold", jo)
    words = seen(client, URL).words
    assert [f"{one.title} {one.slug}" in words for one in (pack, other)] == [True, True]
