"""Files that a page loads together: one once they are collected, each of its parts before that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory

from packreview.static import Files
from reviews.templatetags import static_tags

ROOT = Path(__file__).resolve().parent.parent
TAG = Template("{% load static_tags %}{% together 'js/desk-page.js' %}")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("data")
    for _ in range(2):  # the second time nothing is in the way of it
        collect(data)
    return data / "static"


def collect(data: Path) -> None:
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    own = {"PACKREVIEW_DATA": str(data), "DJANGO_SETTINGS_MODULE": "packreview.settings", "PATH": ""}
    subprocess.run(command, cwd=ROOT, env=own, check=True)


@pytest.mark.parametrize("name", settings.STATIC_TOGETHER)
def test_collectstatic_puts_a_pages_files_together(collected, name):
    parts = [(ROOT / "static" / part).read_bytes() for part in settings.STATIC_TOGETHER[name]]
    assert (collected / name).read_bytes() == b"\n".join(parts)


def test_what_is_put_together_is_of_the_files_that_came_last(tmp_path):
    """Files that were unpacked with their dates are older than what was collected of the ones before them."""
    collect(tmp_path)
    for name, parts in settings.STATIC_TOGETHER.items():
        for part in parts:
            (tmp_path / "static" / part).write_text("of the version before")
        wanted = b"\n".join((ROOT / "static" / part).read_bytes() for part in parts)
        collect(tmp_path)
        assert (tmp_path / "static" / name).read_bytes() == wanted


@pytest.mark.parametrize("name", settings.STATIC_TOGETHER)
def test_what_is_put_together_is_hashed_and_compressed(collected, name):
    stem, kind = name.rsplit(".", 1)
    hashed = {path.name.count(".") for path in collected.glob(f"{stem}.????????????.{kind}*")}
    assert hashed == {2, 3}


def test_before_they_are_collected_each_part_is_named():
    named = [line.split('"')[1] for line in TAG.render(Context()).split("\n")]
    assert named == [f"/static/{part}" for part in settings.STATIC_TOGETHER["js/desk-page.js"]]


def test_once_they_are_collected_one_file_is_named(monkeypatch):
    monkeypatch.setattr(
        static_tags.staticfiles_storage, "hashed_files", {"js/desk-page.js": "x"}, raising=False
    )
    assert TAG.render(Context()) == '<script src="/static/js/desk-page.js" defer></script>'


def test_a_file_whose_disk_is_gone_is_asked_for_later(tmp_path):
    """A desk knows its files from its start on; whether they can be read it finds out each time."""
    (tmp_path / "tokens.css").write_text("a {}")
    served = Files(lambda request: HttpResponse(status=404))
    served.add_file_to_dictionary("/static/tokens.css", str(tmp_path / "tokens.css"))
    (tmp_path / "tokens.css").unlink()
    answer = served(RequestFactory().get("/static/tokens.css"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
