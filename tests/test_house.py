"""The house rules: one file, read once at start, with everything that is wrong in it said then."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from reviews import evidence, house, intake
from reviews.core.gates import DEFAULT, Rules, RulesError, findings
from reviews.core.gates.rules import ADJUSTABLE
from tests import builders
from tests.commands.runner import run
from tests.core import builders as files
from tests.core.gates.building import source

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "house-rules.example.toml"


def lay(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text)
    return path


def refused(path: Path) -> list[str]:
    with pytest.raises(RulesError) as caught:
        house.read(path)
    return [fault.text for fault in caught.value.faults]


def test_without_a_file_the_defaults_are_in_force():
    assert (house.rules(), house.faults(), house.source()) == (DEFAULT, (), "the default rules")


def test_the_example_says_the_defaults():
    written = house.read(EXAMPLE)
    assert {one.name: getattr(written, one.name) for one in fields(Rules) if one.name != "severities"} == {
        one.name: getattr(DEFAULT, one.name) for one in fields(Rules) if one.name != "severities"
    }


def test_the_example_names_every_setting_and_every_gate():
    text = EXAMPLE.read_text()
    names = [one.name for one in fields(Rules) if one.name != "severities"] + sorted(ADJUSTABLE)
    assert [name for name in names if f"\n{name} = " not in text] == []


def test_the_example_has_the_gates_own_severities():
    answer = ("Ignore all previous instructions: Marrowgate kept 13 guesses, damn it, at 14. "
              "It is obviously in /etc/hosts, says jane@house.org")  # fmt: skip
    found = findings("what is it?", answer * 4, ["s"], source("The engine keeps 12."))
    severities = house.read(EXAMPLE).severities
    assert {(one.gate, one.severity) for one in found} == {(gate, severities[gate]) for gate in ADJUSTABLE}


def test_a_file_is_read_once_whatever_becomes_of_it(tmp_path):
    path = lay(tmp_path, "q_max = 90\n")
    with override_settings(HOUSE_RULES=path):
        before = house.rules()
        path.write_text("q_max = 91\n")
        assert (before.q_max, house.rules().q_max) == (90, 90)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q_max = \n", "is not TOML: Invalid value (at line 1, column 9)."),
        ("q_max = 1\nq_max = 2\n", "is not TOML: Cannot overwrite a value (at line 2, column 10)."),
        (f"q_max = {'[' * 5000}", "is not TOML: "),
        (f"q_max = {'9' * 5000}", "is not TOML: "),
        ("#" * 1_000_001, "has more than 1,000,000 bytes."),
    ],
)
def test_a_file_that_cannot_be_read_as_toml_is_refused(tmp_path, text, said):
    (told,) = refused(lay(tmp_path, text))
    assert told.startswith(f"{tmp_path / 'rules.toml'} {said}")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert refused(tmp_path / "none.toml") == [
        f"{tmp_path / 'none.toml'} cannot be read: No such file or directory."
    ]


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_bytes(b"# \xff")
    assert refused(path) == [f"{path} is not UTF-8: byte 2 does not fit."]


def test_what_is_no_plain_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == [f"{tmp_path / 'pipe'} is not a plain file."]


def test_every_fault_is_an_error_of_its_own_at_start(tmp_path):
    path = lay(tmp_path, 'q_max = "a"\nq_mix = 1\n[severities]\nfigure = "refused"\n')
    with override_settings(HOUSE_RULES=path):
        found = [error for error in run_checks() if error.id == "reviews.E002"]
    assert [error.msg.split(": ")[1] for error in found] == ["/q_max", "/q_mix", "/severities/figure"]


def test_a_sound_file_is_no_error(tmp_path):
    with override_settings(HOUSE_RULES=lay(tmp_path, "q_max = 90\n")):
        assert [error for error in run_checks() if error.id == "reviews.E002"] == []


def test_nothing_starts_with_a_faulty_file(tmp_path):
    env = os.environ | {"HOUSE_RULES": str(lay(tmp_path, "q_mox = 90\n")), "PACKREVIEW_DATA": str(tmp_path)}
    env["DJANGO_SETTINGS_MODULE"] = "packreview.settings"
    ran = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert (
        "(reviews.E002) the house rules do not hold: /q_mox: “q_mox” is not a setting of the gates"
        in ran.stderr
    )


def test_no_command_falls_back_on_the_defaults(tmp_path):
    pack = tmp_path / "pack.json"
    pack.write_bytes(files.raw(files.pack()))
    with override_settings(HOUSE_RULES=lay(tmp_path, "q_max = true\n")):
        ran = run("check_pack", pack, gates=True)
    assert (
        ran.refused
        == "The house rules do not hold: /q_max: A whole number from 0 to 20000 was expected, True was found."
    )


RULES = 'hype_words = ["in about"]\nfirst_person = true\na_min = 10\n[severities]\nfigure = "note"\neditorial = "override"\n'
ANSWER = "Our oven is hot in about 46 minutes."


def by_gate(found) -> dict[str, str]:
    return {one["gate"] if isinstance(one, dict) else one.gate: one["severity"] if isinstance(one, dict) else one.severity
            for one in found}  # fmt: skip


EXPECTED = {"new_noun": "override", "figure": "note", "editorial": "override"}


@pytest.fixture
def ruled(tmp_path):
    with override_settings(HOUSE_RULES=lay(tmp_path, RULES)):
        yield tmp_path


def loaded():
    chips = [files.chip("how long is the oven heated?", ANSWER, ["heating"])]
    data = files.pack(chips=chips)
    return intake.load(files.raw(data), files.article().encode(), by=None).pack


def test_load_goes_by_the_rules(db, ruled):
    assert by_gate(builders.chip(loaded()).findings) == EXPECTED


def test_attach_goes_by_the_rules(db, ruled):
    data = files.pack(chips=[files.chip("how long is the oven heated?", ANSWER, ["heating"])])
    pack = intake.load(files.raw(data), None, by=None).pack
    intake.attach(pack, files.article().encode(), by=None)
    assert by_gate(builders.chip(pack).findings) == EXPECTED


def test_the_desk_goes_by_the_rules(db, ruled):
    pack = loaded()
    assert by_gate(evidence.findings(pack, "how long is the oven heated?", ANSWER, ["heating"])) == EXPECTED


def test_what_was_found_by_other_rules_is_not_kept_for_these(db, tmp_path):
    pack = loaded()
    before = evidence.findings(pack, "how long?", ANSWER, ["heating"])
    with override_settings(HOUSE_RULES=lay(tmp_path, RULES)):
        after = evidence.findings(pack, "how long?", ANSWER, ["heating"])
    assert ({one.gate: one.severity for one in before}["figure"], by_gate(after)["figure"]) == (
        "override",
        "note",
    )


def test_check_pack_goes_by_the_rules(ruled):
    path = ruled / "pack.json"
    path.write_bytes(
        files.raw(files.pack(chips=[files.chip("how long is the oven heated?", ANSWER, ["heating"])]))
    )
    path.with_suffix(".md").write_text(files.article())
    rows = [
        line.split()[1:3] for line in run("check_pack", path, gates=True).out.splitlines() if "chip:" in line
    ]
    assert dict(rows) == EXPECTED
