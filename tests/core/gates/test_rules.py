"""The house's settings for the gates: every wrong one is named, all at once."""

from __future__ import annotations

import tomllib

import pytest

from reviews.core.gates import DEFAULT, Rules, RulesError


def faults(toml: str) -> list[tuple[str, str]]:
    with pytest.raises(RulesError) as caught:
        Rules.from_mapping(tomllib.loads(toml))
    return [(fault.path, fault.code) for fault in caught.value.faults]


def test_rules_without_settings_are_the_defaults() -> None:
    assert Rules.from_mapping({}) == DEFAULT


def test_rules_are_read_from_toml() -> None:
    toml = 'q_max = 90\nhype_words = ["snappy"]\nfirst_person = true\n[severities]\nfigure = "note"\n'
    rules = Rules.from_mapping(tomllib.loads(toml))
    assert (rules.q_max, rules.hype_words, rules.first_person, dict(rules.severities)) == (
        90,
        ("snappy",),
        True,
        {"figure": "note"},
    )


def test_rules_name_every_fault_at_once() -> None:
    toml = 'q_max = "a"\nq_mix = 1\nfirst_person = 1\nhype_words = ["A", 1]\n'
    toml += '[severities]\ncite = "note"\nfigure = "x"\n'
    assert faults(toml) == [
        ("/q_max", "number"),
        ("/q_mix", "unknown"),
        ("/first_person", "switch"),
        ("/hype_words/0", "word"),
        ("/hype_words/1", "word"),
        ("/severities/cite", "gate"),
        ("/severities/figure", "severity"),
    ]


@pytest.mark.parametrize("value", ["true", "-1", "20001", "1.5", '"40"'])
def test_rules_refuse_a_length_that_is_none(value: str) -> None:
    assert faults(f"a_min = {value}") == [("/a_min", "number")]


def test_rules_refuse_an_answer_longer_at_least_than_at_most() -> None:
    assert faults("a_min = 500") == [("/a_min", "order")]


@pytest.mark.parametrize(("key", "value"), [("hype_words", '"a"'), ("severities", '"a"')])
def test_rules_refuse_the_wrong_kind(key: str, value: str) -> None:
    assert len(faults(f"{key} = {value}")) == 1


@pytest.mark.parametrize("word", ["", " a", "A", "*", " "])
def test_rules_refuse_a_word_that_no_text_could_have(word: str) -> None:
    assert faults(f"profane_words = ['{word}']") == [("/profane_words/0", "word")]


@pytest.mark.parametrize("host", ["https://x.example", "*.x.example", "x.example.", "x.example:80"])
def test_rules_refuse_what_is_no_host(host: str) -> None:
    assert faults(f"internal_hosts = ['a', '{host}']") == [("/internal_hosts/1", "host")]


@pytest.mark.parametrize("gate", ["cite", "quote", "none"])
def test_rules_leave_refusals_alone(gate: str) -> None:
    assert faults(f'[severities]\n{gate} = "note"') == [(f"/severities/{gate}", "gate")]
