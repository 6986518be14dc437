"""P01 to P24, and what of T01 to T16 and X10 stands in the file: hundreds of packs with one thing wrong, by page and by command.

Each is refused (or taken, where the rule says so) with a sentence, in under two seconds, and nothing is written.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests import builders, pace
from tests.access import snapshot
from tests.access.bad_files import RAW, Bad
from tests.access.bad_packs import every
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
ROWS = sorted({bad.row for bad in every()})


def of(row: str) -> list[Bad]:
    return [bad for bad in every() if bad.row == row]


def test_there_are_five_hundred_and_no_two_are_the_same():
    assert len({bad.raw for bad in every()}) >= 500


def test_every_row_has_its_inputs():
    wanted = "P01 P02 P03 P05 P06 P08 P09 P11 P12 P14 P15 P16 P17 P18 P19 P21 T01 T08 T11 T12 T13 T16 X10"
    assert wanted.split() == ROWS


@pytest.mark.parametrize("row", ROWS)
def test_the_page_refuses_or_takes_each(row):
    """422 with a path, a code and a sentence for each fault, or 303; nothing written; never a 5xx, never slow."""
    client, before, wrong = entered(builders.admin()), snapshot(), []
    for bad in of(row):
        told: list[tuple[HttpResponse, bool]] = []

        def load(raw: bytes = bad.raw, told: list[tuple[HttpResponse, bool]] = told) -> None:
            with transaction.atomic():
                answer = client.post("/load/", {"pack": SimpleUploadedFile("pack.json", raw)})
                told.append((answer, snapshot() != before))
                transaction.set_rollback(True)

        ms = pace.ms(load, 2000)
        answer, written = told[0]
        wanted = (303, True) if bad.is_taken else (422, False)
        if (answer.status_code, written) != wanted or ms > 2000:
            wrong.append((bad.what, answer.status_code, written, round(ms)))
        if not bad.is_taken and "Not loaded Nothing was written." not in (said := read(answer).words):
            wrong.append((bad.what, "says", said[:200]))
    assert wrong == []


@pytest.mark.parametrize("row", ROWS)
def test_the_command_refuses_or_takes_each(row, tmp_path):
    """One run over all of a row: a line for each, its exit code says that some were refused, nothing is written."""
    before, out, err = snapshot(), io.StringIO(), io.StringIO()
    paths = [tmp_path / f"{n}.json" for n in range(len(of(row)))]
    for path, bad in zip(paths, of(row), strict=True):
        path.write_bytes(bad.raw)
    n_bad = sum(not bad.is_taken for bad in of(row))
    try:
        call_command("load_pack", *map(str, paths), "--dry-run", stdout=out, stderr=err)
        code = ""
    except CommandError as error:
        code = str(error)
    told = {str(path): f"{path}: " in err.getvalue() for path in paths}
    assert told == {str(path): not bad.is_taken for path, bad in zip(paths, of(row), strict=True)}
    assert (out.getvalue().count("would be loaded"), n_bad > 0, snapshot() == before) == (
        len(paths) - n_bad,
        code != "",
        True,
    )


@pytest.mark.parametrize("row", ROWS)
def test_the_command_writes_nothing_of_what_it_refuses(row, tmp_path):
    """The same without --dry-run, for those that are refused."""
    before, bad = snapshot(), [one for one in of(row) if not one.is_taken]
    paths = [tmp_path / f"{n}.json" for n in range(len(bad))]
    for path, one in zip(paths, bad, strict=True):
        path.write_bytes(one.raw)
    if paths:
        with pytest.raises(CommandError, match="refused; of what is refused nothing is written"):
            call_command("load_pack", *map(str, paths), stdout=io.StringIO(), stderr=io.StringIO())
    assert snapshot() == before


MEASURED = """
import resource, sys
from reviews.core import check
from tests.access.bad_files import RAW
from tests.access.bad_packs import every
check.report(RAW)
bad = every()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for one in bad:
    check.report(one.raw)
