"""check_pack --gates: the gates before a pack is made, as a table or as JSON, without a database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.runner import run
from tests.commands.test_load_pack import lay
from tests.core import builders as files

ARTICLE = {"article": files.article()}
CHIPS = [
    files.chip("how hot is the oven?", "The oven is heated to 260 °C, for forty-five minutes.", ["heating"]),
    files.chip("who lent the pots?", "Marta Lindqvist lent the pots for the photographs.", ["thanks"]),
    files.chip(
        "how often is it fed?", "A starter is fed once a day, with 50 g of Manitoba flour.", ["feeding"]
    ),
]


def of(found: dict) -> list[tuple[str, str, str]]:
    return [(one["item"], one["gate"], one["words"]) for one in found["findings"]]


def test_gates_print_a_table_of_findings(tmp_path):
    lines = run("check_pack", lay(tmp_path, chips=CHIPS), gates=True).out.splitlines()
    assert lines[1:4] == [
        "  4 findings on 3 of 6 items, by the default rules",
        "  item             gate      severity  where      finding",
        f"  chip:{CHIPS[0]['id']}  new_noun  override  a 22–28    “260 °C” is nowhere in the article.",
    ]


def test_gates_say_which_tokens_the_article_has_and_only_count_the_others(tmp_path):
    lines = run("check_pack", lay(tmp_path, chips=CHIPS), gates=True).out.splitlines()
    assert lines[-2:] == [
        "  tokens looked up in the article and found: 45 minutes, 50 g, Lindqvist, Marta",
        "  tokens that the article does not have: 2",
    ]


def test_findings_alone_are_no_refusal(tmp_path):
    assert run("check_pack", lay(tmp_path, chips=CHIPS), gates=True).refused is None


def test_strict_refuses_over_what_needs_an_override(tmp_path):
    ran = run("check_pack", lay(tmp_path, chips=CHIPS), gates=True, strict=True)
    assert ran.refused == "1 of 1 pack would need overrides."


def test_strict_passes_over_notes(tmp_path):
    chips = [files.chip("how hot is the oven?", "It is 250 °C.", ["heating"])]
    ran = run("check_pack", lay(tmp_path, chips=chips), gates=True, strict=True)
    assert ("length" in ran.out, ran.refused) == (True, None)


def test_json_is_one_object_a_line(tmp_path):
    ran = run("check_pack", lay(tmp_path, chips=CHIPS), gates=True, json=True)
    (found,) = [json.loads(line) for line in ran.out.splitlines()]
    assert (found["rules"], found["article"], found["n_items"]) == ("the default rules", "cited", 6)
    assert of(found) == [
        (f"chip:{CHIPS[0]['id']}", "new_noun", "260 °C"),
        (f"chip:{CHIPS[0]['id']}", "figure", "260 °C"),
        (f"chip:{CHIPS[1]['id']}", "cite", ""),
        (f"chip:{CHIPS[2]['id']}", "new_noun", "Manitoba"),
    ]


def test_json_gives_spans_in_code_points_with_their_severity(tmp_path):
    chips = [files.chip("what 🥖 is it?", "The 🥖 oven is heated to 260 °C for 45 minutes.", ["heating"])]
    ran = run("check_pack", lay(tmp_path, chips=chips), gates=True, json=True)
    one = next(one for one in json.loads(ran.out)["findings"] if one["gate"] == "figure")
    assert {name: one[name] for name in ("severity", "field", "start", "end", "words")} == {
        "severity": "override", "field": "a", "start": 24, "end": 30, "words": "260 °C",
    }  # fmt: skip


def test_json_tells_of_a_pack_that_is_refused(tmp_path):
    path = lay(tmp_path, article=False)
    path.write_bytes(b"{}")
    ran = run("check_pack", path, gates=True, json=True)
    assert (json.loads(ran.out)["faults"][0]["code"], ran.refused) == (
        "missing",
        "1 of 1 pack would be refused.",
    )


def test_bullets_digests_and_the_paragraph_are_asked_too(tmp_path):
    path = lay(tmp_path, bullets=("Feed it with 60 g of flour.", "Bake it, says Ada!"))
    path.write_bytes(files.raw(json.loads(path.read_text()) | {"short": {
        "paragraph": "A groundbreaking pot.", "bullets": ["Feed it with 60 g of flour.", "Bake it, says Ada!"]}}))  # fmt: skip
    found = of(json.loads(run("check_pack", path, gates=True, json=True).out))
    assert [(item.split(":")[0], gate, words) for item, gate, words in found] == [
        ("paragraph", "editorial", "groundbreaking"),
        ("bullet", "new_noun", "60 g"),
        ("bullet", "figure", "60 g"),
        ("bullet", "new_noun", "Ada"),
        ("bullet", "house_voice", "!"),
    ]


def test_a_missing_article_is_said_with_every_gate_that_could_not_run(tmp_path):
    lines = run("check_pack", lay(tmp_path, article=False, chips=CHIPS), gates=True).out.splitlines()
    assert lines[-7:-5] == [
        "  No article was given. These gates could not run, or only in part:",
        "    new_noun: The cited article is missing, and names are looked up in the article.",
    ]


def test_another_article_is_as_good_as_none(tmp_path):
    path = lay(tmp_path, chips=CHIPS)
    path.with_suffix(".md").write_text("# Something else\n")
    found = json.loads(run("check_pack", path, gates=True, json=True).out)
    assert found["article"] == "The article given is not the one that the pack cites."
    assert [one["gate"] for one in found["not_run"]][:2] == ["new_noun", "figure"]
    assert (found["new_noun_tokens_checked"], found["new_noun_tokens_withheld"]) == ([], 0)


def test_json_goes_with_the_gates(tmp_path):
    assert run("check_pack", lay(tmp_path), json=True).refused == "--json goes with --gates."


def test_strict_alone_is_about_the_notes(tmp_path):
    assert run("check_pack", lay(tmp_path), strict=True).refused is None


def test_help_says_that_findings_do_not_change_the_exit_code(capsys):
    with pytest.raises(SystemExit):
        run("check_pack", "--help")
    said = " ".join(capsys.readouterr().out.split())
    assert "notes and findings of the gates do not change it, unless --strict is given" in said


@pytest.mark.packs
def test_gates_run_over_every_handed_pack(packs_dir):
    paths: list[Path] = sorted(
        path for path in packs_dir.glob("*.json") if not path.name.endswith(".truth.json")
    )
    ran = run("check_pack", *paths, gates=True, json=True)
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert ([one["file"] for one in found], ran.refused) == ([str(path) for path in paths], None)
