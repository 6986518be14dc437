"""exclude and readmit: conflicts of interest from the command line."""

from __future__ import annotations

import pytest

from reviews.models import Entry, Exclusion
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack():
    return builders.loaded(series=["Bread"])


def test_exclude_keeps_somebody_from_a_pack(pack):
    builders.judge("jo")
    ran = run("exclude", "jo", "--pack", pack.slug, "--why", "wrote the article")
    row = Exclusion.objects.get()
    assert ran.out == f"exclusion {row.pk}: jo decides nothing on {pack.slug}\n"
    assert (row.pack, row.why, Entry.objects.get(act="exclude").chain.pack) == (
        pack,
        "wrote the article",
        pack,
    )


def test_exclude_keeps_somebody_from_a_series(pack):
    builders.judge("jo")
    ran = run("exclude", "jo", "--series", "Bread", "--why", "wrote the article")
    assert ran.out == f"exclusion {Exclusion.objects.get().pk}: jo decides nothing on the series “Bread”\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nobody", "--pack", "{slug}", "--why", "x"], "There is no user nobody: add_user makes one."),
        (["jo", "--pack", "none", "--why", "x"], "There is no pack with the slug none."),
        (["jo", "--series", "none", "--why", "x"], "No pack here is of the series “none”."),
        (["jo", "--pack", "{slug}", "--why", " "], "Say why: it goes into the ledger."),
        (["jo", "--why", "x"], "Error: one of the arguments --pack --series is required"),
        (["jo", "--pack", "{slug}"], "Error: the following arguments are required: --why"),
    ],
)
def test_exclude_refuses_in_one_sentence(pack, args, sentence):
    builders.judge("jo")
    ran = run("exclude", *[arg.format(slug=pack.slug) for arg in args])
    assert (ran.refused, Exclusion.objects.count()) == (sentence, 0)


def test_readmit_ends_it(pack):
    builders.judge("jo")
    run("exclude", "jo", "--pack", pack.slug, "--why", "wrote the article")
    row = Exclusion.objects.get()
    ran = run("readmit", row.pk, "--why", "it was another Jo")
    entry = Entry.objects.get(act="readmit")
    assert ran.out == f"exclusion {row.pk}: ended, jo is readmitted (entry {entry.seq})\n"
    assert run("readmit", row.pk, "--why", "again").refused == "This exclusion was ended already."


def test_readmit_refuses_an_unknown_number():
    assert run("readmit", 9, "--why", "x").refused == "There is no exclusion 9."
