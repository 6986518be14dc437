"""RATIFY_BY_ANOTHER: nobody ratifies a pack in which only their own decisions stand, and reads so beforehand."""

from __future__ import annotations

import pytest

from reviews import desk, exclusions, opinions, release, strikes
from reviews.models import Pack, User
from tests import builders
from tests.builders import ask, chip
from tests.commands.runner import run
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
BASE = "/packs/baking-with-a-sourdough-starter/"
AT, RATIFY, REOPEN = f"{BASE}release/", f"{BASE}ratify/", f"{BASE}reopen/"
FORM = {"key": "a-key-of-ours", "why": "typed words"}


@pytest.fixture
def pack() -> Pack:
    return builders.loaded()


@pytest.fixture
def ada(pack) -> User:
    """An admin who judges: she held all three chips."""
    user = User.objects.create_user("ada", password=builders.PASSWORD, is_staff=True, may_judge=True)
    builders.seated(user)
    for n in range(3):
        hold(pack, user, n)
    return user


@pytest.fixture
def kim() -> User:
    return builders.seated_judge("kim")


@pytest.fixture(autouse=True)
def by_another(settings) -> None:
    settings.RATIFY_BY_ANOTHER = True


def hold(pack: Pack, judge: User, n: int) -> None:
    desk.hold(pack, chip(pack, n).cid, ask(judge, chip(pack, n), why="later"))


def test_the_only_judge_may_not_ratify(pack, ada):
    answer = entered(ada).post(RATIFY, FORM)
    pack.refresh_from_db()
    assert (answer.status_code, pack.is_ratified, release.ALONE in read(answer).words) == (403, False, True)


def test_the_release_page_says_so_beforehand_and_offers_no_form(pack, ada):
    page = seen(entered(ada), AT)
    assert (release.ALONE in page.words, RATIFY in page.forms) == (True, False)


def test_the_command_says_so_too(pack, ada):
    assert run("ratify", pack.slug, "--as", "ada").refused == release.ALONE


def test_another_admin_may(pack, ada):
    bea = entered(builders.admin("bea"))
    page = seen(bea, AT)
    assert (release.ALONE in page.words, RATIFY in page.forms) == (False, True)
    assert bea.post(RATIFY, FORM).status_code == 303


def test_one_standing_decision_of_another_judge_is_enough(pack, ada, kim):
    desk.drop(pack, chip(pack).cid, ask(kim, chip(pack), why="wrong"))
    assert entered(ada).post(RATIFY, FORM).status_code == 303


def test_who_struck_or_mended_did_not_decide(pack, ada, kim):
    """Everything that goes out was let out by one person: another's comma does not make them two."""
    one = chip(pack)
    strikes.strike(pack, "digest", "feeding", ask(kim, 1, why="wrong"))
    words = builders.wording(one.q, "It is fed once a day with flour and water.", *one.cites)
    desk.hand_edit(pack, one.cid, ask(kim, one, why="clearer"), words)
    hold(pack, ada, 0)
    assert entered(ada).post(RATIFY, FORM).status_code == 403


def test_who_only_struck_or_mended_ratifies_what_others_decided(kim):
    pack = builders.loaded(slug="of-others")
    bea = User.objects.create_user("bea", password=builders.PASSWORD, is_staff=True, may_judge=True)
    builders.seated(bea)
    strikes.strike(pack, "digest", "feeding", ask(bea, 1, why="wrong"))
    for n in range(3):
        hold(pack, kim, n)
    assert release.ratify(pack, by=bea).act == "ratify"


def test_an_act_that_was_undone_counts_no_more(pack, ada, kim):
    desk.drop(pack, chip(pack).cid, ask(kim, chip(pack), why="wrong"))
    desk.undo(pack, chip(pack).cid, ask(kim, chip(pack)))
    assert entered(ada).post(RATIFY, FORM).status_code == 403


def test_the_first_of_two_opinions_is_another_judges(kim):
    pack = builders.loaded(slug="of-two")
    opinions.set_rule(pack, "every", by=None)
    ada = User.objects.create_user("ada", password=builders.PASSWORD, is_staff=True, may_judge=True)
    builders.seated(ada)
    for n in range(3):
        hold(pack, kim, n)
        hold(pack, ada, n)
    assert release.ratify(pack, by=ada).act == "ratify"


def test_where_nothing_had_to_be_decided_any_admin_ratifies(kim):
    pack = builders.loaded(slug="empty", chips=[])
    admin = entered(builders.admin("bea"))
    assert admin.post(f"/packs/{pack.slug}/ratify/", FORM).status_code == 303


def test_reopening_is_nobodys_own_work(pack, ada):
    release.ratify(pack, by=builders.admin("bea"))
    assert entered(ada).post(REOPEN, FORM).status_code == 303


def test_it_is_off_unless_it_is_set(pack, ada, settings):
    settings.RATIFY_BY_ANOTHER = False
    assert RATIFY in seen(entered(ada), AT).forms
    assert entered(ada).post(RATIFY, FORM).status_code == 303


def test_by_default_it_is_off():
    from packreview import settings as ours

    assert ours.RATIFY_BY_ANOTHER is False


def test_an_exclusion_is_told_before_it(pack, ada):
    exclusions.exclude(ada, pack=pack, by=None, why="wrote the pack")
    words = seen(entered(ada), AT).words
    assert ("The reason: wrote the pack" in words, release.ALONE in words) == (True, False)
