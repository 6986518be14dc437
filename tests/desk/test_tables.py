"""Each column that follows from the file or the ledger, altered behind the desk: it is named, and nothing goes out meanwhile."""

from __future__ import annotations

import json

import pytest
from django.db import connection

from reviews import desk, exclusions, intake, ledger, opinions, release, seating, triggers, witness
from reviews.core import chain as links
from reviews.core import export, replay
from reviews.core.refusals import DoesNotAddUp
from reviews.models import Chain, Entry, Pack
from tests import builders
from tests.builders import ask, chip
from tests.commands.runner import run
from tests.core import builders as files

pytestmark = pytest.mark.django_db
QUOTE = desk.Quoted("Feed the starter once a day with 50 g of flour and 50 g of water.")


@pytest.fixture
def pack() -> Pack:
    """Judged in every way that leaves a row, ratified and reopened; the triggers are off."""
    pack, ada, jo = builders.loaded(series=["guide"], **_dropped()), builders.admin(), builders.judge()
    builders.seated(jo)
    seating.vacate(builders.seated(builders.judge("kim"), pack), by=ada, why="left")
    lee = builders.judge("lee")
    exclusions.exclude(lee, pack=pack, by=ada, why="wrote it")
    exclusions.readmit(exclusions.exclude(lee, series="guide", by=ada, why="a friend"), by=ada, why="is none")
    intake.attach(pack, b"# Another article\n", by=ada)
    desk.publish(pack, chip(pack, 0).cid, ask(jo, 1), QUOTE)
    words = builders.wording("how hot is the oven?", chip(pack, 1).a, "heating")
    desk.hand_edit(pack, chip(pack, 1).cid, ask(jo, 1, "plainer"), words)
    desk.hold(pack, chip(pack, 1).cid, ask(jo, 2, "not carried"))
    desk.drop(pack, chip(pack, 2).cid, ask(jo, 1, "says more"))
    release.ratify(pack, by=ada)
    release.reopen(pack, by=ada, why="a slip")
    opinions.set_series_rule("guide", "every", by=ada)
    opinions.set_series_rule("guide", "sampled", 99, by=ada)
    pack.refresh_from_db()
    triggers.lift(connection)
    assert faults(pack) == []  # what was read is kept, and must not hide what is altered after it
    yield pack
    triggers.install(connection)


def _dropped() -> dict[str, object]:
    return {"drops": [files.drop("bullet")]}


def faults(pack: Pack) -> list[str]:
    pack.refresh_from_db()
    return [*witness.of(None).faults, *witness.of(pack).faults]