print(len(bad), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_no_pack_takes_much_memory():
    """All of them one after the other, in a process of its own: the peak grows by less than 100 MB."""
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    n, grown = map(int, ran.stdout.split())
    assert (n >= 500, grown < 100_000) == (True, True), ran.stdout


def test_p22_the_same_bytes_again_are_nothing_to_do_and_other_bytes_are_refused():
    """P22"""
    client = entered(builders.admin())
    told = [
        load(client, raw).status_code
        for raw in (RAW, RAW, RAW + b"\n", RAW.replace(b"Baking", b"Cooking", 1))
    ]
    assert told == [303, 303, 422, 422]


def load(client: Client, raw: bytes, **more: object):
    return client.post("/load/", {"pack": SimpleUploadedFile("pack.json", raw), **more})


PART = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
TRICKS: dict[str, bytes] = {
    "no part": b"--x--\r\n",
    "no end": PART % (b"pack", b'; filename="p"', b"{}"),
    "as text": PART % (b"pack", b"", RAW) + b"--x--\r\n",
    "two files": (PART % (b"pack", b'; filename="p"', RAW)) * 2 + b"--x--\r\n",
    "three files": (PART % (b"pack", b'; filename="p"', RAW)) * 3 + b"--x--\r\n",
    "an empty file name": PART % (b"pack", b'; filename=""', RAW) + b"--x--\r\n",
    "another name": PART % (b"pack2", b'; filename="p"', RAW) + b"--x--\r\n",
    "no name": b'--x\r\nContent-Disposition: form-data; filename="p"\r\n\r\n' + RAW + b"\r\n--x--\r\n",
    "ten thousand parts": (PART % (b"a", b"", b"b")) * 10_000 + b"--x--\r\n",
    "ten thousand files": (PART % (b"a", b'; filename="p"', b"b")) * 10_000 + b"--x--\r\n",
    "a long header": b"--x\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n\r\n--x--\r\n",
    "in another coding": b'--x\r\nContent-Disposition: form-data; name="pack"; filename="p"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--x--\r\n',
    "nothing": b"",
    "no boundary in it": RAW,
}


@pytest.mark.parametrize("trick", TRICKS)
def test_p24_a_form_with_a_trick_in_it_is_refused(trick):
    """P24: parts, names and counts that no browser sends."""
    client = entered(builders.admin())
    before = snapshot()
    answer = client.post("/load/", TRICKS[trick], content_type="multipart/form-data; boundary=x")
    assert (answer.status_code in (400, 413, 422), snapshot() == before) == (True, True)


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 500, "application/json", "text/plain", "multipart/mixed; boundary=x", "", "application/x-www-form-urlencoded", "multipart/form-data; boundary=\u00e9"])  # fmt: skip
def test_p24_a_body_of_another_kind_is_refused(kind):
    """P24"""
    client = entered(builders.admin())
    before = snapshot()
    answer = client.post("/load/", TRICKS["as text"], content_type=kind)
    assert (answer.status_code in (400, 413, 422), snapshot() == before) == (True, True)


@pytest.mark.parametrize("name", ["../../../etc/passwd", "..\\..\\x", "a\r\nX: y", "a\0b", "x" * 5000, "con", '"; name="article', "a%00.json", "\u202enosj.kcap", ".", ""])  # fmt: skip
def test_p24_a_file_name_means_nothing(name):
    """P24: a name is not used; one that breaks the part's own header makes the part none."""
    client = entered(builders.admin())
    body = PART % (b"pack", b'; filename="' + name.encode() + b'"', RAW) + b"--x--\r\n"
    answer = client.post("/load/", body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code in (303, 400, 422)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "x"])
def test_p11_a_body_that_says_it_is_packed_is_not_unpacked(coding):
    """P11: Content-Encoding of a request is nothing that is looked at."""
    import gzip

    client = entered(builders.admin())
    before = snapshot()
    body = gzip.compress(PART % (b"pack", b'; filename="p"', RAW) + b"--x--\r\n")
    answer = client.post(
        "/load/", body, content_type="multipart/form-data; boundary=x", headers={"Content-Encoding": coding}
    )
    assert (answer.status_code in (400, 422), snapshot() == before) == (True, True)
