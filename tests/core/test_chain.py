"""The hash chain: what is one, what is not, and which entry is the first bad one."""

from __future__ import annotations

import hashlib
import json

import pytest

from reviews.core import chain
from reviews.core.chain import Line


def lines(n: int = 5, origin: str = "house/pack/1") -> list[Line]:
    made: list[Line] = []
    for seq in range(n):
        body = chain.canonical({"origin": origin, "seq": seq, "act": "hold", "why": f"reason {seq} “é”"})
        made.append(Line(body, chain.link(chain.head(made), body)))
    return made


def test_link_is_sha256_of_zero_prev_and_body():
    expected = hashlib.sha256(b"\x00" + bytes(32) + b"{}").hexdigest()
    assert chain.link(chain.ZERO, "{}") == expected


def test_canonical_sorts_keys_and_leaves_no_spaces():
    assert (
        chain.canonical({"b": [1, None], "a": {"d": True, "c": "é"}})
        == '{"a":{"c":"é","d":true},"b":[1,null]}'
    )


@pytest.mark.parametrize("body", [{"a": 1.5}, {"a": [0.1]}, {"a": {"b": float("nan")}}])
def test_canonical_refuses_fractions(body):
    with pytest.raises(TypeError):
        chain.canonical(body)


def test_a_sound_chain_has_no_break():
    assert chain.first_break(lines()) is None
    assert chain.first_break([]) is None


@pytest.mark.parametrize("seq", range(5))
def test_a_changed_body_is_named(seq):
    bad = lines()
    body = json.loads(bad[seq].body) | {"why": "another reason"}
    bad[seq] = Line(chain.canonical(body), bad[seq].hash)
    assert chain.first_break(bad).seq == seq


@pytest.mark.parametrize("seq", range(5))
def test_a_changed_hash_is_named(seq):
    bad = lines()
    bad[seq] = Line(bad[seq].body, "0" * 64)
    assert chain.first_break(bad).seq == seq


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        (lambda ls: ls[:2] + ls[3:], 2),
        (lambda ls: [*ls[:2], ls[1], *ls[2:]], 2),
        (lambda ls: [ls[1], ls[0], *ls[2:]], 0),
        (lambda ls: ls[:3] + lines(5, "house/other/1")[3:], 3),
        (lambda ls: [*ls[:4], Line(ls[4].body.replace(":", ": ", 1), ls[4].hash)], 4),
        (lambda ls: [*ls[:4], Line("{", ls[4].hash)], 4),
        (lambda ls: [*ls[:4], Line("[" * 100_000, ls[4].hash)], 4),
    ],
    ids=["one gone", "one twice", "two swapped", "another ledger", "not canonical", "not JSON", "too deep"],
)
def test_the_first_bad_entry_is_named(change, seq):
    assert chain.first_break(change(lines())).seq == seq


def test_a_cut_tail_leaves_a_sound_chain():
    assert chain.first_break(lines()[:3]) is None


def test_jsonl_round_trips():
    rows = chain.to_jsonl(lines()).splitlines()
    assert [Line(**json.loads(row)) for row in rows] == lines()
