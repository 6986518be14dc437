"""signing_key: made once, for its owner alone; what is exported then can be verified with its public half."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.core.checks import run_checks

from reviews import signing
from reviews.core import verify
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db
SLUG = "baking-with-a-sourdough-starter"


@pytest.fixture
def place(settings, tmp_path) -> Path:
    settings.SIGNING_KEY = tmp_path / "key"
    return settings.SIGNING_KEY


@pytest.fixture
def key(place) -> str:
    """A key that was made; its public half."""
    return run("signing_key").out.strip()


def test_a_key_is_made_once_and_its_owner_alone_reads_it(place):
    first, second = run("signing_key"), run("signing_key")
    assert (first.out, second.out) == (f"{signing.public()}\n", first.out)
    assert first.err == f"A new key is in {place}: keep a copy in a safe place, and show it to nobody.\n"
    assert (second.err, oct(place.stat().st_mode & 0o777)) == ("", "0o600")


def test_unless_it_is_set_the_key_lies_in_the_data_folder(settings, tmp_path):
    settings.DATA = tmp_path
    assert (signing.path(), signing.is_on(), signing.signature(b"x")) == (
        tmp_path / "signing_key",
        False,
        None,
    )
    run("signing_key")
    assert (signing.path().exists(), signing.is_on()) == (True, True)


def test_an_export_is_signed_and_so_is_its_ledger(key, tmp_path):
    builders.loaded()
    out = tmp_path / "out"
    assert run("export_packs", SLUG, "--out", out).out == f"{SLUG}: written\n"
    assert sorted(path.name for path in out.iterdir()) == [
        f"{SLUG}.json", f"{SLUG}.json.sig", f"{SLUG}.ledger.jsonl", f"{SLUG}.ledger.jsonl.sig",
    ]  # fmt: skip
    files = [str(out / name) for name in (f"{SLUG}.json", f"{SLUG}.ledger.jsonl")]
    signed = ["--key", key, "--signature", f"{files[0]}.sig", "--ledger-signature", f"{files[1]}.sig"]
    assert verify.main([*files, *signed]) == 0


def test_the_same_export_again_is_the_same_signature(key, tmp_path):
    builders.loaded()
    run("export_packs", "--out", tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert run("export_packs", "--out", tmp_path).out == f"{SLUG}: there already, left as it is\n"
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_pack_is_the_same_with_a_key_and_without(settings, place, tmp_path):
    pack = builders.loaded()
    run("signing_key")
    run("export_packs", "--out", tmp_path / "out")
    assert (tmp_path / "out" / f"{SLUG}.json").read_bytes() == bytes(pack.file.raw)


def test_another_desks_signature_beside_other_bytes_goes(tmp_path):
    builders.loaded()
    (tmp_path / f"{SLUG}.json.sig").write_text("ab" * 64)
    run("export_packs", "--out", tmp_path)
    assert not (tmp_path / f"{SLUG}.json.sig").exists()


def test_a_new_key_is_used_at_once(key, place):
    place.rename(place.with_name("old"))
    other = run("signing_key").out.strip()
    signature = bytes.fromhex(signing.signature(b"x").decode())
    assert [verify.is_signed(bytes.fromhex(one), b"x", signature) for one in (key, other)] == [False, True]


def password(place: Path) -> None:
    kept = load_pem_private_key(place.read_bytes(), None)
    place.write_bytes(
        kept.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    )


def of_another_kind(place: Path) -> None:
    made = rsa.generate_private_key(65537, 2048)
    place.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        (lambda place: place.unlink(), "cannot be read: No such file or directory."),
        (lambda place: place.chmod(0o640), "can be read by others: chmod 600 it."),
        (lambda place: place.write_bytes(b"no key"), "is no PEM file of a key without a password."),
        (password, "is no PEM file of a key without a password."),
        (of_another_kind, "is of another kind than Ed25519."),
    ],
)
def test_with_a_key_that_cannot_sign_nothing_leaves_unsigned(key, place, tmp_path, breaks, said):
    builders.loaded()
    breaks(place)
    told = f"The signing key {place} {said}"
    assert [error.msg for error in run_checks() if error.id == "reviews.E006"] == [told]
    assert run("export_packs", "--out", tmp_path / "out").refused == told
    assert not any((tmp_path / "out").iterdir())


def test_a_link_to_a_key_whose_disk_is_away_is_a_key_that_cannot_sign(settings, tmp_path):
    """In the data folder, without SIGNING_KEY: nothing leaves unsigned, and no other key is made in its place."""
    settings.SIGNING_KEY, settings.DATA = None, tmp_path
    link = tmp_path / "signing_key"
    link.symlink_to(tmp_path / "away" / "key")
    builders.loaded()
    told = f"The signing key {link} cannot be read: No such file or directory."
    assert run("export_packs", "--out", tmp_path / "out").refused == told
    assert (run("signing_key").refused, link.is_symlink()) == (told, True)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_no_key_and_is_not_waited_for(place, kind):
    made = {
        "pipe": lambda: os.mkfifo(place, 0o600),
        "device": lambda: place.symlink_to("/dev/zero"),
        "folder": lambda: place.mkdir(0o700),
    }
    made[kind]()
    assert run("signing_key").refused == f"The signing key {place} is no file of a key."
    assert signing.fault() == f"The signing key {place} is no file of a key."
