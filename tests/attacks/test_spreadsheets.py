"""Words that become a formula where a spreadsheet parts cells at semicolons, tabs or line ends, as in much of Europe."""

from __future__ import annotations

import csv
import io

import pytest

from reviews import desk
from reviews.views.ledger_files import safe
from tests import builders
from tests.attacks import entered
from tests.builders import ask, chip


def runs(cell: str) -> bool:
    return cell.strip(" \"'\u00a0\ufeff")[:1] in tuple("=+-@|%＝＋－＠") and "'" not in cell[:6]


@pytest.mark.parametrize("parting", [";", "\t", "\n", "\r\n", "; ", ';"', ";;"])
@pytest.mark.parametrize("begins", "=+-@＝")
@pytest.mark.django_db
def test_no_reading_of_the_ledgers_file_has_a_formula(parting, begins):
    pack, judge = builders.loaded(), builders.judge()
    builders.seated(judge)
    why = f"not sure{parting}{begins}HYPERLINK(1)"
    desk.hold(pack, chip(pack).cid, ask(judge, why=why))
    answer = entered(judge).get(f"/packs/{pack.slug}/ledger.csv")
    text = b"".join(answer.streaming_content).decode()
    for delimiter in ";\t":
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE)
        assert [cell for row in rows for cell in row if runs(cell)] == []


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("-0.2500", "-0.2500"),
        ("12", "12"),
        ("-1+1", "'-1+1"),
        ("well; then", "well; then"),
        ("x;=1", "x;'=1"),
        ("=x\n@y", "'=x\n'@y"),
    ],
)
def test_a_number_stays_one_and_a_formula_does_not(cell, told):
    assert safe(cell) == told


@pytest.mark.parametrize(
    "unseen", list(" \u00a0\u00ad\u1680\u2009\u200b\u200e\u2028\u202e\u2060\u2066\u3000\ufeff\x00\x1b\x85")
)
def test_what_nobody_sees_before_a_formula_does_not_hide_it(unseen):
    assert (safe(f"{unseen}=1+1"), safe(f"x;{unseen}=1+1")) == (f"'{unseen}=1+1", f"x;{unseen}'=1+1")
