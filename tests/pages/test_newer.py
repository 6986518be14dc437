"""A newer article: which published quotes it no longer has, and holding their chips again without moving any."""

from __future__ import annotations

import json

import pytest

from reviews import desk, evidence, intake, ledger, release, witness
from reviews.core import acts, verify
from reviews.core.pack import sha
from reviews.models import Chip, Entry, Pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered, read, seen, tables, unkept

pytestmark = pytest.mark.django_db
QUOTES = ("Feed the starter once a day", "Heat the oven to 250 °C for 45 minutes", "the lid comes off")
CITES = ("feeding", "heating", "heating")
TEXT = files.article()


@pytest.fixture
def jo():
    return made.judge()


@pytest.fixture
def pack(jo) -> Pack:
    """Three chips, all published on a quote."""
    pack = made.loaded()
    made.seated(jo)
    for n, (quote, cite) in enumerate(zip(QUOTES, CITES, strict=True)):
        chip = made.chip(pack, n)
        overrides = ["figure", "new_noun", "length", "directive", "editorial"]
        desk.publish(pack, chip.cid, made.ask(jo, chip, why="stands"), desk.Quoted(quote, cite), overrides)
    return pack


def given(pack: Pack, text: str) -> str:
    """Attach another article; the address of its preview."""
    intake.attach(pack, text.encode(), by=None)
    return f"/packs/{pack.slug}/article/{sha(text.encode())}"


def send(client, at: str, **more: str):
    form = seen(client, f"{at}/quotes/").forms[f"{at}/hold-again/"]
    return client.post(f"{at}/hold-again/", {**form, **more})


def statuses(pack: Pack) -> list[str]:
    return list(Chip.objects.filter(pack=pack).order_by("position").values_list("status", flat=True))


