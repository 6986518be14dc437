"""Two application servers on one PostgreSQL database: nothing is shared but it and the secret key, and nobody can tell."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import requests

from tests.browser.conftest import PASSWORD
from tests.proofs import cluster
from tests.proofs.desk import Desk, act, desk, together

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(cluster.programs() is None, reason="PostgreSQL is not installed"),
]
Pair = tuple[Desk, Desk]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """Two servers, each with a folder of its own."""
    with desk(url=cluster.chosen("postgresql"), judges=4, packs=6, chips=6) as first:
        second = beside(first)
        (second.data / "secret_key").write_bytes((first.data / "secret_key").read_bytes())
        try:
            _add_judge(first)
            first.start()
            second.start()
            yield first, second
        finally:
            second.stop()
            shutil.rmtree(second.data)


def beside(first: Desk) -> Desk:
    """Another machine, as good as: its own folder and static files, and the address of the database."""
    folder = Path(tempfile.mkdtemp(prefix="proof-"))
    made = Desk(folder, url=first.url, log_ins=first.log_ins, packs=first.packs, seats=first.seats)
    made.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")
    return made


def _add_judge(one: Desk) -> None:
    one.run("manage.py", "add_user", "kim", "--judge", "--password-stdin", given=PASSWORD)
    one.run("manage.py", "seat", "kim")


def at(one: Desk, path: str) -> str:
    return f"http://127.0.0.1:{one.port}{path}"


def form(page: requests.Response, action: str) -> dict[str, str]:
    """The hidden fields of the form that goes there, as a whole or by one of its buttons."""
    forms = re.findall(r"<form.*?</form>", page.text, re.DOTALL)
    [inside] = [one for one in forms if f'action="{action}"' in one]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside))


def logged_in(shown: Desk, sent: Desk) -> requests.Session:
    """The form comes from one server and goes to the other."""
    session = requests.Session()
    fields = form(session.get(at(shown, "/login/"), timeout=60), "/login/")
    answer = session.post(
        at(sent, "/login/"),
        {**fields, "username": "kim", "password": PASSWORD},
        timeout=60,
        allow_redirects=False,
    )
    assert (answer.status_code, answer.headers.get("Location")) == (302, "/")
    return session


def test_a_form_of_one_server_is_taken_by_the_other_all_the_way(pair):
    """Log-in, session, CSRF token and version: each decision's page comes from one, and its form goes to the other."""
    session, slug = logged_in(*pair), next(iter(pair[0].packs))
    seqs = []
    for n, cid in enumerate(pair[0].packs[slug]):
        shown, sent = pair if n % 2 else pair[::-1]
        path = f"/packs/{slug}/chips/{cid}/hold/"
        page = session.get(at(shown, f"/packs/{slug}/desk/?chip={cid}"), timeout=60)
        answer = session.post(
            at(sent, path), {**form(page, path), "why": "later"}, timeout=60, allow_redirects=False
        )
        assert answer.status_code == 303, answer.text
        seqs.append(int(answer.headers["X-Ledger-Seq"]))
    assert seqs == list(range(seqs[0], seqs[0] + 6))


def test_a_log_out_at_one_ends_the_log_in_at_the_other(pair):
    session = logged_in(*pair)
    page = session.get(at(pair[0], "/"), timeout=60)
    session.post(at(pair[0], "/logout/"), form(page, "/logout/"), timeout=60)
    answer = session.get(at(pair[1], "/"), timeout=60, allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/login/?next=/")


def test_failures_at_both_doors_are_counted_together(pair):
    said = []
    for n in range(7):
        session = requests.Session()
        fields = form(session.get(at(pair[n % 2], "/login/"), timeout=60), "/login/")
        fields |= {"username": "nobody-here", "password": "wrong"}
        said.append(session.post(at(pair[n % 2], "/login/"), fields, timeout=60).status_code)
    assert said == [422] * 5 + [429] * 2


def test_decisions_at_both_at_once_are_one_for_each_chip(pair):
    """Four judges, two at each server, on one version at one moment."""
    slug = list(pair[0].packs)[1]
    for cid in pair[0].packs[slug]:
        people = [pair[n % 2].person(f"judge-{n}") for n in range(4)]
        asked = [act(slug, cid, name, 1) for name in ("hold", "drop", "publish", "edit")]
        told = together(partial(who.post, *one) for who, one in zip(people, asked, strict=True))
        assert sorted(one.status for one in told) == [303, 409, 409, 409]
    taken = [row for row in pair[1].read()["entries"] if row[0] == slug and row[4]]
    assert sorted(row[4] for row in taken) == sorted(pair[0].packs[slug])


def test_one_form_sent_to_both_at_once_is_one_entry(pair):
    slug = list(pair[0].packs)[2]
    for cid in pair[0].packs[slug]:
        asked = act(slug, cid, "hold", 1)
        told = together(partial(one.person("judge-0").post, *asked) for one in pair)
        assert [one.status for one in told] == [303, 303]
        assert told[0].seq == told[1].seq


def test_both_are_ready_and_every_ledger_holds(pair):
    assert [requests.get(at(one, "/readyz"), timeout=60).status_code for one in pair] == [200, 200]
    assert pair[0].read()["faults"] == []


def test_no_file_is_shared_but_the_secret_key(pair):
    """Nor is there a second one with the same bytes, but for the static files of the same version and empty locks."""
    found = [
        {path.relative_to(one.data): path.read_bytes() for path in one.data.rglob("*") if path.is_file()}
        for one in pair
    ]
    same = [str(name) for name, raw in found[1].items() if raw and found[0].get(name) == raw]
    assert [name for name in same if not name.startswith("static/")] == ["secret_key"]


def test_with_another_secret_key_a_log_in_does_not_hold(pair):
    """The control: what has to be shared is the key, and without it the tests above would fail."""
    session, third = logged_in(*pair), beside(pair[0])
    try:
        third.start()
        answer = session.get(at(third, "/"), timeout=60, allow_redirects=False)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/login/?next=/")
    finally:
        third.stop()
        shutil.rmtree(third.data)


def test_what_one_began_the_other_ends_when_it_dies(pair):
    """The second goes on where it was."""
    first, second = pair
    slug = list(first.packs)[3]
    cids = first.packs[slug]
    seqs = [first.person("judge-1").post(*act(slug, cid, "hold", 1)).seq for cid in cids[:3]]
    first.stop()
    seqs += [second.person("judge-1").post(*act(slug, cid, "hold", 1)).seq for cid in cids[3:]]
    first.start()
    assert seqs == list(range(seqs[0], seqs[0] + 6))
    assert second.read()["faults"] == []
