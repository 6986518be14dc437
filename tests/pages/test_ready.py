"""Whether the desk is fit to work: each part is really broken here, and told by its name alone."""

from __future__ import annotations

import resource
import shutil

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from reviews import readiness, triggers
from reviews.models import Chain
from tests import builders

pytestmark = pytest.mark.django_db
ALL = set(readiness.PARTS)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """What is broken here is asked about at once, not a second later; and no other test is told of it."""
    monkeypatch.setattr(readiness, "KEPT", 0)
    monkeypatch.setattr(readiness, "_answer", None)


def failed(client: Client) -> tuple[int, set[str]]:
    """The status, and the parts that are not well. A cluster made for tests may not sync, which is told too."""
    answer = client.get("/readyz")
    found = {part for part, is_well in answer.json()["parts"].items() if not is_well}
    assert (set(answer.json()["parts"]), answer.json()["ok"]) == (ALL, not found)
    if connection.vendor == "postgresql" and found == {"journal"} and _is_unsynced():
        return 200, set()
    return answer.status_code, found - ({"journal"} if _is_unsynced() else set())


def _is_unsynced() -> bool:
    return connection.vendor == "postgresql" and "fsync" in readiness.unsafe(connection)


def test_a_desk_that_works_is_ready_for_anybody(client):
    builders.loaded()
    assert failed(client) == (200, set())
    assert client.get("/readyz").headers["Cache-Control"] == "no-store"


def test_readiness_asks_as_much_for_one_pack_as_for_fifty(client, django_assert_num_queries):
    from django.test.utils import CaptureQueriesContext

    builders.loaded(slug="pack-0")
    with CaptureQueriesContext(connection) as few:
        client.get("/readyz")
    for n in range(1, 50):
        builders.loaded(slug=f"pack-{n}")
    with django_assert_num_queries(len(few)):
        client.get("/readyz")


def test_readiness_writes_nothing(client):
    builders.loaded()
    before = list(Chain.objects.values_list("origin", "size", "head"))
    client.get("/readyz")
    assert list(Chain.objects.values_list("origin", "size", "head")) == before


def test_a_silent_database_is_asked_once_and_tells_nothing_private(client):
    asked = []

    def broken(*args):
        asked.append(args)
        raise OperationalError("connection to 10.1.2.3 as secret-name failed")

    with connection.execute_wrapper(broken):
        answer = client.get("/readyz")
    assert (answer.status_code, len(asked), b"secret" in answer.content) == (503, 1, False)
    assert answer.json() == {"ok": False, "parts": {part: part == "disk" for part in readiness.PARTS}}


def test_a_missing_trigger_is_told(client):
    triggers.lift(connection)
    assert failed(client) == (503, {"triggers"})


def test_a_missing_migration_is_told(client):
    MigrationRecorder(connection).migration_qs.filter(app="reviews").latest("name").delete()
    assert "migrations" in failed(client)[1]


@pytest.mark.parametrize("change", [{"size": 7}, {"head": "f" * 64}])
def test_a_chain_that_parted_from_its_entries_is_told(client, change):
    pack = builders.loaded()
    triggers.lift(connection)
    Chain.objects.filter(pack=pack).update(**change)
    triggers.install(connection)
    assert failed(client) == (503, {"heads"})


def test_a_full_disk_is_told(client, settings):
    settings.DISK_MIN_BYTES = shutil.disk_usage(settings.DATA).free * 2
    assert failed(client) == (503, {"disk"})


def test_a_disk_that_takes_no_byte_is_told_whatever_it_says_of_itself(client):
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most[1]))
    try:
        told = readiness.faults(connection)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert "too large" in told["disk"]


def test_looking_at_the_disk_leaves_nothing_there(client, settings):
    before = sorted(settings.DATA.iterdir())
    client.get("/readyz")
    assert sorted(settings.DATA.iterdir()) == before


def test_a_data_folder_that_is_gone_is_told(client, settings, tmp_path):
    settings.DATA = tmp_path / "gone"
    assert failed(client) == (503, {"disk"})


def test_what_is_wrong_stands_in_the_log(client, settings, caplog):
    settings.DISK_MIN_BYTES = shutil.disk_usage(settings.DATA).free * 2
    client.get("/readyz")
    assert "not ready, disk: " in caplog.text
    assert "bytes are left on the disk of the data folder, fewer than " in caplog.text


def test_a_write_that_is_refused_is_told(client):
    def read_only(execute, sql, params, many, context):
        if sql.startswith("UPDATE"):
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(read_only):
        assert failed(client) == (503, {"writes"})


def test_the_least_that_is_left_is_set_for_the_house():
    assert settings.DISK_MIN_BYTES == 200_000_000