def altered(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_what_was_judged_in_every_way_holds(pack):
    assert faults(pack) == []


# Table, column, another value (as SQL), and what is named.
CHANGES: list[tuple[str, str, str, str]] = [
    ("pack", "slug", "'cake'", "The ledger is called"),
    ("pack", "revision", "2", "The ledger is called"),
    ("pack", "title", "'Cake'", "title"),
    ("pack", "series", "''", "series"),
    ("pack", "url", "'https://example.org/cake/'", "url"),
    ("pack", "md_url", "'https://example.org/cake.md'", "md url"),
    ("pack", "md_sha", f"'{'0' * 64}'", "md sha"),
    ("pack", "is_closed", "TRUE", "is closed"),
    ("pack", "article_id", "NULL", "the ledger says otherwise"),
    ("pack", "unit", "'UTF-8 bytes'", "the ledger says otherwise"),
    ("pack", "rank", "2", "The pack stands in another place of the shelf than its chips say."),
    ("pack", "second", "'none'", "second opinions"),
    ("section", "heading", "'x'", "heading"),
    ("section", "level", "5", "level"),
    ("section", "position", "position + 7", "position"),
    ("section", "digest_skipped", "'x'", "digest skipped"),
    ("section", "start", "3", "start"),
    ('section', '"end"', "300", "end"),
    ("section", "is_struck", "TRUE", "struck"),
    ("bullet", "position", "7", "position"),
    ("drop", "kind", "'chip'", "kind"),
    ("drop", "reason", "'judge'", "reason"),
    ("drop", "record", "'{}'", "record"),
    ("drop", "position", "7", "The drop 0 is gone from the tables."),
    ("chip", "position", "position + 7", "position"),
    ("chip", "writer_cites", "'[]'", "writer cites"),
    ("chip", "quote_start", "3", "quote's place"),
    ("chip", "quote_end", "300", "quote's place"),
    ("chipname", "name", "'c-0000000' || id", "is gone from the tables"),
    ("article", "raw", "substr(raw, 2)", "are not those that were attached"),
    ("article", "n_bytes", "7", "are not those that were attached"),
    ("attachment", "is_cited", "NOT is_cited", "is cited"),
    ("attachment", "origin", "'elsewhere'", "origin"),
    ("seat", "label", "'Editor in chief'", "label"),
    ("seat", "seat_class", "'model-class'", "class"),
    ("seat", "starts_at", "'2020-01-01 00:00:00'", "begins"),
    ("seat", "ends_at", "'2040-01-01 00:00:00'", "ends"),
    ("seat", "vacated_at", "NULL", "vacated"),
    ("seat", "user_id", "(SELECT id FROM reviews_user WHERE username = 'lee')", "judge"),
    ("exclusion", "user_id", "(SELECT id FROM reviews_user WHERE username = 'ada')", "person"),
    ("exclusion", "why", "'no reason'", "reason"),
    ("exclusion", "ended_at", "'2026-01-01 00:00:00'", "ended"),
    ("exclusion", "series", "'another'", "series"),
    ("seriesrule", "second", "'none'", "second"),
    ("seriesrule", "second_share", "1", "second share"),
    ("seriesrule", "series", "'another'", "The rule of the series guide is gone from the tables."),
    ("deployment", "uid", "'0123456789abcdef'", "The ledger is called"),
    ("entry", "utc", "'2020-01-01 00:00:00'", "is filed as something else"),
    ("entry", "user_id", "(SELECT id FROM reviews_user WHERE username = 'lee')", "is filed as something else"),
    ("entry", "chip_id", "(SELECT max(id) FROM reviews_chip)", "is filed as something else"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "column", "value", "named"), CHANGES, ids=[f"{one[0]}.{one[1]}" for one in CHANGES]
)
def test_an_altered_column_is_named(pack, table, column, value, named):
    altered(f"UPDATE reviews_{table} SET {column} = {value}")
    assert named in " ".join(faults(pack))


def test_what_is_put_back_as_it_was_holds_again(pack):
    text = Entry.objects.filter(chain__pack=pack, act="drop").latest("seq").body
    told = []
    for body in (text.replace("says more", "says less"), text):
        Entry.objects.filter(body__contains='"act":"drop"').update(body=body)
        told.append(len(faults(pack)))
    assert told == [1, 0]


GONE = ["attachment", "bullet", "drop", "chipname", "seat", "exclusion", "seriesrule"]


@pytest.mark.parametrize("table", GONE)
def test_rows_that_are_gone_are_named(pack, table):
    altered(f"DELETE FROM reviews_{table}")
    assert "gone from the tables" in " ".join(faults(pack))


def test_a_seat_that_no_ledger_tells_of_is_named(pack):
    altered(
        "INSERT INTO reviews_seat (user_id, pack_id, label, seat_class, starts_at) "
        "SELECT id, NULL, 'Desk editor', 'human-class', '2026-01-01 00:00:00' FROM reviews_user WHERE username = 'lee'"
    )
    (fault,) = faults(pack)
    assert fault.endswith("is not in the ledger.")


def test_a_desk_whose_ledger_is_gone_is_not_one_that_was_not_begun(pack):
    altered("DELETE FROM reviews_entry WHERE chain_id = (SELECT id FROM reviews_chain WHERE pack_id IS NULL)")
    altered("DELETE FROM reviews_chain WHERE pack_id IS NULL")
    assert "is not in the ledger." in " ".join(witness.of(None).faults)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE reviews_article SET raw = substr(raw, 2)", "UPDATE reviews_pack SET title = 'Cake'"],
)
def test_nothing_goes_out_of_a_pack_whose_tables_were_altered(pack, statement):
    seq = release.ratifications(pack)[0].seq
    altered(statement)
    pack.refresh_from_db()
    with pytest.raises(DoesNotAddUp):
        release.exported(pack, seq=seq)


