"""A PostgreSQL cluster to throw away: made from Debian's programs, reached through a socket in its own folder, gone after.

As a command it runs another one over a fresh database: `python -m tests.proofs.cluster COMMAND …` sets DATABASE_URL.
Nothing here ever touches a cluster that it did not make.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote

import psycopg

from tests.proofs import warm
from tests.proofs.once import once
from tests.servers import MORTAL, children, is_over, place, state

OWNER, ROLE = "packreview_owner", "packreview"  # who makes the tables, and as whom the desk runs
# Databases to copy, in every cluster: with the desk's tables, and with the rights of its role as well.
TABLES, RIGHTS = "tables", "tables_and_rights"
# For tests that ask nothing of a crash; and no plan of a statement changes because the tables were looked at meanwhile.
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off")


def programs() -> Path | None:
    """The folder of initdb and postgres, the newest of those installed; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return found[-1].parent if found else None


@dataclass
class Cluster:
    """A cluster in its own folder; `OWNER` may make databases, `ROLE` may log in, and `TABLES` and `RIGHTS` are there."""

    folder: Path
    settings: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def url(self, database: str = "postgres", role: str = OWNER) -> str:
        """Its address as DATABASE_URL takes it: the socket's folder stands for the host."""
        return f"postgresql://{role}@{quote(str(self.folder), safe='')}/{database}"

    def make(self) -> None:
        """A copy of the one that is made once for a run."""
        self.own()
        _copy(once("cluster", _prepare) / "data", self.folder)

    def initdb(self) -> None:
        """Its files, anew, as somebody who is not root: PostgreSQL refuses to run as root."""
        self.own()
        options = ("-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self._run("initdb", "-D", str(self.data), *options)

    def own(self) -> None:
        """Give the folder to whom it is run as."""
        if own := _unprivileged():
            shutil.chown(self.folder, own, own if own != "nobody" else "nogroup")

    def start(self) -> None:
        """Start the server in a process group of its own and wait until it answers."""
        options = (
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "max_connections=100",
            *self.settings,
        )
        command = [
            *MORTAL,
            str(_bin() / "postgres"),
            "-D",
            str(self.data),
            *(part for o in options for part in ("-c", o)),
        ]
        with (self.folder / "server.txt").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **_as_user()
            )
        self._wait()

    def query(self, sql: str, role: str = "postgres", database: str = "postgres") -> list[tuple[object, ...]]:
        """One statement, committed by itself; its rows."""
        with psycopg.connect(self.url(database, role), autocommit=True) as connection:
            cursor = connection.execute(sql)  # type: ignore[call-overload]
            return list(cursor.fetchall()) if cursor.description else []

    def kill(self) -> None:
        """`kill -9` of the server and all its processes (each leads a group of its own); wait until the last is gone.

        It is stopped first, so that it starts no other meanwhile: one that lived on would keep the next server out.
        """
        assert self.process
        everybody = [self.process.pid, *self._hold()]
        for one in everybody:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.process.wait()
        deadline = time.monotonic() + 120
        while not all(map(is_over, everybody)) and time.monotonic() < deadline:
            time.sleep(0.01)

    def pause(self) -> None:
        """Stop all its processes where they stand: connections are taken and kept, and nothing is answered."""
        for child in self._hold():
            os.kill(child, signal.SIGSTOP)

    def resume(self) -> None:
        """Go on after `pause`: the server last, so that none of its processes, over or not, is gone before its turn."""
        assert self.process
        for pid in (*children(self.process.pid), self.process.pid):
            os.kill(pid, signal.SIGCONT)

    def _hold(self) -> list[int]:
        """Stop the server alone, and give its processes: it starts no other now, and one that ends stays as a zombie."""
        assert self.process
        pid = self.process.pid
        os.kill(pid, signal.SIGSTOP)
        while state(pid) not in "TZ":
            time.sleep(0.001)
        return children(pid)

    def stop(self) -> None:
        """Stop the server, quickly; what was committed stays."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(60)
            if self.process.poll() is None:
                self.kill()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _wait(self) -> None:
        deadline = time.monotonic() + 120
        while True:
            try:
                self.query("SELECT 1")
                return
            except psycopg.OperationalError:
                assert self.process
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "server.txt").read_text()[-2000:]) from None
                time.sleep(0.05)

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [str(_bin() / program), *args], cwd=self.folder, capture_output=True, text=True, **_as_user()
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)


@contextlib.contextmanager
def cluster(*settings: str) -> Iterator[Cluster]:
    """A cluster that runs with these settings and is gone afterwards."""
    with _folder(settings) as made:
        made.make()
        made.start()
        yield made


@contextlib.contextmanager
def _folder(settings: Sequence[str]) -> Iterator[Cluster]:
    """A cluster of which there is only the folder; stopped, if it was started, and gone afterwards."""
    made = Cluster(Path(tempfile.mkdtemp(prefix="pg-", dir=place())), tuple(settings))
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(made.folder, ignore_errors=True)


def _prepare(folder: Path) -> None:
    """The files of a cluster that has what each is to have."""
    with _folder(QUICK) as made:
        made.initdb()
        made.start()
        made.query(f"CREATE ROLE {OWNER} LOGIN CREATEDB")
        made.query(f"CREATE ROLE {ROLE} LOGIN")
        made.query(f"CREATE DATABASE {TABLES} OWNER {OWNER}")
        _managed(made.url(TABLES), folder, "migrate")
        made.query(f"CREATE DATABASE {RIGHTS} OWNER {OWNER} TEMPLATE {TABLES}")
        _managed(made.url(RIGHTS), folder, "postgres_roles", ROLE)
        made.stop()
        _copy(made.data, folder)


def _managed(url: str, folder: Path, *command: str) -> None:
    env = warm.bare() | {"DATABASE_URL": url, "PACKREVIEW_DATA": str(folder / "desk")}
    done = warm.run(["manage.py", *command, "--verbosity=0"], env)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def _copy(data: Path, to: Path) -> None:
    """With its owner: nobody else may read it."""
    subprocess.run(["cp", "-a", str(data), str(to)], check=True)


def new_database(made: Cluster) -> str:
    """The address of another empty database in a cluster."""
    name = f"{OWNER}_{secrets.token_hex(4)}"
    made.query(f"CREATE DATABASE {name} OWNER {OWNER}")
    return made.url(name)


def renew(url: str, template: str) -> None:
    """Make a database of ours anew, as a copy of another one of its cluster to which nobody is connected."""
    made, name = of(url)
    made.query(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    made.query(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template}")


def of(url: str) -> tuple[Cluster, str]:
    """The cluster that an address of ours leads to, and the database's name in it."""
    host, name = url.rsplit("@", 1)[1].split("/")
    return Cluster(Path(unquote(host))), name


