"""A real gunicorn over a real database file, and Debian's chromium: the product as a stranger starts it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.core import builders as files
from tests.servers import MORTAL, free_port

ROOT = Path(__file__).resolve().parents[2]
SLUG = "how-a-held-chip-becomes-a-published-one"
PASSWORD = "correct horse battery staple"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 120_000  # milliseconds: where something is waited for, a busy machine may take its time
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)
            if not shutil.which("chromium"):
                item.add_marker(pytest.mark.skip(reason="chromium is not installed"))


@dataclass(frozen=True)
class Server:
    """A running desk: its address, and its own commands over its own data folder."""

    url: str
    data: Path

    def manage(self, *args: str, given: str = "", ok: bool = True) -> str:
        """A manage.py command of this desk; its output."""
        return manage(self.data, *args, given=given, ok=ok)


def manage(data: Path, *args: str, given: str = "", ok: bool = True) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *args], cwd=ROOT, env=environment(data), input=given,
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) == ok, done.stdout + done.stderr
    return done.stdout + done.stderr


def environment(data: Path) -> dict[str, str]:
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "DJANGO_"))}
    return {**own, "PACKREVIEW_DATA": str(data)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("desk")
    manage(data, "migrate", "--verbosity=0")
    manage(data, "collectstatic", "--noinput", "--verbosity=0")
    manage(data, "add_user", "ada", "--admin", "--password-stdin", given=PASSWORD)
    for name in ("jo", "kim"):
        manage(data, "add_user", name, "--judge", "--password-stdin", given=PASSWORD)
        manage(data, "seat", name)
    port = free_port()
    command = [*MORTAL, sys.executable, "-m", "gunicorn", "--config", "packreview/gunicorn.py"]
    command += ["--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen([*command, "packreview.wsgi"], cwd=ROOT, env=environment(data)) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            yield Server(f"http://127.0.0.1:{port}", data)
        finally:
            process.terminate()
            process.wait(timeout=120)


def wait_for(url: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=seconds).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": FLAGS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Every context made of it is patient, by a test too."""
    new_context = browser.new_context

    def patient(**chosen: Any) -> BrowserContext:
        made = new_context(**chosen)
        made.set_default_timeout(PATIENCE)
        return made

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the console complained of; a test that uses it fails where there is any, but for answers it asked for."""
    heard: list[str] = []
    page.on(
        "console",
        lambda message: heard.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: heard.append(str(error)))
    yield heard
    unasked = [text for text in heard if "status of 4" not in text]
    assert unasked == []


def load(server: Server, data: dict[str, Any], text: str) -> str:
    """A pack that a test made, with its article; its slug."""
    path = server.data / "made" / f"{data['slug']}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(files.raw(data))
    path.with_suffix(".md").write_bytes(text.encode())
    server.manage("load_pack", str(path))
    return path.stem


def load_copy(server: Server, slug: str) -> str:
    """The example under another slug, so that what one test file judges is not another's."""
    folder, example = server.data / "copies", ROOT / "reviews/example"
    folder.mkdir(exist_ok=True)
    pack = (example / f"{SLUG}.json").read_text()
    (folder / f"{slug}.json").write_text(pack.replace(f'"slug": "{SLUG}"', f'"slug": "{slug}"'))
    (folder / f"{slug}.md").write_bytes((example / f"{SLUG}.md").read_bytes())
    server.manage("load_pack", str(folder / f"{slug}.json"))
    return slug


def log_in(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


@pytest.fixture
def desk(page: Page, server: Server, copy: str, request: pytest.FixtureRequest) -> Page:
    """The first chip of the module's `copy` of the example, in a window of the size that is asked for."""
    width, height = getattr(request, "param", (1280, 800))
    page.set_viewport_size({"width": width, "height": height})
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    return page