CHANGES = {
    "its words changed": (TEXT.replace("once a day", "twice a day"), ["Nearly in “Feeding the starter”"]),
    "its section is gone": (TEXT.replace("## Heating the oven {#heating}", "## Baking {#baking}"), ["is gone."] * 2),
    "it was struck through": (
        TEXT.replace("once a day", "~~once a day~~"),
        ["It is struck through in “Feeding the starter”."],
    ),
    "it went into a comment": (
        TEXT.replace("Feed the starter once a day", "<!-- Feed the starter once a day -->"),
        ["Stands only in the source of “Feeding the starter”: a reader of the article does not see it."],
    ),
    "it moved": (
        TEXT.replace(". The pot", ". Pots").replace("Thanks to", "Heat the oven to 250 °C for 45 minutes. Thanks to")
        .replace("Heat the oven to 250 °C for 45 minutes, with", "Warm it, with"),
        ["Stands word for word, but in “Thanks”, not in “Heating the oven”."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_the_preview_tells_which_quotes_fall_and_why(pack, name):
    text, told = CHANGES[name]
    page = seen(entered(made.reader()), given(pack, text) + "/quotes/")
    assert (page.n_rows, page.words.count(told[0])) == (len(told), len(told))


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("Marta Lindqvist", "Ada Berg"),
        "# New title\n\nA new beginning.\n\n" + TEXT.partition("\n\n")[2],
        TEXT.replace("## Feeding the starter {#feeding}", "## How it is fed {#feeding}"),
        TEXT.replace(" {#feeding}", "").replace(" {#heating}", ""),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("the lid comes", "the *lid* comes"),
        TEXT.replace("## Thanks", "## Between {#between}\n\nNew words.\n\n## Thanks"),
    ],
)
def test_a_quote_that_stands_in_its_section_stays(pack, text):
    page = seen(entered(made.admin()), given(pack, text) + "/quotes/")
    assert (page.n_rows, "Every published quote still stands in it" in page.words) == (0, True)
    assert all("/hold-again/" not in action for action in page.forms)


def test_chips_are_held_again_and_their_entries_say_why(pack):
    ada = made.admin()
    at = given(pack, TEXT.replace("once a day", "twice a day"))
    answer = send(entered(ada), at)
    assert (answer.status_code, statuses(pack)) == (303, ["held", "published", "published"])
    entry = Entry.objects.latest("id")
    body = json.loads(entry.body)
    assert (entry.act, entry.user, body["seat"], answer.headers["X-Ledger-Seq"]) == (
        "re-hold",
        ada,
        None,
        str(entry.seq),
    )
    assert body["why"].startswith("A newer article (sha256 ")
    assert "for “once” it has “twice”" in body["why"]


def test_no_quote_is_moved_and_the_cited_article_stays(pack):
    send(entered(made.admin()), given(pack, CHANGES["it moved"][0]))
    pack.refresh_from_db()
    chip = made.chip(pack, 1)
    assert (chip.status, chip.quote, chip.quote_cite, chip.quote_start) == ("held", "", "", None)
    assert pack.article_id == pack.md_sha


def test_every_number_is_followed_by_its_rows(pack):
    assert unkept(entered(made.reader()), given(pack, "# Nothing of it\n") + "/quotes/") == []


def test_words_of_the_admin_are_added(pack):
    at = given(pack, "# Nothing of it\n")
    send(entered(made.admin()), at, why="The page was withdrawn.")
    whys = [
        json.loads(body)["why"] for body in Entry.objects.filter(act="re-hold").values_list("body", flat=True)
    ]
    assert [why.endswith("is gone. The page was withdrawn.") for why in whys] == [True] * 3


def test_the_same_form_twice_holds_once(pack):
    client, at = entered(made.admin()), given(pack, "# Nothing of it\n")
    form = seen(client, f"{at}/quotes/").forms[f"{at}/hold-again/"]
    answers = [client.post(f"{at}/hold-again/", form) for _ in range(2)]
    assert [(one.status_code, one.headers["X-Ledger-Seq"]) for one in answers] == [(303, "6")] * 2
    assert Entry.objects.filter(act="re-hold").count() == 3


def test_an_act_in_between_is_a_conflict(pack, jo):
    client, at = entered(made.admin()), given(pack, "# Nothing of it\n")
    form = seen(client, f"{at}/quotes/").forms[f"{at}/hold-again/"]
    chip = made.chip(pack, 2)
    desk.hold(pack, chip.cid, made.ask(jo, chip, why="later"))
    before = tables()
    answer = client.post(f"{at}/hold-again/", form)
    assert (answer.status_code, tables()) == (409, before)
    assert "Something was recorded after this page was made" in read(answer).words


@pytest.mark.parametrize("change", [{"version": "x"}, {"version": "0"}, {"key": ""}, {"why": "x" * 2001}])
def test_a_form_that_cannot_be_read_is_422(pack, change):
    at, before = given(pack, "# Nothing of it\n"), Entry.objects.count()
    assert (send(entered(made.admin()), at, **change).status_code, Entry.objects.count()) == (422, before)


def test_a_judge_reads_but_does_not_hold_again(pack, jo):
    client, at = entered(jo), given(pack, "# Nothing of it\n")
    page, before = seen(client, f"{at}/quotes/"), tables()
    assert (page.n_rows, f"{at}/hold-again/" in page.forms) == (3, False)
    answer = client.post(f"{at}/hold-again/", {"version": "9", "key": "a-key-of-mine"})
    assert (answer.status_code, tables()) == (403, before)


def test_the_cited_article_and_an_unknown_one_have_no_preview(pack):
    client = entered(made.admin())
    found = [
        client.get(f"/packs/{pack.slug}/article/{s}/quotes/").status_code
        for s in (pack.md_sha, "0" * 64, "x")
    ]
    assert found == [404, 404, 404]


def test_the_article_page_leads_to_the_preview(pack):
    at = given(pack, "# Nothing of it\n")
    assert f"{at}/quotes/" in seen(entered(made.reader()), f"/packs/{pack.slug}/article/").links


def test_a_ratified_pack_is_reopened_first(pack):
    ada = made.admin()
    at = given(pack, "# Nothing of it\n")
    release.ratify(pack, by=ada)
    answer = entered(ada).post(
        f"{at}/hold-again/", {"version": str(len(ledger.lines(pack.chain))), "key": "a-key-of-mine"}
    )
    assert (answer.status_code, statuses(pack)) == (409, ["published"] * 3)
    assert "an admin reopens it" in seen(entered(ada), f"{at}/quotes/").words


def test_a_chip_held_again_follows_from_the_ledger_and_can_be_undone(pack, jo):
    send(entered(made.admin()), given(pack, "# Nothing of it\n"))
    assert witness.of(pack).faults == ()
    chip = made.chip(pack)
    desk.undo(pack, chip.cid, made.ask(jo, chip))
    assert (made.chip(pack).status, made.chip(pack).quote) == ("published", QUOTES[0])
    assert witness.of(pack).faults == ()


def test_an_export_with_a_chip_held_again_loads_and_adds_up(pack):
    ada = made.admin()
    send(entered(ada), given(pack, TEXT.replace("once a day", "twice a day")))
    release.ratify(pack, by=ada)
    raw = release.exported(pack).raw
    decision = json.loads(raw)["bench"]["decisions"][0]
    assert (decision["act"], decision["seat"]) == ("re-hold", None)
    rows = entered(ada).get(f"/packs/{pack.slug}/export/ledger/").content.splitlines(keepends=True)
    assert verify.verify(raw, rows, TEXT.encode()).faults == ()
    assert [fault.code for fault in intake.checked(raw).faults] == ["slug-taken"]


def test_the_pages_of_a_chip_held_again_can_be_read(pack):
    client = entered(made.admin())
    send(client, given(pack, "# Nothing of it\n"))
    chip = made.chip(pack)
    assert (
        "Held again"
        in seen(
            client,
            f"/packs/{pack.slug}/desk/?chip={chip.cid}&done={Entry.objects.filter(chip=chip).latest('id').seq}",
        ).words
    )
    assert "A newer article" in seen(client, f"/packs/{pack.slug}/ledger/").words
    assert acts.is_open(chip.status, "publish")


def test_markup_is_not_told_as_what_a_newer_article_lacks():
    marked = TEXT.replace("once a day", "**once** a *day*")
    pack = intake.load(files.raw(files.pack(text=marked, slug="marked")), marked.encode(), by=None).pack
    judge = made.seated_judge("kim")
    chip = made.chip(pack)
    desk.publish(pack, chip.cid, made.ask(judge, chip), desk.Quoted("Feed the starter once a day", "feeding"))
    newer = marked.replace("once", "twice")
    intake.attach(pack, newer.encode(), by=None)
    (fallen,) = evidence.fallen(pack, sha(newer.encode()))
    assert (fallen.chip.quote, fallen.verdict.text) == (
        "Feed the starter **once** a *day",
        "Nearly in “Feeding the starter”, not word for word: for “once” it has “twice”.",
    )


def test_a_quote_that_was_struck_through_before_stays(jo):
    text = TEXT.replace("once a day", "~~once a day~~")
    pack = intake.load(files.raw(files.pack(text=text)), text.encode(), by=None).pack
    made.seated(jo)
    quoted = desk.Quoted("Feed the starter once a day", "feeding")
    desk.publish(pack, made.chip(pack, 0).cid, made.ask(jo, made.chip(pack, 0), why="so it is"), quoted, [])
    at = given(pack, text + "\nMore.\n")
    assert seen(entered(made.reader()), f"{at}/quotes/").n_rows == 0


def test_an_article_that_was_let_in_once_is_read_whatever_the_limit_is_now(pack, settings):
    settings.ARTICLE_MAX_BYTES = 6_000_000
    at = given(pack, "x" * 5_000_001)
    settings.ARTICLE_MAX_BYTES = 5_000_000
    assert entered(made.reader()).get(f"{at}/quotes/").status_code == 200
