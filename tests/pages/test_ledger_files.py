"""The ledger as files to keep: the chain as it is hashed, and a table that no spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest

from reviews import desk, ledger
from reviews.core import chain as links
from reviews.models import Chain, Entry
from reviews.views.ledger_files import COLUMNS, safe
from tests import builders
from tests.pages import entered

pytestmark = pytest.mark.django_db
URL = "/packs/baking-with-a-sourdough-starter/ledger/"
QUOTE = "A starter kept in the refrigerator needs a feed only once a week."


@pytest.fixture
def pack():
    return builders.loaded()


@pytest.fixture
def jo(pack):
    return builders.seated_judge()


@pytest.fixture
def client(jo):
    return entered(builders.reader())


def test_jsonl_is_the_chain_line_by_line(client, pack, jo):
    desk.hold(pack, builders.chip(pack).cid, builders.ask(jo, 1, "=HOSTILE()\u202e"))
    response = client.get(URL[:-1] + ".jsonl")
    lines = ledger.lines(Chain.objects.get(pack=pack))
    assert response.getvalue() == links.to_jsonl(lines)
    assert links.first_break(lines) is None


def test_the_desks_jsonl_is_its_chain(client):
    lines = ledger.lines(Chain.objects.get(pack=None))
    assert client.get("/ledger/desk.jsonl").getvalue() == links.to_jsonl(lines)


@pytest.mark.parametrize(
    ("url", "name", "kind"),
    [
        (URL[:-1] + ".jsonl", "baking-with-a-sourdough-starter.ledger.jsonl", "text/plain; charset=utf-8"),
        (URL[:-1] + ".csv", "baking-with-a-sourdough-starter.ledger.csv", "text/csv; charset=utf-8"),
        ("/ledger.csv", "ledger.csv", "text/csv; charset=utf-8"),
        ("/ledger/desk.jsonl", "desk.ledger.jsonl", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_is_kept_and_never_run(client, pack, url, name, kind):
    headers = client.get(url).headers
    assert headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert (headers["Content-Type"], headers["X-Content-Type-Options"]) == (kind, "nosniff")
    assert "sandbox" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"


def test_csv_has_one_row_an_entry(client, pack, jo):
    chip = builders.chip(pack)
    desk.publish(pack, chip.cid, builders.ask(jo, 1, "=1+1"), desk.Quoted(QUOTE, "feeding"))
    rows = list(csv.reader(io.StringIO(client.get(URL[:-1] + ".csv").getvalue().decode(), newline="")))
    entry = Entry.objects.get(act="publish")
    utc = entry.utc.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert rows[0] == list(COLUMNS)
    assert len(rows) == 1 + Entry.objects.filter(chain__pack=pack).count()
    row = ["2", utc, "jo", "Desk editor", "publish", entry.chip.cid, "'=1+1", "", QUOTE, entry.hash]
    assert rows[3] == row


def test_csv_of_everything_names_the_chain(client, pack, jo):
    desk.hold(pack, builders.chip(pack).cid, builders.ask(jo, 1, 'a, “b”\r\n"c"'))
    raw = client.get("/ledger.csv").getvalue().decode()
    rows = list(csv.reader(io.StringIO(raw, newline="")))
    assert rows[0] == ["ledger", *COLUMNS]
    assert [row[0] for row in rows[1:]] == [pack.slug] * 2 + ["the desk"] * 2 + [pack.slug]
    assert (rows[-1][7], raw.endswith("\r\n")) == ('a, “b”\r\n"c"', True)


@pytest.mark.parametrize("start", [*"=+-@|%", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
@pytest.mark.parametrize("before", ["", " ", "  ", "'", '"', " '\"", "\u00a0"])
def test_no_cell_begins_a_formula(start, before):
    cell = f"{before}{start}1+1"
    assert safe(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "a=b", "1-1", "jo", "'tis", '"so"', "why: -1", " 12"])
def test_a_plain_cell_stays_as_it_is(cell):
    assert safe(cell) == cell
