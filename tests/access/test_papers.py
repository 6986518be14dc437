"""SECURITY.md promises nothing that no test shows, and no row of the list of attacks is without one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAPER = (ROOT / "SECURITY.md").read_text()
# Attacks on web, sessions and access (W) and on exports (E) that a desk like this has to stand.
ROWS = (
    "W01 W02 W03 W05 W06 W08 W09 W11 W12 W13 W14 W15 W16 W17 W18 W20 W21 W23 W24 E01 E03 E04 E06".split()
    + "X01 X02 X03 X05 X07 X09 X10 X11 X12 P01 P02 P03 P05 P06 P08 P09 P11 P12 P14 P15 P16 P17 P18 P19 P21 P22 P24".split()
)


def named_in(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_named_is_there():
    named = re.findall(r"`(tests/[\w/.]+)::(\w+)`", PAPER)
    assert len(named) > 40
    assert [(path, name) for path, name in named if name not in named_in(ROOT / path)] == []


def test_every_line_of_the_table_names_a_test():
    lines = re.findall(r"^\| V\d.*$", PAPER, re.MULTILINE)
    assert [line for line in lines if "::test_" not in line] == []


def test_every_file_that_is_named_is_there():
    named = re.findall(r"`([\w/]+\.(?:py|md))`", PAPER)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_what_is_said_of_the_numbers_is_so():
    from packreview import settings
    from reviews import door, second_step
    from reviews.views import halfway

    assert (door.PAIR.free, door.ADDRESS.free, door.PAIR.first.seconds) == (5, 100, 30)
    assert (door.PAIR.longest.seconds, door.ADDRESS.longest.seconds) == (3600, 900)
    assert (settings.SESSION_IDLE_SECONDS, settings.SESSION_COOKIE_AGE) == (120 * 60, 12 * 3600)
    assert (second_step.N_CODES, 2 ** (second_step.MOST_DOUBLINGS - 1), halfway.MINUTES) == (10, 128, 5)


def test_every_row_has_a_test_that_names_it():
    told = "".join(
        path.read_text() for path in (ROOT / "tests/access").glob("*.py") if path.name != Path(__file__).name
    )
    assert [row for row in ROWS if not re.search(rf"\b{row}\b", told)] == []
