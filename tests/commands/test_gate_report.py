"""gate_report: how well the gates do where the faults are known, and what could not be asked."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tests.commands.runner import run
from tests.core import builders as files

ROOT = Path(__file__).resolve().parents[2]
SOUND = files.chip(
    "how hot is the oven?", "The oven is heated to 250 °C, for forty-five minutes.", ["heating"]
)
WRONG = files.chip(
    "how hot was the oven?", "The oven is heated to 260 °C, for forty-five minutes.", ["heating"]
)
SHORT = files.chip("how long is it?", "It is heated for 45 minutes, with the iron pot inside.", ["heating"])


def lay(folder: Path, truth: dict[str, str] | None, article: bool = True, name: str = "oven") -> Path:
    chips = [SOUND, WRONG, SHORT]
    (folder / f"{name}.json").write_bytes(files.raw(files.pack(slug=name, chips=chips)))
    if article:
        (folder / f"{name}.md").write_text(files.article())
    if truth is not None:
        kinds = {chip["id"]: {"kind": kind} for chip, kind in zip(chips, truth, strict=True)}
        (folder / f"{name}.truth.json").write_text(json.dumps(kinds))
    return folder


def row(out: str, gate: str) -> list[str]:
    return next(
        line.split()[1:5]
        for line in out.splitlines()
        if line.startswith(f"{gate} ") and line[13:17].isspace()
    )


def test_report_counts_what_was_caught_missed_and_said_on_clean_chips(tmp_path):
    out = run("gate_report", lay(tmp_path, ["clean", "figure", "length"])).out
    assert (row(out, "figure"), row(out, "length")) == (["1", "0", "0", "0"], ["0", "1", "0", "0"])


def test_report_names_what_was_missed_and_where_a_gate_spoke(tmp_path):
    lines = run("gate_report", lay(tmp_path, ["clean", "clean", "length"])).out.splitlines()
    assert lines[-3:] == [
        f"new_noun spoke on the clean chip oven/{WRONG['id']}: “260 °C” is nowhere in the article.",
        f"figure spoke on the clean chip oven/{WRONG['id']}: 260 °C is not in “Heating the oven”; it has 250 °C, 45 minutes and 20 minutes.",
        f"length missed the fault in oven/{SHORT['id']}",
    ]


def test_report_gives_the_time_of_a_chip(tmp_path):
    out = run("gate_report", lay(tmp_path, ["clean", "figure", "clean"])).out
    (line,) = [line for line in out.splitlines() if line.startswith("3 chips")]
    assert line.startswith("3 chips of 1 pack, 2 of them clean, ")
    assert line.endswith(" ms a chip, by the default rules")


def test_report_says_which_gates_could_not_run_over_a_pack_without_its_article(tmp_path):
    out = run("gate_report", lay(tmp_path, ["clean", "figure", "clean"], article=False)).out
    assert out.startswith(
        "oven.json: No article was given. These gates could not run, or only in part:\n  new_noun: "
    )
    assert (row(out, "figure"), out.splitlines()[-1]) == (
        ["0", "0", "1", "0"],
        f"figure could not be asked about oven/{WRONG['id']}: its article is missing",
    )


def test_report_says_of_a_pack_without_its_truth_that_it_is_not_counted(tmp_path):
    lay(tmp_path, ["clean", "figure", "clean"])
    out = run("gate_report", lay(tmp_path, None, name="pot")).out
    assert "pot.json: there is no pot.truth.json beside it, so it is not counted.\n" in out
    assert "3 chips of 1 pack" in out


def test_report_says_of_other_faults_that_no_gate_is_asked_to_catch_them(tmp_path):
    out = run("gate_report", lay(tmp_path, ["clean", "figure", "wrong_section"])).out
    assert out.splitlines()[-1] == "1 with the fault wrong_section, which no gate is asked to catch"


@pytest.mark.parametrize(
    ("truth", "article", "refused"),
    [
        (["clean", "figure", "clean"], True, None),
        (
            ["clean", "figure", "length"],
            True,
            "A gate missed a fault, spoke on a clean chip, or was not asked.",
        ),
        (
            ["clean", "figure", "clean"],
            False,
            "A gate missed a fault, spoke on a clean chip, or was not asked.",
        ),
    ],
)
def test_strict_refuses_where_the_gates_are_not_whole(tmp_path, truth, article, refused):
    assert run("gate_report", lay(tmp_path, truth, article), strict=True).refused == refused


def test_report_refuses_a_truth_that_leaves_a_chip_out(tmp_path):
    lay(tmp_path, ["clean", "figure", "clean"])
    (tmp_path / "oven.truth.json").write_text(json.dumps({SOUND["id"]: {"kind": "clean"}}))
    left = sorted([WRONG["id"], SHORT["id"]])[0]
    assert (
        run("gate_report", tmp_path).refused
        == f"{tmp_path / 'oven.truth.json'}: it does not say what {left} is."
    )


@pytest.mark.parametrize("text", ["", "[]", '{"c-1": 1}', '{"c-1": {}}', "[" * 9999])
def test_report_refuses_a_truth_that_is_none(tmp_path, text):
    lay(tmp_path, ["clean", "figure", "clean"])
    (tmp_path / "oven.truth.json").write_text(text)
    told = f"{tmp_path / 'oven.truth.json'}: not a table of chips, each with its kind."
    assert run("gate_report", tmp_path).refused in (told, f"{tmp_path / 'oven.truth.json'}: it does not say what "
                                                    f"{min(SOUND['id'], WRONG['id'], SHORT['id'])} is.")  # fmt: skip


def test_report_refuses_a_pack_that_is_not_sound(tmp_path):
    (tmp_path / "oven.json").write_text("{}")
    assert run("gate_report", tmp_path).refused.startswith(f"{tmp_path / 'oven.json'}: refused: ")


def test_report_refuses_a_folder_without_packs(tmp_path):
    assert run("gate_report", tmp_path).refused == f"{tmp_path}: there is no pack here."


def test_nothing_else_in_the_product_reads_the_truth():
    reads = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "reviews").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and ".truth" in str(node.value) and "\n" not in str(node.value)
    ]
    assert set(reads) == {"reviews/management/commands/gate_report.py"}


@pytest.mark.packs
def test_report_is_whole_over_the_handed_packs(packs_dir):
    ran = run("gate_report", packs_dir, strict=True)
    assert (ran.refused, "draft-heads-and-speculative-decoding.json: No article was given." in ran.out) == (
        None,
        True,
    )
