"""A series is the one of its very name, on both databases: another in other letters is not meant."""

from __future__ import annotations

import pytest

from reviews import exclusions, opinions, reports
from reviews.models import Pack
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def alike() -> tuple[Pack, Pack, Pack]:
    """Of the series Guide, guide, and another that a pattern would take for it."""
    return tuple(
        builders.loaded(series=[name], slug=f"of-{n}") for n, name in enumerate(("Guide", "guide", "gu_de"))
    )


def test_the_shelf_has_the_packs_of_the_series_asked_for(alike):
    found = [
        [pack.slug for pack in Pack.objects.shelf(series=name)]
        for name in ("Guide", "guide", "gu_de", "GUIDE")
    ]
    assert found == [["of-0"], ["of-1"], ["of-2"], []]


def test_two_judges_are_asked_in_that_series_alone(alike):
    opinions.set_series_rule("guide", "every", by=builders.admin())
    assert dict(Pack.objects.values_list("slug", "second")) == {"of-0": "", "of-1": "every", "of-2": ""}


def test_somebody_is_excluded_from_the_second_of_two_alike(alike):
    jo = builders.judge()
    exclusions.exclude(jo, series="guide", by=builders.admin(), why="wrote it")
    assert [bool(exclusions.of(jo, pack)) for pack in alike] == [False, True, False]


def test_a_report_on_a_series_counts_its_packs_alone(alike):
    report = reports.of(reports.Scope(None, "guide", None, None))
    assert [pack.slug for pack in report.packs] == ["of-1"]
