"""What an outsider is told about a pack and its article, by the function and by the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reviews.core import article, check, pack
from tests.core import builders
from tests.core.builders import changed

TEXT = builders.article()
ARTICLE = TEXT.encode()


def reported(made: Any, text: str = TEXT) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    found = check.report(builders.raw(made), text.encode())
    faults, notes = (
        [(one.path, one.code) for one in found.faults],
        [(one.path, one.code) for one in found.notes],
    )
    return faults, notes


# report


def test_report_of_a_sound_pack_has_the_pack_and_its_sums() -> None:
    raw = builders.raw(builders.pack())
    found = check.report(raw)
    assert (found.faults, found.notes, found.pack) == ((), (), pack.read(raw))
    assert found.lines[0] == (
        "adds up: /bench/bullets_written is 1, and these make 1: "
        "/bench/bullets_kept 1 + 0 of kind bullet in /bench/drops"
    )


def test_report_leaves_out_the_reasons_that_dropped_nothing() -> None:
    lines = check.report(builders.raw(builders.pack(drops=[builders.drop("chip", "cite")]))).lines
    assert [line.split(" is ")[0] for line in lines if "dropped_by" in line] == [
        "adds up: /bench/dropped_by/cite",
        "adds up: /bench/dropped_by in all",
    ]


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"\xff", builders.raw(changed(builders.pack(), "/bench/chips_kept", 9))]
)
def test_report_of_a_bad_pack_has_the_faults_of_reading_it(raw: bytes) -> None:
    with pytest.raises(pack.PackError) as refusal:
        pack.read(raw)
    assert check.report(raw, ARTICLE) == check.Report(refusal.value.faults)


def test_report_keeps_to_the_size_limit_that_it_is_given() -> None:
    assert [fault.code for fault in check.report(b"{}", max_bytes=1).faults] == ["size"]


@pytest.mark.parametrize("made", [builders.pack(), builders.ratified()], ids=["loaded", "ratified"])
def test_report_with_the_cited_article_finds_nothing(made: Any) -> None:
    assert reported(made) == ([], [])


@pytest.mark.parametrize("unit", article.UNITS)
def test_report_says_in_which_unit_the_spans_fit(unit: str) -> None:
    found = check.report(builders.raw(builders.pack(unit=unit)), ARTICLE)
    line = f"the article is the cited one; all 3 spans start at their headings, counted in {unit}"
    assert (found.faults, found.lines[-1]) == ((), line)


OTHERS = [
    TEXT + "\n",
    TEXT.replace("\n", "\r\n"),
    TEXT.rstrip(),
    "\ufeff" + TEXT,
    TEXT.replace("50 g", "60 g"),
    "",
]


@pytest.mark.parametrize("text", OTHERS)
def test_report_notes_an_article_that_is_not_the_cited_one(text: str) -> None:
    assert reported(builders.pack(), text) == ([], [("/source/md_sha", "not-cited")])


def test_report_names_both_hashes_of_another_article() -> None:
    note = check.report(builders.raw(builders.pack()), b"x").notes[0]
    expected = f"not the cited article: its SHA-256 is {pack.sha(b'x')}, md_sha is {pack.sha(ARTICLE)}"
    assert note.text == expected


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"a\0b", b"x" * 5_000_001], ids=["UTF-16", "NUL", "too large"])
def test_report_refuses_an_article_that_cannot_be_read(raw: bytes) -> None:
    found = check.report(builders.raw(builders.pack()), raw)
    assert [(fault.path, fault.code) for fault in found.faults] == [("/source", "article")]


def moved(by: int) -> Any:
    """The default pack with every span moved, so that it adds up and starts at no heading."""
    made = builders.pack()
    sections = [
        builders.section(row["id"], [at + by for at in row["span"]], digest=row["digest"])
        for row in made["sections"]
    ]
    return builders.pack(sections=sections)


@pytest.mark.parametrize("by", [-40, 2, 5_000])
def test_report_refuses_spans_that_fit_no_unit(by: int) -> None:
    assert reported(moved(by)) == ([("/sections", "spans")], [])


@pytest.mark.parametrize("thanks", ["Thanks to nobody.", TEXT[TEXT.index("## Thanks") :]])
def test_report_notes_thanks_that_are_no_sections_text(thanks: str) -> None:
    assert reported(builders.pack(thanks=thanks)) == ([], [("/thanks", "thanks")])


def test_report_takes_a_pack_whose_thanks_are_empty() -> None:
    assert reported(builders.pack(thanks="")) == ([], [])


def test_report_takes_a_pack_without_thanks() -> None:
    assert (reported(builders.pack(thanks=None)), reported(builders.without(builders.pack(), "/thanks"))) == (
        ([], []),
    ) * 2


@pytest.mark.parametrize(
    "quote", ["Heat the oven to 250 °C", "feed the starter once a day", "Feed the starter  once"]
)
def test_report_notes_a_quote_that_does_not_stand_in_its_section(quote: str) -> None:
    made = builders.pack(chips=[builders.chip("q?", "A.", ["feeding"], quote)])
    assert reported(made) == ([], [("/chips/0/quote", "quote")])


def test_report_gives_up_looking_for_quotes_that_would_take_minutes() -> None:
    text = "# Long {#long}\n" + "a" * 4_900_000 + "the end"
    chips = [builders.chip(f"what is {n}?", "The end.", ["long"], "the end") for n in range(2_000)]
    assert reported(builders.pack(text=text, chips=chips), text) == ([], [("/chips/10/quote", "quote")])


@pytest.mark.parametrize("span", [[0, 5], [0, 10**6], [10**6, 10**6 + 1]])
def test_report_notes_a_decision_whose_span_is_not_the_quote(span: list[int]) -> None:
    made = changed(builders.ratified(), "/bench/decisions/0/quote_span", span)
    assert reported(made) == ([], [("/bench/decisions/0/quote_span", "quote")])


# The command


def on_disk(folder: Path, **files: bytes) -> list[str]:
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return [str(folder / name) for name in files]


def test_check_of_sound_files_exits_with_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = on_disk(tmp_path, one=builders.raw(builders.pack()), two=builders.raw(builders.ratified()))
    assert check.main(names) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line[0] != " "] == [
        f"{name}: sound" for name in names
    ]


def test_check_of_one_bad_file_among_sound_ones_exits_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound, bad = on_disk(
        tmp_path, sound=builders.raw(builders.pack()), bad=builders.raw(builders.pack(slug="A", series=0))
    )
    assert check.main([bad, sound]) == 1
    assert capsys.readouterr().out.splitlines()[:4] == [
        f"{bad}: 2 faults",
        "  fault /series: expected a list, found 0",
        "  fault /slug: expected a slug of lower-case letters, digits and single hyphens"
        ' (not con or the like), found "A"',
        f"{sound}: sound",
    ]


def test_check_with_an_article_says_that_it_is_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, text = on_disk(tmp_path, pack=builders.raw(builders.pack()), article=b"another")
    assert check.main([name, "--article", text]) == 0
    assert (
        capsys.readouterr().out.splitlines()[1].startswith("  see to  /source/md_sha: not the cited article")
    )


def test_check_of_a_file_that_is_not_there_exits_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "none.json")
    assert check.main([name]) == 1
    assert capsys.readouterr().out == f"{name}: cannot read {name}: No such file or directory\n"


def test_check_prints_nothing_that_moves_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = builders.raw(builders.pack(**{"slug": "\x9b31m\u202e", "\x1b[2J": 1, "status": "\x07"}))
    (name,) = on_disk(tmp_path, **{"a\x1b[31mb": raw})
    check.main([name])
    assert capsys.readouterr().out.replace("\n", "").isprintable()


def test_check_of_a_file_without_end_stops_at_the_size_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["/dev/zero"]) == 1
    assert (
        capsys.readouterr().out.splitlines()[1]
        == "  fault /: the file has 8,000,001 bytes; at most 8,000,000 are read"
    )


def test_check_runs_without_django(tmp_path: Path) -> None:
    names = on_disk(tmp_path, pack=builders.raw(builders.pack(title="🥖")), article=ARTICLE)
    code = "import sys; sys.modules['django'] = None; from reviews.core.check import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, names[0], "--article", names[1]], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_check_is_a_module_that_prints_on_any_terminal(tmp_path: Path) -> None:
    (name,) = on_disk(tmp_path, pack=builders.raw(builders.pack(slug="ü")))
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-m", "reviews.core.check", name], capture_output=True, env=env)
    said = done.stdout.decode().splitlines()
    assert (done.returncode, said[0], said[1][-6:]) == (1, f"{name}: 1 fault", '"\\xfc"')


# The handed packs

PACKS = Path(os.environ.get("PACKS_DIR", "."))
ARTICLES = sorted(path.stem for path in PACKS.glob("*.md") if path.with_suffix(".json").exists())


@pytest.mark.packs
@pytest.mark.skipif("PACKS_DIR" not in os.environ, reason="PACKS_DIR is not set")
@pytest.mark.parametrize("name", ARTICLES if "PACKS_DIR" in os.environ else [])
def test_report_finds_each_handed_pack_sound_over_its_article(name: str) -> None:
    found = check.report((PACKS / f"{name}.json").read_bytes(), (PACKS / f"{name}.md").read_bytes())
    assert (found.faults, {note.code for note in found.notes} - {"cite"}) == ((), set())
