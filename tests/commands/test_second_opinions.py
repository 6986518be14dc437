"""`second_opinions` sets the rule of a pack or a series, in an admin's name."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from reviews.models import Entry
from tests import builders

pytestmark = pytest.mark.django_db


def test_it_sets_the_rule_of_a_pack(capsys):
    pack, ada = builders.loaded(), builders.admin()
    call_command("second_opinions", "sampled", pack=pack.slug, share=25, name=ada.username, why="a trial")
    pack.refresh_from_db()
    said = Entry.objects.get(act="opinions").said
    assert (pack.second, said["share"], said["why"], said["actor"]) == ("sampled", 25, "a trial", ada.actor)
    assert capsys.readouterr().out == f"{pack.slug}: second opinions for sampled by entry 2\n"


def test_it_sets_the_rule_of_a_series():
    pack, ada = builders.loaded(series=["bread"]), builders.admin()
    call_command("second_opinions", "every", series="bread", name=ada.username)
    pack.refresh_from_db()
    assert pack.second == "every"


@pytest.mark.parametrize("who", ["jo", "nobody"])
def test_it_is_refused_to_whoever_is_no_admin(who):
    pack = builders.loaded()
    builders.judge("jo")
    with pytest.raises(CommandError):
        call_command("second_opinions", "every", pack=pack.slug, name=who)
    assert Entry.objects.filter(act="opinions").exists() is False
