"""The files of deploy/ as they are, with a name, a certificate and ports for this machine, before a real desk."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.browser.conftest import ROOT, environment, wait_for
from tests.servers import MORTAL, free_port, place

NGINX = Path("/usr/sbin/nginx")
NAME = "localhost"
# As Debian's own nginx.conf has it, with files and folders of the test's own.
AROUND = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
worker_processes 1;
events {{ worker_connections 64; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    gzip on;
    include {folder}/site.conf;
}}
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path) == Path(__file__).with_name("test_nginx.py"):
            item.add_marker(pytest.mark.nginx)
            if not NGINX.exists():
                item.add_marker(pytest.mark.skip(reason="nginx is not installed"))


@dataclass(frozen=True)
class Front:
    """A desk behind nginx: where each is, and what nginx may write."""

    folder: Path
    data: Path
    settings: Path
    desk: int
    http: int
    https: int

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.https}"

    @property
    def certificate(self) -> str:
        return str(self.folder / "cert.pem")

    def password(self, name: str) -> str:
        """As `prepare` made it: of admin or judge."""
        return dict(line.split() for line in (self.data / "log-ins.txt").read_text().splitlines())[name]

    def manage(self, *args: str) -> str:
        """A command as DEPLOY.md has it: through bin/manage, with the file of settings."""
        own = {**environment(self.data), "PACKREVIEW_ENV": str(self.settings)}
        command = ["bin/manage", *args]
        ran = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    def visitor(self) -> requests.Session:
        """A browser that trusts the certificate. Pages come from the name alone, as where the port is 443."""
        session = requests.Session()
        session.trust_env = False  # nor any that this machine was told to trust instead
        session.verify = self.certificate
        session.headers["Referer"] = f"https://{NAME}/"
        return session


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that somebody else may look into, as none of pytest's own is; gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="front-", dir=place()))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def front() -> Iterator[Front]:
    with open_folder() as folder:
        made = prepared(folder)
        with gunicorn(made), nginx(made):
            yield made


def prepared(folder: Path) -> Front:
    """Settings, tables, static files, an example and two people; nothing runs yet."""
    ports = [free_port() for _ in range(3)]
    made = Front(folder, folder / "desk", folder / "packreview.env", *ports)
    made.settings.write_text(_settings(made))
    made.manage("migrate", "--verbosity=0")
    made.manage("collectstatic", "--noinput", "--verbosity=0")
    made.manage("prepare", "--verbosity=0")
    return made


def _settings(made: Front) -> str:
    """deploy/packreview.env with this test's folder, name and port, which browsers say; nobody has a second step."""
    text = (ROOT / "deploy/packreview.env").read_text()
    for old, new in (
        ("/var/lib/packreview", str(made.data)),
        ("desk.example.org", NAME),
        ("PORT=8000", f"PORT={made.desk}"),
        ("REQUIRE_TOTP=admins", "REQUIRE_TOTP=none"),
    ):
        assert old in text
        text = text.replace(old, new)
    return f"{text}CSRF_TRUSTED_ORIGINS={made.url}\n"


def _site(made: Front) -> str:
    """deploy/nginx.conf with this test's name, certificate, ports and folder for its log."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    for old, new in (
        ("/etc/ssl/desk.example.org.pem", made.certificate),
        ("/etc/ssl/desk.example.org.key", str(made.folder / "key.pem")),
        ("https://desk.example.org$", f"{made.url}$"),
        ("desk.example.org", NAME),
        ("127.0.0.1:8000", f"127.0.0.1:{made.desk}"),
        ("listen 80;", f"listen 127.0.0.1:{made.http};"),
        ("listen 443 ", f"listen 127.0.0.1:{made.https} "),
        ("/var/log/nginx/", f"{made.folder}/"),
    ):
        assert old in text
        text = text.replace(old, new)
    return re.sub(r"    listen \[::\].*\n", "", text)


class _running:
    """A process that is stopped at the end of a `with`."""

    def __init__(self, process: subprocess.Popen[bytes], is_up: Callable[[], None]) -> None:
        self.process, self.is_up = process, is_up

    def __enter__(self) -> None:
        try:
            self.is_up()
        except OSError:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=120)


def gunicorn(made: Front) -> _running:
    """As the service starts it, with one thread alone: one slow client could take all of it."""
    pairs = [line.split("=", 1) for line in made.settings.read_text().splitlines() if line[:1].isalpha()]
    command = [*MORTAL, sys.executable, "-m", "gunicorn", "--config", "packreview/gunicorn.py"]
    command += ["--workers", "1", "--threads", "1", "packreview.wsgi"]
    with (made.folder / "told").open("wb") as told:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**environment(made.data), **dict(pairs)}, stdout=told, stderr=told
        )
    return _running(process, lambda: wait_for(f"http://127.0.0.1:{made.desk}/healthz"))


def nginx(made: Front) -> _running:
    """As somebody who is not root: the folder is theirs, the desk's own within it is not."""
    (made.folder / "site.conf").write_text(_site(made))
    (made.folder / "nginx.conf").write_text(AROUND.format(folder=made.folder))
    _certify(made)
    own = "nobody" if os.getuid() == 0 else None
    if own:
        for path in [made.folder, *(one for one in made.folder.iterdir() if one.is_file())]:
            shutil.chown(path, own)
    command = [*MORTAL, str(NGINX), "-p", str(made.folder)]
    command += ["-c", "nginx.conf", "-e", str(made.folder / "error.log")]
    process = subprocess.Popen(command, user=own, cwd=made.folder)
    return _running(process, lambda: _listens(made.http))


def _listens(port: int, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _certify(made: Front) -> None:
    """A certificate for the name, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made_out = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    Path(made.certificate).write_bytes(made_out.public_bytes(serialization.Encoding.PEM))
    (made.folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
