"""What the gates hold, on the pages: beside its words, tied to them, filtered by, overridden aloud, asked again when publishing."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from itertools import count

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from reviews import desk, evidence, release
from reviews.models import Entry
from tests import builders, pace
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
OVEN = "Heat the oven to 250 °C for 45 minutes, with the iron pot inside."
HOT = (
    "how hot is the oven?",
    "It is heated to 260 °C for 45 minutes, says Marrowgate, with the pot inside.",
    "heating",
)
BARE = ("When is it fed?!", "we feed it once a day, obviously, at 13", "feeding")
SOUND = ("how often is it fed?", "Once a day, or once a week if it is kept in the refrigerator.", "feeding")
LONG = ("how long is it heated?", "It is heated for 46 minutes, with the iron pot inside it.", "heating")


class Ties(HTMLParser):
    """What each `finding-N` says, and the words on the page that it is tied to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.words: dict[str, str] = {}
        self._open: list[tuple[str, list[str], str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        tied = [one for one in (named.get("aria-describedby") or "").split() if one.startswith("finding-")]
        if tag not in ("input", "br", "hr", "img", "link", "meta", "rect"):
            self._open.append((tag, tied if tag != "textarea" else [], named.get("id") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _, tied, name in self._open:
            for one in tied:
                self.words[one] = self.words.get(one, "") + data
            if name.startswith("finding-"):
                self.said[name] = " ".join(f"{self.said.get(name, '')} {data}".split())


def loaded(*chips, **more):
    return builders.loaded(
        chips=[builders.files.chip(q, a, [cite] if cite else []) for q, a, cite in chips], **more
    )


@pytest.fixture
def jo():
    return builders.seated_judge()


def url(pack, act: str, n: int = 0) -> str:
    return f"/packs/{pack.slug}/chips/{chip(pack, n).cid}/{act}/"


def page(client, pack, query: str = "") -> str:
    return client.get(f"/packs/{pack.slug}/desk/{query}").content.decode()


def fields(**more):
    return {"version": 1, "key": "key-for-a-form", **more}


def test_each_finding_is_tied_to_the_words_it_is_about(client):
    pack = loaded(BARE)
    one, ties = chip(pack), Ties(page(client, pack))
    found = evidence.findings(pack, one.q, one.a, one.cites)
    words = {"q": one.q, "a": one.a}
    about_words = [one for one in found if one.gate != "length"]  # a length is the whole field's
    expected = {(f.text, words[f.field][f.start : f.end]) for f in about_words}
    shown = {(ties.said[name].split(": ", 1)[1], words) for name, words in ties.words.items()}
    assert len(expected) > 5
    assert shown == expected


def test_a_finding_says_its_number_and_its_field(client):
    ties = Ties(page(client, loaded(HOT)))
    assert ties.said["finding-1"] == "1 In the answer: “260 °C” is nowhere in the article."


def test_no_sentence_is_tied_to_what_is_not_there(client):
    for pack in (loaded(HOT), loaded(BARE, slug="bare"), loaded(SOUND, slug="sound")):
        ties = Ties(page(client, pack))
        about_words = {name for name, said in ties.said.items() if "characters; at" not in said}
        assert ties.words.keys() == about_words


def test_a_finding_on_a_cite_is_tied_to_the_cite(client):
    pack = builders.loaded(chips=[builders.files.chip(SOUND[0], SOUND[1], ["feeding", "thanks"])])
    ties = Ties(page(client, pack))
    assert (ties.said["finding-1"], ties.words["finding-1"]) == (
        "1 In the cites: “Thanks” only gives credits.",
        "Thanks",
    )


def test_the_severity_stands_in_words(client):
    text = page(client, loaded(HOT))
    assert text.count('<span class="finding__severity">override</span>') == 2


def test_an_override_is_asked_for_once_a_gate_and_says_what_it_means(client):
    text = page(client, loaded(HOT))
    assert [text.count(f'name="override" value="{gate}"') for gate in ("new_noun", "figure")] == [1, 1]
    assert text.count("Publish over these 2, with a reason") == 1
    assert text.count("“new name” and your reason then stand in the ledger and in the export") == 1


def test_what_is_refused_offers_no_override(client):
    pack = builders.loaded(chips=[builders.files.chip(SOUND[0], SOUND[1], ["nowhere"])])
    text = page(client, pack)
    assert (
        "It cannot be published while this stands: edit it to cite a section that is there, or hold or drop it."
        in text
    )
    assert 'name="override" value="cite"' not in text


@pytest.mark.parametrize(
    ("spoken", "more"), [([], " 1 more box below asks the same."), (["new_noun"], "published all the same.")]
)
def test_a_refusal_tells_of_every_box_that_is_still_to_be_ticked(client, spoken, more):
    pack = loaded(HOT)
    answer = client.post(url(pack, "publish"), fields(quote=OVEN, override=spoken, why="x"), headers=HTMX)
    said = answer.content.decode().split("<strong>Not published: ", 1)[1].split("</strong>", 1)[0]
    assert (answer.status_code, said.endswith(more)) == (422, True)


def test_a_refusal_for_want_of_a_quote_says_that_its_box_stands_below(client):
    """It said beside it, and the box stands under the suggested sentences, out of sight."""
    answer = client.post(url(loaded(SOUND), "publish"), fields(), headers=HTMX).content.decode()
    before, after = answer.split("or tick the box below, and say why it goes without.", 1)
    assert ('value="quote"' in before, 'value="quote"' in after) == (False, True)


def test_a_note_is_only_shown(client):
    pack = loaded(("how hot is it?", "It is 250 °C hot.", "heating"))
    assert 'value="length"' not in page(client, pack)
    answer = client.post(url(pack, "publish"), fields(quote=OVEN))
    assert (answer.status_code, chip(pack).status) == (303, "published")


def test_the_gates_are_asked_again_when_publishing(client):
    pack = loaded(HOT)
    chips = type(chip(pack)).objects
    chips.update(findings=[])  # whatever the row says
    answer = client.post(url(pack, "publish"), fields(quote=OVEN), headers=HTMX)
    assert (answer.status_code, chip(pack).status) == (422, "waiting")
    assert (
        "260 °C is not in “Heating the oven”; it has 250 °C, 45 minutes and 20 minutes."
        in answer.content.decode()
    )


def test_an_override_asks_why(client):
    pack = loaded(HOT)
    answer = client.post(
        url(pack, "publish"), fields(quote=OVEN, override=["new_noun", "figure"]), headers=HTMX
    )
    assert (answer.status_code, "Say why: it goes into the ledger." in answer.content.decode()) == (422, True)
    assert answer.content.decode().count('value="figure" checked') == 1


def test_an_override_stands_in_the_ledger_and_in_the_export(client):
    pack = loaded(HOT)
    client.post(
        url(pack, "publish"), fields(quote=OVEN, override=["figure", "new_noun"], why="the printer’s error")
    )
    assert Entry.objects.get(act="publish").said["overrides"] == ["new_noun", "figure"]
    pack.refresh_from_db()
    release.ratify(pack, by=builders.admin())
    (decision,) = json.loads(release.exported(pack).raw)["bench"]["decisions"]
    assert (decision["overrides"], decision["why"]) == (["new_noun", "figure"], "the printer’s error")


def test_the_desk_goes_by_the_rules_in_force_and_not_by_those_of_the_load(client, tmp_path):
    pack = loaded(SOUND)
    path = tmp_path / "rules.toml"
    path.write_text("a_max = 50\n[severities]\nlength = 'override'\n")
    with override_settings(HOUSE_RULES=path):
        text = page(client, pack)
        answer = client.post(url(pack, "publish"), fields(quote="Feed the starter once a day"))
    assert "The answer has 61 characters; at most 50 were expected." in text
    assert (answer.status_code, chip(pack).status) == (422, "waiting")


def test_the_filter_opens_at_the_first_waiting_chip_on_which_the_gate_speaks(client):
    pack = loaded(SOUND, HOT, BARE, LONG)
    text = page(client, pack, "?gate=figure")
    assert "Chip 2 of 4" in text
    assert "only figure findings" in text


def test_the_filter_stays_through_an_act(client):
    pack = loaded(SOUND, HOT, BARE, LONG)
    answer = client.post(url(pack, "hold", 1), fields(show="figure", why="later"))
    assert answer["Location"].startswith(f"/packs/{pack.slug}/desk/?chip={chip(pack, 2).cid}&show=figure")
    answer = client.post(
        url(pack, "hold", 2), fields(show="figure", why="later", key="another-key"), headers=HTMX
    )
    assert chip(pack, 3).q in answer.content.decode()


def test_the_filter_says_when_nothing_waits_under_it(client, jo):
    pack = loaded(SOUND, HOT)
    desk.hold(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="x"))
    text = page(client, pack, "?gate=figure")
    assert "No waiting chip has a finding of figure" in text
    assert "1 of its chips wait" in text or "1 of its chips waits" in text


def test_next_and_previous_stay_under_the_filter(client):
    pack = loaded(HOT, SOUND, LONG, ("how warm is it?", *SOUND[1:]))
    text = page(client, pack, "?gate=figure")
    nexts = [chip(pack, 2).cid, chip(pack, 2).cid]
    links = [part.split("&amp;show=figure")[0] for part in text.split("?chip=") if "data-key" in part[:120]]
    assert [link for link in links if link in nexts] == nexts


@pytest.mark.parametrize("given", ["?gate=none", "?gate=' OR 1=1", "?show=gate"])
def test_a_filter_that_is_none_shows_everything(client, given):
    pack = loaded(SOUND, HOT)
    assert "Chip 1 of 2" in page(client, pack, given)


def test_the_pack_page_lists_the_chips_of_a_gate(client):
    pack = loaded(SOUND, HOT, BARE, LONG)
    text = client.get(f"/packs/{pack.slug}/?gate=figure").content.decode()
    assert "Chips with a finding of figure" in text
    assert [n for n in range(4) if f'id="{chip(pack, n).cid}"' in text] == [1, 2, 3]


def test_the_pack_page_counts_the_chips_of_each_gate(client):
    pack = loaded(SOUND, HOT, BARE, LONG)
    text = client.get(f"/packs/{pack.slug}/").content.decode()
    assert 'href="/packs/baking-with-a-sourdough-starter/?gate=figure#chips" data-count="3"' in text


def test_a_gate_is_not_taken_for_a_word_in_a_sentence(client):
    pack = loaded(
        ("how is it fed?", 'It is fed by "gate": "figure" and by Marrowgate, as they say of it.', "feeding")
    )
    assert "data-row" not in client.get(f"/packs/{pack.slug}/?gate=figure").content.decode()


def test_lists_by_gate_run_no_gate(client, monkeypatch):
    pack = loaded(SOUND, HOT, BARE, LONG)
    client.get(f"/packs/{pack.slug}/?gate=figure")
    evidence._findings.cache_clear()
    client.get(f"/packs/{pack.slug}/?gate=figure")
    assert evidence._findings.weight == 0


def test_a_list_by_gate_asks_the_database_alike_for_1_chip_and_for_50(client):
    def n_queries(n: int) -> int:
        chips = [(f"how long is {k}?", LONG[1], "heating") for k in range(n)]
        pack = loaded(*chips, slug=f"pack-of-{n}")
        client.get(f"/packs/{pack.slug}/?gate=figure")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"/packs/{pack.slug}/?gate=figure")
        return len(queries)

    assert n_queries(1) == n_queries(50)


def test_the_desk_under_a_gate_asks_the_database_alike_for_1_chip_and_for_50(client):
    def n_queries(n: int) -> int:
        chips = [(f"how long is {k}?", LONG[1], "heating") for k in range(n)]
        pack = loaded(*chips, slug=f"pack-of-{n}")
        page(client, pack, "?gate=figure")
        with CaptureQueriesContext(connection) as queries:
            page(client, pack, "?gate=figure")
        return len(queries)

    assert n_queries(2) == n_queries(50)


def test_bullets_and_digests_and_the_paragraph_are_asked_beside_strike(client):
    pack = builders.loaded(bullets=["Heat it for 46 minutes.", "Heat it for 45 minutes."])
    text = client.get(f"/packs/{pack.slug}/").content.decode()
    assert text.count("46 minutes is not in the article; it has 45 minutes, 20 minutes and 50 g.") == 1
    assert text.count('<ul class="said small">') == 1


def test_a_struck_bullet_is_let_be(client, jo):
    from reviews import strikes

    pack = builders.loaded(bullets=["Heat it for 46 minutes."])
    strikes.strike(pack, "bullet", pack.bullets.get().text_sha, ask(jo, why="wrong"))
    assert "46 minutes is not in" not in client.get(f"/packs/{pack.slug}/").content.decode()


def test_a_text_beyond_all_measure_is_asked_about_in_part_and_says_so(client):
    pack = builders.loaded(bullets=["It is fed. " * 400])
    text = client.get(f"/packs/{pack.slug}/").content.decode()
    assert "Only its first 4,000 characters were asked about." in text


def check(client, pack, **typed):
    return client.post(url(pack, "check"), {"q": SOUND[0], "a": SOUND[1], "cites": "feeding", **typed})


def test_the_check_says_what_the_gates_hold_against_the_words_being_typed(client):
    pack = loaded(SOUND)
    text = check(client, pack, a="It is fed 3 times a day, with flour and with water.").content.decode()
    assert "3 times is not in “Feeding the starter”" in text
    assert Entry.objects.filter(chip__isnull=False).count() == 0


def test_the_check_keeps_what_was_ticked(client):
    pack = loaded(SOUND)
    text = check(client, pack, a=LONG[1], override="figure").content.decode()
    assert 'value="figure" checked' in text


def test_the_check_counts_a_line_end_once_as_saving_does(client):
    pack = loaded(SOUND)
    answer = "It is fed once a day.\r\n" + "\r\n" * 20
    assert "has 42 characters" not in check(client, pack, a=answer).content.decode()
    assert "has 22 characters" in check(client, pack, a="It is fed once a day.\r\n").content.decode()


@pytest.mark.parametrize(
    ("a", "said"), [("", "Answer: This field is required."), ("x" * 12_001, "Answer: Ensure this value")]
)
def test_the_check_says_what_could_not_be_saved(client, a, said):
    text = check(client, loaded(SOUND), a=a).content.decode()
    assert (said in text, "No gate holds anything" in text) == (True, False)


def test_the_edit_form_opens_with_what_the_gates_hold(client):
    pack = loaded(HOT)
    text = page(client, pack, "?edit=1")
    assert "260 °C is not in “Heating the oven”" in text.split('id="check"')[1]


def test_a_refused_edit_shows_what_the_gates_hold_against_the_words_typed(client):
    pack = loaded(SOUND)
    typed = fields(q=LONG[0], a=LONG[1], cites="heating", then="publish", quote=OVEN, why="x")
    answer = client.post(url(pack, "edit"), typed)
    assert answer.status_code == 422
    assert "46 minutes is not in “Heating the oven”" in answer.content.decode().split('id="check"')[1]


def test_the_check_takes_less_than_30_ms(client):
    pack = loaded(SOUND)
    other = count()  # words of which nothing is kept
    work = lambda: check(client, pack, a=f"{HOT[1]} And {next(other)} times more of it, they say.")  # noqa: E731
    assert pace.ms(work, 30) < 30
