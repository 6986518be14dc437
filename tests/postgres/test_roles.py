"""The role that runs the desk: it can judge, and cannot change what was recorded, whatever it tries in SQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.core.checks import run_checks
from django.db import connection

from reviews import desk, readiness
from reviews.models import Chain, Entry
from tests import builders
from tests.builders import ask, chip
from tests.commands.runner import run

pytestmark = pytest.mark.usefixtures("emptying")
ROLE = "desk_for_tests"
REFUSED = (
    "UPDATE reviews_entry SET body = '{}'",
    "DELETE FROM reviews_entry",
    "TRUNCATE reviews_entry CASCADE",
    "UPDATE reviews_words SET text = 'x'",
    "DELETE FROM reviews_packfile",
    "DELETE FROM reviews_chain",
    "UPDATE reviews_deployment SET uid = 'x'",
    "INSERT INTO reviews_deployment (id, uid) VALUES (99, 'x')",
    "ALTER TABLE reviews_entry DISABLE TRIGGER ALL",
    "DROP TRIGGER reviews_entry_no_update ON reviews_entry",
    "CREATE OR REPLACE FUNCTION reviews_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
)


@pytest.fixture
def role() -> Iterator[psycopg.Connection]:
    """A connection as the role that runs the desk, which a superuser has made."""
    params = connection.get_connection_params()
    where = {"host": params["host"], "dbname": params["dbname"]}
    with psycopg.connect(**where, user="postgres", autocommit=True) as owner:
        owner.execute(f"DROP ROLE IF EXISTS {ROLE}")
        owner.execute(f"CREATE ROLE {ROLE} LOGIN")
    assert run("postgres_roles", ROLE).refused is None
    with psycopg.connect(**where, user=ROLE, autocommit=True) as opened:
        yield opened
    with psycopg.connect(**where, user="postgres", autocommit=True) as owner:
        owner.execute(f"DROP OWNED BY {ROLE}")
        owner.execute(f"DROP ROLE {ROLE}")


@pytest.mark.parametrize("statement", REFUSED)
def test_the_role_of_the_desk_is_refused(role, statement):
    builders.loaded()
    before = list(Entry.objects.values_list("hash", "body"))
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        role.execute(statement)
    assert list(Entry.objects.values_list("hash", "body")) == before


@contextmanager
def as_the_role() -> Iterator[None]:
    """The product's own connection, by another name."""
    own = connection.settings_dict["USER"]
    connection.close()
    connection.settings_dict["USER"] = ROLE
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["USER"] = own


OWN = "CREATE TEMP TABLE reviews_entry AS SELECT * FROM public.reviews_entry ORDER BY seq DESC LIMIT 1"
SHADOWS = {
    "a gap": (
        "UPDATE pg_temp.reviews_entry SET seq = 98",
        "INSERT INTO public.reviews_entry (chain_id, seq, body, hash, act, utc, item, request_sha) "
        "SELECT chain_id, 99, body, hash, act, utc, item, request_sha FROM public.reviews_entry LIMIT 1",
    ),
    "a head": (
        "UPDATE pg_temp.reviews_entry SET seq = seq + 1, hash = repeat('b', 64)",
        "UPDATE public.reviews_chain SET size = size + 1, head = repeat('b', 64) WHERE pack_id IS NOT NULL",
    ),
}


@pytest.mark.parametrize("way", SHADOWS)
def test_a_table_of_the_roles_own_is_not_taken_for_the_ledger(role, way):
    """A name means a temporary table first, wherever nobody says otherwise."""
    builders.loaded()
    before = list(Chain.objects.values_list("size", "head"))
    role.execute(OWN)
    prepared, act = SHADOWS[way]
    role.execute(prepared)
    with pytest.raises(psycopg.errors.RaiseException):
        role.execute(act)
    assert list(Chain.objects.values_list("size", "head")) == before
    assert max(Entry.objects.values_list("seq", flat=True)) < 99


def test_the_role_of_the_desk_can_judge(role):
    pack, jo = builders.loaded(), builders.judge()
    builders.seated(jo)
    with as_the_role():
        done = desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), "not carried"))
    assert done.entry.act == "hold"


def test_the_role_of_the_desk_is_ready_but_for_what_the_cluster_of_the_tests_does_not_sync(role):
    builders.loaded()
    with as_the_role():
        assert readiness.faults(connection).keys() - {"journal"} == set()


def test_the_role_of_the_desk_can_back_it_up(role, tmp_path):
    builders.loaded()
    with as_the_role():
        assert run("backup", tmp_path / "copy.dump").refused is None
    assert (tmp_path / "copy.dump").read_bytes()[:5] == b"PGDMP"


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody_here", "There is no role nobody_here"), ("postgres", "postgres owns tables or is")],
)
def test_a_role_that_cannot_be_bound_is_refused(name, said):
    refused = run("postgres_roles", name).refused
    assert refused is not None
    assert refused.startswith(said)


WAYS = {
    "a member of the owner's role": ("GRANT {owner} TO {role}", "REVOKE {owner} FROM {role}", "owns tables or is a superuser, or can become who does"),
    "one that hands out roles": ("ALTER ROLE {role} CREATEROLE", "ALTER ROLE {role} NOCREATEROLE", "owns tables or is a superuser, or can become who does"),
    "everybody may": ("GRANT DELETE ON reviews_entry TO PUBLIC", "REVOKE DELETE ON reviews_entry FROM PUBLIC", "would still have DELETE on reviews_entry, through PUBLIC or another role"),
    "a group may": ("GRANT pg_write_all_data TO {role}", "REVOKE pg_write_all_data FROM {role}", "would still have UPDATE on "),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_role_with_another_way_to_the_record_is_refused_and_gets_nothing(role, way):
    params = connection.get_connection_params()
    owner = params["user"] if params["user"] != "postgres" else "owner_for_tests"
    opens, shuts, said = (text.format(owner=owner, role=ROLE) for text in WAYS[way])
    where = {"host": params["host"], "dbname": params["dbname"]}
    with psycopg.connect(**where, user="postgres", autocommit=True) as admin:
        admin.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {ROLE}")
        admin.execute(opens)
        try:
            refused = run("postgres_roles", ROLE).refused
        finally:
            admin.execute(shuts)
    assert refused is not None
    assert said in refused
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        role.execute("SELECT count(*) FROM reviews_pack")


def warned() -> list[str]:
    found = run_checks(databases=["default"], include_deployment_checks=True)
    return [str(one.hint) for one in found if one.id == "reviews.W002"]


def test_who_deploys_a_desk_as_the_owner_of_its_tables_is_warned(role):
    [hint] = warned()
    assert "postgres_roles" in hint
    with as_the_role():
        assert warned() == []
