"""ratify and reopen from the command line, in an admin's name."""

from __future__ import annotations

import pytest

from reviews import desk
from reviews.models import Entry, Pack
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided() -> Pack:
    """A pack of which every chip is held."""
    builders.admin("ada")
    judge, pack = builders.judge("jo"), builders.loaded()
    builders.seated(judge)
    for n in range(3):
        chip = builders.chip(pack, n)
        desk.hold(pack, chip.cid, builders.ask(judge, chip, why="Not now."))
    return pack


def test_ratify_closes_a_decided_pack(decided):
    ran = run("ratify", decided.slug, "--as", "ada", "--why", "Read twice.")
    entry = Entry.objects.get(act="ratify")
    assert ran.out == f"{decided.slug}: ratified by entry {entry.seq}, head {entry.hash}\n"
    assert Pack.objects.get().ratified_seq == entry.seq


def test_ratify_refuses_while_chips_wait():
    builders.admin("ada")
    pack = builders.loaded()
    assert run("ratify", pack.slug, "--as", "ada").refused == (
        "3 chips wait for a decision: ratify when none does."
    )


def test_ratify_twice_names_the_standing_head(decided):
    run("ratify", decided.slug, "--as", "ada")
    entry = Entry.objects.get(act="ratify")
    assert run("ratify", decided.slug, "--as", "ada").refused == (
        f"This pack is ratified already, by entry {entry.seq} with head {entry.hash}."
    )


@pytest.mark.parametrize(
    ("slug", "name", "sentence"),
    [
        (None, "jo", "Only an admin ratifies and reopens a pack."),
        (None, "nobody", "There is no user nobody: add_user makes one."),
        ("none", "ada", "There is no pack with the slug none."),
    ],
)
def test_ratify_refuses_in_one_sentence(decided, slug, name, sentence):
    assert run("ratify", slug or decided.slug, "--as", name).refused == sentence


def test_reopen_opens_a_ratified_pack(decided):
    run("ratify", decided.slug, "--as", "ada")
    ran = run("reopen", decided.slug, "--as", "ada", "--why", "One chip was misread.")
    assert ran.out == f"{decided.slug}: open again by entry {Entry.objects.get(act='reopen').seq}\n"
    assert Pack.objects.get().ratified_seq is None


def test_reopen_refuses_a_pack_that_is_open(decided):
    ran = run("reopen", decided.slug, "--as", "ada", "--why", "Once more.")
    assert ran.refused == "This pack is not ratified."


def test_reopen_refuses_an_empty_reason(decided):
    run("ratify", decided.slug, "--as", "ada")
    assert (
        run("reopen", decided.slug, "--as", "ada", "--why", "").refused == "Say why: it goes into the ledger."
    )