# The ledger rewritten, entry by entry, with every hash and every row that follows


def rewritten(pack: Pack, seq: int, **said: object) -> None:
    """One body changed and all after it linked anew, as somebody with the whole database can."""
    row = Chain.objects.get(pack=pack)
    lines, head = ledger.lines(row), links.ZERO
    for n, line in enumerate(lines):
        body = json.loads(line.body) | (said if n == seq else {})
        text = links.canonical(body)
        head = links.link(head, text)
        Entry.objects.filter(chain=row, seq=n).update(body=text, hash=head)
    Chain.objects.filter(pk=row.pk).update(head=head)


def seq_of(pack: Pack, act: str) -> int:
    return Entry.objects.filter(chain__pack=pack, act=act).latest("seq").seq


LIES: dict[str, tuple[str, dict[str, object], str]] = {
    "a reason taken away": ("drop", {"why": "\u200b"}, "it does not say why"),
    "an override taken away": (
        "publish",
        {"quote": "", "quote_cite": "", "quote_span": None},
        "it has no quote",
    ),
    "a field more": ("hold", {"note": "as agreed"}, "/note"),
    "no seat": ("hold", {"seat": ""}, "/seat"),
    "another source": ("hold", {"source": "unverified"}, "its source does not follow"),
    "counts of another file": ("load", {"counts": {"chips": 9}}, "/counts"),
}


@pytest.mark.parametrize(("act", "said", "text"), LIES.values(), ids=LIES)
def test_what_an_outsider_would_not_believe_the_desk_does_not_either(pack, act, said, text):
    seq = seq_of(pack, act)
    rewritten(pack, seq, **said)
    assert f"entry {seq}: " in faults(pack)[0]
    assert text in faults(pack)[0]


def test_a_ratification_in_another_name_is_named_and_does_not_go_out(pack):
    seq = seq_of(pack, "ratify")
    told = json.loads(Entry.objects.get(chain__pack=pack, seq=seq).body)
    seen = witness.of(pack)
    state = replay.state_after(
        builders.file_of(pack), ledger.bodies(seen.lines[:seq]), ledger.words_of(ledger.bodies(seen.lines))
    )
    name = {"seat": "Editor in chief", "seat_class": told["seat_class"]}
    sha = export.sha_of(export.unsealed(builders.file_of(pack), state, **name))
    rewritten(pack, seq, **name, export_sha=sha)
    text = f'entry {seq}: its seat is "Editor in chief"; its decisions are of "Desk editor"'
    with pytest.raises(DoesNotAddUp, match=text):
        release.exported(pack, seq=seq)
    assert run("verify_ledger", pack.slug).err == (
        f"{pack.slug}: Entry {seq} ratified what cannot go out. The export would not be sound: {text}\n"
    )


def test_an_act_by_somebody_who_was_excluded_is_named_by_the_command(pack):
    jo = Entry.objects.filter(chain__pack=pack, act="hold").latest("seq").user
    rewritten(pack, seq_of(pack, "exclude"), judge=jo.actor)
    told = run("verify_ledger", pack.slug).err
    assert told == (
        f"{pack.slug}: The ledger cannot have come about: entry {seq_of(pack, 'publish')}: "
        f"publish {chip(pack, 0).cid}: it is by somebody who is excluded from this pack.\n"
    )