def chosen(name: str) -> str:
    """What a desk's DATABASE_URL says for "sqlite" (nothing) or "postgresql": a new database in one cluster for all."""
    return new_database(_shared()) if name == "postgresql" else ""


@cache
def _shared() -> Cluster:
    """One cluster for this process, stopped and removed at its end."""
    kept = contextlib.ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(cluster())


def kinds() -> tuple[str, ...]:
    """The databases that a proof over both can use here; PROOF_DATABASES names fewer."""
    here = ("sqlite", "postgresql") if programs() else ("sqlite",)
    wanted = os.environ.get("PROOF_DATABASES", " ".join(here)).split()
    return tuple(name for name in here if name in wanted)


def program(name: str) -> Path:
    """One of PostgreSQL's programs."""
    return _bin() / name


def _bin() -> Path:
    found = programs()
    if found is None:
        raise RuntimeError("PostgreSQL's programs are not here (on Debian: apt install postgresql)")
    return found


def _unprivileged() -> str:
    """Whom to run it as: nobody in particular where that is not root already."""
    if os.getuid():
        return ""
    with contextlib.suppress(LookupError):
        import pwd

        pwd.getpwnam("postgres")
        return "postgres"
    return "nobody"


def _as_user() -> dict[str, str]:
    own = _unprivileged()
    return {"user": own, "group": own if own != "nobody" else "nogroup"} if own else {}


def main(command: list[str]) -> int:
    """Run a command with DATABASE_URL set to a database of its own; its exit code."""
    # So that the cluster goes whichever way this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with cluster(*QUICK) as made:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": new_database(made)}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
